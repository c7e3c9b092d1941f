// Which lines of a file are shown for a search result? The definition that the query names, else the best chunk,
// trimmed to what a reader needs to recognise the answer. Reads line numbers alone, never the text.
import type { SegmentView } from "../store/segment-view.ts";

export interface Region {
  start: number;
  end: number;
  /** Declaration in its segment that the region shows, or -1. */
  declaration: number;
}

/** Lines of a region, its leading comment included. */
const MOST_LINES = 16;
/** Lines of comments above a definition that are kept. */
const MOST_LEAD = 4;

/** The region of a definition: the end of its leading comment, its head, and what fits of its body. */
export function regionOfDeclaration(view: SegmentView, declaration: number): Region {
  const line = view.declarationLine[declaration]!;
  const start = Math.max(view.declarationStart[declaration]!, line - MOST_LEAD);
  const end = Math.min(view.declarationEnd[declaration]!, start + MOST_LINES - 1);
  return { start, end: Math.max(end, line), declaration };
}

/** The region of a chunk: around its own declaration's line if it has one, else its first lines. */
export function regionOfChunk(view: SegmentView, chunk: number): Region {
  const start = view.chunkStart[chunk]!;
  const end = view.chunkEnd[chunk]!;
  const declaration = view.chunkDeclaration[chunk]!;
  if (declaration >= 0) {
    const line = view.declarationLine[declaration]!;
    if (line >= start && line <= end) {
      const from = Math.max(start, view.declarationStart[declaration]!, line - MOST_LEAD);
      return { start: from, end: Math.max(line, Math.min(end, from + MOST_LINES - 1)), declaration };
    }
  }
  return { start, end: Math.min(end, start + MOST_LINES - 1), declaration };
}
