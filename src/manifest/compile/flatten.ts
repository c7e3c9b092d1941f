// A branch with one child costs a step and tells nothing: the child takes its place. The root stays.
import { preOrder, type SourceNode } from "./source-tree.ts";

/** Changes the tree: what it gives back is the same root. */
export function flatten(root: SourceNode): SourceNode {
  // From the leaves up, so that each child is by then what it will be.
  for (const { node } of [...preOrder(root)].reverse()) {
    if (node.children === undefined) continue;
    node.children = node.children.map((child) => (child.children?.length === 1 ? child.children[0]! : child));
  }
  return root;
}
