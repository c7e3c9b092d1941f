// Chapters of a book stay in their order, whether a chapter is one file or was cut into sections.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clusterLevel } from "../../../src/manifest/compile/level-clusters.ts";
import type { ShapedNode } from "../../../src/manifest/compile/shaped-tree.ts";

function sibling(id: string): ShapedNode {
  return {
    id,
    title: id,
    descriptor: { what: `Of ${id}.`, when: `${id} is asked for`, keywords: [] },
  } as unknown as ShapedNode;
}

test("files named by chapters are put together chapter by chapter, neighbours with neighbours", () => {
  const names = Array.from({ length: 12 }, (_, chapter) =>
    Array.from(
      { length: 4 },
      (_, part) =>
        `src/ch${String(chapter + 1).padStart(2, "0")}-0${part}-of-it.md${part === 2 ? "#top" : ""}`,
    ),
  ).flat();
  const clusters = clusterLevel(names.map(sibling), 6);
  assert.ok(clusters.length > 1 && clusters.length <= 6);
  assert.deepEqual(
    clusters.flatMap(({ members }) => members.map(({ id }) => id)),
    names,
  );
  const chapters = clusters.map(({ members }) => new Set(members.map(({ id }) => /ch\d+/.exec(id)![0])));
  for (const [i, own] of chapters.entries())
    for (const other of chapters.slice(i + 1)) assert.ok([...own].every((chapter) => !other.has(chapter)));
});

test("names that no chapter is in are divided by what is said of them", () => {
  const clusters = clusterLevel(["alpha", "beta", "gamma", "delta", "alpha two", "beta two"].map(sibling), 2);
  assert.equal(clusters.flatMap(({ members }) => members).length, 6);
  for (const { names } of clusters) assert.deepEqual(names, []);
});
