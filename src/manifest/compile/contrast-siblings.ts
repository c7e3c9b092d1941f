// The second pass: siblings are told apart, those most alike together. The best round is kept, not the last; who is left over,
// and pairs that fell into different groups, have their turn as well.
import { checkedDescriptor } from "./checked-descriptor.ts";
import type { DescribeRun } from "./describe-run.ts";
import type { Descriptor, Descriptors } from "./descriptor.ts";
import { inParallel } from "./in-parallel.ts";
import { worstPair } from "./likeness.ts";
import { crossGroups, groupSiblings, loneGroups } from "./sibling-groups.ts";
import type { SourceNode } from "./source-tree.ts";
import { vacuityFlags } from "./vacuity.ts";
import { descriptorBag } from "./word-bag.ts";

/** All descriptors, with those of siblings rewritten. Every job begins with what the first pass made. */
export async function contrastSiblings(
  run: DescribeRun,
  described: Descriptors,
): Promise<Map<string, Descriptor>> {
  const result = new Map(described);
  const { contrastive, concurrency } = run.settings;
  if (!contrastive || run.describer.contrast === undefined) return result;
  const jobs = run.nodes.filter(({ node }) => (node.children?.length ?? 0) > 1);
  const levels = await inParallel(jobs, concurrency, ({ node }) => contrastLevel(run, node, described));
  jobs.forEach(({ node }, i) => {
    node.children!.forEach(({ id }, at) => result.set(id, levels[i]![at]!));
  });
  return result;
}

async function contrastLevel(
  run: DescribeRun,
  parent: SourceNode,
  described: Descriptors,
): Promise<Descriptor[]> {
  const children = parent.children!;
  const cached = children.map(({ id }) => run.cached(id, "final") ?? run.cached(id, "contrasted"));
  if (cached.every((one) => one !== null)) {
    return children.map(({ id }, i) => run.cached(id, "contrasted") ?? cached[i]!);
  }
  const level = new Level(run, parent, described);
  await level.contrast();
  // Where rules stood in for one of them the others were told apart from that.
  const isWhole = children.every(({ id }) => !run.isTainted(id));
  children.forEach(({ id }, i) => {
    if (isWhole) run.keep(id, "contrasted", level.current[i]!);
    else run.taint(id);
  });
  return level.current;
}

class Level {
  readonly current: Descriptor[];
  readonly #run: DescribeRun;
  readonly #parent: SourceNode;
  readonly #children: readonly SourceNode[];

  constructor(run: DescribeRun, parent: SourceNode, described: Descriptors) {
    this.#run = run;
    this.#parent = parent;
    this.#children = parent.children!;
    this.current = this.#children.map(({ id }) => described.get(id)!);
  }

  async contrast(): Promise<void> {
    const { contrastChunk } = this.#run.settings;
    const bags = this.current.map(descriptorBag);
    const { alikeFrom = 0 } = this.#run.describer;
    if (alikeFrom > 0) {
      const worst = worstPair(bags);
      if ((worst?.likeness ?? 0) < alikeFrom) {
        this.#run.unlike.set(this.#parent.id, worst);
        return;
      }
    }
    const groups = groupSiblings(bags, contrastChunk);
    const groupOf: number[] = [];
    groups.forEach((group, g) => group.forEach((i) => (groupOf[i] = g)));
    for (const group of groups) if (group.length > 1) await this.#contrastOnce(group);
    const lone = groups.some((group) => group.length === 1);
    if (lone)
      for (const group of loneGroups(this.current.map(descriptorBag), groups, contrastChunk))
        await this.#contrastGroup(group);
    if (groups.length > 1) await this.#contrastAcross(groupOf);
  }

  /** Pairs that collide though each was told apart from others; again as long as it helps, since a rewriting may meet a third. */
  async #contrastAcross(groupOf: number[]): Promise<void> {
    const { contrastChunk, collisionThreshold, maxContrastRounds } = this.#run.settings;
    let groupCount = this.current.length;
    for (let round = 0; round < Math.max(1, maxContrastRounds); round++) {
      const bags = this.current.map(descriptorBag);
      const crossing = crossGroups(bags, groupOf, collisionThreshold, contrastChunk);
      if (crossing.length === 0) return;
      for (const group of crossing) {
        await this.#contrastGroup(group);
        // Whoever was rewritten may be like those that he was told apart from before.
        for (const i of group) groupOf[i] = groupCount;
        groupCount++;
      }
    }
  }

  /** Kept by itself: a level may have hundreds of groups. */
  async #contrastOnce(group: readonly number[]): Promise<void> {
    const run = this.#run;
    const ids = group.map((i) => this.#children[i]!.id);
    const cached = ids.map((id) => run.cached(id, "grouped"));
    if (cached.every((one) => one !== null)) {
      group.forEach((i, at) => (this.current[i] = cached[at]!));
      return;
    }
    await this.#contrastGroup(group);
    if (ids.some((id) => run.isTainted(id))) return;
    group.forEach((i, at) => run.keep(ids[at]!, "grouped", this.current[i]!));
  }

  /** At least one round; another as long as it helps and is needed. */
  async #contrastGroup(group: readonly number[]): Promise<void> {
    const { collisionThreshold, maxContrastRounds } = this.#run.settings;
    let best = group.map((i) => this.current[i]!);
    let worst = worstOf(best);
    for (let round = 0; round < Math.max(1, maxContrastRounds); round++) {
      const rewritten = await this.#rewritten(group, best);
      if (rewritten === null) break;
      const after = worstOf(rewritten);
      // Below the threshold a rewriting may say more and share more: it is taken as it is.
      const isKept = after <= worst || after < collisionThreshold;
      const isDone = after < collisionThreshold || after >= worst;
      if (isKept) {
        best = rewritten;
        worst = after;
      }
      if (isDone) break;
    }
    group.forEach((i, at) => (this.current[i] = best[at]!));
  }

  /** Null where there is no answer, or one for another number of siblings. */
  async #rewritten(group: readonly number[], given: readonly Descriptor[]): Promise<Descriptor[] | null> {
    const run = this.#run;
    const siblings = group.map((i, at) => ({ node: this.#children[i]!, descriptor: given[at]! }));
    run.calls.contrast++;
    const answer = await run.attempt(this.#children[group[0]!]!.id, () =>
      run.describer.contrast!(this.#parent, siblings),
    );
    if (answer === null) return null;
    if (!Array.isArray(answer) || answer.length !== group.length) {
      run.fault(siblings[0]!.node.id, "the contrast has not as many parts as it was given siblings");
      return null;
    }
    return siblings.map(({ node, descriptor }, at) => {
      const { what, when, keywords } = checkedDescriptor(answer[at]);
      const told: Descriptor = {
        what: what ?? descriptor.what,
        when: when ?? descriptor.when,
        keywords: keywords ?? descriptor.keywords,
      };
      // What says nothing any more tells nothing apart, however unlike it is.
      const lost = vacuityFlags(node.title, told).length > vacuityFlags(node.title, descriptor).length;
      return lost ? descriptor : told;
    });
  }
}

function worstOf(descriptors: readonly Descriptor[]): number {
  return worstPair(descriptors.map(descriptorBag))?.likeness ?? 0;
}
