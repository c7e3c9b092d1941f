// To which declarations do the lines of a chunk belong? Asked in the order of the file.
import type { WordsDeclaration } from "./facts.ts";
import type { TermReader } from "../text/term-reader.ts";
import { wordsIn } from "../text/words-in.ts";

export class Owners {
  readonly #declarations: readonly WordsDeclaration[];
  /** Next declaration whose name has not been passed. */
  #next = 0;
  readonly #records = new Map<number, number[]>();

  constructor(declarations: readonly WordsDeclaration[]) {
    this.#declarations = declarations;
  }

  /** Line of the next name, or 0. */
  get nextLine(): number {
    return this.#declarations[this.#next]?.line ?? 0;
  }

  /** Index of the next declaration, which is passed. */
  pass(): number {
    return this.#next++;
  }

  /** Records of the words in a declaration's name. */
  namesOf(declaration: number, reader: TermReader): number[] {
    let records = this.#records.get(declaration);
    if (records === undefined) {
      records = wordsIn(this.#declarations[declaration]!.name).map((word) => reader.recordOf(word));
      this.#records.set(declaration, records);
    }
    return records;
  }

  /** Declarations that hold all the lines and have their name above them, innermost first. */
  enclosing(start: number, end: number): number[] {
    const found: number[] = [];
    for (let i = this.#around(start, end); i >= 0; i = this.#declarations[i]!.parent) {
      if (this.#declarations[i]!.line < start) found.push(i);
    }
    return found;
  }

  /** The innermost declaration that holds all the lines, else the largest that begins in them, else -1. */
  ownerOf(start: number, end: number): number {
    const around = this.#around(start, end);
    if (around >= 0) return around;
    const all = this.#declarations;
    let best = -1;
    let bestSize = 0;
    for (let i = this.#firstFrom(start); i < all.length && all[i]!.start <= end; i++) {
      const size = Math.min(all[i]!.end, end) - all[i]!.start + 1;
      if (size > bestSize) {
        best = i;
        bestSize = size;
      }
    }
    return best;
  }

  #around(start: number, end: number): number {
    const all = this.#declarations;
    let i = this.#firstFrom(start + 1) - 1;
    while (i >= 0 && all[i]!.end < end) i = all[i]!.parent;
    return i;
  }

  /** Index of the first declaration that starts on the line or below. Starts ascend. */
  #firstFrom(line: number): number {
    let low = 0;
    let high = this.#declarations.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#declarations[middle]!.start < line) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
