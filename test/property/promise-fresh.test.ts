// P2 and P3: every line shown is a whole line of the disk at the moment of answering, whatever happened to the files
// between two questions, or in the middle of one.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { ContextAnswer, OutlineAnswer, ReadAnswer } from "../../src/pack/answer.ts";
import { script } from "../engine/edits.ts";
import { name, question, tree } from "../engine/made-trees.ts";
import { filesBelow, Opened } from "../engine/opened.ts";
import { pathLabel } from "../../src/pack/label.ts";
import {
  type AnyAnswer,
  assertOnDisk,
  assertPlaces,
  assertTextOnDisk,
  linesOfAnswer,
} from "../engine/shown-lines.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

test("after each edit every operation shows what is on disk now", async () => {
  await fc.assert(
    fc.asyncProperty(
      tree,
      script,
      question,
      name,
      fc.integer({ min: 200, max: 4000 }),
      async (files, edits, query, symbol, budget) => {
        await using opened = new Opened(files);
        for (const step of [[], ...edits]) {
          for (const { apply } of step) apply(opened.root);
          const context = await opened.ask("context", { query, budget, format: "json" });
          assertOnDisk(opened.root, linesOfAnswer(context.answer as ContextAnswer));
          assertTextOnDisk(opened.root, (await opened.ask("context", { query, budget })).output);
          for (const [operation, args] of [
            ["search", { query, limit: 50, perFile: 3 }],
            ["search", { query: symbol, mode: "exact", limit: 50 }],
            ["search", { query: "t\\w+n", mode: "regex", limit: 50 }],
            ["symbol", { symbol }],
            ["outline", {}],
          ] as const) {
            const { answer } = await opened.ask(operation, {
              ...args,
              budget: 20_000,
              format: "json",
            } as never);
            assertPlaces(opened.root, answer as AnyAnswer);
          }
        }
      },
    ),
    { numRuns: 6 * soak },
  );
});

test("read shows the lines asked for, in text and in JSON", async () => {
  await fc.assert(
    fc.asyncProperty(
      tree,
      fc.nat(),
      fc.nat({ max: 60 }),
      fc.nat({ max: 60 }),
      fc.integer({ min: 64, max: 3000 }),
      async (files, which, from, length, budget) => {
        await using opened = new Opened(files);
        const paths = Object.keys(files);
        const path = paths[which % paths.length]!;
        const places = [`${path}:${from + 1}-${from + 1 + length}`, path];
        for (const format of ["text", "json"] as const) {
          const outcome = await opened
            .ask("read", { places, budget, format })
            .catch((error: { code: string }) => error.code);
          if (outcome === "RANGE_INVALID") return;
          assert.ok(typeof outcome === "object");
          const answer = outcome.answer as ReadAnswer;
          assertOnDisk(opened.root, linesOfAnswer(answer));
          if (answer.spans === undefined) return;
          if (format === "text") assertTextOnDisk(opened.root, outcome.output);
          // What is not shown is named, with the place at which to read on.
          const [first] = answer.spans;
          const shown = first === undefined ? 0 : first.end - first.start + 1;
          if (
            answer.next !== null &&
            shown > 0 &&
            answer.spans.length === 1 &&
            first!.note?.startsWith("cut") === true
          )
            assert.ok(answer.next.startsWith(`${pathLabel(path)}:${first!.end + 1}-`), answer.next);
        }
      },
    ),
    { numRuns: 15 * soak },
  );
});

test("reading on from `next` again and again gives the whole file", async () => {
  await using opened = new Opened({
    "long.ts": Array.from(
      { length: 900 },
      (_, i) => `export const value${i} = compute(${i}, "some text");`,
    ).join("\n"),
  });
  for (const format of ["text", "json"] as const) {
    const lines: string[] = [];
    let place: string | null = "long.ts";
    while (place !== null) {
      const answer = (await opened.ask("read", { places: [place], budget: 700, format }))
        .answer as ReadAnswer;
      assert.ok(answer.spans.length === 1);
      lines.push(...answer.spans[0]!.text.split("\n"));
      place = answer.next;
    }
    assert.equal(lines.join("\n"), opened.read("long.ts"));
  }
});

const CODE = Array.from(
  { length: 30 },
  (_, i) =>
    `/** Sends the mail number ${i}. */\nexport function sendMail${i}(queue: Queue): void {\n  queue.push(${i});\n}\n`,
).join("\n");

/** What may become of a file between the sweep and its reading. */
const MISHAPS: Readonly<Record<string, (file: string) => void>> = {
  vanishes: (file) => rmSync(file),
  "is cut": (file) => writeFileSync(file, "export const one = 1;\n"),
  "is emptied": (file) => writeFileSync(file, ""),
  grows: (file) => writeFileSync(file, "// more\n".repeat(5000), { flag: "a" }),
  "moves down": (file) => writeFileSync(file, `// first\n// second\n${CODE}`),
  "turns binary": (file) => writeFileSync(file, Uint8Array.of(0, 1, 2, 3)),
  "turns into a folder": (file) => {
    rmSync(file);
    writeFileSync(`${file}.x`, "");
  },
  "grows past the ceiling": (file) => writeFileSync(file, "// more and more\n".repeat(200_000)),
};

