// Which chunks may hold code like a text? Those that are near to it in meaning, and those that share rare words with it.
import type { Snapshot } from "../store/segment-view.ts";
import { type LiveFiles, liveFiles } from "./live-files.ts";
import { type MeaningLane, meaningLane } from "./meaning-lane.ts";
import { textTerms } from "../vectors/text-terms.ts";

export interface SimilarChunks {
  /** Files by their best chunk, best first; equal ones in path order. */
  files: { file: number; chunks: SimilarChunk[] }[];
  /** What each term of the text is worth in this repository; a term that no chunk holds is worth nothing. */
  worth: ReadonlyMap<string, number>;
}

export interface SimilarChunk {
  start: number;
  end: number;
  /** Cosine; 0 where meaning says nothing. */
  near: number;
  score: number;
}

/** The rarest terms that are looked up: the others stand nearly everywhere. */
const MOST_TERMS = 64;
/** Chunks of a file that are looked at. */
const MOST_CHUNKS = 6;

export function similarChunks(
  snapshot: Snapshot,
  text: string,
  inScope: (file: number) => boolean,
  most: number,
): SimilarChunks {
  const live = liveFiles(snapshot);
  const meaning = meaningLane(snapshot, text);
  const worth = worthOf(live, textTerms(text));
  const rare = [...worth].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MOST_TERMS);
  const total = rare.reduce((sum, [, value]) => sum + value, 0) || 1;
  const held = live.segments.map(({ view }) => new Float64Array(view.chunks));
  for (const [term, value] of rare) {
    live.segments.forEach(({ view }, segment) => {
      const id = view.termId(term);
      if (id !== -1) for (const chunk of view.postingChunks(id)) held[segment]![chunk]! += value / total;
    });
  }
  const files: SimilarChunks["files"] = [];
  snapshot.files.forEach(({ segment }, file) => {
    if (segment < 0 || !inScope(file)) return;
    const chunks = bestChunks(snapshot, file, held[segment]!, meaning);
    if (chunks.length > 0) files.push({ file, chunks });
  });
  files.sort((a, b) => b.chunks[0]!.score - a.chunks[0]!.score || a.file - b.file);
  return { files: files.slice(0, most), worth };
}

/** Inverse document frequency over chunks. */
function worthOf(live: LiveFiles, terms: readonly (readonly [string, number])[]): Map<string, number> {
  const worth = new Map<string, number>();
  for (const [term] of terms) {
    let holders = 0;
    for (const { view, copies } of live.segments) {
      const id = view.termId(term);
      if (id === -1) continue;
      for (const chunk of view.postingChunks(id)) holders += copies[view.chunkEntry[chunk]!]!;
    }
    if (holders > 0) worth.set(term, Math.log(1 + (live.chunks - holders + 0.5) / (holders + 0.5)));
  }
  return worth;
}

function bestChunks(
  { files, segments }: Snapshot,
  file: number,
  held: Float64Array,
  meaning: MeaningLane | null,
): SimilarChunk[] {
  const { segment, entry } = files[file]!;
  const { chunkOffset, chunkStart, chunkEnd } = segments[segment]!;
  const chunks: SimilarChunk[] = [];
  for (let chunk = chunkOffset[entry]!; chunk < chunkOffset[entry + 1]!; chunk++) {
    const near = Math.max(0, meaning?.cosine(segment, chunk) ?? 0);
    const score = held[chunk]! + near;
    if (score <= 0) continue;
    chunks.push({ start: chunkStart[chunk]!, end: chunkEnd[chunk]!, near, score });
  }
  return chunks.sort((a, b) => b.score - a.score || a.start - b.start).slice(0, MOST_CHUNKS);
}
