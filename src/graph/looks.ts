// How much may a question about many declarations look at? A thousand methods of one name stand in as many files, and each of
// them is looked for in all of these: what one of them takes is bounded, their product is not.
import type { NotLooked } from "./graph.ts";

/**
 * Files that one closure, or one impact, looks into, counted again for each declaration. Two million take some ten seconds
 * of one core where declarations share nearly all of it; a closure of 5,000 declarations whose names stand in 400 files each.
 */
const MOST_LOOKS = 2_000_000;

export class Looks {
  readonly #most: number;
  #taken = 0;
  #left = 0;

  constructor(most = MOST_LOOKS) {
    this.#most = most;
  }

  /** Whether one more declaration may be asked about; one that may not is counted. */
  more(): boolean {
    if (this.#taken < this.#most) return true;
    this.#left++;
    return false;
  }

  take(files: number): void {
    this.#taken += files;
  }

  /** What the ceiling left out. */
  get notLooked(): NotLooked[] {
    if (this.#left === 0) return [];
    const what = `callers of ${this.#left} declarations farther out`;
    return [{ what, why: `ceiling of ${this.#most} looks into files` }];
  }
}
