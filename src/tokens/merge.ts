// How many tokens does one piece become? Byte pair merging: again and again the adjacent pair with the lowest rank
// (the leftmost of equals) becomes one part, until no pair is a token. Short pieces look through all pairs at each
// step; long ones keep the pairs in a heap, so that a run of 100,000 letters costs n log n and not n².
// Both give the same count (a test compares them), so no run is ever cut and the count stays exact.
import type { Vocabulary } from "./vocabulary.ts";

/** From this length on the heap is faster (measured: equal near 100 bytes). */
const HEAP_FROM = 100;
const NONE = 0x7fffffff;

/** Number of tokens of the piece `bytes[start..end)`, which is not empty and not a token itself. */
export function mergedCount(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  return end - start < HEAP_FROM
    ? countByScan(vocabulary, bytes, start, end)
    : countByHeap(vocabulary, bytes, start, end);
}

const bounds = new Int32Array(HEAP_FROM + 1);
const ranks = new Int32Array(HEAP_FROM + 1);

export function countByScan(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  const rankOf = (from: number, to: number) => pairRank(vocabulary, bytes, from, to);
  let parts = end - start;
  for (let i = 0; i <= parts; i++) {
    bounds[i] = start + i;
    ranks[i] = i + 2 <= parts ? rankOf(start + i, start + i + 2) : NONE;
  }
  for (;;) {
    let best = -1;
    let lowest = NONE;
    for (let i = 0; i < parts - 1; i++) {
      if (ranks[i]! < lowest) {
        lowest = ranks[i]!;
        best = i;
      }
    }
    if (best === -1) return parts;
    bounds.copyWithin(best + 1, best + 2, parts + 1);
    ranks.copyWithin(best + 1, best + 2, parts + 1);
    parts--;
    ranks[best] = best + 2 <= parts ? rankOf(bounds[best]!, bounds[best + 2]!) : NONE;
    if (best > 0) ranks[best - 1] = rankOf(bounds[best - 1]!, bounds[best + 1]!);
  }
}

/** A heap entry is one number: rank times this, plus the place of the pair. Ranks stay below 2^18, so it is exact. */
const PLACE = 2 ** 34;

export function countByHeap(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  // Parts as a linked list over places: the part at i ends where the part at next[i] starts.
  const next = new Int32Array(length + 1);
  const previous = new Int32Array(length + 1);
  const current = new Int32Array(length + 1).fill(NONE);
  const heap: number[] = [];
  const enter = (i: number) => {
    const second = next[i]!;
    const rank = second >= length ? NONE : pairRank(vocabulary, bytes, start + i, start + next[second]!);
    current[i] = rank;
    if (rank !== NONE) push(heap, rank * PLACE + i);
  };
  for (let i = 0; i <= length; i++) {
    next[i] = i + 1;
    previous[i] = i - 1;
  }
  for (let i = 0; i < length; i++) enter(i);
  let parts = length;
  while (heap.length > 0) {
    const entry = pop(heap);
    const rank = Math.floor(entry / PLACE);
    const i = entry - rank * PLACE;
    // Left over from a pair that has since become another one.
    if (current[i] !== rank) continue;
    const second = next[i]!;
    next[i] = next[second]!;
    previous[next[i]!] = i;
    current[second] = NONE;
    parts--;
    enter(i);
    if (i > 0) enter(previous[i]!);
  }
  return parts;
}

function pairRank(vocabulary: Vocabulary, bytes: Uint8Array, from: number, to: number): number {
  if (to - from > vocabulary.longest) return NONE;
  const rank = vocabulary.rank(bytes, from, to);
  return rank === -1 ? NONE : rank;
}

function push(heap: number[], entry: number): void {
  let i = heap.length;
  heap.push(entry);
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (heap[parent]! <= entry) break;
    heap[i] = heap[parent]!;
    i = parent;
  }
  heap[i] = entry;
}

function pop(heap: number[]): number {
  const top = heap[0]!;
  const last = heap.pop()!;
  const length = heap.length;
  if (length === 0) return top;
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= length) break;
    if (child + 1 < length && heap[child + 1]! < heap[child]!) child++;
    if (heap[child]! >= last) break;
    heap[i] = heap[child]!;
    i = child;
  }
  heap[i] = last;
  return top;
}
