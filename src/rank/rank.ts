// Which files answer a query, and which of their chunks? Lanes of evidence, nine features a file, one linear sum with
// learnt weights, less what speaks against a file. Reads the snapshot alone; the same for any division into segments.
//
//   query ─► evidence (words, paths, identifiers) ─► scores of all files ─► candidates ─► features ─► order ─► regions
import type { LaneWeights } from "../config/lane-weights.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { hasSyntax } from "../lang/language.ts";
import { languageById } from "../lang/registry.ts";
import { type Candidate, completeCandidates } from "./candidates.ts";
import { ChunkScorer, type Evidence, gatherEvidence } from "./evidence.ts";
import { WEIGHTS, type WeightSet } from "./features.ts";
import { candidatesOf, scoreFiles } from "./file-scores.ts";
import type { GivenVectors } from "./given-vectors.ts";
import { conceptsIn } from "./held-concepts.ts";
import { weightedLanes } from "./lane-weights.ts";
import { type LanePlaces, lanePlaces } from "./lanes.ts";
import type { NearChunk } from "./passages.ts";
import { PriorReader } from "./priors.ts";
import type { ReadQuery } from "./read-query.ts";
import { type Region, chooseRegion, chooseRegionOfKind } from "./region.ts";
import { scopeOf } from "./scope-of.ts";
import { understand } from "./understand.ts";

export interface RankOptions {
  /** Bounds every lane: a file outside is never looked at. */
  scope?: (path: string) => boolean;
  /** Most files; 10 unless given. */
  limit?: number;
  /** Language ids; a file of another language is never looked at. */
  language?: readonly string[];
  /** Kinds of declaration. Of a language without a parser a file without such a declaration is left out. */
  kind?: readonly string[];
  /** Each file gets its place in every lane. */
  lanes?: boolean;
  /** Factors on the learnt weights, lane by lane. */
  laneWeights?: LaneWeights;
  /** Vectors of a provider, where there are some. */
  given?: GivenVectors | null;
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
  /** In the order of `FEATURES`, then `PRIORS`; before their weights. */
  features: readonly number[];
  /** Best first, at most `KEPT_CHUNKS`. */
  chunks: readonly RankedChunk[];
  /** How near each of its chunks is in meaning, in their order; none where meaning says nothing. */
  nearness: readonly NearChunk[];
  /** It holds no word of the query: meaning alone brings it. */
  byMeaning: boolean;
  /** Numbers of the query's concepts that the file holds in its text or path. */
  concepts: readonly number[];
  region: Region;
  /** The query names the file in full: it comes before all others. */
  named: boolean;
  /** Line of it that the query names, or 0. */
  namedLine: number;
  /** Where each lane alone puts the file; only if asked for. */
  lanes?: LanePlaces;
}

export interface RankResult {
  /** As it is understood in this repository. */
  query: ReadQuery;
  /** Paths in the query of which there is no file. */
  unknownPaths: readonly string[];
  /** Best first; equal scores in path order. */
  files: readonly RankedFile[];
  /** Files in scope that hold any word of the query, in text or name; among them those that meaning brings beside. */
  matched: number;
  /** The largest share of the query that one file holds in words: where it is small, words are no guide. */
  held: number;
  /** By concept: its weight in this repository (query weight × idf over chunks): what a passage counts with. */
  importance: readonly number[];
}

/** Chunks of a file that are remembered: the first three are evidence, all are where its passages are looked for. */
const KEPT_CHUNKS = 12;

