// A walk through a manifest inside a hard budget: what is in view, what was opened, what that has cost and what still fits.
// Nothing is charged before it is there, nothing is lost when something fails, and what is left is never negative.
import { contentFor } from "./leaf-content.ts";
import { BudgetExceeded, contentMissing, noRoom, noSearch, unknownNode } from "./walk-faults.ts";
import type { Suggestion } from "./walk-faults.ts";
import { counterFor, type CountTokens } from "./manifest-unit.ts";
import { isBranch, isLeaf, nodeOf, type Manifest, type ManifestNode } from "./manifest.ts";
import { ancestorsOf, findByFacets, linksOf, parentsOf, reconcile, shownFrom } from "./routes.ts";
import type { Now, ReconcileWarning } from "./routes.ts";
import { OpenLeaves } from "./open-leaves.ts";
import type { Entry, LeafLevel, Opened, RuntimeOptions } from "./walk.ts";
import {
  baselineTokens,
  descriptorCost,
  firstView,
  renderDescriptor,
  viewLevelOf,
  type ViewLevel,
} from "./node-cost.ts";

const DEFAULT_SEARCH = 5;

export class Runtime {
  readonly manifest: Manifest;
  readonly effectiveBudget: number;
  readonly viewLevel: ViewLevel;
  readonly #options: RuntimeOptions;
  readonly #count: CountTokens;
  readonly #parents: ReadonlyMap<string, string>;
  /** In view, in the order in which they came, with what each was charged. */
  #frontier = new Map<string, number>();
  #revealed = new Set<string>();
  #leaves: OpenLeaves;
  /** Best level at which a node was looked at, and what was charged for it. */
  #disclosed = new Map<string, number>();
  readonly #start: number;

