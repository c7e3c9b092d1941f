// In a session nothing is sent twice, and nothing is withheld: over random histories of edits and questions, told against a
// client that keeps every line that it was sent.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AnswerSpan, ReadSpan } from "../../src/pack/answer.ts";
import type { SessionPart } from "../../src/pack/session-part.ts";
import { openCounter } from "../../src/tokens/counter.ts";
import { UNITS } from "../../src/tokens/units.ts";
import { Opened } from "../engine/opened.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);
const PATHS = ["src/queue.ts", "src/token.ts", "lib/worker.ts"];
const WORDS = ["queue", "token", "worker", "session", "retry", "parse", "limit", "store"];

/** Each line is the only one of its kind, and costs more than a mark or a heading: none is cheaper sent again. */
function lineOf(id: number): string {
  const word = (n: number): string => WORDS[(id * 7 + n * 3) % WORDS.length]!;
  return `  record.${word(0)}${id} = ${word(1)}(${id}, "${word(2)} of ${word(3)} number ${id * 13}", ${word(4)}.${word(5)}[${id}], "${word(6)}-${id * 17}-${word(7)}", ${id * 31});`;
}

function fileOf(lines: readonly string[]): string {
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at += 9) {
    parts.push(`export function ${WORDS[at % WORDS.length]}At${lines[at]!.length}x${at}() {`);
    parts.push(...lines.slice(at, at + 9), "}", "");
  }
  return parts.join("\n");
}

interface Edit {
  file: number;
  at: number;
  kind: "replace" | "insert" | "remove";
}
type Step =
  | { edit: Edit }
  | { context: { words: number[]; budget: number; json: boolean } }
  | { read: { file: number; start: number; length: number; budget: number } };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    edit: fc.record({
      file: fc.nat(2),
      at: fc.nat(30),
      kind: fc.constantFrom<Edit["kind"]>("replace", "insert", "remove"),
    }),
  }),
  fc.record({
    context: fc.record({
      words: fc.array(fc.nat(WORDS.length - 1), { minLength: 1, maxLength: 3 }),
      budget: fc.integer({ min: 150, max: 2_500 }),
      json: fc.boolean(),
    }),
  }),
  fc.record({
    read: fc.record({
      file: fc.nat(2),
      start: fc.integer({ min: 1, max: 20 }),
      length: fc.integer({ min: 1, max: 20 }),
      budget: fc.integer({ min: 150, max: 2_500 }),
    }),
  }),
);

interface Shown {
  path: string;
  line: number;
  text: string;
}

/** Lines of an answer at their places. */
function linesOf(answer: unknown): Shown[] {
  const { op, spans = [] } = answer as { op: string; spans?: (AnswerSpan | ReadSpan)[] };
  return spans.flatMap(({ path, start, end, text }) => {
    if (end < start) return [];
    const shown: Shown[] = [];
    let line = start;
    for (const each of text.split("\n")) {
      const mark = op === "context" ? /^⋯+ (\d+) lines? (?:left out|shown before)/.exec(each) : null;
      if (mark !== null) line += Number(mark[1]);
      else shown.push({ path, line: line++, text: each });
    }
    return shown;
  });
}

const OWN = /record\./;