export function rank(snapshot: Snapshot, asked: ReadQuery, options: RankOptions = {}): RankResult {
  const { query, named, unknownPaths } = understand(snapshot, asked);
  const inFull = new Map([...named].filter(([file]) => snapshot.files[file]!.segment >= 0));
  const evidence = gatherEvidence(snapshot, query, inFull, options.given);
  const weights =
    options.weights ?? weightedLanes(WEIGHTS[query.kind === "word" ? "word" : "phrase"], options.laneWeights);
  // A lane that counts nothing brings nothing; and who only names a file asks for nothing else.
  if (weights.meaning === 0 || query.concepts.length === 0) evidence.meaning = null;
  const priors = new PriorReader(evidence.table, query.lifts, weights);
  const scores = scoreFiles(evidence, scopeOf(snapshot, options));
  const chosen = candidatesOf(evidence, scores, weights, priors);
  const ordered = completeCandidates(evidence, scores, chosen, weights, priors);
  const scorer = new ChunkScorer(evidence);
  const kinds = options.kind === undefined ? null : new Set(options.kind);
  const limit = options.limit ?? 10;
  const files: RankedFile[] = [];
  const found = new Set(scores.files);
  for (const candidate of ordered) {
    if (files.length >= limit) break;
    const described = describe(evidence, scorer, candidate, found, kinds);
    if (described !== null) files.push(described);
  }
  if (options.lanes === true) {
    const places = lanePlaces(ordered);
    for (const file of files) file.lanes = places.get(file.file)!;
  }
  const matched = found.size + scores.brought.filter((file) => !found.has(file)).length;
  return { query, unknownPaths, files, matched, held: scores.held, importance: [...evidence.chunkIdf] };
}

/** Null where line patterns are all that is known of the file, and no good chunk holds a declaration of the kinds. */
function describe(
  evidence: Evidence,
  scorer: ChunkScorer,
  { file, score, features, definition }: Candidate,
  found: ReadonlySet<number>,
  kinds: ReadonlySet<string> | null,
): RankedFile | null {
  const { path, segment, entry } = evidence.snapshot.files[file]!;
  const { view } = evidence.words.segments[segment]!;
  const chunks = bestChunks(evidence, scorer, file);
  const nearest = chunks.length === 0 ? (evidence.meaning?.nearest(file) ?? -1) : -1;
  // Where no chunk holds a word, the nearest one is what is shown.
  if (nearest !== -1)
    chunks.push({
      chunk: nearest,
      start: view.chunkStart[nearest]!,
      end: view.chunkEnd[nearest]!,
      score: 1,
    });
  let region = kinds === null ? null : chooseRegionOfKind(evidence, segment, entry, chunks, kinds);
  if (region === null) {
    const language = languageById(evidence.snapshot.segments[segment]!.entryLanguage(entry));
    if (kinds !== null && !hasSyntax(language)) return null;
    region = chooseRegion(evidence, segment, entry, chunks, definition?.declaration ?? -1);
  }
  return {
    path,
    file,
    segment,
    entry,
    score,
    features,
    chunks,
    nearness: nearnessOf(evidence, file),
    byMeaning: !found.has(file),
    concepts: conceptsIn(evidence, file),
    region,
    named: evidence.inFull.has(file),
    namedLine: evidence.inFull.get(file) ?? 0,
  };
}

/** None where the query names a file: what is meant is said. */
function nearnessOf({ snapshot, words, meaning, inFull }: Evidence, file: number): NearChunk[] {
  if (meaning === null || inFull.size > 0) return [];
  const { segment, entry } = snapshot.files[file]!;
  const { view } = words.segments[segment]!;
  const near: NearChunk[] = [];
  for (let chunk = view.chunkOffset[entry]!; chunk < view.chunkOffset[entry + 1]!; chunk++) {
    const cosine = meaning.cosine(segment, chunk);
    near.push({ start: view.chunkStart[chunk]!, end: view.chunkEnd[chunk]!, cosine });
  }
  return near;
}

function bestChunks(evidence: Evidence, scorer: ChunkScorer, file: number): RankedChunk[] {
  const { segment, entry } = evidence.snapshot.files[file]!;
  const { view } = evidence.words.segments[segment]!;
  const chunks: RankedChunk[] = [];
  scorer.beginFile(file);
  for (let chunk = view.chunkOffset[entry]!; chunk < view.chunkOffset[entry + 1]!; chunk++) {
    const score = scorer.score(segment, chunk);
    if (score === 0) continue;
    if (chunks.length === KEPT_CHUNKS && score <= chunks[KEPT_CHUNKS - 1]!.score) continue;
    let at = chunks.length;
    while (at > 0 && chunks[at - 1]!.score < score) at--;
    chunks.splice(at, 0, { chunk, start: view.chunkStart[chunk]!, end: view.chunkEnd[chunk]!, score });
    if (chunks.length > KEPT_CHUNKS) chunks.pop();
  }
  return chunks;
}
