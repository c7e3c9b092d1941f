// Which files does the evidence of words and paths favour? One pass over the files that hold any word of the query, in
// columns by file, then the best of them as candidates for the dearer features.
import { nthLargest } from "../base/nth-largest.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { CANDIDATES, LEAST_NEARNESS, SECOND_CHUNK, SURE_NEARNESS, THIRD_CHUNK } from "./constants.ts";
import { ChunkScorer, type Evidence } from "./evidence.ts";
import type { WeightSet } from "./features.ts";
import { mostHeld } from "./held-concepts.ts";
import { pathEvidence, stemAgainst } from "./paths-lane.ts";
import type { PriorReader } from "./priors.ts";

/** Columns by file; only the rows of `files` hold. They are kept per snapshot and filled anew by each query. */
export interface FileScores {
  /** Files in scope that hold any word of the query in text or name. */
  files: number[];
  /** Files in scope that meaning brings, in path order, whether they hold one or not. */
  brought: readonly number[];
  /** The largest share of the query that a file holds in words, of the best by words; 1 where that isn't asked. */
  held: number;
  best: Float64Array;
  top3: Float64Array;
  sumChunk: Float64Array;
  fPath: Float64Array;
  dirCov: Float64Array;
  stemPrec: Float64Array;
  identStem: Float64Array;
}

const kept = new WeakMap<Snapshot, FileScores>();

function columnsOf(snapshot: Snapshot): FileScores {
  let columns = kept.get(snapshot);
  if (columns === undefined) {
    const column = () => new Float64Array(snapshot.files.length);
    columns = {
      files: [],
      brought: [],
      held: 1,
      best: column(),
      top3: column(),
      sumChunk: column(),
      fPath: column(),
      dirCov: column(),
      stemPrec: column(),
      identStem: column(),
    };
    kept.set(snapshot, columns);
  }
  columns.files = [];
  columns.brought = [];
  columns.held = 1;
  return columns;
}

export function scoreFiles(evidence: Evidence, inScope: (file: number) => boolean): FileScores {
  const { snapshot, live, words, paths, identifiers, named } = evidence;
  const scores = columnsOf(snapshot);
  const scorer = new ChunkScorer(evidence);
  const seen = new Uint8Array(snapshot.files.length);
  const visit = (file: number): void => {
    if (seen[file] === 1) return;
    seen[file] = 1;
    if (snapshot.files[file]!.segment < 0 || !inScope(file)) return;
    scoreFile(evidence, scorer, file, scores);
    scores.files.push(file);
  };
  const visitEntry = (segment: number, entry: number): void => {
    for (let file = live.segments[segment]!.firstFile[entry]!; file !== -1; file = live.nextFile[file]!) {
      visit(file);
    }
  };
  words.segments.forEach(({ entries }, segment) => {
    for (const entry of entries) visitEntry(segment, entry);
  });
  for (const file of paths.files) visit(file);
  for (const file of named.keys()) visit(file);
  // An identifier of a single letter makes no term: its definitions are found by name alone.
  identifiers.forEach((definitions, segment) => {
    for (const entry of definitions.keys()) visitEntry(segment, entry);
  });
  const least = leastNearness(evidence, scores);
  scores.brought = least === null ? [] : (evidence.meaning?.brought(least, inScope) ?? []);
  for (const file of scores.brought) if (seen[file] === 0) scoreFile(evidence, scorer, file, scores);
  return scores;
}

/** Files by their words of which the share of the query is looked at that they hold. */
const LOOKED_AT = 5;

/**
 * How near must a file be to be brought by meaning alone? The nearer, the more of the query some file holds in words.
 * Null where none may: a name that isn't there is
 * not there, and a file that is named is what is meant.
 */
