import assert from "node:assert/strict";
import { test } from "node:test";
import { foldsOf, learn } from "../../src/eval/learner.ts";
import { covers, curveOf, median, ndcg, recallAt, tokensToFirstHit } from "../../src/eval/measure.ts";

const whole = (path: string) => ({ path, start: null, end: null });
const places = (...paths: string[]) => paths.map((path) => ({ path, start: 1, end: 9 }));

test("a target is covered by its path, by a path that ends in it, and by its lines", () => {
  assert.ok(covers({ path: "a.ts", start: 1, end: 2 }, whole("src/a.ts")));
  assert.ok(!covers({ path: "a.ts", start: 1, end: 2 }, whole("src/ba.ts")));
  assert.ok(covers({ path: "a.ts", start: 1, end: 9 }, { path: "a.ts", start: 9, end: 20 }));
  assert.ok(!covers({ path: "a.ts", start: 1, end: 9 }, { path: "a.ts", start: 10, end: 20 }));
});

test("NDCG by hand", () => {
  assert.equal(ndcg(places("a", "b"), [whole("a")]), 1);
  assert.equal(ndcg(places("b", "a"), [whole("a")]), 1 / Math.log2(3));
  assert.equal(ndcg(places("b", "c", "a"), [whole("a")], 2), 0);
  const two = ndcg(places("a"), [whole("a"), { path: "a", start: 1, end: 3 }]);
  assert.equal(two, 1 / (1 + 1 / Math.log2(3)), "two targets of one place fill one rank");
  assert.equal(ndcg(places("a"), []), 0);
});

test("tokens to the first hit and recall at a budget", () => {
  const curve = curveOf(places("x", "a", "b"), [whole("a"), whole("b")], () => 100);
  assert.equal(tokensToFirstHit(curve), 200);
  assert.deepEqual(
    [50, 200, 299, 300].map((budget) => recallAt(curve, budget, 2)),
    [0, 0.5, 0.5, 1],
  );
  assert.equal(tokensToFirstHit([]), 32_000);
  assert.equal(median([3, 1, 2, 10]), 2.5);
});

test("the learner finds the feature that tells, and folds part the names", () => {
  const rows = [Float64Array.of(0.1, 1), Float64Array.of(0.9, 1), Float64Array.of(0.2, 0)];
  const [first, second] = learn([{ repository: "r", rows, wanted: [1] }], {
    decay: 0.004,
    steps: 200,
    rate: 0.05,
    start: [0.5, 0.5],
  });
  assert.ok(first! > 1 && second! > 0 && first! > second!);
  const folds = foldsOf(["a", "b", "c", "d", "e"], 3, 1);
  assert.deepEqual(folds.flat().sort(), ["a", "b", "c", "d", "e"]);
  assert.deepEqual(foldsOf(["a", "b", "c", "d", "e"], 3, 1), folds);
});
