// How many tokens does one piece become? Byte pair merging: again and again the adjacent pair with the lowest rank
// (the leftmost of equals) becomes one part, until no pair is a token. Short pieces look through all pairs at each
// step; longer ones keep the pairs in a heap, so that a run of letters costs n log n and not n². A line of a million
// letters is one piece as well: it is merged in stretches that fit the fastest memory (`merge-long.ts`).
// All three give the same count (a test compares them), so no run is ever cut and the count stays exact.
import { HeapMerge } from "./merge-heap.ts";
import { countInStretches, STRETCH } from "./merge-long.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** From this length on the heap is faster (measured: equal near 100 bytes). */
const HEAP_FROM = 100;
const NONE = 0x7fffffff;

/** Number of tokens of the piece `bytes[start..end)`, which is not empty and not a token itself. */
export function mergedCount(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length < HEAP_FROM) return countByScan(vocabulary, bytes, start, end);
  if (length <= 2 * STRETCH) return countByHeap(vocabulary, bytes, start, end);
  return countInStretches(vocabulary, bytes, start, end) ?? countByHeap(vocabulary, bytes, start, end);
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

export function countByHeap(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  return new HeapMerge(vocabulary, end - start).merge(bytes, start, end);
}

function pairRank(vocabulary: Vocabulary, bytes: Uint8Array, from: number, to: number): number {
  if (to - from > vocabulary.longest) return NONE;
  const rank = vocabulary.rank(bytes, from, to);
  return rank === -1 ? NONE : rank;
}