function leastNearness(evidence: Evidence, scores: FileScores): number | null {
  const { files, top3 } = scores;
  const { kind, identifiers } = evidence.query;
  if (evidence.inFull.size > 0 || (kind === "word" && identifiers.length > 0)) return null;
  if (kind === "word" || files.length === 0) return SURE_NEARNESS;
  const bar = nthLargest(
    Float64Array.from(files, (file) => top3[file]!),
    Math.min(LOOKED_AT, files.length),
  );
  const best = inOrder(files.filter((file) => top3[file]! >= bar)).slice(0, LOOKED_AT);
  scores.held = mostHeld(evidence, best);
  return LEAST_NEARNESS + scores.held * (SURE_NEARNESS - LEAST_NEARNESS);
}

const path = { fPath: 0, dirCov: 0, stemPrec: 0 };

function scoreFile(evidence: Evidence, scorer: ChunkScorer, file: number, scores: FileScores): void {
  const { snapshot, words, paths, table, fileIdf, fileIdfSum, query } = evidence;
  const { segment, entry } = snapshot.files[file]!;
  const { view, touched } = words.segments[segment]!;
  scorer.beginFile(file);
  let first = 0;
  let second = 0;
  let third = 0;
  let sum = 0;
  const to = view.chunkOffset[entry + 1]!;
  for (let chunk = view.chunkOffset[entry]!; chunk < to; chunk++) {
    const score = touched[chunk] === 0 ? scorer.base : scorer.score(segment, chunk);
    sum += score;
    if (score > third) {
      if (score > second) {
        third = second;
        if (score > first) {
          second = first;
          first = score;
        } else second = score;
      } else third = score;
    }
  }
  scores.best[file] = first;
  scores.top3[file] = first + SECOND_CHUNK * second + THIRD_CHUNK * third;
  scores.sumChunk[file] = Math.log(1 + sum);
  if (paths.stemWordsMet[file] === 0 && paths.folderMet[table.folder[file]!] === 0) {
    scores.fPath[file] = scores.dirCov[file] = scores.stemPrec[file] = 0;
  } else {
    pathEvidence(paths, table, file, fileIdf, fileIdfSum, path);
    scores.fPath[file] = path.fPath;
    scores.dirCov[file] = path.dirCov;
    scores.stemPrec[file] = path.stemPrec;
  }
  scores.identStem[file] =
    query.identifiers.length === 0 ? 0 : stemAgainst(table.stem[file]!, query.identifiers);
}

/**
 * The files that get the dearer features: the best by words and paths, every definition of an identifier, every named
 * file, and what meaning brings.
 */
export function candidatesOf(
  evidence: Evidence,
  scores: FileScores,
  weights: WeightSet,
  priors: PriorReader,
): number[] {
  const { files, brought } = scores;
  if (files.length <= CANDIDATES) return inOrder([...new Set([...files, ...brought])]);
  const share = (column: Float64Array, weight: number): number => {
    let most = 0;
    for (const file of files) if (column[file]! > most) most = column[file]!;
    return most === 0 ? 0 : weight / most;
  };
  const top3 = share(scores.top3, weights.top3);
  const sumChunk = share(scores.sumChunk, weights.sumChunk);
  const fPath = share(scores.fPath, weights.fPath);
  const partial = new Float64Array(files.length);
  for (let i = 0; i < files.length; i++) {
    const file = files[i]!;
    partial[i] =
      top3 * scores.top3[file]! +
      sumChunk * scores.sumChunk[file]! +
      fPath * scores.fPath[file]! +
      weights.dirCov * scores.dirCov[file]! +
      weights.stemPrec * scores.stemPrec[file]! +
      weights.identStem * scores.identStem[file]! +
      weights.wanted * priors.wanted(file) -
      priors.penalty(file);
  }
  const bar = nthLargest(partial, CANDIDATES);
  const { snapshot, identifiers, named } = evidence;
  const asked = (file: number): boolean => {
    const { segment, entry } = snapshot.files[file]!;
    return identifiers[segment]!.has(entry) || named.has(file);
  };
  // Equal files at the bar all stay: cutting among them would need an order that costs more than they do.
  const best = files.filter((file, i) => partial[i]! >= bar || asked(file));
  return inOrder([...new Set([...best, ...brought])]);
}

/** In path order: sums over candidates must not depend on the segments that the files rest in. */
function inOrder(files: number[]): number[] {
  return files.sort((a, b) => a - b);
}
