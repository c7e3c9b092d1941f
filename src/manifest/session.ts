// A model's walk through a manifest: an index to begin with, a closer look, opening, closing, what is related, what has a
// facet. It says of each step what it put out, so that what a model has really been given is known apart from what it holds.
import { isPithError, PithError } from "../base/error.ts";
import { oneLine } from "../base/safe-text.ts";
import { nodeOf, type Manifest } from "./manifest.ts";
import { counterFor } from "./manifest-unit.ts";
import { renderDescriptor, type ViewLevel } from "./node-cost.ts";
import { Runtime } from "./runtime.ts";
import type { Entry, LeafLevel, RuntimeOptions } from "./walk.ts";

/** How a session shows things: near by (`local`) a step is cheap, far away (`remote`) each costs a round trip. */
export interface SessionPolicy {
  viewLevel: ViewLevel;
  /** Leaves that are small come with the index. */
  inlineSmallLeaves: boolean;
  /** Of such a leaf; 200 unless said. */
  inlineMaxTokens?: number;
  /** A leaf is told with the branches above it; yes unless said. */
  leafContext?: boolean;
  /** A branch can be closed with all below it, which gives its tokens back; yes unless said. */
  closeBranches?: boolean;
}

const POLICIES: Readonly<Record<string, SessionPolicy>> = {
  local: { viewLevel: "brief", inlineSmallLeaves: false },
  remote: { viewLevel: "full", inlineSmallLeaves: true },
};
const INLINE_TOKENS = 200;

export interface SessionOptions extends Omit<RuntimeOptions, "viewLevel"> {
  /** `local` unless said. Not looked at where there is a policy. */
  mode?: string;
  policy?: SessionPolicy;
}

export type OpenedHere =
  | { kind: "branch"; entries: Entry[] }
  /** `text`: the content, or its place where there is nothing to take it from; with the branches above it. */
  | { kind: "leaf"; text: string; level: LeafLevel };

export class NavSession {
  readonly runtime: Runtime;
  readonly policy: Required<SessionPolicy>;
  readonly #manifest: Manifest;
  #shown = 0;

  /** Throws ARGUMENT_INVALID for a mode that there isn't, BUDGET_TOO_SMALL. */
  constructor(manifest: Manifest, { mode = "local", policy, ...options }: SessionOptions = {}) {
    const given = policy ?? (Object.hasOwn(POLICIES, mode) ? POLICIES[mode] : undefined);
    if (given === undefined) {
      throw new PithError("ARGUMENT_INVALID", `${JSON.stringify(mode)} is no mode of a session.`, {
        subject: mode,
        next: `Give one of ${Object.keys(POLICIES).join(", ")}, or a policy.`,
      });
    }
    this.policy = { inlineMaxTokens: INLINE_TOKENS, leafContext: true, closeBranches: true, ...given };
    this.#manifest = manifest;
    this.runtime = new Runtime(manifest, { ...options, viewLevel: given.viewLevel });
  }

  /** What the model holds now, as the budget counts it: goes down where something is closed. */
  get residentTokens(): number {
    return this.runtime.spent;
  }

  /** All that was put out, repeats, ids and the lines above a leaf included: never goes down. */
  get shownTokens(): number {
    return this.#shown;
  }

  get remaining(): number {
    return this.runtime.remaining;
  }

  /** What is in view and not opened; where the policy says so, small leaves with their contents. */
  index(): string {
    const lines = [this.runtime.frontierView()];
    if (this.policy.inlineSmallLeaves) {
      for (const { id, leaf, expanded, cost } of this.runtime.peek()) {
        if (!leaf || expanded || cost > this.policy.inlineMaxTokens) continue;
        const text = this.#inlined(id);
        if (text !== null) lines.push(`--- ${id} (inlined) ---\n${text}`);
      }
    }
    return this.#put(lines.join("\n"));
  }

  /** These nodes in full. Throws BudgetExceeded, MANIFEST_NODE_UNKNOWN. */
  look(ids: readonly string[]): string {
    return this.#put(this.runtime.discloseMore(ids, "full"));
  }

  /** Throws BudgetExceeded, MANIFEST_NODE_UNKNOWN, MANIFEST_CONTENT_MISSING. */
  open(id: string, level: LeafLevel = "full"): OpenedHere {
    const opened = this.runtime.expand(id, level);
    if (opened.kind === "branch") {
      this.#put(
        opened.entries.map((e) => `${e.id}\t${renderDescriptor(e, this.policy.viewLevel)}`).join("\n"),
      );
      return opened;
    }
    const text = `${this.policy.leafContext ? this.#above(id) : ""}${opened.content ?? opened.ref}`;
    return { kind: "leaf", text: this.#put(text), level: opened.level };
  }

  /** What that gives back. */
  close(id: string): number {
    return this.policy.closeBranches ? this.runtime.close(id) : this.runtime.collapse(id);
  }

  related(id: string): { entry: Entry; why: string }[] {
    return this.runtime.related(id);
  }

  filter(facets: Readonly<Record<string, string>>): string[] {
    return this.runtime.findByFacets(facets);
  }

  /** Null where it doesn't fit or isn't there: it can still be asked for, and is told why then. */
  #inlined(id: string): string | null {
    try {
      const opened = this.runtime.expand(id);
      return opened.kind === "leaf" ? (opened.content ?? opened.ref) : null;
    } catch (error) {
      if (isPithError(error)) return null;
      throw error;
    }
  }

  /** The branches above a leaf: where it is, then a line of each. */
  #above(id: string): string {
    const nodes = this.runtime.ancestors(id).map((one) => nodeOf(this.#manifest, one)!);
    if (nodes.length === 0) return "";
    const names = nodes.map((node) => oneLine(node.title ?? node.id));
    const lines = nodes.map((node, i) => `  - ${names[i]!}: ${oneLine(node.what)}`);
    return `[context] ${names.join(" › ")}\n${lines.join("\n")}\n\n`;
  }

  #put(text: string): string {
    if (text !== "") this.#shown += counterFor(this.#manifest)(text);
    return text;
  }
}
