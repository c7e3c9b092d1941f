// Which files answer a query, and which of their chunks? Lanes of evidence, nine features a file, one linear sum with
// learnt weights, less what speaks against a file. Reads the snapshot alone; the same for any division into segments.
import { compareStrings } from "../base/order.ts";
import type { SegmentView, Snapshot } from "../store/segment-view.ts";
import {
  CANDIDATES,
  FILE_IDF_POWER,
  FOLDER_FREQUENCY,
  LENGTH_SHARE,
  SATURATION,
  SECOND_CHUNK,
  STEM_FREQUENCY,
  THIRD_CHUNK,
} from "./constants.ts";
import {
  type Found,
  type IdentifierLane,
  type TermConcepts,
  declarationsIn,
  identifierLane,
  nameValue,
  qualifierFactor,
  termConcepts,
} from "./declarations-lane.ts";
import { FEATURES, PRIORS, WEIGHTS, type WeightSet } from "./features.ts";
import { type LiveFiles, liveFiles } from "./live-files.ts";
import { type PathTable, pathTable } from "./path-table.ts";
import { type PathsLane, pathFeatures, pathsLane } from "./paths-lane.ts";
import { priorsOf } from "./priors.ts";
import type { ReadQuery } from "./read-query.ts";
import { referencesTo } from "./references.ts";
import { type Region, regionOfChunk, regionOfDeclaration } from "./region.ts";
import { type TouchedSegment, type WordsLane, wordsLane } from "./words-lane.ts";

export interface RankOptions {
  /** Bounds every lane: a file outside is never looked at. */
  scope?: (path: string) => boolean;
  limit?: number;
  /** Language ids; a file of another language is never looked at. */
  language?: readonly string[];
  /** Kinds of declaration; a file without one that matches is left out. */
  kind?: readonly string[];
  /** For the learner: other weights. */
  weights?: WeightSet;
}

export interface RankedChunk {
  chunk: number;
  start: number;
  end: number;
  score: number;
}

export interface RankedFile {
  path: string;
  /** Index into the snapshot's files. */
  file: number;
  segment: number;
  entry: number;
  score: number;
  /** In the order of `FEATURES`, then `PRIORS`. */
  features: readonly number[];
  /** Best first, at most three. */
  chunks: readonly RankedChunk[];
  /** Numbers of the query's concepts that the file holds in its text or path. */
  concepts: readonly number[];
  region: Region;
}

export interface RankResult {
  query: ReadQuery;
  /** Best first; equal scores in path order. */
  files: readonly RankedFile[];
  /** Files in scope that hold any word of the query, in text or name. */
  matched: number;
  /** By concept: its weight in this repository (query weight × idf over files): what a passage counts with. */
  importance: readonly number[];
}

interface Candidate {
  file: number;
  segment: number;
  entry: number;
  /** Raw values by feature and prior. */
  features: number[];
  best: number;
  chunks: RankedChunk[];
  definition: Found | undefined;
  named: Found | undefined;
  partial: number;
}

export function rank(snapshot: Snapshot, query: ReadQuery, options: RankOptions = {}): RankResult {
  const search = openSearch(snapshot, query, options);
  const all = search.score();
  const chosen = search.candidates(all);
  search.complete(chosen);
  const files = search.order(chosen).slice(0, options.limit ?? 10);
  return { query, files, matched: all.length, importance: search.importance };
}

const FEATURE_COUNT = FEATURES.length;
const AT = Object.fromEntries(FEATURES.map((name, i) => [name, i])) as Record<
  (typeof FEATURES)[number],
  number
>;
/** Features that are divided by the largest value over the files. */
const SCALED = (["top3", "sumChunk", "fPath", "bestName", "inDeg"] as const).map((name) => AT[name]);

