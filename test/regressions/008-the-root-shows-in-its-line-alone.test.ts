// Shape: what is shown depends on where the tree lies. Copies of one tree in folders of other names give the same spans
// under every budget; only the root's own line and the stated cost differ.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { OperationName } from "../../src/engine/arguments.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { UNITS } from "../../src/tokens/units.ts";
import { pack } from "../../src/pack/packer.ts";
import { Opened } from "../engine/opened.ts";
import { candidate, code, input, source } from "../pack/made.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

const FILES: Record<string, string> = {};
for (let i = 0; i < 12; i++)
  FILES[`src/part${i}.ts`] = [
    `/** Sends mail ${i} to the queue. */`,
    `export function sendMail${i}(queue: string[]): void {`,
    ...Array.from({ length: 3 + 5 * i }, (_, line) => `  queue.push("mail ${line}");`),
    "}",
    "",
  ].join("\n");

const ASKED: readonly [OperationName, object][] = [
  ["context", { query: "send mail queue" }],
  ["context", { query: "sendMail7" }],
  ["search", { query: "send mail", limit: 12 }],
  ["search", { query: "mail", mode: "exact", limit: 12 }],
  ["symbol", { symbol: "sendMail3" }],
  ["outline", {}],
  ["outline", { path: "src/part4.ts" }],
  ["read", { places: ["src/part3.ts", "src/part11.ts"] }],
];

/** All but what names the root and what the answer costs. */
function shownOf(answer: object): object {
  const { root: _, cost: __, receipt: ___, ...rest } = answer as Record<string, unknown>;
  return rest;
}

test("copies in folders of different length", async () => {
  await using short = new Opened(FILES, { name: "t" });
  await using long = new Opened(FILES, { name: "a-folder-with-a-long-name-2f9c/and more".replace("/", "_") });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ASKED),
      fc.oneof(fc.integer({ min: 64, max: 600 }), fc.integer({ min: 64, max: 4000 })),
      fc.constantFrom(...UNITS),
      fc.constantFrom("text" as const, "json" as const),
      async ([operation, args], budget, unit, format) => {
        const given = { ...args, budget: unit === "bytes" ? budget * 4 : budget, unit, format } as never;
        const [a, b] = [await short.ask(operation, given), await long.ask(operation, given)];
        const isSmall = (answer: object) => !("cost" in answer);
        // What is said where nothing is shown may be longer or shorter.
        if (isSmall(a.answer as object) || isSmall(b.answer as object)) {
          for (const { answer } of [a, b]) {
            const { spans = [], results = [], matches = [] } = answer as Record<string, unknown[]>;
            assert.equal(spans.length + results.length + matches.length, 0);
          }
          return;
        }
        assert.deepEqual(shownOf(b.answer as object), shownOf(a.answer as object));
      },
    ),
    { numRuns: 150 * soak },
  );
});

test("a commit and its dirty mark change nothing either", () => {
  const text = source("src/a.ts", code(60));
  const candidates = [candidate(text, 1, 30), candidate(text, 40, 60, { name: "other" })];
  for (const format of ["text", "json"] as const) {
    for (let budget = 64; budget < 1500; budget += 7) {
      const shown = [
        { path: "/r", rev: null, dirty: null },
        {
          path: "/home/someone/projects/repository",
          rev: "0123456789abcdef0123456789abcdef01234567",
          dirty: true,
        },
      ].map((root) => {
        const { answer, output, receipt } = pack(input(candidates, { root, budget, format }));
        assert.ok(openCounterSync("o200k_base").count(output) <= budget);
        // Without spans the answer itself may not fit, and with it its receipt.
        return answer.spans.length === 0 ? [] : [answer.spans, receipt?.id];
      });
      assert.deepEqual(shown[1], shown[0], `${format} ${budget}`);
    }
  }
});

test("a root longer than what is set aside still gets an answer inside its budget", () => {
  const text = source("src/a.ts", code(40));
  const root = { path: `/${"a-very-long-folder-name/".repeat(20)}x`, rev: null, dirty: null };
  for (const format of ["text", "json"] as const) {
    const { answer, output } = pack(input([candidate(text, 1, 40)], { root, budget: 700, format }));
    assert.ok(answer.spans.length > 0, output);
    assert.equal(answer.cost.tokens, openCounterSync("o200k_base").count(output));
    assert.ok(answer.cost.tokens <= 700);
  }
});
