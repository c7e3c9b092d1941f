// How do several segments become one? The entries that still live are taken over; the rest is left behind.
import { openSegment } from "./segment.ts";
import type { Segment } from "./segment.ts";
import { SegmentBuilder } from "./segment-writer.ts";

/**
 * About the most chunks of one segment. An index build in one piece of 150,000 chunks peaked at 1 GB of memory; with
 * 20,000 a building thread takes some 50 MB more than with 10,000, and no time was lost by the smaller ones.
 */
export const SEGMENT_CHUNKS = 10_000;

export interface MergePart {
  segment: Segment;
  /** Living entries, ascending. */
  entries: readonly number[];
}

export interface Merged {
  segments: Segment[];
  /** Where each entry of each part went, parallel to the parts. `segment` counts in `segments`. */
  placed: { segment: number; entry: number }[][];
}

/** Keys of all parts must differ. A segment is closed when it holds `mostChunks`. */
export function mergeSegments(parts: readonly MergePart[], mostChunks = SEGMENT_CHUNKS): Merged {
  const segments: Segment[] = [];
  let builder = new SegmentBuilder();
  const close = (): void => {
    if (builder.entries > 0) segments.push(openSegment(builder.finish()));
    builder = new SegmentBuilder();
  };
  const placed = parts.map(({ segment, entries }) => {
    const places: { segment: number; entry: number }[] = [];
    let run: number[] = [];
    let chunks = builder.chunks;
    const flush = (): void => {
      if (run.length > 0) builder.addFrom(segment, run);
      run = [];
    };
    for (const entry of entries) {
      const size = segment.chunkOffset[entry + 1]! - segment.chunkOffset[entry]!;
      if (chunks > 0 && chunks + size > mostChunks) {
        flush();
        close();
        chunks = 0;
      }
      places.push({ segment: segments.length, entry: builder.entries + run.length });
      run.push(entry);
      chunks += size;
    }
    flush();
    return places;
  });
  close();
  return { segments, placed };
}
