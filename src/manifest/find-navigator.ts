// A navigator that searches first: it looks at the best leaves that a search finds, wherever they are, and opens them one after
// the other. What an agent does that asks `manifest_find` before it walks.
import { isLeaf, nodeOf, type Manifest } from "./manifest.ts";
import type { Finder } from "./navigator.ts";
import type { NodeSearch } from "./node-search.ts";

export class FindNavigator implements Finder {
  readonly #manifest: Manifest;
  readonly #search: NodeSearch;

  constructor(manifest: Manifest, search: NodeSearch) {
    this.#manifest = manifest;
    this.#search = search;
  }

  find(query: string, k: number): string[] {
    const isALeaf = (id: string): boolean => isLeaf(nodeOf(this.#manifest, id)!);
    return this.#search.search(query, k, isALeaf).map(({ id }) => id);
  }
}
