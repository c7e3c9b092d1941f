// A review's choice: changed lines before everything, no part without its share, what a generator makes last, no line of one
// part in a span of another.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Candidate } from "../../src/pack/candidate.ts";
import { LAST_TURN } from "../../src/pack/choose-by-part.ts";
import { pack } from "../../src/pack/packer.ts";
import type { ReviewPart } from "../../src/pack/review-answer.ts";
import { candidate, code, input, source } from "./made.ts";

const PARTS: readonly ReviewPart[] = [
  "changed",
  "removed",
  "uses-left",
  "contract",
  "caller",
  "possible-caller",
  "test",
];

function of(part: ReviewPart, i: number, lines: number, more: Partial<Candidate> = {}): Candidate {
  const from = { ...source(`src/${part}-${i}.ts`, code(lines)), ...more.source };
  const matches = [{ line: Math.ceil(lines / 2), weight: 1 }];
  return candidate(from, 1, lines, { part, turn: 0, reason: part, matches, outline: [1], ...more });
}

function partsShown(candidates: readonly Candidate[], budget: number): Map<string, number> {
  const { answer } = pack(input(candidates, { op: "review", byPart: true, budget }));
  const counts = new Map<string, number>();
  for (const span of answer.spans) counts.set(span.part!, (counts.get(span.part!) ?? 0) + 1);
  return counts;
}

const all = PARTS.flatMap((part) => Array.from({ length: 12 }, (_, i) => of(part, i, 40)));

test("where room is short the changed lines are in, and every part has some of it where there is room", () => {
  assert.equal(partsShown(all, 900).get("changed"), 12);
  const wide = partsShown(all, 6000);
  for (const part of PARTS) assert.ok((wide.get(part) ?? 0) >= 1, part);
  assert.equal(wide.get("changed"), 12);
});

test("spans stand in the order in which they are given, and end with what is counted as left out", () => {
  const { answer } = pack(input(all, { op: "review", byPart: true, budget: 3000 }));
  const order = answer.spans.map((s) => PARTS.indexOf(s.part!));
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
  assert.match(answer.completeness.caps.join(), /\d+ more places did not fit the budget/);
});

test("what is made by a generator comes after everything else", () => {
  const generated = of("changed", 99, 300, { turn: LAST_TURN });
  const some = [generated, ...all];
  assert.ok(
    !pack(input(some, { op: "review", byPart: true, budget: 2000 })).answer.spans.some((s) =>
      s.path.includes("-99"),
    ),
  );
  assert.ok(
    pack(input(some, { op: "review", byPart: true, budget: 60_000 })).answer.spans.some((s) =>
      s.path.includes("-99"),
    ),
  );
});

test("one text for two parts is two spans, and lines that are shown already are not shown again", () => {
  const text = source("src/both.ts", code(20));
  const changed = candidate(text, 1, 10, { part: "changed", matches: [{ line: 3, weight: 1 }] });
  const caller = candidate({ ...text, key: "src/both.ts\0caller" }, 8, 14, {
    part: "caller",
    matches: [{ line: 12, weight: 1 }],
  });
  const again = candidate({ ...text, key: "src/both.ts\0test" }, 1, 10, {
    part: "test",
    matches: [{ line: 4, weight: 1 }],
  });
  const { answer } = pack(input([changed, caller, again], { op: "review", byPart: true }));
  assert.deepEqual(
    answer.spans.map((s) => [s.part, s.start, s.end]),
    [
      ["changed", 1, 10],
      ["caller", 8, 14],
    ],
  );
});

test("lines of another side are no lines for a receipt", () => {
  const old = candidate({ ...source("src/a.ts", code(5)), key: "old", side: "old" }, 1, 5, {
    part: "removed",
  });
  const now = candidate(source("src/a.ts", code(5)), 1, 5, { part: "changed" });
  const { receipt, answer } = pack(input([now, old], { op: "review", byPart: true }));
  assert.equal(answer.spans.length, 2);
  assert.equal(receipt!.kept.length, 1);
});

test("a preface is counted in, in every form", () => {
  for (const format of ["text", "json", "terminal"] as const) {
    const preface = { lines: ["review of it: 1 file"], members: { change: "it" } };
    const { output, answer } = pack(input(all, { op: "review", byPart: true, budget: 700, format, preface }));
    assert.ok(answer.cost.tokens <= 700);
    assert.match(output, format === "json" ? /"change":"it"/ : /^review of it: 1 file$/m);
  }
});

test("a span of several parts says the reason of each once, in their order, and no more than three", () => {
  const text = source("src/a.ts", code(20));
  const made = (i: number, reason: string) =>
    candidate(text, 1 + 4 * i, 4 + 4 * i, {
      part: "changed",
      reason,
      matches: [{ line: 2 + 4 * i, weight: 1 }],
    });
  const reasons = (...all: string[]) =>
    pack(
      input(
        all.map((reason, i) => made(i, reason)),
        { op: "review", byPart: true },
      ),
    ).answer.spans.map((s) => s.reason);
  assert.deepEqual(reasons("added", "changed", "added"), ["added; changed"]);
  assert.deepEqual(reasons("a", "b", "c", "d"), ["a; b; c; …"]);
});
