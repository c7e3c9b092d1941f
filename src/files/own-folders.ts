// Which folders of a tree are Pith's own? Its cache may lie in the root. It is no part of the tree, and nothing of it is
// counted: an answer is the same before the cache is there and after.
import type { WalkFiles } from "./walk.ts";

export class OwnFolders {
  readonly #paths: ReadonlySet<string>;
  readonly #files: Pick<WalkFiles, "readFolder">;

  /** Paths as the walk has them, without slashes at their end. */
  constructor(paths: readonly string[], files: Pick<WalkFiles, "readFolder">) {
    this.#paths = new Set(paths);
    this.#files = files;
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Whether one of them is a folder, or lies below it. */
  isOnTheWay(path: string): boolean {
    const below = `${path}/`;
    for (const own of this.#paths) if (own === path || own.startsWith(below)) return true;
    return false;
  }

  /** Whether all that is in a folder is Pith's own. */
  isAllOf(path: string, absolute: string): boolean {
    if (this.has(path)) return true;
    // Goes down only on the way to one of them.
    if (!this.isOnTheWay(path)) return false;
    const below = `${path}/`;
    try {
      return this.#files
        .readFolder(absolute)
        .every(
          (entry) => entry.isDirectory() && this.isAllOf(below + entry.name, `${absolute}/${entry.name}`),
        );
    } catch {
      return false;
    }
  }
}
