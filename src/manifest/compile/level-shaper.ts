// The levels of a tree, from the root down, each fitted into what is left of the way: `shape-to-budget.ts` says how much that is.
import type { Descriptor } from "./descriptor.ts";
import { describeClusters } from "./cluster-descriptor.ts";
import { clusterLevel } from "./level-clusters.ts";
import { leastWay, planLevel } from "./level-plan.ts";
import { leavesBelow, levelCost, shapedOrder, type ShapedNode } from "./shaped-tree.ts";
import { DETAILS, shortened } from "./shorten.ts";

export interface Room {
  /** Most tokens of one level. */
  cap: number;
  /** Most tokens of it and of all levels below it on one way. */
  room: number;
}

/** It does not fit: not by these estimates. */
export class TooTight extends Error {}

interface ShaperOptions {
  costOf: (title: string, descriptor: Descriptor) => number;
  caution: number;
}

/** Nodes whose cost at a step stands for all others'. */
const SAMPLED = 400;
/** From this step on whatever is below is reckoned with. */
const RECKONED = 2;

/** A branch put between says more than most nodes do. */
const LONGER = 1.5;

/** What is below is reckoned with a little more than the mean of all. */
const MARGIN = 1.1;

export class LevelShaper {
  clusters = 0;
  dissolved = 0;
  shortened = 0;
  readonly #root: ShapedNode;
  readonly #options: ShaperOptions;
  readonly #taken = new Set<string>();
  /** Of each branch as it is: tokens of its level and of the dearest way below. */
  readonly #needs = new Map<ShapedNode, number>();
  readonly #leaves = new Map<ShapedNode, number>();
  readonly #sample: ShapedNode[] = [];
  readonly #means: number[] = [];

  constructor(root: ShapedNode, options: ShaperOptions) {
    this.#root = root;
    this.#options = options;
    const nodes = [...shapedOrder(root)];
    const step = Math.max(1, Math.floor(nodes.length / SAMPLED));
    for (let i = nodes.length - 1; i >= 0; i--) {
      const { node, parent } = nodes[i]!;
      this.#taken.add(node.id);
      if (i % step === 0) this.#sample.push(node);
      if (node.children !== null)
        this.#needs.set(node, levelCost(node.children) + (this.#needs.get(node) ?? 0));
      else this.#leaves.set(node, 1);
      if (parent === null) continue;
      // Until the parent is reached it holds the dearest of its children's.
      this.#needs.set(parent, Math.max(this.#needs.get(parent) ?? 0, this.#needs.get(node) ?? 0));
      this.#leaves.set(parent, (this.#leaves.get(parent) ?? 0) + (this.#leaves.get(node) ?? 0));
    }
  }

  /** Throws TooTight. */
  shape({ cap, room }: Room): void {
    const root = this.#root;
    // The root's own line is in view as well; it may take a fifth of the first view.
    for (let detail = 1; detail < DETAILS.length && root.cost > cap / 5; detail++)
      this.#shorten(root, detail);
    const open: { node: ShapedNode; cap: number; room: number }[] = [
      { node: root, cap: cap - root.cost, room: room - root.cost },
    ];
    while (open.length > 0) {
      const { node, ...within } = open.pop()!;
      if (node.children === null) {
        if (within.cap < 0) throw new TooTight();
        continue;
      }
      if (this.#fitsAsItIs(node, within)) continue;
      this.#fit(node, within);
      const left = within.room - levelCost(node.children);
      for (const child of node.children)
        if (child.children !== null) open.push({ node: child, cap: left, room: left });
    }
  }

  #fitsAsItIs(node: ShapedNode, { cap, room }: Room): boolean {
    const level = levelCost(node.children!);
    if (level > cap) return false;
    let below = 0;
    for (const child of node.children!)
      if (child.children !== null) below = Math.max(below, this.#needs.get(child) ?? Infinity);
    return level + below <= room;
  }

  #fit(node: ShapedNode, within: Room): void {
    node.children = node.children!.map((child) => this.#withoutChain(child));
    let plan = this.#plan(node.children, within);
    if (plan === null && node.children!.some(({ children }) => children !== null)) {
      const before = node.children!;
      node.children = leavesBelow(node);
      for (const child of before)
        for (const { node: one } of shapedOrder(child))
          if (one.children !== null && one.source !== null) this.dissolved++;
      plan = this.#plan(node.children, within);
    }
    if (plan === null) throw new TooTight();
    if (plan.tiers > 1) node.children = this.#clustered(node, plan.width);
    if (plan.tiers === 1) for (const child of node.children!) this.#shorten(child, plan.detail);
    const allowed = plan.tiers === 1 ? within.cap : plan.first;
    for (let detail = Math.max(1, plan.detail); levelCost(node.children!) > allowed; detail++) {
      if (detail === DETAILS.length) {
        if (levelCost(node.children!) > within.cap) throw new TooTight();
        break;
      }
      for (const child of node.children!) this.#shorten(child, detail);
      this.#tellApart(node.children!);
    }
  }

  /** A branch with one child takes a step and tells nothing: where room is short the child takes its place. */
  #withoutChain(node: ShapedNode): ShapedNode {
    let at = node;
    while (at.children?.length === 1) {
      at = at.children[0]!;
      this.dissolved++;
    }
    return at;
  }

