// Files that change under an answer: few are named each, many are counted, other sentences stay as they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compactCaps } from "../../src/engine/compact-caps.ts";
import { writtenMeanwhile } from "../../src/engine/torn-reads.ts";

test("many files of one sort are one sentence", () => {
  const changed = Array.from({ length: 300 }, (_, i) => `src/f${i}.ts changed while it was searched`);
  const gone = ["a b.ts vanished while it was read", "c.ts vanished while it was read"];
  assert.deepEqual(compactCaps(["3 long data files known by the first part", ...gone, ...changed]), [
    "3 long data files known by the first part",
    ...gone,
    "src/f0.ts, src/f1.ts, src/f2.ts and 297 other files: changed while it was searched",
  ]);
  assert.deepEqual(
    compactCaps(Array.from({ length: 4 }, (_, i) => `f${i} was being written while it was read`)),
    ["f0, f1, f2 and 1 other file: was being written while it was read"],
  );
  assert.deepEqual(compactCaps(Array.from({ length: 5 }, (_, i) => writtenMeanwhile(`f${i}`))), [
    "f0, f1, f2 and 2 other files: was being written while it was read (ask again)",
  ]);
  assert.deepEqual(compactCaps([]), []);
});
