// Counts of what changed together: over commits that hold one of the files, sweeps left out, chance left out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changedTogether } from "../../src/rank/changed-together.ts";

const commits = (...all: string[]) => all.map((paths) => ({ paths: paths.split(" ") }));

test("the most often together first, equal ones by path, with the commits that they are counted over", () => {
  const found = changedTogether(commits("a b c", "a c", "a b", "a", "b c", "x y"), ["a"]);
  assert.deepEqual(found, [
    { path: "b", commits: 2, of: 4 },
    { path: "c", commits: 2, of: 4 },
  ]);
});

test("several files are one change: a commit counts once, and they are not among what changed with them", () => {
  const found = changedTogether(commits("a b t", "a t", "b t", "t"), ["a", "b"]);
  assert.deepEqual(found, [{ path: "t", commits: 3, of: 3 }]);
});

test("once is chance, seldom is chance, and a sweep says nothing", () => {
  const sweep = `a t ${Array.from({ length: 30 }, (_, i) => `f${i}`).join(" ")}`;
  assert.deepEqual(changedTogether(commits(sweep, sweep, "a t"), ["a"]), []);
  const seldom = [...Array.from({ length: 20 }, () => "a"), "a t", "a t"];
  assert.deepEqual(changedTogether(commits(...seldom), ["a"]), []);
  assert.deepEqual(changedTogether([], ["a"]), []);
  assert.deepEqual(changedTogether(commits("__proto__ a", "__proto__ a"), ["a"]), [
    { path: "__proto__", commits: 2, of: 2 },
  ]);
});
