// From a tree of parts to what is written: a manifest per budget, each fitted to it, the contents of the leaves, and the tree as
// `llms.txt`. Nothing is written here. The same tree, describer and options give the same bytes.
import { PithError, throwIfCancelled } from "../../base/error.ts";
import type { WrittenLeaf } from "../beside-leaves.ts";
import { contentHashes } from "../content-hash.ts";
import type { ViewLevel } from "../node-cost.ts";
import type { LeavesAt } from "../open-manifest.ts";
import type { CollisionReport } from "./collisions.ts";
import { collisionReport } from "./collisions.ts";
import { contentCosts, describedCost, isLeafNode } from "./costs.ts";
import { counterOf, type CountTokens, type ManifestUnit } from "../manifest-unit.ts";
import type { Describer, Descriptor, Descriptors } from "./descriptor.ts";
import { describeTree, type DescribeStats } from "./describe-tree.ts";
import { DEFAULTS, type DescribeOptions } from "./describe-run.ts";
import { emitVariant, type BuildFacts } from "./emit.ts";
import { summaryOf } from "./leaf-summary.ts";
import { linksKept, type Link } from "./links-kept.ts";
import { llmsTxt } from "./llms-txt.ts";
import { shapeToBudget, unshaped, waysTo, type Shaped } from "./shape-to-budget.ts";
import { levelCost, shapedOrder, type ShapedNode } from "./shaped-tree.ts";
import { preOrder, type SourceNode, type SourceNote, type SourceTree } from "./source-tree.ts";
import { usageText } from "./usage-text.ts";

export interface CompileOptions {
  /** Tokens; each once. */
  budgets: readonly number[];
  describe?: DescribeOptions;
  unit?: ManifestUnit;
  /** Tokens of each budget that are kept free. */
  reserve?: number;
  /** Most of what is left that the first view takes, 0 to 1. */
  firstView?: number;
  viewLevel?: ViewLevel;
  /** False: each variant has the tree as it is, whatever it costs. */
  shape?: boolean;
  /** Where the contents of leaves will be. */
  leaves: LeavesAt;
  /** See-also beside what the source says, by the id of the node. */
  links?: (tree: SourceTree, descriptors: Descriptors) => ReadonlyMap<string, readonly Link[]>;
  /** How alike siblings are is measured in each variant, and not only as they were described: the dearest of its measures. */
  measureVariants?: boolean;
  /** Written into the manifest as it is; left out unless given. */
  generatedAt?: string;
  signal?: AbortSignal;
  onVariant?: (done: number, total: number) => void;
}

export interface CompiledVariant {
  budget: number;
  text: string;
  identity: string;
  /** Tokens of the root and its children, as the file states them. */
  manifestTokens: number;
  /** Tokens of the usage text, the root and its children, at the level of the view. */
  firstView: number;
  longestWay: number;
  clusters: number;
  dissolved: number;
  shortened: number;
  /** Siblings that can hardly be told apart, as this variant shows them; null where that was not measured. */
  collisions: CollisionReport | null;
  /** Leaves that can't be opened whole within the budget, the largest first. */
  oversized: { id: string; tokens: number; room: number; hasSummary: boolean }[];
}

export interface CompiledManifests {
  id: string;
  kind: string;
  variants: CompiledVariant[];
  llmsTxt: string;
  leavesAt: LeavesAt;
  /** Contents in the order of the tree; none where leaves stay in place. */
  leaves: WrittenLeaf[];
  descriptors: Descriptors;
  stats: {
    nodes: number;
    leaves: number;
    branches: number;
    fullTokens: number;
    links: number;
    describe: DescribeStats;
  };
  notes: SourceNote[];
  /** What a later build can be given as `describe.cached`. */
  known: ReadonlyMap<string, Descriptor>;
}

/** A summary takes at most this share of what the smallest budget leaves. */
const SUMMARY_SHARE = 0.25;

/** Throws BUDGET_TOO_SMALL, ARGUMENT_INVALID, CANCELLED. */
export async function compileSource(
  tree: SourceTree,
  describer: Describer,
  options: CompileOptions,
): Promise<CompiledManifests> {
  const budgets = [...new Set(options.budgets)].sort((a, b) => a - b);
  if (budgets.length === 0)
    throw new PithError("ARGUMENT_INVALID", "There is no budget to build for.", {
      subject: "budgets",
      next: "Give one or more, such as 4k,32k.",
    });
  const { signal, unit = "code-points/4" } = options;
  const count = counterOf(unit);
  const described = await describeTree(tree, describer, {
    ...options.describe,
    ...(signal !== undefined && { signal }),
  });
  const { descriptors } = described;
  const nodes = [...preOrder(tree.root)];
  const links = options.links?.(tree, descriptors) ?? new Map<string, Link[]>();
  const costs = contentCosts(nodes, count);
  const shapes = budgets.map((budget) => {
    throwIfCancelled(signal);
    return shapedFor(tree.root, descriptors, budget, count, options);
  });
  const oversized = shapes.map((shaped, i) =>
    oversizedIn(shaped, budgets[i]! - (options.reserve ?? 0), costs, count),
  );
  const summaries = summariesFor(nodes, oversized[0]!, budgets[0]! - (options.reserve ?? 0), count, options);
  const build: BuildFacts = {
    id: tree.id,
    kind: tree.kind,
    ...(options.generatedAt !== undefined && { generatedAt: options.generatedAt }),
    unit,
    count,
    leaves: options.leaves,
    costs,
    hashes: contentHashes(tree.root),
    summaries,
  };
  const threshold = options.describe?.collisionThreshold ?? DEFAULTS.collisionThreshold;
  const variants = shapes.map((shaped, i): CompiledVariant => {
    throwIfCancelled(signal);
    const variant = {
      budget: budgets[i]!,
      siblings: budgets.filter((one) => one !== budgets[i]),
      reserve: options.reserve ?? 0,
      viewLevel: options.viewLevel ?? "full",
      links: linksOf(tree.root, links, shaped),
    };
    const { clusters, dissolved, shortened, firstView, longestWay } = shaped;
    const emitted = emitVariant(shaped, build, variant);
    options.onVariant?.(i + 1, budgets.length);
    return {
      budget: budgets[i]!,
      ...emitted,
      firstView,
      longestWay,
      clusters,
      dissolved,
      shortened,
      collisions:
        clusters + dissolved + shortened === 0
          ? described.stats.collisions
          : options.measureVariants === true
            ? collisionsIn(shaped.root, threshold)
            : null,
      oversized: oversized[i]!.map((leaf) => ({ ...leaf, hasSummary: summaries.has(leaf.id) })),
    };
  });
  const branches = nodes.filter(({ node }) => !isLeafNode(node)).length;
  return {
    id: tree.id,
    kind: tree.kind,
    variants,
    llmsTxt: llmsTxt(tree.root, tree.id, descriptors),
    leavesAt: options.leaves,
    leaves: options.leaves.kind === "beside" ? writtenLeaves(nodes, summaries) : [],
    descriptors,
    stats: {
      nodes: nodes.length,
      leaves: nodes.length - branches,
      branches,
      fullTokens: costs.get(tree.root.id) ?? 0,
      links: nodes.reduce((sum, { node }) => sum + node.links.length + (links.get(node.id)?.length ?? 0), 0),
      describe: described.stats,
    },
    notes: tree.notes,
    known: described.known,
  };
}

