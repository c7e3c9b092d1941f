// How does a tree fit a budget? The first view and the usage text take at most a share of it, and no way to any leaf costs more
// than another share, so that there is room for contents. What fits stays as the source has it. What doesn't is made shorter, put
// behind branches of its own, and only where neither is enough do branches of the source give way. No leaf is ever left out.
import { PithError } from "../../base/error.ts";
import type { ViewLevel } from "../node-cost.ts";
import { shownCost } from "./costs.ts";
import type { CountTokens } from "../manifest-unit.ts";
import type { Descriptors } from "./descriptor.ts";
import { preOrder, type SourceNode } from "./source-tree.ts";
import { LevelShaper, TooTight, type Room } from "./level-shaper.ts";
import { levelCost, shapedOrder, type ShapedNode } from "./shaped-tree.ts";
import { usageText } from "./usage-text.ts";

export interface ShapeOptions {
  budget: number;
  /** Tokens of the budget that are kept free; 0 unless said. */
  reserve?: number;
  /** Of what the reserve leaves: most for the usage text, the root and its children; a quarter unless said. */
  firstView?: number;
  /** Of the same: most for all that is in view on the way to any leaf; three eighths unless said, and never less than the first view. */
  way?: number;
  viewLevel?: ViewLevel;
  count: CountTokens;
}

export interface Shaped {
  root: ShapedNode;
  usage: string;
  /** Tokens of the usage text, the root and its children. */
  firstView: number;
  /** Tokens in view before the dearest leaf is opened. */
  longestWay: number;
  /** Branches that the source doesn't have. */
  clusters: number;
  /** Branches of the source that gave way. */
  dissolved: number;
  /** Nodes whose description is shorter than it was made. */
  shortened: number;
}

const FIRST_VIEW = 0.25;
const WAY = 0.375;

/** Estimates of a level are multiplied by these, one after the other, until what comes of them fits. */
const CAUTION = [1, 1.3, 1.8, 2.6, 4];

/** A budget that would do is looked for in such steps. */
const GROWTH = 1.25;
const MOST_GROWTH = 60;

/** Throws BUDGET_TOO_SMALL, saying what would be needed. */
export function shapeToBudget(root: SourceNode, descriptors: Descriptors, options: ShapeOptions): Shaped {
  const { count, viewLevel = "full" } = options;
  // The same for each try: most of the time goes there.
  const costs = new Map<string, number>();
  for (const { node } of preOrder(root))
    costs.set(node.id, shownCost(node.title, descriptors.get(node.id)!, viewLevel, count));
  const tryShape = (budget: number): Shaped | null => {
    for (const caution of CAUTION) {
      const shaped = shapedWith(unshaped(root, descriptors, costs), { ...options, budget }, caution);
      if (shaped !== null) return shaped;
    }
    return null;
  };
  const shaped = tryShape(options.budget);
  if (shaped !== null) return shaped;
  let needed = options.budget;
  for (let i = 0; i < MOST_GROWTH; i++) {
    needed = Math.ceil(needed * GROWTH);
    if (tryShape(needed) !== null) break;
  }
  const { budget, reserve = 0 } = options;
  throw new PithError(
    "BUDGET_TOO_SMALL",
    `The content can't be shown within ${budget} tokens${reserve === 0 ? "" : `, ${reserve} of them kept free`}: it needs about ${needed}.`,
    {
      subject: String(budget),
      next: `Build for ${needed} tokens or more, or let the first view take a larger share.`,
    },
  );
}

function shapedWith(root: ShapedNode, options: ShapeOptions, caution: number): Shaped | null {
  const { budget, reserve = 0, count, viewLevel = "full" } = options;
  const available = budget - reserve;
  if (available <= 0) return null;
  const usage = usageText(available, count);
  const usageTokens = count(usage);
  const share = options.firstView ?? FIRST_VIEW;
  const costOf = (title: string, descriptor: ShapedNode["descriptor"]) =>
    shownCost(title, descriptor, viewLevel, count);
  const shaper = new LevelShaper(root, { costOf, caution });
  const most: Room = {
    cap: Math.floor(available * share) - usageTokens,
    room: Math.floor(available * Math.max(share, options.way ?? WAY)) - usageTokens,
  };
  try {
    shaper.shape(most);
  } catch (error) {
    if (error instanceof TooTight) return null;
    throw error;
  }
  const firstView = usageTokens + root.cost + levelCost(root.children ?? []);
  return {
    root,
    usage,
    firstView,
    longestWay: usageTokens + longestWay(root),
    clusters: shaper.clusters,
    dissolved: shaper.dissolved,
    shortened: shaper.shortened,
  };
}

/** Everything as the source has it. `costs`: of each node in a view. */
export function unshaped(
  source: SourceNode,
  descriptors: Descriptors,
  costs: ReadonlyMap<string, number>,
): ShapedNode {
  const made = new Map<SourceNode, ShapedNode>();
  for (const { node, parent } of preOrder(source)) {
    const descriptor = descriptors.get(node.id)!;
    const { id, title } = node;
    const children = node.children === undefined ? null : [];
    const shaped: ShapedNode = { id, title, descriptor, cost: costs.get(id)!, source: node, children };
    made.set(node, shaped);
    if (parent !== null) made.get(parent)!.children!.push(shaped);
  }
  return made.get(source)!;
}

/** Tokens of the root and of every level on the dearest way. */
function longestWay(root: ShapedNode): number {
  return Math.max(...waysTo(root).values());
}

/** Of every leaf, and of the root: tokens that are in view once it can be opened. */
export function waysTo(root: ShapedNode): Map<string, number> {
  const ways = new Map<string, number>();
  const spent = new Map<ShapedNode, number>();
  for (const { node, parent } of shapedOrder(root)) {
    const before = parent === null ? root.cost : spent.get(parent)!;
    if (node.children === null || parent === null) ways.set(node.id, before);
    if (node.children !== null) spent.set(node, before + levelCost(node.children));
  }
  return ways;
}
