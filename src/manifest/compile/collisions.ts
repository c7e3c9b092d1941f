// Which siblings can hardly be told apart? The worst pair of each group of siblings, the worst of them first.
import type { Descriptors } from "./descriptor.ts";
import { worstPair, type Pair } from "./likeness.ts";
import { toEven } from "../to-even.ts";
import { preOrder, type SourceNode } from "./source-tree.ts";
import { descriptorBag } from "./word-bag.ts";

export interface CollisionReport {
  /** Of the worst pair; three decimals. */
  maxSimilarity: number;
  /** Groups of siblings whose worst pair reaches the threshold. */
  collidingGroups: number;
  /** Worst pairs, the most alike first; at most ten. */
  pairs: { parent: string; a: string; b: string; similarity: number }[];
}

const MOST_PAIRS = 10;

/** `known`: worst pairs of levels that were looked at before, by their parent. */
export function collisionReport(
  root: SourceNode,
  descriptors: Descriptors,
  threshold: number,
  known: ReadonlyMap<string, Pair | null> = new Map(),
): CollisionReport {
  const worst: { parent: string; a: string; b: string; likeness: number }[] = [];
  for (const { node } of preOrder(root)) {
    const { children = [] } = node;
    if (children.length < 2) continue;
    const before = known.get(node.id);
    const pair =
      before === undefined
        ? worstPair(children.map(({ id }) => descriptorBag(descriptors.get(id)!)))
        : before;
    if (pair === null) continue;
    const { i, j, likeness } = pair;
    worst.push({ parent: node.id, a: children[i]!.id, b: children[j]!.id, likeness });
  }
  const colliding = worst.filter(({ likeness }) => likeness >= threshold);
  // Stable: pairs of one likeness stay in the order of the tree.
  const shown = worst.toSorted((a, b) => b.likeness - a.likeness).slice(0, MOST_PAIRS);
  return {
    maxSimilarity: thousandths(shown[0]?.likeness ?? 0),
    collidingGroups: colliding.length,
    pairs: shown.map(({ likeness, ...pair }) => ({ ...pair, similarity: thousandths(likeness) })),
  };
}

function thousandths(value: number): number {
  return Number(toEven(value, 3));
}
