// Into which tokens does a stretch of bytes merge? With the pairs in a heap: n log n. Its memory is used again for the
// next stretch.
import type { Vocabulary } from "./vocabulary.ts";

const NONE = 0x7fffffff;

/** A heap entry is one number: rank times this, plus the place of the pair. Ranks stay below 2^18, so it is exact. */
const PLACE = 2 ** 34;

export class HeapMerge {
  /** After `merge`: the token at place i, counted from the start, ends where the one at `next[i]` starts. */
  readonly next: Int32Array;
  readonly #vocabulary: Vocabulary;
  readonly #previous: Int32Array;
  readonly #ranks: Int32Array;
  readonly #heap: Float64Array;
  #size = 0;

  constructor(vocabulary: Vocabulary, longest: number) {
    this.#vocabulary = vocabulary;
    this.next = new Int32Array(longest + 1);
    this.#previous = new Int32Array(longest + 1);
    this.#ranks = new Int32Array(longest + 1);
    // Each merge enters two pairs at most and takes one out.
    this.#heap = new Float64Array(2 * longest + 2);
  }

  /** Number of tokens of `bytes[start..end)`. */
  merge(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const { next } = this;
    const previous = this.#previous;
    const ranks = this.#ranks;
    this.#size = 0;
    // Parts as a linked list over places.
    for (let i = 0; i <= length; i++) {
      next[i] = i + 1;
      previous[i] = i - 1;
      ranks[i] = NONE;
    }
    for (let i = 0; i < length; i++) this.#enter(i, bytes, start, length);
    let parts = length;
    while (this.#size > 0) {
      const entry = this.#pop();
      const rank = Math.floor(entry / PLACE);
      const i = entry - rank * PLACE;
      // Left over from a pair that has since become another one.
      if (ranks[i] !== rank) continue;
      const second = next[i]!;
      next[i] = next[second]!;
      previous[next[i]!] = i;
      ranks[second] = NONE;
      parts--;
      this.#enter(i, bytes, start, length);
      if (i > 0) this.#enter(previous[i]!, bytes, start, length);
    }
    return parts;
  }

  #enter(i: number, bytes: Uint8Array, start: number, length: number): void {
    const second = this.next[i]!;
    const end = second >= length ? i : this.next[second]!;
    const rank =
      end === i || end - i > this.#vocabulary.longest
        ? -1
        : this.#vocabulary.rank(bytes, start + i, start + end);
    this.#ranks[i] = rank === -1 ? NONE : rank;
    if (rank !== -1) this.#push(rank * PLACE + i);
  }

  #push(entry: number): void {
    const heap = this.#heap;
    let i = this.#size++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (heap[parent]! <= entry) break;
      heap[i] = heap[parent]!;
      i = parent;
    }
    heap[i] = entry;
  }

  #pop(): number {
    const heap = this.#heap;
    const top = heap[0]!;
    const last = heap[--this.#size]!;
    const size = this.#size;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= size) break;
      if (child + 1 < size && heap[child + 1]! < heap[child]!) child++;
      if (heap[child]! >= last) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = last;
    return top;
  }
}
