import assert from "node:assert/strict";
import { test } from "node:test";
import { segmentsToRewrite } from "../../src/store/compaction.ts";

const alive = (...chunks: number[]) => chunks.map((n) => ({ chunks: n, living: n }));

test("few segments stay as they are", () => {
  assert.deepEqual(segmentsToRewrite(alive(10_000, 10_000, 1, 2, 3)), []);
  assert.deepEqual(segmentsToRewrite([]), []);
});

test("a segment that is mostly dead is rewritten, one that is half alive is not", () => {
  assert.deepEqual(segmentsToRewrite([{ chunks: 100, living: 49 }, ...alive(5)]), [0]);
  assert.deepEqual(segmentsToRewrite([{ chunks: 100, living: 50 }, ...alive(5)]), []);
});

test("of many small segments the smallest are merged, and large ones never", () => {
  assert.deepEqual(segmentsToRewrite(alive(4900, 1, 1, 1, 1, 1, 1, 1, 1)), [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(segmentsToRewrite(alive(...Array.from({ length: 30 }, () => 7_000))), []);
});

test("over many small updates each chunk is rewritten few times", () => {
  let sizes: number[] = [];
  let written = 0;
  const updates = 2_000;
  for (let i = 0; i < updates; i++) {
    sizes.push(1);
    const chosen = new Set(segmentsToRewrite(alive(...sizes)));
    const together = sizes.filter((_, s) => chosen.has(s)).reduce((a, b) => a + b, 0);
    written += together;
    sizes = sizes.filter((_, s) => !chosen.has(s));
    if (together > 0) sizes.push(together);
    assert.ok(sizes.length <= 9);
  }
  assert.ok(written / updates < 6, `${written / updates} times`);
});
