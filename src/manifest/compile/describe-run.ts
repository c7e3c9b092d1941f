// One run of the engine: who is asked, what was asked, what is known from earlier, and what is said where an answer fails.
import { isPithError, throwIfCancelled } from "../../base/error.ts";
import { LONGEST_LINE, checkedDescriptor, cutLine } from "./checked-descriptor.ts";
import { DescriptionKeys, type Stage } from "./description-keys.ts";
import type { Describer, Descriptor, Feedback } from "./descriptor.ts";
import type { Pair } from "./likeness.ts";
import { preOrder, type SourceNode } from "./source-tree.ts";
import type { VacuityFlag } from "./vacuity.ts";

export interface DescribeOptions {
  /** Siblings are told apart. True unless said. */
  contrastive?: boolean;
  /** Siblings that are told apart at once; 8 unless said. */
  contrastChunk?: number;
  /** Likeness from which on two siblings collide; 0.5 unless said. */
  collisionThreshold?: number;
  /** 2 unless said; the first one is always made. */
  maxContrastRounds?: number;
  /** A grade below it asks for a repair; 0.7 unless said. */
  gradeThreshold?: number;
  /** 1 unless said; with 0 nothing is graded. */
  maxRepairs?: number;
  /** Calls at once; 1 unless said. What comes out does not depend on it. */
  concurrency?: number;
  /** What an earlier build told `onDescribed` or gave as `known`. Used where the describer has an id. */
  cached?: ReadonlyMap<string, Descriptor>;
  /** Told of each descriptor once it is made, so that a build that was broken off goes on from there. */
  onDescribed?: (key: string, descriptor: Descriptor) => void;
  /** Who describes a node that the describer failed on. */
  fallback?: () => Describer;
  signal?: AbortSignal;
}

export interface SiblingDescription {
  node: SourceNode;
  descriptor: Descriptor;
}

export interface CallCounts {
  leaf: number;
  branch: number;
  contrast: number;
  grade: number;
}

export const DEFAULTS = {
  contrastive: true,
  contrastChunk: 8,
  collisionThreshold: 0.5,
  maxContrastRounds: 2,
  gradeThreshold: 0.7,
  maxRepairs: 1,
  concurrency: 1,
} as const;

/** Faults that are kept word for word; the others are counted. */
const MOST_FAULTS = 10;

export class DescribeRun {
  readonly describer: Describer;
  readonly settings: Required<Pick<DescribeOptions, keyof typeof DEFAULTS>>;
  /** Every node, each before its children. */
  readonly nodes: readonly { node: SourceNode; depth: number; parent: SourceNode | null }[];
  readonly calls: CallCounts = { leaf: 0, branch: 0, contrast: 0, grade: 0 };
  /** Nodes for which rules stand in. */
  readonly fallbacks = new Set<string>();
  readonly faults: { node: string; reason: string }[] = [];
  faultCount = 0;
  repairs = 0;
  /** The worst pair of levels that needed no telling apart, by their parent. */
  readonly unlike = new Map<string, Pair | null>();
  /** What is left to say against final descriptors. */
  readonly flagged = new Map<string, VacuityFlag[]>();
  /** Of every node that is cacheable: what this tree needs of a cache. */
  readonly known = new Map<string, Descriptor>();
  /** Nodes that rest on something that rules stood in for: nothing of them is kept for a later build. */
  readonly #tainted = new Set<string>();
  readonly #options: DescribeOptions;
  readonly #keys: DescriptionKeys | null;
  #fallback: Describer | null = null;

  constructor(root: SourceNode, describer: Describer, options: DescribeOptions) {
    this.describer = describer;
    this.#options = options;
    this.settings = { ...DEFAULTS, ...given(options) };
    this.nodes = [...preOrder(root)];
    const { concurrency: _concurrency, ...deciding } = this.settings;
    const { id } = describer;
    this.#keys = id === undefined ? null : new DescriptionKeys(root, { id, ...deciding });
  }

  cached(id: string, stage: Stage): Descriptor | null {
    const key = this.#keys?.of(id, stage);
    const found = key === undefined ? undefined : this.#options.cached?.get(key);
    if (key === undefined || found === undefined) return null;
    this.known.set(key, found);
    return found;
  }

  keep(id: string, stage: Stage, descriptor: Descriptor): void {
    if (this.#keys === null || this.#tainted.has(id)) return;
    const key = this.#keys.of(id, stage);
    this.known.set(key, descriptor);
    this.#options.onDescribed?.(key, descriptor);
  }

  taint(id: string): void {
    this.#tainted.add(id);
  }

  isTainted(id: string): boolean {
    return this.#tainted.has(id);
  }

  stopIfCancelled(): void {
    throwIfCancelled(this.#options.signal);
  }

  /** Null where the describer failed: the fault is counted. Throws CANCELLED alone. */
  async attempt<R>(id: string, ask: () => Promise<R> | R): Promise<R | null> {
    this.stopIfCancelled();
    try {
      const answer = ask();
      return answer instanceof Promise ? await answer : answer;
    } catch (error) {
      this.stopIfCancelled();
      if (isPithError(error) && error.code === "CANCELLED") throw error;
      this.fault(id, error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  fault(id: string, reason: string): void {
    this.faultCount++;
    this.taint(id);
    if (this.faults.length < MOST_FAULTS) this.faults.push({ node: id, reason: cutLine(reason, 300) });
  }

  async describe(
    node: SourceNode,
    children: readonly SiblingDescription[] | null,
    feedback: Feedback,
  ): Promise<Descriptor> {
    this.calls[children === null ? "leaf" : "branch"]++;
    const answer = await this.attempt(node.id, () => askedOf(this.describer, node, children, feedback));
    const { what, when, keywords } = checkedDescriptor(answer);
    if (what !== null && when !== null) return { what, when, keywords: keywords ?? node.keywords };
    if (answer !== null) this.fault(node.id, `the description has no ${what === null ? "what" : "when"}`);
    this.fallbacks.add(node.id);
    const ruled = await this.#ruled(node, children);
    return { what: what ?? ruled.what, when: when ?? ruled.when, keywords: keywords ?? ruled.keywords };
  }

  async #ruled(node: SourceNode, children: readonly SiblingDescription[] | null): Promise<Descriptor> {
    try {
      this.#fallback ??= this.#options.fallback?.() ?? null;
      if (this.#fallback !== null) {
        const { what, when, keywords } = checkedDescriptor(await askedOf(this.#fallback, node, children, []));
        if (what !== null && when !== null) return { what, when, keywords: keywords ?? [] };
      }
    } catch {
      // Below is what can't fail.
    }
    const named = cutLine(node.title, LONGEST_LINE / 2) || cutLine(node.id, LONGEST_LINE / 2) || "?";
    return {
      what: cutLine(node.hint ?? named, LONGEST_LINE) || named,
      when: cutLine(node.when ?? named, LONGEST_LINE) || named,
      keywords: node.keywords,
    };
  }
}

function askedOf(
  describer: Describer,
  node: SourceNode,
  children: readonly SiblingDescription[] | null,
  feedback: Feedback,
): Promise<Descriptor> | Descriptor {
  return children === null ? describer.leaf(node, feedback) : describer.branch(node, children, feedback);
}

/** Without what is not set, so that a default is not overwritten by nothing. */
function given(options: DescribeOptions): Partial<typeof DEFAULTS> {
  return Object.fromEntries(
    Object.keys(DEFAULTS)
      .map((name) => [name, options[name as keyof typeof DEFAULTS]])
      .filter(([, value]) => value !== undefined),
  ) as Partial<typeof DEFAULTS>;
}
