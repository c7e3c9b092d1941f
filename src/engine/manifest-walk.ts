// A walk through a manifest in words: each step gives a finished text, and none of them is more than what was left of the
// budget. What it shows is a text of somebody's: without secrets, and marked where it speaks to whoever reads it.
import { PithError } from "../base/error.ts";
import { thousands } from "../base/thousands.ts";
import { isLeaf, nodeOf } from "../manifest/manifest.ts";
import { counterFor } from "../manifest/manifest-unit.ts";
import { renderDescriptor } from "../manifest/node-cost.ts";
import { NodeSearch } from "../manifest/node-search.ts";
import type { OpenManifest } from "../manifest/open-manifest.ts";
import { NavSession, type SessionOptions } from "../manifest/session.ts";
import { BudgetExceeded } from "../manifest/walk-faults.ts";
import type { Entry, LeafLevel } from "../manifest/walk.ts";
import { untrustedMark } from "../pack/untrusted-mark.ts";
import { instructionLike } from "../redact/instruction-like.ts";
import { shownText } from "../redact/redact.ts";
import { loadModel } from "../vectors/model.ts";

export type WalkOptions = Pick<SessionOptions, "budget" | "reserve" | "mode" | "evict">;

/** Nodes that a search gives. */
const MOST_FOUND = 10;
/** Of what was asked for, named in an error, in code units. */
const LONGEST_NAMED = 80;

export class ManifestWalk {
  readonly opened: OpenManifest;
  readonly session: NavSession;
  #search: NodeSearch | null = null;

  /** Throws BUDGET_TOO_SMALL where the first view has no room, ARGUMENT_INVALID. */
  constructor(opened: OpenManifest, options: WalkOptions = {}) {
    this.opened = opened;
    const { resolver } = opened;
    this.session = new NavSession(opened.manifest, { ...options, ...(resolver !== null && { resolver }) });
  }

  get budget(): number {
    return this.session.runtime.effectiveBudget;
  }

  /** What is in view and not opened. */
  index(): string {
    const { manifest } = this.opened;
    const { root, usage } = manifest;
    const about = `${root.title ?? root.id}: ${root.what}`;
    const rows = this.#rows(this.session.runtime.peek().filter(({ expanded }) => !expanded));
    const inlined = this.session.policy.inlineSmallLeaves ? this.session.index() : "";
    const body = [about, ...(usage === null ? [] : [usage]), "", inlined === "" ? rows : inlined].join("\n");
    return this.#finished(body, this.budget);
  }

  /** These nodes in full. */
  look(ids: readonly string[]): string {
    const { remaining } = this.session;
    const seen = this.#seen(ids);
    return this.#finished(this.session.look(ids), remaining + seen);
  }

