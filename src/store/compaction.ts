// Which segments are worth rewriting? Those that are mostly dead, and the smallest ones once there are too many:
// every segment costs a look-up for each term of a query.
import { SEGMENT_CHUNKS } from "./merge.ts";

/** More small segments than this are merged. */
const MOST_SMALL = 8;
const SMALL_CHUNKS = SEGMENT_CHUNKS / 2;

export interface SegmentSize {
  chunks: number;
  /** Chunks of entries that a file of the snapshot still has. */
  living: number;
}

/**
 * Indices of the segments to rewrite together, ascending. The smallest go first, and each next one only while it is
 * at most twice what is merged already: so a chunk is rewritten about log n times over n small updates.
 */
export function segmentsToRewrite(sizes: readonly SegmentSize[]): number[] {
  const chosen: number[] = [];
  const small: number[] = [];
  sizes.forEach((size, i) => {
    if (size.living * 2 < size.chunks) chosen.push(i);
    else if (size.living < SMALL_CHUNKS) small.push(i);
  });
  if (small.length > MOST_SMALL) {
    small.sort((a, b) => sizes[a]!.living - sizes[b]!.living || a - b);
    let together = 0;
    small.forEach((segment, taken) => {
      const { living } = sizes[segment]!;
      if (taken >= 2 && living > 2 * together) return;
      together += living;
      chosen.push(segment);
    });
  }
  return chosen.sort((a, b) => a - b);
}
