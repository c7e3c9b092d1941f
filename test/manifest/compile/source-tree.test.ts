// The walk over a source tree: each node once, before its children, at any depth.
import assert from "node:assert/strict";
import { test } from "node:test";
import { preOrder, type SourceNode } from "../../../src/manifest/compile/source-tree.ts";

function branch(id: string, children?: SourceNode[]): SourceNode {
  return {
    id,
    title: id,
    format: "md",
    keywords: [],
    facets: {},
    links: [],
    ...(children === undefined ? { content: id } : { children }),
  };
}

test("each node once, before its children, with its depth and its parent", () => {
  const tree = branch("r", [branch("a", [branch("a1"), branch("a2")]), branch("b"), branch("c", [])]);
  assert.deepEqual(
    [...preOrder(tree)].map(({ node, depth, parent }) => [node.id, depth, parent?.id ?? null]),
    [
      ["r", 0, null],
      ["a", 1, "r"],
      ["a1", 2, "a"],
      ["a2", 2, "a"],
      ["b", 1, "r"],
      ["c", 1, "r"],
    ],
  );
});

test("a tree of a hundred thousand tiers is walked", () => {
  let tree = branch("leaf");
  for (let i = 0; i < 100_000; i++) tree = branch(`b${i}`, [tree]);
  assert.equal([...preOrder(tree)].at(-1)!.depth, 100_000);
});
