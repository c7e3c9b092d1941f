// Is a path tracked? The names in a repository's index, asked for in the order of the walk.
//
// The walk meets paths in the order in which the index has them, so a finger on the list answers nearly every question
// with one comparison: no table of all paths is made.
import { compareStrings } from "../base/order.ts";
import type { TrackedPaths } from "../git/index-file.ts";

export class Tracked {
  /** Sorted as strings. */
  readonly #paths: readonly string[];
  readonly #prefix: string;
  readonly #fold: boolean;
  readonly #submodules: ReadonlySet<string>;
  /** All paths that were asked for lie behind those below the finger. */
  #finger = 0;
  #folded: readonly string[] | null = null;

  /** `prefix` stands in front of every path that is asked for. Null (an index that cannot be read) tracks nothing. */
  constructor(tracked: TrackedPaths | null, prefix: string, fold: boolean) {
    // Git sorts by bytes: the same but for letters beyond the first 65,536.
    this.#paths = sorted(tracked?.paths ?? []);
    this.#prefix = prefix;
    this.#fold = fold;
    this.#submodules = new Set(tracked?.submodules.map((path) => this.#key(path)));
  }

  #key(path: string): string {
    return this.#fold ? lower(path) : path;
  }

  /** Paths may be asked for in any order; in ascending order it costs one comparison. */
  has(path: string): boolean {
    const own = this.#prefix === "" ? path : path.slice(this.#prefix.length);
    const paths = this.#paths;
    let at = this.#finger;
    if (paths[at] !== own) {
      // The next one is the usual case; the rest of the way in halves.
      if (paths[at + 1] === own) at++;
      else at = lowerBound(paths, own);
      this.#finger = at;
    }
    if (paths[at] === own) return true;
    if (!this.#fold) return false;
    const folded = this.#foldedPaths();
    const wanted = lower(own);
    return folded[lowerBound(folded, wanted)] === wanted;
  }

  /** A submodule, checked out or not. */
  isSubmodule(path: string): boolean {
    return this.#submodules.size > 0 && this.#submodules.has(this.#key(path.slice(this.#prefix.length)));
  }

  /** Whether anything below the folder is tracked. */
  hasBelow(folder: string): boolean {
    const own = this.#key(`${folder.slice(this.#prefix.length)}/`);
    const paths = this.#fold ? this.#foldedPaths() : this.#paths;
    return paths[lowerBound(paths, own)]?.startsWith(own) === true;
  }

  #foldedPaths(): readonly string[] {
    this.#folded ??= this.#paths.map(lower).sort();
    return this.#folded;
  }
}

/** Git folds the letters of ASCII alone. */
function lower(path: string): string {
  return path.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function sorted(paths: readonly string[]): readonly string[] {
  for (let i = 1; i < paths.length; i++) {
    if (paths[i - 1]! > paths[i]!) return [...paths].sort(compareStrings);
  }
  return paths;
}

/** Index of the first path that is not below the wanted one. */
function lowerBound(paths: readonly string[], wanted: string): number {
  let low = 0;
  let high = paths.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (paths[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
