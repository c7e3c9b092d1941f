// How many tokens does a piece of many thousand bytes become? Merged as a whole it would wander through hundreds of
// megabytes. Instead it is merged stretch by stretch, and the stretches are put together where that gives the same:
//
//   tokens are the encoding of what they spell exactly when each two neighbours are the encoding of what those two spell
//
// (van Antwerpen and Neubeck, "So many tokens, so little time", 2024; a test compares with the merge of the whole). So of a
// stretch the last tokens are given up, which its end may have made; the next one begins behind those that are kept, and
// only the two tokens at this seam need be looked at. Where they don't fit, the seam moves back.
import { HeapMerge } from "./merge-heap.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Bytes merged at a time: with what belongs to them about 60 kB. */
export const STRETCH = 2048;

/** So many of the longest tokens before the last seam is the first one that is tried. */
const SEAM_TOKENS = 4;

interface Seam {
  at: number;
  /** Where the token before it starts. */
  before: number;
  tokens: number;
}

/** Null where no seam fits; none is known. */
export function countInStretches(
  vocabulary: Vocabulary,
  bytes: Uint8Array,
  start: number,
  end: number,
  stretch: number = STRETCH,
): number | null {
  const merge = new HeapMerge(vocabulary, stretch);
  const pair = new HeapMerge(vocabulary, 2 * vocabulary.longest);
  let seams: Seam[] = [{ at: start, before: start, tokens: 0 }];
  for (;;) {
    const seam = seams.pop();
    if (seam === undefined) return null;
    const { at, before, tokens } = seam;
    const to = Math.min(at + stretch, end);
    const count = merge.merge(bytes, at, to);
    const firstEnd = at + merge.next[0]!;
    const fits = before === at || (pair.merge(bytes, before, firstEnd) === 2 && pair.next[0] === at - before);
    if (!fits) continue;
    if (to === end) return tokens + count;
    seams = seamsIn(merge.next, seam, to - vocabulary.longest, SEAM_TOKENS * vocabulary.longest);
    if (seams.length === 0) return null;
  }
}

/** The seams in the `room` bytes up to `last`, the very last at the end of the list. */
function seamsIn(next: Int32Array, { at: start, tokens: kept }: Seam, last: number, room: number): Seam[] {
  const seams: Seam[] = [];
  let tokens = kept;
  let before = 0;
  for (let at = next[0]!; start + at <= last; at = next[at]!) {
    tokens++;
    if (start + at > last - room) seams.push({ at: start + at, before: start + before, tokens });
    before = at;
  }
  return seams;
}
