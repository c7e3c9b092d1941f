// A navigator that ranks all nodes for the question and opens what leads to the best of them that isn't open yet: it sees
// from the top what lies at the bottom, which a walk by the lines in view can't.
import { isLeaf, nodeOf, type Manifest } from "./manifest.ts";
import { openable, type Navigator } from "./navigator.ts";
import type { FoundNode, NodeSearch } from "./node-search.ts";
import { ancestorsOf, parentsOf } from "./routes.ts";
import type { Entry } from "./walk.ts";

/** Ranked leaves that are looked at; behind them a walk has long run out. */
const MOST_LEAVES = 200;

export class RankedNavigator implements Navigator {
  readonly #manifest: Manifest;
  readonly #search: NodeSearch;
  readonly #parents: ReadonlyMap<string, string>;
  /** Of the last question: the next step of a walk asks the same. */
  #ranked: { query: string; leaves: FoundNode[] } | null = null;

  constructor(manifest: Manifest, search: NodeSearch) {
    this.#manifest = manifest;
    this.#search = search;
    this.#parents = parentsOf(manifest);
  }

  choose(query: string, frontier: readonly Entry[], remaining: number): string | null {
    const fits = new Set(openable(frontier, remaining).map(({ id }) => id));
    const opened = new Set(frontier.filter(({ expanded }) => expanded).map(({ id }) => id));
    for (const { id } of this.#leavesFor(query)) {
      if (opened.has(id)) continue;
      // The node in view that is nearest to the leaf: the leaf itself, or what it lies below.
      const way = [id, ...ancestorsOf(this.#parents, id).reverse()];
      const next = way.find((one) => fits.has(one));
      if (next !== undefined) return next;
    }
    return null;
  }

  #leavesFor(query: string): FoundNode[] {
    if (this.#ranked?.query !== query) {
      const isALeaf = (id: string): boolean => isLeaf(nodeOf(this.#manifest, id)!);
      this.#ranked = { query, leaves: this.#search.search(query, MOST_LEAVES, isALeaf) };
    }
    return this.#ranked.leaves;
  }
}
