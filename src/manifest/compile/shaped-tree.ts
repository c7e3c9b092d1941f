// A tree as one variant of a manifest shows it: the parts of the source, branches that were put between them so that each level
// fits, and of each as much of its description as there is room for.
import type { Descriptor } from "./descriptor.ts";
import type { SourceNode } from "./source-tree.ts";

export interface ShapedNode {
  id: string;
  title: string;
  descriptor: Descriptor;
  /** What a view shows of it costs, at the level of the variant. */
  cost: number;
  /** Null for a branch that the source doesn't have. */
  source: SourceNode | null;
  /** Null for a leaf. */
  children: ShapedNode[] | null;
}

/** Every node with its depth and parent, each before its children. */
export function* shapedOrder(
  root: ShapedNode,
): Generator<{ node: ShapedNode; depth: number; parent: ShapedNode | null }> {
  const open: { node: ShapedNode; depth: number; parent: ShapedNode | null }[] = [
    { node: root, depth: 0, parent: null },
  ];
  while (open.length > 0) {
    const at = open.pop()!;
    yield at;
    const { children } = at.node;
    if (children === null) continue;
    for (let i = children.length - 1; i >= 0; i--)
      open.push({ node: children[i]!, depth: at.depth + 1, parent: at.node });
  }
}

export function levelCost(children: readonly ShapedNode[]): number {
  let sum = 0;
  for (const { cost } of children) sum += cost;
  return sum;
}

/** The leaves below it in their order, itself where it is one. */
export function leavesBelow(top: ShapedNode): ShapedNode[] {
  const leaves: ShapedNode[] = [];
  for (const { node } of shapedOrder(top)) if (node.children === null) leaves.push(node);
  return leaves;
}