  #plan(siblings: readonly ShapedNode[], { cap, room }: Room) {
    const { caution } = this.#options;
    const costs: number[] = [];
    const branches = siblings.filter(({ children }) => children !== null);
    return planLevel({
      siblings: siblings.length,
      cap,
      room,
      caution,
      costAt: (detail) =>
        (costs[detail] ??= siblings.reduce((sum, node) => sum + this.#costAt(node, detail), 0)),
      clusterAt: (detail) => this.#clusterAt(detail),
      belowAt: (detail) => {
        const reckoned = Math.max(detail, RECKONED);
        const leaf = this.#meanAt(reckoned) * MARGIN;
        let most = 0;
        for (const branch of branches) {
          const least = leastWay(this.#leaves.get(branch) ?? 1, leaf, this.#clusterAt(reckoned), caution);
          most = Math.max(most, Math.min(this.#needs.get(branch) ?? Infinity, least));
        }
        return most;
      },
    });
  }

  #clustered(node: ShapedNode, width: number): ShapedNode[] {
    const clusters = clusterLevel(node.children!, width);
    if (clusters.length < 2) throw new TooTight();
    const described = describeClusters(clusters);
    return clusters.map(({ members }, i) => {
      const { title, descriptor } = described[i]!;
      const cluster: ShapedNode = {
        id: this.#newId(node.id, title),
        title,
        descriptor,
        cost: this.#options.costOf(title, descriptor),
        source: null,
        children: members,
      };
      this.clusters++;
      this.#leaves.set(
        cluster,
        members.reduce((sum, one) => sum + (this.#leaves.get(one) ?? 1), 0),
      );
      const below = members.reduce((most, one) => Math.max(most, this.#needs.get(one) ?? 0), 0);
      this.#needs.set(cluster, levelCost(members) + below);
      return cluster;
    });
  }

  /** Titles of branches put between may be the same once they are cut. */
  #tellApart(siblings: readonly ShapedNode[]): void {
    const titles = new Set<string>();
    for (const node of siblings) {
      if (node.source !== null) continue;
      const { title } = node;
      for (let n = 2; titles.has(node.title); n++) node.title = `${title} (${n})`;
      titles.add(node.title);
      if (node.title !== title) node.cost = this.#options.costOf(node.title, node.descriptor);
    }
  }

  #newId(parent: string, title: string): string {
    const slug = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, "");
    const base = `${parent.split("~")[0]}~${slug || "part"}`;
    let id = base;
    for (let n = 2; this.#taken.has(id); n++) id = `${base}-${n}`;
    this.#taken.add(id);
    return id;
  }

  #costAt({ title, descriptor, cost }: ShapedNode, detail: number): number {
    if (detail === 0) return cost;
    const short = shortened(title, descriptor, detail);
    return this.#options.costOf(short.title, short.descriptor);
  }

  #meanAt(detail: number): number {
    return (this.#means[detail] ??=
      this.#sample.reduce((sum, node) => sum + this.#costAt(node, detail), 0) / this.#sample.length);
  }

  /** Of a branch put between: its lines are mostly filled. */
  #clusterAt(detail: number): number {
    return Math.min(this.#clusterMost(detail), this.#meanAt(detail) * LONGER * this.#options.caution);
  }

  #clusterMost(detail: number): number {
    const { line, title, keywords } = DETAILS[detail]!;
    const filled = "word ";
    const text = (most: number, full: number) =>
      filled.repeat(Math.ceil(Math.min(most, full) / filled.length));
    return this.#options.costOf(text(title, 60), {
      what: text(line, 160),
      when: text(line, 160),
      keywords: Array.from({ length: Math.min(keywords, 8) }, () => "keyword"),
    });
  }

  #shorten(node: ShapedNode, detail: number): void {
    if (detail === 0) return;
    const short = shortened(node.title, node.descriptor, detail);
    const cost = this.#options.costOf(short.title, short.descriptor);
    if (cost >= node.cost) return;
    if (node.source !== null) this.shortened++;
    node.title = short.title;
    node.descriptor = short.descriptor;
    node.cost = cost;
  }
}