test("nothing twice, nothing withheld, no budget exceeded, over random histories", async () => {
  const counter = await openCounter("o200k_base");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      await using opened = new Opened();
      let id = 0;
      const files = PATHS.map(() => Array.from({ length: 27 }, () => lineOf(id++)));
      const write = (file: number): void => opened.write(PATHS[file]!, fileOf(files[file]!));
      PATHS.forEach((_, i) => write(i));
      /** What the client was sent, by path: the texts. */
      const client = new Map<string, Set<string>>(PATHS.map((path) => [path, new Set()]));
      for (const each of steps) {
        if ("edit" in each) {
          const { file, at, kind } = each.edit;
          const place = at % files[file]!.length;
          files[file]!.splice(place, kind === "insert" ? 0 : 1, ...(kind === "remove" ? [] : [lineOf(id++)]));
          // Lines that are gone and come back are none of this test.
          write(file);
          continue;
        }
        const args =
          "context" in each
            ? {
                query: each.context.words.map((w) => WORDS[w]).join(" "),
                budget: each.context.budget,
                format: each.context.json ? ("json" as const) : ("text" as const),
              }
            : {
                places: [
                  `${PATHS[each.read.file]}:${each.read.start}-${each.read.start + each.read.length - 1}`,
                ],
                budget: each.read.budget,
                format: "text" as const,
              };
        const op = "context" in each ? ("context" as const) : ("read" as const);
        const without = await opened.ask(op, args as never);
        const within = await opened.ask(op, { ...args, session: "one" } as never);
        assert.ok(counter.count(within.output) <= args.budget, "within its budget");
        const { session, cost } = within.answer as { session?: SessionPart; cost?: { tokens: number } };
        // In a budget without room for an answer only its need is said.
        if (session === undefined || cost === undefined) continue;
        assert.ok(counter.count(within.output) <= cost.tokens);
        for (const { path, ranges } of session.shown) {
          const now = opened.read(path).split("\n");
          for (const [from, to] of ranges)
            for (let line = from; line <= to; line++)
              if (now[line - 1]!.trim() !== "")
                assert.ok(
                  client.get(path)!.has(now[line - 1]!),
                  `${path}:${line} is said to be held, and is not`,
                );
        }
        const sent = linesOf(within.answer);
        for (const { path, line, text } of sent) {
          assert.equal(opened.read(path).split("\n")[line - 1], text, "every line shown is that of the disk");
          if (OWN.test(text))
            assert.ok(!client.get(path)!.has(text), `${path}:${line} was sent twice: ${text}`);
        }
        const now = new Set(sent.map(({ path, text }) => `${path} ${text}`));
        const due = linesOf(without.answer).filter(({ text }) => OWN.test(text));
        // What an answer says of its session takes a little of the budget: what has no room for it is cut, and said to be. Not
        // where lines that are held leave more room than that.
        const held = due.filter(({ path, text }) => client.get(path)!.has(text)).length;
        const roomy = held >= 4 && session.changed.length === 0;
        const cut = !roomy && /did not fit|lines? left out|too small/.test(within.output);
        for (const { path, text } of due)
          if (!cut)
            assert.ok(
              now.has(`${path} ${text}`) || client.get(path)!.has(text),
              `${text} is neither sent nor held`,
            );
        for (const { path, text } of sent) client.get(path)!.add(text);
      }
    }),
    { numRuns: 12 * soak },
  );
});

test("without a session an answer is the same whatever was asked before; with one the same history gives the same bytes", async () => {
  await using opened = new Opened({ "a.ts": fileOf(Array.from({ length: 18 }, (_, i) => lineOf(i))) });
  const ask = (session?: string) =>
    opened.ask("context", {
      query: "queue retry",
      budget: 900,
      ...(session === undefined ? {} : { session }),
    });
  const alone = (await ask()).output;
  const first = [(await ask("s1")).output, (await ask("s1")).output];
  assert.equal((await ask()).output, alone);
  await using other = opened.copy("tree");
  const again = async () =>
    (await other.ask("context", { query: "queue retry", budget: 900, session: "s1" })).output;
  const bare = (text: string) => text.replaceAll(/^(?:root|cost) .*$/gm, "");
  assert.deepEqual([await again(), await again()].map(bare), first.map(bare));
});

test("in a session every answer is within its budget, in every unit, form and operation", async () => {
  await using opened = new Opened(
    Object.fromEntries(
      PATHS.map((path, f) => [path, fileOf(Array.from({ length: 18 }, (_, i) => lineOf(f * 18 + i)))]),
    ),
  );
  const asked = fc.constantFrom(
    ["context", { query: "queue token" }],
    ["context", { query: "where is `record.queue`", answer: "exact" }],
    ["search", { query: "record", mode: "exact", limit: 50 }],
    ["search", { query: "session worker" }],
    ["symbol", { symbol: "queueAt77x0" }],
    ["trace", { symbol: "src/queue.ts" }],
    ["outline", {}],
    ["outline", { path: "src/token.ts" }],
    ["read", { places: ["src/queue.ts", "src/token.ts:1-9"] }],
  ) as fc.Arbitrary<["context", object]>;
  const counters = new Map(
    await Promise.all(UNITS.map(async (unit) => [unit, await openCounter(unit)] as const)),
  );
  await fc.assert(
    fc.asyncProperty(
      asked,
      fc.integer({ min: 64, max: 900 }),
      fc.constantFrom(...UNITS),
      fc.constantFrom("text", "json", "terminal"),
      fc.constantFrom("a", "b"),
      async ([op, args], budget, unit, format, session) => {
        const given = { ...args, budget, unit, format, session };
        const { output } = await opened.ask(op, given as never);
        assert.ok(counters.get(unit)!.count(output) <= budget, `${op} ${JSON.stringify(given)}: ${output}`);
      },
    ),
    { numRuns: 120 * soak },
  );
});
