// What does each part of a manifest cost? One unit for all of it, named in the manifest, so that what a build measured and what a
// walk charges mean the same.
import type { CountTokens } from "../manifest-unit.ts";
import { renderDescriptor, type ViewLevel } from "../node-cost.ts";
import type { Descriptor } from "./descriptor.ts";
import type { SourceNode } from "./source-tree.ts";

/** Of what a view shows of a node at the level `full`: its keywords count as well. */
export function describedCost(
  title: string,
  { what, when, keywords }: Descriptor,
  count: CountTokens,
): number {
  return count([title, what, when, keywords.join(" ")].filter((part) => part !== "").join(" "));
}

/** Of a node at a level of a view, as a walk charges it. */
export function shownCost(
  title: string,
  descriptor: Descriptor,
  level: ViewLevel,
  count: CountTokens,
): number {
  return level === "full"
    ? describedCost(title, descriptor, count)
    : count(renderDescriptor({ title, what: descriptor.what, when: descriptor.when }, level));
}

/** Tokens of every leaf, by id, and of all leaves below every branch. An empty root is a leaf without content. */
export function contentCosts(
  nodes: readonly { node: SourceNode; parent: SourceNode | null }[],
  count: CountTokens,
): Map<string, number> {
  const costs = new Map<string, number>();
  // Backwards each node comes before its parent.
  for (let i = nodes.length - 1; i >= 0; i--) {
    const { node, parent } = nodes[i]!;
    const own = isLeafNode(node) ? count(node.content ?? "") : (costs.get(node.id) ?? 0);
    costs.set(node.id, own);
    if (parent !== null) costs.set(parent.id, (costs.get(parent.id) ?? 0) + own);
  }
  return costs;
}

export function isLeafNode(node: SourceNode): boolean {
  return node.children === undefined;
}
