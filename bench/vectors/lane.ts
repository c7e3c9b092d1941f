// The lane of meaning by itself: vectors of every chunk of a snapshot and of its files' paths, and how near a question is.
import type { Segment } from "../../src/store/segment.ts";
import type { Snapshot } from "../../src/store/segment-view.ts";
import { type TermPostings, chunkVectors } from "../../src/store/chunk-vectors.ts";
import { type Embedder, lengthOf } from "../../src/vectors/embedder.ts";
import { similarities } from "../../src/vectors/similarity.ts";
import { pathTerms, textTerms } from "../../src/vectors/text-terms.ts";

/** Weight of the path beside the chunk. */
export const PATH = 0.6;

export interface Near {
  path: string;
  start: number;
  end: number;
  score: number;
}

export class Lane {
  readonly #snapshot: Snapshot;
  readonly #embedder: Embedder;
  readonly #chunks: Int8Array[];
  readonly #paths: Int8Array;

  constructor(snapshot: Snapshot, embedder: Embedder) {
    this.#snapshot = snapshot;
    this.#embedder = embedder;
    this.#chunks = snapshot.segments.map((segment) =>
      chunkVectors(embedder, segment.chunks, postingsOf(segment as Segment)),
    );
    this.#paths = new Int8Array(snapshot.files.length * embedder.dimensions);
    snapshot.files.forEach(({ path }, i) =>
      this.#paths.set(embedder.embed(pathTerms(path)), i * embedder.dimensions),
    );
  }

  /** Files by their nearest chunk, nearest first. */
  nearest(question: string, pathShare: number): Near[] {
    const { files, segments } = this.#snapshot;
    const vector = this.#embedder.embed(textTerms(question));
    const unit = lengthOf(vector.length) ** 2;
    const near = this.#chunks.map((rows) => nearness(vector, rows));
    const paths = nearness(vector, this.#paths);
    const found: Near[] = [];
    files.forEach(({ path, segment, entry }, file) => {
      if (segment < 0) return;
      const { chunkOffset, chunkStart, chunkEnd } = segments[segment]!;
      let best = chunkOffset[entry]!;
      for (let c = best + 1; c < chunkOffset[entry + 1]!; c++) {
        if (near[segment]![c]! > near[segment]![best]!) best = c;
      }
      if (best === chunkOffset[entry + 1]) return;
      const score = (near[segment]![best]! + pathShare * paths[file]!) / unit;
      found.push({ path, start: chunkStart[best]!, end: chunkEnd[best]!, score });
    });
    return found.sort((a, b) => b.score - a.score);
  }
}

function nearness(vector: Int8Array, rows: Int8Array): Int32Array {
  const out = new Int32Array(rows.length / vector.length);
  similarities(vector, rows, out);
  return out;
}

export function* postingsOf(segment: Segment): Generator<TermPostings> {
  for (let id = 0; id < segment.terms; id++) {
    yield { term: segment.term(id), chunks: segment.postingChunks(id), counts: segment.postingCounts(id) };
  }
}