  /** Throws BUDGET_TOO_SMALL where the first view has no room, ARGUMENT_INVALID. */
  constructor(manifest: Manifest, options: RuntimeOptions = {}) {
    this.manifest = manifest;
    this.#options = options;
    this.#count = counterFor(manifest);
    this.#leaves = new OpenLeaves(options.evict);
    this.viewLevel = viewLevelOf(options.viewLevel ?? "full");
    this.effectiveBudget = (options.budget ?? manifest.budget) - (options.reserve ?? 0);
    const [root, ...children] = firstView(manifest);
    const usage = manifest.usage === null ? 0 : this.#count(manifest.usage);
    const view =
      this.viewLevel === "full"
        ? baselineTokens(manifest)
        : [root!, ...children].reduce((sum, node) => sum + this.#shownCost(node), 0);
    this.#start = usage + view;
    if (!(this.effectiveBudget > 0) || this.#start > this.effectiveBudget) {
      throw noRoom(this.#start, this.effectiveBudget);
    }
    // Paid for with the start, and never closed.
    for (const id of this.#childrenOf(manifest.root)) this.#frontier.set(id, 0);
    this.#parents = parentsOf(manifest);
  }

  get spent(): number {
    let sum = this.#start;
    for (const cost of this.#frontier.values()) sum += cost;
    for (const cost of this.#disclosed.values()) sum += cost;
    return sum + this.#leaves.tokens;
  }

  get remaining(): number {
    return this.effectiveBudget - this.spent;
  }

  /** Opened leaves, the one touched longest ago first. */
  get spliced(): { id: string; level: LeafLevel; tokens: number }[] {
    return this.#leaves.list;
  }

  peek(): Entry[] {
    return [...this.#frontier.keys()].map((id) => this.entry(id));
  }

  /** Throws MANIFEST_NODE_UNKNOWN. */
  entry(id: string): Entry {
    const node = this.#node(id);
    return {
      id,
      title: node.title,
      what: node.what,
      when: node.when,
      tier: node.tier,
      leaf: isLeaf(node),
      cost: isBranch(node) ? this.#descriptors(this.#childrenOf(node)) : node.tokens,
      expanded: this.#revealed.has(id) || this.#leaves.has(id),
      meta: Object.fromEntries(node.meta),
    };
  }

  /**
   * Opens a branch or a leaf. What is open already costs nothing and is given again. Throws BudgetExceeded,
   * MANIFEST_NODE_UNKNOWN, MANIFEST_CONTENT_MISSING.
   */
  expand(id: string, level: LeafLevel = "full"): Opened {
    const node = this.#node(id);
    if (isBranch(node)) return this.#reveal(id, node);
    if (!isLeaf(node)) throw contentMissing(id, "it is neither a branch nor a leaf");
    const { ref } = node.payload!;
    const before = this.#leaves.get(id);
    if (before !== undefined) {
      const content = contentFor(this.#options.resolver, id, before.level)?.text ?? null;
      this.#leaves.touch(id);
      return { kind: "leaf", content, ref, level: before.level };
    }
    const given = contentFor(this.#options.resolver, id, level);
    const delivered = given?.level ?? level;
    const stated = delivered === "summary" ? (node.summaryTokens ?? node.tokens) : node.tokens;
    // A content that has grown since it was measured costs what it costs now.
    const tokens = given === null ? stated : Math.max(stated, this.#count(given.text));
    const evicted = this.#roomFor(id, tokens, node, level);
    for (const one of evicted) this.#leaves.close(one);
    this.#leaves.open(id, { level: delivered, tokens });
    return { kind: "leaf", content: given?.text ?? null, ref, level: delivered };
  }

  /** Closes a leaf. What it gives back; 0 for anything that is no open leaf. */
  collapse(id: string): number {
    return this.#leaves.close(id);
  }

  /** Closes a leaf, or a branch with all that was opened through it. What that gives back. */
  close(id: string): number {
    if (!this.#revealed.has(id)) return this.collapse(id);
    const before = this.spent;
    this.#revealed.delete(id);
    this.#forgetUnseen();
    return before - this.spent;
  }

  /** Does what is asked; where that throws, everything is as it was. */
  whole<T>(steps: () => T): T {
    const frontier = new Map(this.#frontier);
    const [revealed, disclosed, leaves] = [
      new Set(this.#revealed),
      new Map(this.#disclosed),
      this.#leaves.copy(),
    ];
    try {
      return steps();
    } catch (error) {
      [this.#frontier, this.#revealed, this.#disclosed, this.#leaves] = [
        frontier,
        revealed,
        disclosed,
        leaves,
      ];
      throw error;
    }
  }

  /** More of nodes: only what was not shown yet is charged. Throws BudgetExceeded, MANIFEST_NODE_UNKNOWN, ARGUMENT_INVALID. */
  discloseMore(ids: readonly string[], level: ViewLevel = "full"): string {
    const more = this.disclosing(ids, level);
    const cost = [...more.values()].reduce((sum, one) => sum + one, 0);
    const { remaining } = this;
    const suggestion: Suggestion = { kind: "narrow-the-set-or-close" };
    if (cost > remaining) throw new BudgetExceeded({ node: ids.join(", "), cost, remaining, suggestion });
    for (const [id, one] of more) this.#disclosed.set(id, (this.#disclosed.get(id) ?? 0) + one);
    return ids.map((id) => `${id}\t${renderDescriptor(this.#node(id), level)}`).join("\n");
  }

  /** What that would charge, node by node. */
  disclosing(ids: readonly string[], level: ViewLevel = "full"): Map<string, number> {
    viewLevelOf(level);
    const more = new Map<string, number>();
    for (const id of ids) {
      const node = this.#node(id);
      const paid = (this.#inView(id) ? this.#shownCost(node) : 0) + (this.#disclosed.get(id) ?? 0);
      const missing = this.#count(renderDescriptor(node, level)) - paid;
      if (missing > 0) more.set(id, missing);
    }
    return more;
  }

  /** What is in view and not opened, one line each. Throws ARGUMENT_INVALID. */
  frontierView(level: ViewLevel = this.viewLevel): string {
    viewLevelOf(level);
    return this.#unopened()
      .map((id) => `${id}\t${renderDescriptor(this.#node(id), level)}`)
      .join("\n");
  }

  frontierTokens(level: ViewLevel = this.viewLevel): number {
    viewLevelOf(level);
    return this.#unopened().reduce(
      (sum, id) => sum + this.#count(renderDescriptor(this.#node(id), level)),
      0,
    );
  }

  /** See-also of a node, as far as it is there. Throws MANIFEST_NODE_UNKNOWN. */
  related(id: string): { entry: Entry; why: string }[] {
    return linksOf(this.manifest, this.#node(id)).map(({ to, why }) => ({ entry: this.entry(to), why }));
  }

  findByFacets(facets: Readonly<Record<string, string>>): string[] {
    return findByFacets(this.manifest, facets);
  }

  ancestors(id: string): string[] {
    return ancestorsOf(this.#parents, id);
  }

  /** Throws ARGUMENT_INVALID where there is nothing to search with. */
  search(query: string, k = DEFAULT_SEARCH): string[] {
    if (this.#options.search !== undefined) return this.#options.search(query, k).slice(0, k);
    throw noSearch();
  }

  reconcile(now: Now): ReconcileWarning[] {
    return reconcile(this.manifest, now);
  }

  #node(id: string): ManifestNode {
    const node = nodeOf(this.manifest, id);
    if (node !== undefined) return node;
    throw unknownNode(id);
  }

  #unopened(): string[] {
    return [...this.#frontier.keys()].filter((id) => !this.#revealed.has(id) && !this.#leaves.has(id));
  }

  #shownCost(node: ManifestNode): number {
    return this.viewLevel === "full"
      ? descriptorCost(node)
      : this.#count(renderDescriptor(node, this.viewLevel));
  }

  #childrenOf(node: ManifestNode): string[] {
    return [...new Set(node.children)].filter((id) => nodeOf(this.manifest, id) !== undefined);
  }

  #descriptors(ids: readonly string[]): number {
    return ids.reduce((sum, id) => sum + this.#shownCost(this.#node(id)), 0);
  }

  #inView(id: string): boolean {
    return this.#frontier.has(id) || id === this.manifest.root.id;
  }

  #reveal(id: string, node: ManifestNode): Opened {
    const children = this.#childrenOf(node);
    if (this.#revealed.has(id)) return { kind: "branch", entries: this.peek() };
    // The root's children are in view from the start; a child that came with another parent has been paid for.
    const fresh = children.filter((child) => !this.#inView(child));
    const cost = this.#descriptors(fresh);
    const { remaining } = this;
    if (cost > remaining)
      throw new BudgetExceeded({ node: id, cost, remaining, suggestion: this.#closeOldest() });
    for (const child of fresh) this.#frontier.set(child, this.#shownCost(this.#node(child)));
    if (id !== this.manifest.root.id) this.#revealed.add(id);
    return { kind: "branch", entries: children.map((child) => this.entry(child)) };
  }

  /** Leaves to close so that this one fits: none where it does. Throws BudgetExceeded, with everything as it was. */
  #roomFor(id: string, cost: number, node: ManifestNode, level: LeafLevel): string[] {
    const { remaining } = this;
    const closed = this.#leaves.toClose(cost, remaining);
    if (closed !== null) return closed;
    const summary = node.summaryTokens;
    const suggestion: Suggestion | null =
      level === "full" && summary !== null && summary <= remaining
        ? { kind: "use-summary-level" }
        : this.#closeOldest();
    throw new BudgetExceeded({ node: id, cost, remaining, suggestion });
  }

  #closeOldest(): Suggestion | null {
    const { oldest } = this.#leaves;
    return oldest === null ? null : { kind: "close-oldest", node: oldest };
  }

  /** After a branch was closed: what no open branch shows is out of view, and what was opened there is closed. */
  #forgetUnseen(): void {
    const shown = shownFrom(
      this.manifest,
      [...this.#revealed].filter((id) => !this.#frontier.has(id)),
      this.#revealed,
    );
    for (const id of this.#frontier.keys()) {
      if (shown.has(id)) continue;
      this.#frontier.delete(id);
      this.#revealed.delete(id);
      this.#leaves.close(id);
      this.#disclosed.delete(id);
    }
  }
}
