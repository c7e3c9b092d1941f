// Which lines of a file are shown for a search result? The definition that the query names, else the chunk that is best
// by its words and its names, trimmed to what a reader needs to know the answer. Reads line numbers, never the text.
import type { SegmentView } from "../store/segment-view.ts";
import { type Found, declarationsIn, nameValue } from "./declarations-lane.ts";
import type { Evidence } from "./evidence.ts";

export interface Region {
  start: number;
  end: number;
  /** Declaration in its segment that the region shows, or -1. */
  declaration: number;
}

/** Lines of a region, its leading comment included: 16 find as much for less, 24 show more of the answer. */
const MOST_LINES = 24;
/** Lines of comments above a definition that are kept. */
const MOST_LEAD = 4;
/** A name beside the words when chunks of one file are compared (482 doc comments asked for their symbols: 1 finds 43%, 4 finds 47%, 8 finds 46%). */
const NAME_WEIGHT = 4;
/** From this value on a name in the best chunk is what is shown, not the chunk's first lines. */
const NAME_LEAST = 0.2;

export interface RegionChunk {
  chunk: number;
  score: number;
}

/** `chunks`: the file's best ones, best first; `definition`: of an identifier of the query, or -1. */
export function chooseRegion(
  evidence: Evidence,
  segment: number,
  entry: number,
  chunks: readonly RegionChunk[],
  definition: number,
): Region {
  const { view } = evidence.words.segments[segment]!;
  if (definition >= 0) return regionOfDeclaration(view, definition);
  let best: { worth: number; chunk: number; named: Found | undefined } | undefined;
  for (const { chunk, score } of chunks) {
    const named = bestNamedIn(evidence, segment, entry, chunk);
    const worth = score / chunks[0]!.score + NAME_WEIGHT * (named?.value ?? 0);
    if (best === undefined || worth > best.worth) best = { worth, chunk, named };
  }
  if (best === undefined) {
    const first = view.chunkOffset[entry]!;
    // An empty file has no chunk: found by its path.
    if (first === view.chunkOffset[entry + 1]) return { start: 1, end: 1, declaration: -1 };
    return regionOfChunk(view, first);
  }
  const { named, chunk } = best;
  return named !== undefined && named.value > NAME_LEAST
    ? regionOfDeclaration(view, named.declaration)
    : regionOfChunk(view, chunk);
}

/** The same among declarations of the given kinds alone; null where no good chunk of the file holds one. */
export function chooseRegionOfKind(
  evidence: Evidence,
  segment: number,
  entry: number,
  chunks: readonly RegionChunk[],
  kinds: ReadonlySet<string>,
): Region | null {
  const { view } = evidence.words.segments[segment]!;
  let best: { worth: number; declaration: number } | null = null;
  for (const { chunk, score } of chunks) {
    const declared = declarationsIn(view, entry, view.chunkStart[chunk]!, view.chunkEnd[chunk]!);
    // The chunk may be a piece of a longer declaration, or of a member of one.
    for (let d = view.chunkDeclaration[chunk]!; d >= 0; d = view.declarationParent[d]!) declared.push(d);
    for (const declaration of declared) {
      if (!kinds.has(view.declarationKind(declaration))) continue;
      const name = nameValue(view, declaration, evidence.terms, evidence.fileIdf, evidence.fileIdfSum);
      const worth = score / chunks[0]!.score + NAME_WEIGHT * name;
      if (best === null || worth > best.worth) best = { worth, declaration };
    }
  }
  return best === null ? null : regionOfDeclaration(view, best.declaration);
}

/** The declaration in a chunk whose name says the query best. */
export function bestNamedIn(
  evidence: Evidence,
  segment: number,
  entry: number,
  chunk: number,
): Found | undefined {
  const { view, inName } = evidence.words.segments[segment]!;
  if (inName[chunk] === 0) return undefined;
  let best: Found | undefined;
  for (const declaration of declarationsIn(view, entry, view.chunkStart[chunk]!, view.chunkEnd[chunk]!)) {
    const value = nameValue(view, declaration, evidence.terms, evidence.fileIdf, evidence.fileIdfSum);
    if (value > 0 && (best === undefined || value > best.value)) best = { value, declaration };
  }
  return best;
}

/** The region of a definition: the end of its leading comment, its head, and what fits of its body. */
function regionOfDeclaration(view: SegmentView, declaration: number): Region {
  const line = view.declarationLine[declaration]!;
  const start = Math.max(view.declarationStart[declaration]!, line - MOST_LEAD);
  const end = Math.min(view.declarationEnd[declaration]!, start + MOST_LINES - 1);
  return { start, end: Math.max(end, line), declaration };
}

/** The region of a chunk: around its own declaration's line if it has one, else its first lines. */
function regionOfChunk(view: SegmentView, chunk: number): Region {
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
