// Is the tree of a shape that can be walked? Too deep for what is in it, too deep at all, too wide in one place, branches that
// are about several things.
import { codePoints } from "../node-cost.ts";
import type { Descriptors } from "./descriptor.ts";
import { preOrder, type SourceNode } from "./source-tree.ts";

export type ShapeWarning =
  | { kind: "small-and-deep"; nodes: number; tiers: number }
  | { kind: "too-deep"; tiers: number }
  | { kind: "too-wide"; node: string; children: number }
  | { kind: "what-too-long" | "what-lists-concerns"; node: string };

export interface ShapeLimits {
  /** Children of one branch; 8 unless said. */
  mostChildren?: number;
  /** Tiers below the root; 3 unless said. */
  mostTiers?: number;
  /** Of a branch's `what`, in code points; 200 unless said. */
  longestWhat?: number;
  /** Fewer nodes need one tier alone; 50 unless said. */
  leastNodes?: number;
}

const CONCERNS = /(?<![\p{L}\p{N}])(?:and|or)(?![\p{L}\p{N}])|[;,/&]/gu;

/** In the order of the tree, what concerns all of it first. Without descriptors only the tree is looked at. */
export function shapeWarnings(
  root: SourceNode,
  descriptors: Descriptors | null = null,
  { mostChildren = 8, mostTiers = 3, longestWhat = 200, leastNodes = 50 }: ShapeLimits = {},
): ShapeWarning[] {
  let nodes = 0;
  let tiers = 0;
  const found: ShapeWarning[] = [];
  for (const { node, depth } of preOrder(root)) {
    nodes++;
    tiers = Math.max(tiers, depth);
    const { id, children } = node;
    if (children === undefined) continue;
    if (children.length > mostChildren) found.push({ kind: "too-wide", node: id, children: children.length });
    const what = descriptors?.get(id)?.what ?? "";
    if (codePoints(what) > longestWhat) found.push({ kind: "what-too-long", node: id });
    else if (depth > 0 && (what.match(CONCERNS)?.length ?? 0) > 1)
      found.push({ kind: "what-lists-concerns", node: id });
  }
  const whole: ShapeWarning[] = [];
  if (nodes < leastNodes && tiers > 1) whole.push({ kind: "small-and-deep", nodes, tiers });
  if (tiers > mostTiers) whole.push({ kind: "too-deep", tiers });
  return [...whole, ...found];
}