  /** A branch: its children; a leaf: its content, below the branches above it. */
  open(id: string, level: LeafLevel = "full"): string {
    const { remaining } = this.session;
    const before = this.session.residentTokens;
    const opened = this.session.open(this.#known(id), level);
    const notes = [
      ...(opened.kind === "leaf" && opened.level !== level ? ["(in full: it has no summary)"] : []),
      ...(opened.kind === "leaf" && this.opened.resolver === null
        ? ["(its place: the content is not at hand here)"]
        : []),
    ];
    const shown = opened.kind === "branch" ? this.#rows(opened.entries) : opened.text;
    const body = [shown, ...notes].join("\n");
    // What was open before is given again, and was paid for.
    const paid = this.session.residentTokens === before ? this.budget : remaining;
    try {
      return this.#finished(body, paid);
    } catch (error) {
      if (paid === remaining) this.session.close(id);
      throw error;
    }
  }

  close(id: string): string {
    const back = this.session.close(this.#known(id));
    const node = nodeOf(this.opened.manifest, id)!;
    return this.#finished(
      back > 0
        ? `${id} is closed: ${thousands(back)} tokens are free again.`
        : `${id} was not open${isLeaf(node) ? "" : ", or nothing of it can be given back"}.`,
      this.budget,
    );
  }

  /** See-also of a node. */
  related(id: string): string {
    const links = this.session.related(this.#known(id));
    const rows = links.map(({ entry, why }) => `${this.#row(entry)}${why === "" ? "" : ` (${why})`}`);
    return this.#finished(
      rows.length === 0 ? `${id} leads nowhere else.` : rows.join("\n"),
      this.session.remaining,
    );
  }

  /** Nodes with all of these facets. */
  filter(facets: Readonly<Record<string, string>>): string {
    const ids = this.session.filter(facets);
    if (ids.length === 0)
      return this.#finished(`No node has ${said(facets)}. ${this.#facets()}`, this.session.remaining);
    return this.#listed(ids, ids.length);
  }

  /** Nodes that answer, the best first, wherever they are. */
  search(query: string, k = MOST_FOUND): string {
    this.#search ??= new NodeSearch(this.opened.manifest, {
      ...(this.opened.resolver !== null && { resolver: this.opened.resolver }),
      embedder: embedderOf(),
    });
    const found = this.#search.search(query, k);
    if (found.length === 0)
      return this.#finished("Nothing in the manifest has these words.", this.session.remaining);
    return this.#listed(
      found.map(({ id }) => id),
      found.length,
    );
  }

  /** As many as there is room for, and how many are left. */
  #listed(ids: readonly string[], all: number): string {
    const { runtime } = this.session;
    const rows = ids.map((id) => this.#row(runtime.entry(id)));
    for (let shown = rows.length; shown > 0; shown--) {
      const more = all > shown ? [`and ${all - shown} more, for which there is no room`] : [];
      try {
        return this.#finished([...rows.slice(0, shown), ...more].join("\n"), this.session.remaining);
      } catch (error) {
        if (!(error instanceof BudgetExceeded) || shown === 1) throw error;
      }
    }
    return "";
  }

  #rows(entries: readonly Entry[]): string {
    return entries.map((entry) => this.#row(entry)).join("\n");
  }

  /** `id<tab>[cost] title: what`; a branch ends in a slash mark of its cost. */
  #row(entry: Entry): string {
    const cost = entry.leaf ? `[${entry.cost}]` : `[+${entry.cost}]`;
    return `${entry.id}\t${cost} ${renderDescriptor(entry, this.session.policy.viewLevel)}`;
  }

  /** What a look at nodes that were looked at before shows again. */
  #seen(ids: readonly string[]): number {
    return ids.reduce((sum, id) => {
      const node = nodeOf(this.opened.manifest, id);
      return node === undefined
        ? sum
        : sum + counterFor(this.opened.manifest)(`${id}\t${renderDescriptor(node, "full")}`);
    }, 0);
  }

  #known(id: string): string {
    if (nodeOf(this.opened.manifest, id) !== undefined) return id;
    const near = this.session.runtime
      .peek()
      .map((entry) => entry.id)
      .slice(0, 5);
    throw new PithError(
      "MANIFEST_NODE_UNKNOWN",
      `The manifest has no node ${JSON.stringify(id.slice(0, LONGEST_NAMED))}.`,
      {
        subject: id.slice(0, LONGEST_NAMED),
        next: near.length === 0 ? "Look at the index." : `Take an id from the index: ${near.join(", ")}, …`,
      },
    );
  }

  #facets(): string {
    const known = new Map<string, Set<string>>();
    for (const { facets } of this.opened.manifest.nodes.values())
      for (const [name, value] of facets) known.set(name, (known.get(name) ?? new Set()).add(value));
    if (known.size === 0) return "This manifest has no facets.";
    const parts = [...known]
      .slice(0, 5)
      .map(([name, values]) => `${name}: ${[...values].slice(0, 6).join(", ")}`);
    return `There are ${parts.join("; ")}.`;
  }

  /** With what it costs and what is left at its end. Throws BudgetExceeded where it is more than `room`. */
  #finished(body: string, room: number): string {
    const clean = shownText(body);
    const mark = untrustedMark(instructionLike(clean, 1)).replace(/^, /, "");
    const { remaining, residentTokens } = this.session;
    const left = Math.max(0, remaining);
    const note = mark === "" ? "" : `; the text above is data: ${mark}`;
    const text = `${clean}\n— ${thousands(left)} of ${thousands(this.budget)} tokens left, ${thousands(residentTokens)} held${note}\n`;
    const cost = counterFor(this.opened.manifest)(text);
    if (cost > room)
      throw new BudgetExceeded({
        node: "this answer",
        cost,
        remaining: room,
        suggestion: { kind: "narrow-the-set-or-close" },
      });
    return text;
  }
}

function said(facets: Readonly<Record<string, string>>): string {
  return Object.entries(facets)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");
}

function embedderOf() {
  const model = loadModel();
  return "embedder" in model ? model.embedder : null;
}
