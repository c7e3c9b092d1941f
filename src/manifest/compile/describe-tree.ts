// From a tree of parts to a descriptor of each: from the leaves up, then siblings told apart, then graded and repaired. Who
// describes is handed in; the order of what is asked of him, and what is done with his answers, is here.
import { compareStrings } from "../../base/order.ts";
import { collisionReport, type CollisionReport } from "./collisions.ts";
import { contrastSiblings } from "./contrast-siblings.ts";
import { DescribeRun, type CallCounts, type DescribeOptions } from "./describe-run.ts";
import type { Describer, Descriptor, Descriptors } from "./descriptor.ts";
import { gradeAndRepair } from "./grade-and-repair.ts";
import { inParallel } from "./in-parallel.ts";
import type { SourceNode, SourceTree } from "./source-tree.ts";
import type { VacuityFlag } from "./vacuity.ts";

export interface DescribeStats {
  nodes: number;
  /** Described, told apart or graded in this run; the others came from the cache. */
  regenerated: number;
  reused: number;
  collisions: CollisionReport;
  /** Ids in the order of their letters. */
  vacuity: { count: number; flagged: { node: string; flags: VacuityFlag[] }[] };
  /** Nodes for which rules stood in for the describer. */
  fallbacks: { count: number; nodes: string[] };
  /** What the describer was asked, and how often it failed; the first reasons. */
  calls: CallCounts;
  faults: { count: number; first: { node: string; reason: string }[] };
}

export interface DescribedTree {
  descriptors: Descriptors;
  stats: DescribeStats;
  /** What a later build of this tree, or of one like it, can be given as `cached`. */
  known: ReadonlyMap<string, Descriptor>;
}

/** Throws CANCELLED alone: any other fault is one of a node. */
export async function describeTree(
  tree: Pick<SourceTree, "root">,
  describer: Describer,
  options: DescribeOptions = {},
): Promise<DescribedTree> {
  const run = new DescribeRun(tree.root, describer, options);
  const reused = new Set<string>();
  for (const { node } of run.nodes) if (run.cached(node.id, "final") !== null) reused.add(node.id);
  const described = await describeBottomUp(run);
  const contrasted = await contrastSiblings(run, described);
  const descriptors = await gradeAndRepair(run, described, contrasted);
  return { descriptors, stats: statsOf(run, tree.root, descriptors, reused.size), known: run.known };
}

/** The first pass: the deepest level first, a level in the order of the tree. */
async function describeBottomUp(run: DescribeRun): Promise<Map<string, Descriptor>> {
  const levels: SourceNode[][] = [];
  for (const { node, depth } of run.nodes) (levels[depth] ??= []).push(node);
  const described = new Map<string, Descriptor>();
  for (const level of levels.toReversed()) {
    const made = await inParallel(level, run.settings.concurrency, async (node) => {
      const cached = run.cached(node.id, "described");
      if (cached !== null) return cached;
      const children = node.children?.map((child) => ({ node: child, descriptor: described.get(child.id)! }));
      const descriptor = await run.describe(node, children ?? null, []);
      if (node.children?.some(({ id }) => run.isTainted(id)) === true) run.taint(node.id);
      run.keep(node.id, "described", descriptor);
      return descriptor;
    });
    level.forEach(({ id }, i) => described.set(id, made[i]!));
  }
  return described;
}

function statsOf(
  run: DescribeRun,
  root: SourceNode,
  descriptors: Descriptors,
  reused: number,
): DescribeStats {
  const flagged = [...run.flagged]
    .map(([node, flags]) => ({ node, flags }))
    .sort((a, b) => compareStrings(a.node, b.node));
  // A repair may have made them another pair.
  const unrepaired = run.repairs === 0 ? run.unlike : undefined;
  return {
    nodes: run.nodes.length,
    regenerated: run.nodes.length - reused,
    reused,
    collisions: collisionReport(root, descriptors, run.settings.collisionThreshold, unrepaired),
    vacuity: { count: flagged.length, flagged },
    fallbacks: { count: run.fallbacks.size, nodes: [...run.fallbacks].sort() },
    calls: run.calls,
    faults: { count: run.faultCount, first: run.faults },
  };
}