function openSearch(snapshot: Snapshot, query: ReadQuery, options: RankOptions) {
  const { concepts } = query;
  const live = liveFiles(snapshot);
  const table = pathTable(snapshot);
  const words = wordsLane(live, concepts);
  const paths = pathsLane(table, concepts);
  const identifiers = identifierLane(live, query);
  const weights = options.weights ?? WEIGHTS[query.kind === "word" ? "word" : "phrase"];
  const chunkIdf = concepts.map((c, i) => c.weight * idf(live.chunks, words.chunkCount[i]!));
  const fileIdf = Float64Array.from(
    concepts,
    (c, i) => c.weight * idf(live.files, words.fileCount[i]!) ** FILE_IDF_POWER,
  );
  const idfSum = fileIdf.reduce((a, b) => a + b, 0);
  const terms = termConcepts(concepts);
  const weightList = [...FEATURES.map((f) => weights[f]), ...PRIORS.map((p) => -weights[p])];
  const inScope = (file: number): boolean => {
    const { path, segment, entry } = snapshot.files[file]!;
    if (options.language !== undefined) {
      if (!options.language.includes(snapshot.segments[segment]!.entryLanguage(entry))) return false;
    }
    return options.scope === undefined || options.scope(path);
  };

  function score(): Candidate[] {
    const all: Candidate[] = [];
    const pathOnly = new Set(paths.files);
    for (let s = 0; s < words.segments.length; s++) {
      const touched = words.segments[s]!;
      for (const entry of touched.entries) {
        for (let file = live.segments[s]!.firstFile[entry]!; file !== -1; file = live.nextFile[file]!) {
          pathOnly.delete(file);
          if (inScope(file)) all.push(scoreFile(file, s, entry, touched));
        }
      }
    }
    for (const file of pathOnly) {
      const { segment, entry } = snapshot.files[file]!;
      if (segment >= 0 && inScope(file)) all.push(scoreFile(file, segment, entry, words.segments[segment]!));
    }
    return all;
  }

  function scoreFile(file: number, segment: number, entry: number, touched: TouchedSegment): Candidate {
    const folder = table.folder[file]!;
    const bonus = new Float64Array(concepts.length);
    let base = 0;
    for (let c = 0; c < concepts.length; c++) {
      const p = STEM_FREQUENCY * paths.stem[c]![file]! + FOLDER_FREQUENCY * paths.folder[c]![folder]!;
      bonus[c] = p;
      if (p > 0) base += chunkIdf[c]! * saturated(p);
    }
    const { view, frequency, stride } = touched;
    const chunks: RankedChunk[] = [];
    let sum = 0;
    const to = view.chunkOffset[entry + 1]!;
    for (let chunk = view.chunkOffset[entry]!; chunk < to; chunk++) {
      let value = base;
      if (touched.touched[chunk] === 1) {
        const norm = 1 - LENGTH_SHARE + (LENGTH_SHARE * view.chunkLength[chunk]!) / live.meanLength;
        value = 0;
        for (let c = 0; c < stride; c++) {
          const t = frequency[chunk * stride + c]! / norm + bonus[c]!;
          if (t > 0) value += chunkIdf[c]! * saturated(t);
        }
      } else if (base === 0) continue;
      sum += value;
      keepBest(chunks, view, chunk, value);
    }
    const path = pathFeatures(paths, table, file, fileIdf, idfSum, query.identifiers);
    const features = new Array<number>(FEATURE_COUNT).fill(0);
    const best = chunks[0]?.score ?? base;
    features[AT.top3] = best + SECOND_CHUNK * (chunks[1]?.score ?? 0) + THIRD_CHUNK * (chunks[2]?.score ?? 0);
    features[AT.sumChunk] = Math.log(1 + sum);
    features[AT.fPath] = path.fPath;
    features[AT.dirCov] = path.dirCov;
    features[AT.stemPrec] = path.stemPrec;
    features[AT.identStem] = path.identStem;
    features.push(...priorsOf(table, file, query.lifts));
    return {
      file,
      segment,
      entry,
      features,
      best,
      chunks,
      definition: identifiers[segment]!.get(entry),
      named: undefined,
      partial: 0,
    };
  }

  /** The files that get the dearer features: the best by words and paths, and every definition of an identifier. */
  function candidates(all: Candidate[]): Candidate[] {
    if (all.length <= CANDIDATES) return all;
    const most = largest(all);
    for (const candidate of all) candidate.partial = sumOf(candidate.features, most);
    const sorted = all.toSorted((a, b) => b.partial - a.partial || compareStrings(pathOf(a), pathOf(b)));
    const chosen = sorted.slice(0, CANDIDATES);
    for (const candidate of sorted.slice(CANDIDATES))
      if (candidate.definition !== undefined) chosen.push(candidate);
    return chosen;
  }

  function complete(chosen: Candidate[]): void {
    const scratch = new Float64Array(concepts.length);
    for (const candidate of chosen) {
      const { features, segment, entry, file } = candidate;
      candidate.named = bestNamed(words.segments[segment]!, entry, terms, fileIdf, idfSum, scratch);
      features[AT.bestName] = candidate.named?.value ?? 0;
      if (candidate.definition !== undefined) {
        features[AT.identDef] = candidate.definition.value * qualifierFactor(query, table.stem[file]!);
      }
      features[AT.inDeg] = candidate.best * Math.log(1 + referencesTo(snapshot, live, table, file));
    }
    const most = largest(chosen);
    for (const candidate of chosen) {
      for (const i of SCALED) if (most[i]! > 0) candidate.features[i]! /= most[i]!;
    }
  }

  function order(chosen: Candidate[]): RankedFile[] {
    const ones = new Array<number>(FEATURE_COUNT).fill(1);
    const scored = chosen.map((candidate) => ({ candidate, score: sumOf(candidate.features, ones) }));
    scored.sort((a, b) => b.score - a.score || compareStrings(pathOf(a.candidate), pathOf(b.candidate)));
    return scored.map(({ candidate, score: total }) => describe(candidate, total));
  }

  function describe(candidate: Candidate, total: number): RankedFile {
    const { file, segment, entry, features, chunks, definition, named } = candidate;
    const { view, frequency, stride } = words.segments[segment]!;
    const held: number[] = [];
    for (let c = 0; c < stride; c++) {
      let found = paths.stem[c]![file]! > 0 || paths.folder[c]![table.folder[file]!]! > 0;
      for (let k = view.chunkOffset[entry]!; !found && k < view.chunkOffset[entry + 1]!; k++) {
        found = frequency[k * stride + c]! > 0;
      }
      if (found) held.push(c);
    }
    const shown = definition ?? named;
    return {
      path: pathOf(candidate),
      file,
      segment,
      entry,
      score: total,
      features,
      chunks,
      concepts: held,
      region:
        shown !== undefined
          ? regionOfDeclaration(view, shown.declaration)
          : regionOfChunk(view, chunks[0]?.chunk ?? view.chunkOffset[entry]!),
    };
  }

  const pathOf = (candidate: Candidate) => snapshot.files[candidate.file]!.path;
  function sumOf(features: readonly number[], most: readonly number[]): number {
    let total = 0;
    for (let i = 0; i < weightList.length; i++) {
      const scale = i < FEATURE_COUNT && SCALED.includes(i) ? most[i]! : 1;
      if (scale > 0) total += (weightList[i]! * features[i]!) / scale;
    }
    return total;
  }
  return { score, candidates, complete, order, importance: [...fileIdf] };
}

