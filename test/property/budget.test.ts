// An answer never costs more than its budget, counted on what the caller receives; whatever the texts, the unit, the form.
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import type { Candidate, PackUnit } from "../../src/pack/candidate.ts";
import type { PackInput } from "../../src/pack/pack-input.ts";
import { pack } from "../../src/pack/packer.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { UNITS } from "../../src/tokens/units.ts";
import { candidate, input, source } from "../pack/made.ts";
import { readBack } from "../pack/read-back.ts";

const soak = Number(process.env.PITH_SOAK ?? 1);

const line = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^ {0,8}[a-z]{0,12}[ (=.][a-zA-Z_]{0,20}[);{]?$/) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "  ",
      "```",
      "````",
      "⋯ 3 lines left out",
      "root /x",
      "\u2028```",
      "receipt 12",
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3000 }).map((n) => "x{漢".repeat(n)) },
);
const lines = fc.array(
  line.map((l) => l.replaceAll("\n", " ")),
  { minLength: 1, maxLength: 120 },
);
const label = fc.oneof(
  fc.stringMatching(/^[a-z/.-]{1,24}$/),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom("a\nb", "x:1-2 class Y — z (3)", "12: x", "`", '"', "long/".repeat(60)),
);

function unit(count: number): fc.Arbitrary<PackUnit> {
  return fc
    .record({
      start: fc.integer({ min: 1, max: count }),
      length: fc.integer({ min: 0, max: count }),
      name: label,
    })
    .map(({ start, length, name }) => ({
      start,
      end: Math.min(count, start + length),
      kind: "function" as const,
      name,
      parent: -1,
    }));
}

const file = fc
  .tuple(label, lines)
  .chain(([path, texts]) =>
    fc.array(unit(texts.length), { maxLength: 6 }).map((units) => source(path, texts, units)),
  );

const candidates: fc.Arbitrary<Candidate[]> = fc
  .uniqueArray(file, { maxLength: 6, selector: (f) => f.path })
  .chain((files) =>
    fc
      .tuple(
        ...files.map((from, fileRank) =>
          fc.array(
            fc
              .tuple(
                unit(from.lines.length),
                fc.array(fc.integer({ min: 1, max: from.lines.length }), { maxLength: 5 }),
                label,
                fc.boolean(),
              )
              .map(([{ start, end, name }, picked, reason, outlined]) => {
                const inside = [...new Set(picked)]
                  .filter((l) => l >= start && l <= end)
                  .sort((a, b) => a - b);
                return candidate(from, start, end, {
                  name,
                  reason,
                  fileRank,
                  matches: inside.map((l) => ({ line: l, weight: l % 3 })),
                  outline: outlined ? [start, ...inside.filter((l) => l > start)] : [],
                  defines: [name],
                  uses: new Set([reason]),
                });
              }),
            { maxLength: 5 },
          ),
        ),
      )
      .map((lists) => lists.flat()),
  );

const packInput: fc.Arbitrary<PackInput> = fc
  .record({
    candidates,
    budget: fc.oneof(fc.integer({ min: 64, max: 400 }), fc.integer({ min: 64, max: 6000 })),
    unit: fc.constantFrom(...UNITS),
    format: fc.constantFrom("text" as const, "json" as const, "terminal" as const),
    path: fc.oneof(fc.constant("/repo"), label),
    query: label,
    whole: fc.boolean(),
    receipt: fc.boolean(),
  })
  .map(({ candidates, budget, unit, format, path, query, whole, receipt }) =>
    input(candidates, {
      budget,
      counter: openCounterSync(unit),
      format,
      root: { path, rev: null, dirty: null },
      query,
      receipt,
      everything: whole
        ? [...new Map(candidates.map((c) => [c.source.path, c.source])).values()].map((s) =>
            candidate(s, 1, s.lines.length, { kind: "file", name: "" }),
          )
        : null,
    }),
  );

test("no answer costs more than its budget, and each states its own cost", () => {
  fc.assert(
    fc.property(packInput, (given) => {
      const { output, answer } = pack(given);
      const cost = given.counter.count(output);
      assert.ok(cost <= given.budget, `${cost} of ${given.budget} ${given.counter.unit}`);
      if (answer.spans.length > 0 || answer.cost.tokens <= given.budget)
        assert.ok(answer.cost.tokens >= cost);
      if (given.format === "json") JSON.parse(output);
      if (answer.spans.length > 0 && given.format === "json")
        assert.deepEqual(JSON.parse(output), JSON.parse(JSON.stringify(answer)));
    }),
    { numRuns: 200 * soak },
  );
});

test("every line shown stands in its file at its place, and no line is shown twice", () => {
  fc.assert(
    fc.property(packInput, (given) => {
      const { answer } = pack(given);
      const seen = new Set<string>();
      for (const span of answer.spans) {
        const { lines } = given.candidates.find((c) => c.source.path === span.path)!.source;
        const shown = readBack(span);
        assert.ok(shown.length > 0);
        for (const { line, text } of shown) {
          assert.equal(text, lines[line - 1]);
          assert.ok(line >= span.start && line <= span.end);
          assert.ok(!seen.has(`${span.path}\0${line}`));
          seen.add(`${span.path}\0${line}`);
        }
        assert.equal(shown.at(-1)!.line, span.end);
        if (span.form === "whole") assert.equal(shown.length, span.end - span.start + 1);
        for (const { line } of span.matches) assert.ok(shown.some((s) => s.line === line));
      }
    }),
    { numRuns: 100 * soak },
  );
});

test("the best place is shown whole wherever a third of the budget would hold it alone", () => {
  fc.assert(
    fc.property(packInput, (given) => {
      const [first] = given.candidates;
      if (first === undefined) return;
      const alone = { ...given, candidates: [first], everything: null, budget: Math.floor(given.budget / 3) };
      if (alone.budget < 64 || pack(alone).answer.spans[0]?.form !== "whole") return;
      const { spans } = pack({ ...given, everything: null }).answer;
      const own = spans.filter((s) => s.path === first.source.path).flatMap(readBack);
      const shown = new Set(own.map(({ line }) => line));
      for (let at = first.start; at <= first.end; at++) assert.ok(shown.has(at), `line ${at}`);
    }),
    { numRuns: 100 * soak },
  );
});

test("the budget that an answer says it needs shows something", () => {
  fc.assert(
    fc.property(packInput, (given) => {
      const tight = { ...given, budget: 64 };
      const { answer, output } = pack(tight);
      if (answer.spans.length > 0 || given.candidates.length === 0) return;
      const needed = Number(/(\d+)/.exec(answer.advice?.text ?? output)?.[1] ?? NaN);
      if (!Number.isFinite(needed)) return;
      assert.ok(
        pack({ ...given, everything: null, budget: Math.max(64, needed) }).answer.spans.length > 0,
        `needs ${needed}`,
      );
    }),
    { numRuns: 100 * soak },
  );
});

test("the same input gives the same bytes, and the receipt does not depend on where the root lies", () => {
  fc.assert(
    fc.property(packInput, (given) => {
      const one = pack({ ...given, receipt: true, budget: 4000, format: "text" });
      const two = pack({ ...given, receipt: true, budget: 4000, format: "text" });
      assert.equal(one.output, two.output);
    }),
    { numRuns: 50 * soak },
  );
});