function shapedFor(
  root: SourceNode,
  descriptors: Descriptors,
  budget: number,
  count: CountTokens,
  options: CompileOptions,
): Shaped {
  if (options.shape !== false) {
    const { reserve, firstView, viewLevel } = options;
    return shapeToBudget(root, descriptors, {
      budget,
      count,
      ...(reserve !== undefined && { reserve }),
      ...(firstView !== undefined && { firstView }),
      ...(viewLevel !== undefined && { viewLevel }),
    });
  }
  const costs = new Map<string, number>();
  for (const { node } of preOrder(root))
    costs.set(node.id, describedCost(node.title, descriptors.get(node.id)!, count));
  const as = unshaped(root, descriptors, costs);
  const usage = usageText(budget, count);
  const firstView = count(usage) + as.cost + levelCost(as.children ?? []);
  const longestWay = count(usage) + [...waysTo(as).values()].reduce((most, one) => Math.max(most, one), 0);
  return { root: as, usage, firstView, longestWay, clusters: 0, dissolved: 0, shortened: 0 };
}

function oversizedIn(
  { root, usage }: Shaped,
  available: number,
  costs: ReadonlyMap<string, number>,
  count: CountTokens,
): { id: string; tokens: number; room: number }[] {
  const usageTokens = count(usage);
  const found: { id: string; tokens: number; room: number }[] = [];
  for (const [id, way] of waysTo(root)) {
    if (id === root.id && root.children !== null) continue;
    const room = available - usageTokens - way;
    const tokens = costs.get(id) ?? 0;
    if (tokens > room) found.push({ id, tokens, room });
  }
  return found.sort((a, b) => b.tokens - a.tokens);
}

/** What the source has of its own first; made where the smallest budget can't take a leaf whole. Leaves in place have none. */
function summariesFor(
  nodes: readonly { node: SourceNode }[],
  oversized: readonly { id: string; room: number }[],
  available: number,
  count: CountTokens,
  { leaves }: CompileOptions,
): Map<string, string> {
  const summaries = new Map<string, string>();
  if (leaves.kind === "in-place") return summaries;
  const rooms = new Map(oversized.map(({ id, room }) => [id, room]));
  for (const { node } of nodes) {
    if (!isLeafNode(node)) continue;
    const room = rooms.get(node.id);
    if (node.summary !== undefined) summaries.set(node.id, node.summary);
    else if (room !== undefined && room > 0) {
      const most = Math.floor(Math.min(room, available * SUMMARY_SHARE));
      summaries.set(node.id, summaryOf(node.content ?? "", most, count));
    }
  }
  return summaries;
}

function writtenLeaves(
  nodes: readonly { node: SourceNode }[],
  summaries: ReadonlyMap<string, string>,
): WrittenLeaf[] {
  return nodes
    .filter(({ node }) => isLeafNode(node))
    .map(({ node: { id, content } }) => {
      const summary = summaries.get(id);
      return { id, content: content ?? "", ...(summary !== undefined && { summary }) };
    });
}

function linksOf(
  root: SourceNode,
  extra: ReadonlyMap<string, readonly Link[]>,
  shaped: Shaped,
): ReadonlyMap<string, readonly Link[]> {
  const shown = new Set<string>();
  for (const { node } of shapedOrder(shaped.root)) shown.add(node.id);
  return linksKept(root, extra, (id) => shown.has(id));
}

function collisionsIn(root: ShapedNode, threshold: number): CollisionReport {
  const descriptors = new Map<string, Descriptor>();
  const made = new Map<ShapedNode, SourceNode>();
  for (const { node, parent } of shapedOrder(root)) {
    const { id, title, descriptor, children } = node;
    const base = { id, title, format: "", keywords: [], facets: {}, links: [] };
    const plain: SourceNode = children === null ? base : { ...base, children: [] };
    made.set(node, plain);
    descriptors.set(id, descriptor);
    if (parent !== null) made.get(parent)!.children!.push(plain);
  }
  return collisionReport(made.get(root)!, descriptors, threshold);
}