function idf(total: number, holders: number): number {
  return Math.log(1 + (total - holders + 0.5) / (holders + 0.5));
}

function saturated(t: number): number {
  return (t * (SATURATION + 1)) / (t + SATURATION);
}

function keepBest(chunks: RankedChunk[], view: SegmentView, chunk: number, score: number): void {
  if (chunks.length === 3 && score <= chunks[2]!.score) return;
  let at = chunks.length;
  while (at > 0 && chunks[at - 1]!.score < score) at--;
  chunks.splice(at, 0, { chunk, start: view.chunkStart[chunk]!, end: view.chunkEnd[chunk]!, score });
  if (chunks.length > 3) chunks.pop();
}

function largest(candidates: readonly Candidate[]): number[] {
  const most = new Array<number>(FEATURE_COUNT).fill(0);
  for (const { features } of candidates) {
    for (let i = 0; i < FEATURE_COUNT; i++) most[i] = Math.max(most[i]!, features[i]!);
  }
  return most;
}

function bestNamed(
  touched: TouchedSegment,
  entry: number,
  terms: TermConcepts,
  fileIdf: Float64Array,
  idfSum: number,
  scratch: Float64Array,
): Found | undefined {
  const { view, inName } = touched;
  let best: Found | undefined;
  for (let chunk = view.chunkOffset[entry]!; chunk < view.chunkOffset[entry + 1]!; chunk++) {
    if (inName[chunk] === 0) continue;
    for (const d of declarationsIn(view, entry, view.chunkStart[chunk]!, view.chunkEnd[chunk]!)) {
      const value = nameValue(view, d, terms, fileIdf, idfSum, scratch);
      if (value > 0 && (best === undefined || value > best.value)) best = { value, declaration: d };
    }
  }
  return best;
}

export type { IdentifierLane, LiveFiles, PathTable, PathsLane, WordsLane };
