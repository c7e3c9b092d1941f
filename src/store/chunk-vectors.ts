// What do chunks mean, as vectors? Made from the postings of a segment: for each term its row, looked up once, is added to
// every chunk that holds it. A chunk is a bag of words in fields, and a name says more than a word of the body.
import { type Embedder, weightOf, writeVector } from "../vectors/embedder.ts";

/** How often a word in each field counts (measured: see model/CARD.md). Multiples of a half: their sums are exact. */
const FIELD_COUNT = { name: 6, signature: 1.5, comment: 1.5, body: 1, enclosing: 1 } as const;

/** The postings of one term. */
export interface TermPostings {
  term: string;
  chunks: Uint32Array;
  /** See `packCounts`. */
  counts: Uint32Array;
}

/** One row for each chunk, one behind the other. Imports and wholes of names have no part in it. */
export function chunkVectors(
  embedder: Embedder,
  chunks: number,
  postings: Iterable<TermPostings>,
): Int8Array<ArrayBuffer> {
  const size = embedder.dimensions;
  const sums = new Float64Array(chunks * size);
  const own = new Float64Array(size);
  for (const { term, chunks: held, counts } of postings) {
    if (!embedder.sumsOf(term, own)) continue;
    for (let i = 0; i < held.length; i++) {
      const weight = weightOf(countOf(counts[i]!));
      const at = held[i]! * size;
      for (let d = 0; d < size; d++) sums[at + d]! += weight * own[d]!;
    }
  }
  const rows = new Int8Array(chunks * size);
  for (let at = 0; at < rows.length; at += size) writeVector(sums.subarray(at, at + size), rows, at);
  return rows;
}

/** The layout of `packCounts`, unpacked in place: an object a posting would cost more than the sum. */
function countOf(packed: number): number {
  return (
    FIELD_COUNT.name * (packed & 15) +
    FIELD_COUNT.signature * ((packed >>> 4) & 31) +
    FIELD_COUNT.comment * ((packed >>> 9) & 63) +
    FIELD_COUNT.body * ((packed >>> 15) & 1023) +
    FIELD_COUNT.enclosing * ((packed >>> 25) & 31)
  );
}
