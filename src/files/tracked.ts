// Is a path tracked? The names in a repository's index, as paths in front of which the walk's own prefix stands.
import { MODE_GITLINK, MODE_TREE, MODE_TYPE, readIndex } from "../git/index-file.ts";
import type { Repository } from "../git/repository.ts";

export class Tracked {
  readonly #paths = new Map<string, number>();
  readonly #fold: boolean;
  #folders: Set<string> | null = null;

  /** `prefix` is put in front of every path. Null entries (an index that cannot be read) track nothing. */
  constructor(entries: readonly { path: string; mode: number }[] | null, prefix: string, fold: boolean) {
    this.#fold = fold;
    for (const { path, mode } of entries ?? []) {
      const type = mode & MODE_TYPE;
      if (type !== MODE_TREE) this.#paths.set(this.#key(prefix + path), type);
    }
  }

  #key(path: string): string {
    return this.#fold ? path.toLowerCase() : path;
  }

  has(path: string): boolean {
    return this.#paths.has(this.#key(path));
  }

  /** A submodule, checked out or not. */
  isSubmodule(path: string): boolean {
    return this.#paths.get(this.#key(path)) === MODE_GITLINK;
  }

  /** Whether anything below the folder is tracked. */
  hasBelow(folder: string): boolean {
    this.#folders ??= foldersOf(this.#paths.keys());
    return this.#folders.has(this.#key(folder));
  }
}

/** Every folder above one of the paths. Neighbours in the index share theirs, so most paths add nothing. */
function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  let last = "\0";
  for (const path of paths) {
    let slash = path.lastIndexOf("/");
    if (slash === last.length && path.startsWith(last)) continue;
    last = slash === -1 ? "\0" : path.slice(0, slash);
    while (slash > 0) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
      slash = path.lastIndexOf("/", slash - 1);
    }
  }
  return folders;
}

export function readTracked(repository: Repository, prefix: string, fold: boolean): Tracked {
  return new Tracked(readIndex(repository), prefix, fold);
}
