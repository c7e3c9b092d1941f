// P2 for handles: whatever became of a symbol since a receipt (edited, moved down, moved away, renamed, removed, all at
// once), its handle gives its own lines as they are now, or says that it is gone: never another one's under its name.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ContextAnswer, ReadAnswer } from "../../src/pack/answer.ts";
import type { VerifyReport } from "../../src/pack/reports.ts";
import { Opened } from "../engine/opened.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

const NAMES = ["sendMail", "retryLater", "pushQueue", "dropQueue", "waitForMail"] as const;

interface Unit {
  name: string;
  /** Another text of the same unit. */
  version: number;
  /** Lines of the body. */
  length: number;
}

type Files = ReadonlyMap<string, readonly Unit[]>;

const LANGUAGES = {
  ts: ({ name, version, length }: Unit) => [
    `export function ${name}(queue: Queue): void {`,
    ...Array.from({ length }, (_, i) => `  queue.push("mail ${name} ${version}.${i}");`),
    "}",
    "",
  ],
  py: ({ name, version, length }: Unit) => [
    `def ${name}(queue):`,
    ...Array.from({ length }, (_, i) => `    queue.push("mail ${name} ${version}.${i}")`),
    "",
    "",
  ],
  // Known by line patterns alone.
  jl: ({ name, version, length }: Unit) => [
    `function ${name}(queue)`,
    ...Array.from({ length }, (_, i) => `    push!(queue, "mail ${name} ${version}.${i}")`),
    "end",
    "",
  ],
} as const;

type Language = keyof typeof LANGUAGES;

const head = (language: Language, name: string): string =>
  ({ ts: `function ${name}(`, py: `def ${name}(`, jl: `function ${name}(` })[language];

type Edit = (files: Map<string, Unit[]>) => void;

const at = fc.nat({ max: 20 });
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
const edit: fc.Arbitrary<{ what: string; apply: Edit }> = fc.oneof(
  at.map((n) => ({
    what: `edit ${n}`,
    apply: change(n, (unit) => [{ ...unit, version: unit.version + 1 }]),
  })),
  fc.tuple(at, fc.integer({ min: 1, max: 9 })).map(([n, length]) => ({
    what: `length ${n} ${length}`,
    apply: change(n, (unit) => [{ ...unit, version: unit.version + 1, length }]),
  })),
  at.map((n) => ({ what: `remove ${n}`, apply: change(n, () => []) })),
  at.map((n) => ({
    what: `rename ${n}`,
    apply: change(n, (unit) => [{ ...unit, name: `${unit.name}New` }]),
  })),
  fc.tuple(at, at).map(([n, m]) => ({
    what: `move ${n} ${m}`,
    apply: (files: Map<string, Unit[]>) => {
      let moved: Unit | undefined;
      change(n, (unit) => {
        moved = unit;
        return [];
      })(files);
      if (moved !== undefined) pick([...files.values()], m).push(moved);
    },
  })),
  at.map((n) => ({
    what: `turn around ${n}`,
    apply: (files: Map<string, Unit[]>) => void pick([...files.values()], n).reverse(),
  })),
);

function change(n: number, by: (unit: Unit) => Unit[]): Edit {
  return (files) => {
    const holders = [...files].filter(([, units]) => units.length > 0);
    if (holders.length === 0) return;
    const [path, units] = pick(holders, n);
    const chosen = n % units.length;
    files.set(
      path,
      units.flatMap((unit, i) => (i === chosen ? by(unit) : [unit])),
    );
  };
}

function written(files: Files, language: Language): Record<string, string> {
  return Object.fromEntries(
    [...files].map(([path, units]) => [
      `${path}.${language}`,
      units.flatMap((unit) => LANGUAGES[language](unit)).join("\n"),
    ]),
  );
}

test("a handle gives the lines of its own symbol, or says that it is gone", async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(LANGUAGES) as Language[])),
      fc.array(edit, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...NAMES),
      async (language, edits, query) => {
        const files = new Map<string, Unit[]>([
          ["one", NAMES.slice(0, 3).map((name) => ({ name, version: 0, length: 3 }))],
          ["two", NAMES.slice(3).map((name) => ({ name, version: 0, length: 5 }))],
          ["three", []],
        ]);
        await using opened = new Opened(written(files, language));
        const asked = await opened.ask("context", { query, budget: 400, format: "json" });
        const { receipt, spans } = asked.answer as ContextAnswer;
        for (const { apply } of edits) apply(files);
        opened.writeAll(written(files, language));
        const verified = (
          await opened.ask("receipt", { action: "verify", receipt: receipt!, format: "json" })
        ).answer as VerifyReport;
        for (const [i, before] of spans.entries()) {
          const handle = `${receipt}#${i + 1}`;
          const { answer } = await opened.ask("read", { places: [handle], budget: 4000, format: "json" });
          const [span] = (answer as ReadAnswer).spans;
          const { state, to } = verified.places[i]!;
          const own = before.name.split(", ").filter((name) => name !== "");
          const there = own.filter((name) =>
            [...files.values()].some((units) => units.some((unit) => unit.name === name)),
          );
          const said = `${handle} ${before.name}: ${state} ${JSON.stringify(to)}\n${JSON.stringify(span)}`;
          if (span!.text === "") {
            assert.equal(state, "gone", said);
            assert.ok(own.length === 0 || there.length < own.length, said);
            continue;
          }
          const disk = opened.read(span!.path).split("\n");
          assert.equal(span!.text, disk.slice(span!.start - 1, span!.end).join("\n"), said);
          // Under a name stands what is declared by that name, from its first line.
          if (span!.name === "") continue;
          shown++;
          for (const name of span!.name.split(", "))
            assert.ok(span!.text.includes(head(language, name)), said);
          const [first] = span!.text.split("\n");
          assert.ok(
            own.some((name) => first!.includes(head(language, name))),
            said,
          );
        }
      },
    ),
    { numRuns: 40 * soak },
  );
  assert.ok(shown > 40, String(shown));
});
