import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsOf, tableRow } from "../../bench/graph/report.ts";
import { sampleOf } from "../../bench/graph/sample.ts";
import { type Said, createScorer, isAsked, quantile, totalsOf } from "../../bench/graph/score.ts";
import { type SiteRow, type Target, type Truth, relations } from "../../bench/graph/truth.ts";

function target(id: number, name: string, line: number, more: Partial<Target> = {}): Target {
  const at = [{ path: "a.ts", line, column: 1 }];
  return { target: id, name, kind: "method", local: false, at, related: [], ...more };
}

function said(line: number, column = 1, more: Partial<Said> = {}): Said {
  return { path: "b.ts", line, column, why: "import", role: "call", ...more };
}

/** `run` (0), `run` of a subclass (1), another `run` (2); calls of each in b.ts, and one that the oracle can't tell. */
function truth(): Truth {
  const targets = [target(0, "run", 1), target(1, "run", 5, { related: [0] }), target(2, "run", 9)];
  const sites: SiteRow[] = [
    [1, 1, "run", "call", [0]],
    [2, 1, "run", "call", [1]],
    [3, 1, "run", "call", [2]],
    [4, 1, "run", "call", "unknown"],
    [5, 1, "run", "call", "outside"],
    [6, 1, "run", "read", [0]],
    [7, 1, "run", "call", [0, 2]],
    [8, 1, "Sub", "new", [1], [0]],
  ];
  return { targets, files: new Map([["b.ts", { file: "b.ts", declarations: [], sites }]]) };
}

test("each place that is said is judged by what the oracle says of it", () => {
  const scorer = createScorer(truth(), () => false);
  const [base] = truth().targets as [Target];
  const proven = [1, 2, 3, 4, 5, 6, 7, 8, 40].map((line) => said(line));
  const score = scorer.score(base, { proven, possible: [] });
  assert.deepEqual(
    score.proven.map((p) => p.verdict),
    ["right", "wrong", "wrong", "undecided", "wrong", "right", "right", "right", "wrong"],
  );
  assert.equal(score.proven.at(-1)!.truth, "no such name");
  assert.equal(scorer.called(base), 2, "what is only read is no call");
  assert.equal(score.provenCalls, 2);
  const possible = scorer.score(base, { proven: [], possible: proven });
  assert.deepEqual(
    possible.possible.map((p) => p.verdict),
    ["right", "kin", "wrong", "undecided", "wrong", "right", "right", "right", "wrong"],
    "a call through a member that overrides it is possible, and neither true nor false",
  );
  assert.equal(possible.falsePossible, 3);
});

test("calls in neither list are missed; of a declaration that is not known all are", () => {
  const scorer = createScorer(truth(), () => false);
  const [base] = truth().targets as [Target];
  const score = scorer.score(base, { proven: [said(1)], possible: [] });
  assert.deepEqual([score.provenCalls, score.insideCalls], [1, 1]);
  assert.deepEqual(score.missed, [{ path: "b.ts", line: 7, column: 1 }]);
  const unknown = scorer.score(base, null);
  assert.equal(unknown.missed.length, 2);
  const totals = totalsOf([score, unknown]);
  assert.deepEqual([totals.unaskable, totals.calls, totals.insideCalls], [1, 4, 1]);
  assert.deepEqual(totals.widths, [0], "no width where nothing could be asked");
  const lines = faultsOf([score, unknown], () => "text");
  assert.deepEqual(lines, [
    "missed  b.ts:7:1 calls method run a.ts:1 | text",
    "unknown method run a.ts:1: no such declaration; 2 calls",
  ]);
  assert.match(tableRow("r", [score]), /^\| r \| 1 \| 0 \| 2 \| 1 \| 0 \| 1\.0000 \| 0\.5000 \| 0\.5000 \|/);
});

test("a place without a parser's name is compared by its line; another column of it is another name", () => {
  const scorer = createScorer(truth(), () => false);
  const [base] = truth().targets as [Target];
  const text = scorer.score(base, { proven: [], possible: [said(1, 30, { role: null })] });
  assert.equal(text.possible[0]!.verdict, "right");
  assert.equal(text.insideCalls, 1);
  const other = scorer.score(base, { proven: [said(1, 30)], possible: [] });
  assert.equal(other.proven[0]!.verdict, "wrong");
  assert.equal(other.provenCalls, 0);
});

test("files that the oracle has not read decide nothing", () => {
  const scorer = createScorer(truth(), (path) => path === "b.ts");
  const [base] = truth().targets as [Target];
  assert.equal(scorer.called(base), 0);
  assert.equal(scorer.score(base, { proven: [said(3)], possible: [] }).proven[0]!.verdict, "undecided");
});

test("kin are bases, what overrides them, and what overrides the same", () => {
  const isKin = relations([
    target(0, "m", 1),
    target(1, "m", 2, { related: [0] }),
    target(2, "m", 3, { related: [0] }),
    target(3, "m", 4, { related: [2] }),
    target(4, "m", 5),
  ]);
  assert.ok(isKin(0, 3) && isKin(3, 0) && isKin(1, 2));
  assert.ok(!isKin(0, 4));
});

test("a sample is the same for the same seed, and a fifth of it is called by nothing", () => {
  const targets = Array.from({ length: 400 }, (_, i) => target(i, `f${i}`, i + 1));
  const called = (t: Target) => t.target % 2 === 0;
  const one = sampleOf(targets, called, { sample: 50, seed: "1" });
  assert.deepEqual(
    sampleOf(targets.toReversed(), called, { sample: 50, seed: "1" }).map((t) => t.target),
    one.map((t) => t.target),
  );
  assert.equal(one.length, 60);
  assert.equal(one.filter(called).length, 50);
  assert.notDeepEqual(sampleOf(targets, called, { sample: 50, seed: "2" }), one);
});

test("locals and parameters are no question", () => {
  assert.ok(isAsked(target(0, "f", 1), false));
  assert.ok(!isAsked(target(0, "f", 1, { local: true }), false));
  assert.ok(isAsked(target(0, "f", 1, { local: true }), true));
  assert.ok(!isAsked(target(0, "f", 1, { kind: "parameter" }), false));
  assert.equal(quantile([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 0.9), 9);
  assert.equal(quantile([], 0.9), 0);
});
