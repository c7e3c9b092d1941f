// Where a walk is asked for one path alone: which folders are on the way to it, and does Git track it?
import type { Holder } from "./repository-rules.ts";

export class OnlyPath {
  readonly #path: string;
  /** Each folder on the way and the last part, without slashes. */
  readonly #way: ReadonlySet<string>;
  /** Repositories of the folders that were entered. */
  readonly #holders = new Set<Holder>();

  /** `above`: the path of the root below the top of its work tree, with a slash at its end; or empty. */
  constructor(path: string, above: string) {
    const parts = path.split("/");
    this.#path = above + path;
    this.#way = new Set(parts.map((_, i) => above + parts.slice(0, i + 1).join("/")));
  }

  has(path: string): boolean {
    return this.#way.has(path);
  }

  entered(holder: Holder): void {
    this.#holders.add(holder);
  }

  /** Whether Git tracks it, or something below it; whatever became of it. */
  get isTracked(): boolean {
    return [...this.#holders].some(
      ({ tracked }) =>
        tracked !== null &&
        (tracked.has(this.#path) || tracked.hasBelow(this.#path) || tracked.isSubmodule(this.#path)),
    );
  }
}