for (const [mishap, happen] of Object.entries(MISHAPS)) {
  test(`a file that ${mishap} between sweep and read`, async () => {
    for (const [phase, operation, args] of [
      ["swept", "context", { query: "sendMail7 queue push", budget: 1500, format: "json" }],
      ["ranked", "context", { query: "sendMail7 queue push", budget: 1500, format: "json" }],
      ["swept", "search", { query: "sendMail7 queue push", format: "json", budget: 4000 }],
      ["ranked", "search", { query: "sendMail7 queue push", format: "json", budget: 4000 }],
      ["swept", "search", { query: "queue.push", mode: "exact", format: "json", budget: 4000 }],
      ["swept", "search", { query: "queue\\.p\\w+", mode: "regex", format: "json", budget: 4000 }],
    ] as const) {
      await using opened = new Opened({
        "src/mail.ts": CODE,
        "src/other.ts": CODE.replaceAll("send", "drop"),
      });
      // Warm, so that nothing of the first reading is needed.
      await opened.ask(operation, args as never);
      let once = true;
      const onPhase = (now: string): void => {
        if (!once || now !== phase) return;
        once = false;
        happen(opened.path("src/mail.ts"));
      };
      const { answer, output } = await opened.ask(operation, args as never, { onPhase });
      JSON.parse(output);
      assertOnDisk(opened.root, linesOfAnswer(answer as AnyAnswer));
      assertPlaces(opened.root, answer as AnyAnswer);
    }
  });
}

test("a moved symbol is found at its new place, a vanished one is said to be gone", async () => {
  await using opened = new Opened({ "src/mail.ts": CODE });
  const where = async () => {
    const { answer, found } = await opened.ask("symbol", { symbol: "sendMail3", format: "json" });
    const { matches, advice } = answer as {
      matches: { path: string; start: number }[];
      advice: { code: string } | null;
    };
    return { found, matches: matches.map((m) => `${m.path}:${m.start}`), advice: advice?.code ?? null };
  };
  const [before] = (await where()).matches;
  opened.write("src/mail.ts", `// a line before\n${CODE}`);
  const [line] = (await where()).matches;
  assert.equal(Number(line!.split(":")[1]), Number(before!.split(":")[1]) + 1);
  opened.write("lib/post.ts", CODE);
  opened.remove("src/mail.ts");
  assert.deepEqual((await where()).matches, [before!.replace("src/mail.ts", "lib/post.ts")]);
  opened.write("lib/post.ts", CODE.replaceAll("sendMail3(", "mail3("));
  assert.deepEqual(await where(), { found: false, matches: [], advice: "unknown-name" });
});

test("a span that is shown whole has the borders of its unit", async () => {
  const names = ["sendMail", "retryLater", "pushToQueue", "deliverMail", "failSoftly", "waitForQueue"];
  const files = Object.fromEntries(names.map((n) => [`src/${n}.ts`, functionOf(n)]));
  await using opened = new Opened({ ...files, "lib/mail.py": PYTHON });
  const units = new Map<string, Set<string>>();
  for (const path of [...Object.keys(files), "lib/mail.py"]) {
    const { answer } = await opened.ask("outline", { path, budget: 20_000, format: "json" });
    const { declarations } = answer as OutlineAnswer;
    units.set(path, new Set(declarations.map((d) => `${d.name}:${d.start}-${d.end}`)));
  }
  let whole = 0;
  for (const query of ["sendMail", "push to the queue", "Mailer deliver", "retry after failure"]) {
    for (const budget of [200, 400, 800, 1600, 3200]) {
      const { answer } = await opened.ask("context", { query, budget, format: "json" });
      for (const { path, start, end, name, form, text, kind } of (answer as ContextAnswer).spans) {
        // Units side by side share a span; plain lines and whole files are no units.
        if (name === "" || name.includes(", ") || kind === "lines" || kind === "file") continue;
        if (form !== "whole") {
          assert.match(text, /^⋯+ \d+ lines? left out$/m);
          continue;
        }
        whole++;
        assert.ok(units.get(path)!.has(`${name}:${start}-${end}`), `${path}:${start}-${end} ${name}`);
      }
    }
  }
  assert.ok(whole > 10, String(whole));
});

function functionOf(name: string): string {
  const steps = Array.from({ length: 9 }, (_, i) => `  queue.push(${i});`);
  return [
    "import { Queue } from './queue.ts';",
    "",
    `/** Does ${name}: retries after a failure. */`,
    `export function ${name}(queue: Queue) {`,
    ...steps,
    "}",
    "",
    "export const limit = 3;",
    "",
  ].join("\n");
}

const PYTHON = `class Mailer:
    """Delivers mail."""

    def deliver(self, mail):
        # Retry after a failure.
${Array.from({ length: 60 }, (_, i) => `        self.queue.push(mail, attempt=${i})`).join("\n")}

    def retry(self, mail):
        return self.deliver(mail)
`;

test("nothing outside of the tree is read when it is asked about", async () => {
  await using opened = new Opened({ "a.ts": CODE });
  await opened.ask("context", { query: "sendMail7" });
  assert.deepEqual(
    filesBelow(opened.root).map((f) => f.slice(opened.root.length + 1)),
    ["a.ts"],
    "nothing is written into the tree",
  );
  assert.ok(opened.cacheFiles().every((f) => f.startsWith(join(opened.folder, "cache0"))));
});
