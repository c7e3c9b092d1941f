// The third pass: each descriptor is graded, and described again where it does not do. A repair keeps what telling siblings
// apart has brought, is graded itself, and is taken only where it is no worse.
import type { DescribeRun, SiblingDescription } from "./describe-run.ts";
import type { Descriptor, Descriptors } from "./descriptor.ts";
import { inParallel } from "./in-parallel.ts";
import { likeness } from "./likeness.ts";
import type { SourceNode } from "./source-tree.ts";
import { vacuityFlags } from "./vacuity.ts";
import { descriptorBag } from "./word-bag.ts";

/** Siblings that a node is graded against, and that a repair is compared with: those that stand around it. */
const MOST_SIBLINGS = 64;

/** What a fault of form weighs against a grade. */
const FAULT = 0.25;

interface Graded {
  descriptor: Descriptor;
  score: number;
  feedback: string[];
  /** Flags, and a sibling that it collides with. */
  faults: number;
  passes: boolean;
}

/** All descriptors as they go into a manifest. Every node is graded against what the second pass made of its siblings. */
export async function gradeAndRepair(
  run: DescribeRun,
  described: Descriptors,
  contrasted: Descriptors,
): Promise<Map<string, Descriptor>> {
  // In the order of the tree, whatever is done first.
  const result = new Map(contrasted);
  const places = new Map<string, number>();
  for (const { node } of run.nodes) node.children?.forEach(({ id }, i) => places.set(id, i));
  await inParallel(run.nodes, run.settings.concurrency, ({ node, parent }) => {
    const { id, title } = node;
    const cached = run.cached(id, "final");
    const own = contrasted.get(id)!;
    const flags = parent === null ? [] : vacuityFlags(title, own);
    const isSound = run.describer.grade === undefined && flags.length === 0;
    const finish = (descriptor: Descriptor): void => {
      result.set(id, descriptor);
      const left = descriptor === own || parent === null ? flags : vacuityFlags(title, descriptor);
      if (left.length > 0) run.flagged.set(id, left);
      if (cached === null) run.keep(id, "final", descriptor);
    };
    if (cached !== null) return finish(cached);
    // At once: on most nodes nothing is to be waited for.
    if (parent === null || run.settings.maxRepairs === 0 || isSound) return finish(own);
    const siblings = around(parent.children!, places.get(id)!).map((one) => contrasted.get(one.id)!);
    return repaired(run, node, siblings, described, contrasted).then(finish);
  });
  return result;
}

/** The others, so many of them: before and behind. */
function around(children: readonly SourceNode[], at: number): SourceNode[] {
  const start = Math.max(0, Math.min(at - MOST_SIBLINGS / 2, children.length - MOST_SIBLINGS - 1));
  return children.slice(start, start + MOST_SIBLINGS + 1).filter((_, i) => start + i !== at);
}

async function repaired(
  run: DescribeRun,
  node: SourceNode,
  siblings: readonly Descriptor[],
  described: Descriptors,
  contrasted: Descriptors,
): Promise<Descriptor> {
  const before = contrasted.get(node.id)!;
  const wasToldApart = before.when !== described.get(node.id)!.when;
  const children: SiblingDescription[] | null =
    node.children?.map((child) => ({ node: child, descriptor: contrasted.get(child.id)! })) ?? null;
  let latest = await grade(run, node, before, siblings);
  let best = latest;
  for (let repairs = 0; repairs < run.settings.maxRepairs && !latest.passes; repairs++) {
    run.repairs++;
    const again = await run.describe(node, children, latest.feedback);
    const keepsWhen = wasToldApart && !saysNothing(node, { ...again, when: before.when });
    latest = await grade(run, node, keepsWhen ? { ...again, when: before.when } : again, siblings);
    if (isNoWorse(latest, best)) best = latest;
  }
  return best.descriptor;
}

function saysNothing(node: SourceNode, descriptor: Descriptor): boolean {
  return vacuityFlags(node.title, descriptor).some((flag) => flag.startsWith("when"));
}

async function grade(
  run: DescribeRun,
  node: SourceNode,
  descriptor: Descriptor,
  siblings: readonly Descriptor[],
): Promise<Graded> {
  const { gradeThreshold, collisionThreshold } = run.settings;
  const { score, reason } = await gradeOf(run, node, descriptor, siblings);
  const flags = vacuityFlags(node.title, descriptor);
  const isGood = score >= gradeThreshold;
  const bag = descriptorBag(descriptor);
  const collides = siblings.some((sibling) => likeness(bag, descriptorBag(sibling)) >= collisionThreshold);
  return {
    descriptor,
    score,
    feedback: [...(isGood || reason === "" ? [] : [reason]), ...flags],
    faults: flags.length + (collides ? 1 : 0),
    passes: isGood && flags.length === 0,
  };
}

/** 1 where nobody grades, or the grade can't be read: a fault of the grader is none of the descriptor. */
async function gradeOf(
  run: DescribeRun,
  node: SourceNode,
  descriptor: Descriptor,
  siblings: readonly Descriptor[],
): Promise<{ score: number; reason: string }> {
  if (run.describer.grade === undefined) return { score: 1, reason: "" };
  run.calls.grade++;
  const answer = await run.attempt(node.id, () => run.describer.grade!(node, descriptor, siblings));
  const { score, reason } = (answer ?? {}) as { score?: unknown; reason?: unknown };
  const isScore = typeof score === "number" && Number.isFinite(score);
  return { score: isScore ? score : 1, reason: typeof reason === "string" ? reason.trim() : "" };
}

function isNoWorse(after: Graded, before: Graded): boolean {
  if (after.passes !== before.passes) return after.passes;
  return after.score - FAULT * after.faults >= before.score - FAULT * before.faults;
}
