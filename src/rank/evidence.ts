// What do the lanes say about one query? Words in chunks, names of paths, definitions of identifiers, and what each
// concept of the query is worth in this repository. Gathered once; scores and regions read it.
import type { Snapshot } from "../store/segment-view.ts";
import {
  FILE_IDF_POWER,
  FOLDER_FREQUENCY,
  LENGTH_SHARE,
  SATURATION,
  STEM_FREQUENCY,
  TEST_CHUNK,
} from "./constants.ts";
import { type IdentifierLane, type TermConcepts, identifierLane, termConcepts } from "./declarations-lane.ts";
import { type GivenVectors, givenLane } from "./given-vectors.ts";
import { type LiveFiles, liveFiles } from "./live-files.ts";
import { type MeaningLane, meaningLane } from "./meaning-lane.ts";
import { type PathTable, pathTable } from "./path-table.ts";
import { pathsNamed } from "./named-files.ts";
import { type PathsLane, pathsLane } from "./paths-lane.ts";
import type { ReadQuery } from "./read-query.ts";
import { type WordsLane, wordsLane } from "./words-lane.ts";

export interface Evidence {
  snapshot: Snapshot;
  query: ReadQuery;
  live: LiveFiles;
  table: PathTable;
  words: WordsLane;
  paths: PathsLane;
  identifiers: IdentifierLane;
  /** Files that the query names by their path or their folder's. */
  named: ReadonlyMap<number, number>;
  /** Those that it names in full, each with the line that is given with it, or 0. */
  inFull: ReadonlyMap<number, number>;
  terms: TermConcepts;
  /** Null where meaning says nothing. */
  meaning: MeaningLane | null;
  /** By concept: weight in the query times inverse document frequency over chunks, and over files (flattened). */
  chunkIdf: Float64Array;
  fileIdf: Float64Array;
  fileIdfSum: number;
}

/** `inFull`: readable files that the query names in full. */
export function gatherEvidence(
  snapshot: Snapshot,
  query: ReadQuery,
  inFull: ReadonlyMap<number, number> = new Map(),
  given: GivenVectors | null = null,
): Evidence {
  const { concepts } = query;
  const live = liveFiles(snapshot);
  const table = pathTable(snapshot);
  const words = wordsLane(live, concepts);
  // A pair of words is a guess that they form an identifier: it counts where the repository has that identifier.
  const weights = concepts.map(({ kind, weight, variants }, c) =>
    kind !== "pair" || words.fileCount[c]! > 0 || table.words.hasWhole(variants[0]!.term) ? weight : 0,
  );
  const named = pathsNamed(snapshot, query.paths);
  for (const file of inFull.keys()) named.set(file, 1);
  const fileIdf = Float64Array.from(
    weights,
    (weight, c) => weight * idf(live.files, words.fileCount[c]!) ** FILE_IDF_POWER,
  );
  const meaning = meaningLane(snapshot, query.text);
  return {
    snapshot,
    query,
    live,
    table,
    words,
    paths: pathsLane(table, concepts),
    identifiers: identifierLane(live, query),
    named,
    inFull,
    terms: termConcepts(concepts),
    meaning: given === null ? meaning : givenLane(snapshot, meaning, given),
    chunkIdf: Float64Array.from(weights, (weight, c) => weight * idf(live.chunks, words.chunkCount[c]!)),
    fileIdf,
    fileIdfSum: fileIdf.reduce((a, b) => a + b, 0),
  };
}

function idf(total: number, holders: number): number {
  return Math.log(1 + (total - holders + 0.5) / (holders + 0.5));
}

function saturated(frequency: number): number {
  return (frequency * (SATURATION + 1)) / (frequency + SATURATION);
}

/** Scores the chunks of one file after another. What a path says is added to the counts of every chunk of its file. */
export class ChunkScorer {
  /** Score of a chunk without any word of the query: what the path alone says. */
  base = 0;
  readonly #evidence: Evidence;
  readonly #bonus: Float64Array;
  /** What a chunk of tests counts. */
  readonly #tests: number;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
    this.#bonus = new Float64Array(evidence.chunkIdf.length);
    this.#tests = evidence.query.lifts.tests ? 1 : TEST_CHUNK;
  }

  beginFile(file: number): void {
    const { paths, table, chunkIdf } = this.#evidence;
    const bonus = this.#bonus;
    const count = bonus.length;
    const folder = table.folder[file]!;
    this.base = 0;
    if (paths.stemWordsMet[file] === 0 && paths.folderMet[folder] === 0) {
      bonus.fill(0);
      return;
    }
    for (let c = 0; c < count; c++) {
      const frequency =
        STEM_FREQUENCY * paths.stem[file * count + c]! + FOLDER_FREQUENCY * paths.folder[folder * count + c]!;
      bonus[c] = frequency;
      if (frequency > 0) this.base += chunkIdf[c]! * saturated(frequency);
    }
  }

  /** Score of a chunk of the file. Concepts are summed in their order: the same sum in any segment. */
  score(segment: number, chunk: number): number {
    const { words, live, chunkIdf } = this.#evidence;
    const { view, frequency, touched } = words.segments[segment]!;
    if (touched[chunk] === 0) return this.base;
    const bonus = this.#bonus;
    const count = bonus.length;
    const norm = 1 - LENGTH_SHARE + (LENGTH_SHARE * view.chunkLength[chunk]!) / live.meanLength;
    const from = chunk * count;
    let score = 0;
    for (let c = 0; c < count; c++) {
      const t = frequency[from + c]! / norm + bonus[c]!;
      if (t > 0) score += chunkIdf[c]! * saturated(t);
    }
    return live.segments[segment]!.testChunk[chunk] === 1 ? score * this.#tests : score;
  }
}
