// What is left out of a scope: counted where the names are known, and said to be of the whole root where they are not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { skippedCounts } from "../../src/engine/completeness-of.ts";
import type { Walk } from "../../src/files/walk.ts";
import type { Snapshot } from "../../src/store/segment-view.ts";

test("figures of reasons whose names were not all kept are those of the whole root, and are named", () => {
  const skipped: Walk["skipped"] = new Map([
    ["ignored", { count: 5, paths: ["a/x", "b/y"] }],
    ["binary", { count: 2, paths: ["b/p.png", "a/q.png"] }],
  ]);
  const walk: Walk = { files: [], skipped, hiddenAttributes: [], leftOut: "", notices: [] };
  const snapshot: Snapshot = { generation: 1, segments: [], files: [], partial: null, notices: [] };
  const scope = {
    matches: (path: string) => path.startsWith("b/"),
    mayHoldMatches: () => false,
  };
  assert.deepEqual(skippedCounts(walk, snapshot, scope), {
    counts: { binary: 1, ignored: 5 },
    ofRoot: ["ignored"],
  });
  assert.deepEqual(skippedCounts(walk, snapshot), { counts: { binary: 2, ignored: 5 }, ofRoot: [] });
});
