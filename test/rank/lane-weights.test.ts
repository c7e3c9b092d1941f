import assert from "node:assert/strict";
import { test } from "node:test";
import { evenLaneWeights, LANE_NAMES } from "../../src/config/lane-weights.ts";
import { FEATURES, PRIORS, WEIGHTS } from "../../src/rank/features.ts";
import { LANE_OF, weightedLanes } from "../../src/rank/lane-weights.ts";

test("every feature and prior belongs to a lane, but for a file that is named in full", () => {
  assert.deepEqual(Object.keys(LANE_OF).sort(), [...FEATURES, ...PRIORS].sort());
  const without = [...FEATURES, ...PRIORS].filter((name) => LANE_OF[name] === null);
  assert.deepEqual(without, ["named"]);
  for (const lane of LANE_NAMES) assert.ok(Object.values(LANE_OF).includes(lane), lane);
});

test("factors of 1 give the learnt weights themselves; a factor changes the weights of its lane alone", () => {
  assert.equal(weightedLanes(WEIGHTS.phrase, undefined), WEIGHTS.phrase);
  assert.equal(weightedLanes(WEIGHTS.phrase, evenLaneWeights()), WEIGHTS.phrase);
  for (const lane of LANE_NAMES) {
    const changed = weightedLanes(WEIGHTS.word, { ...evenLaneWeights(), [lane]: 0.5 });
    for (const name of [...FEATURES, ...PRIORS]) {
      assert.equal(changed[name], WEIGHTS.word[name] * (LANE_OF[name] === lane ? 0.5 : 1), name);
    }
  }
});
