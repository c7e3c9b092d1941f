import assert from "node:assert/strict";
import { test } from "node:test";
import { evenLaneWeights, LANE_NAMES, MOST_LANE_WEIGHT } from "../../src/config/lane-weights.ts";
import { intervalOf } from "../../src/eval/interval.ts";
import { isApplicable, learnLanes, MARGIN, verdictOf } from "../../src/eval/learn-lanes.ts";
import { seeded } from "../../src/eval/learner.ts";
import { ndcgOfRanks, reciprocalRank } from "../../src/eval/measure.ts";
import type { RankedQuestion } from "../../src/eval/ranked-question.ts";

test("what may be written down: no lower in the mean, and surely not lower than the margin", () => {
  for (const [mean, low, high, verdict, applies] of [
    [0.02, 0.001, 0.04, "better", true],
    [0.01, -0.009, 0.03, "not worse", true],
    [0, 0, 0, "not worse", true],
    [0.01, -MARGIN, 0.03, "unsure", false],
    [0.03, -0.02, 0.08, "unsure", false],
    [-0.001, -0.009, 0.007, "worse", false],
    [-0.03, -0.05, -0.01, "worse", false],
    [-0.01, -0.05, 0.03, "unsure", false],
  ] as const) {
    assert.equal(verdictOf({ mean, low, high }, false), verdict, `${mean} ${low} ${high}`);
    assert.equal(isApplicable(verdict), applies);
  }
  assert.equal(isApplicable(verdictOf({ mean: 0, low: 0, high: 0 }, true)), false);
});

test("an interval is the same each time, holds its mean, and narrows with the number of values", () => {
  const random = seeded(3);
  const values = Array.from({ length: 400 }, () => random());
  const all = intervalOf(values);
  assert.deepEqual(all, intervalOf(values));
  assert.ok(all.low < all.mean && all.mean < all.high);
  const few = intervalOf(values.slice(0, 20));
  assert.ok(few.high - few.low > 3 * (all.high - all.low));
  assert.deepEqual(intervalOf([]), { mean: 0, low: 0, high: 0 });
  assert.deepEqual(intervalOf([0.5]), { mean: 0.5, low: 0.5, high: 0.5 });
});

test("measures of places", () => {
  assert.equal(ndcgOfRanks([1]), 1);
  assert.equal(ndcgOfRanks([0]), 0);
  assert.equal(ndcgOfRanks([11]), 0);
  assert.equal(ndcgOfRanks([]), 0);
  assert.equal(ndcgOfRanks([2]), 1 / Math.log2(3));
  assert.equal(reciprocalRank([0, 4, 2]), 0.5);
  assert.equal(reciprocalRank([0]), 0);
});

/** Each question has one row that answers; one lane tells it, another misleads. */
function made(count: number): RankedQuestion[] {
  const random = seeded(7);
  return Array.from({ length: count }, (_, i) => {
    const rows = Array.from({ length: 12 }, (_row, r) =>
      Float64Array.from(LANE_NAMES, (lane) => {
        if (lane === "meaning") return r === 5 ? 0.6 + 0.3 * random() : 0.5 * random();
        return lane === "paths" ? 2 * random() : 0;
      }),
    );
    return {
      question: { id: `q${i}`, kind: "given", source: `given ${i}`, query: "q", targets: [], without: null },
      rows,
      fixed: new Float64Array(12),
      named: new Uint8Array(12),
      places: rows.map((_row, r) => ({ path: `${r}`, start: 1, end: 1 })),
      wanted: [5],
      byMeaning: null,
    };
  });
}

test("a lane that misleads is turned down, and the held-back part says that it is better so", () => {
  const learnt = learnLanes(made(300), evenLaneWeights());
  assert.ok(learnt.weights.paths < 0.5 && learnt.weights.meaning > 1, JSON.stringify(learnt.weights));
  assert.equal(learnt.verdict, "better");
  assert.equal(learnt.questions.train + learnt.questions.validation + learnt.questions.held, 300);
  for (const factor of Object.values(learnt.weights)) assert.ok(factor >= 0 && factor <= MOST_LANE_WEIGHT);
  assert.deepEqual(learnLanes(made(300), evenLaneWeights()), learnt);
});

test("few questions change nothing; none at all is no fault", () => {
  for (const count of [0, 1, 20]) {
    const learnt = learnLanes(made(count), evenLaneWeights());
    assert.equal(learnt.verdict, "too few");
    assert.deepEqual(learnt.weights, evenLaneWeights());
  }
});
