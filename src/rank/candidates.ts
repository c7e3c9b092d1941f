// In which order do the candidates stand? The dearer features (names of declarations, definitions, references), each
// feature on its scale, and their weighted sum.
import { type Found, definitionValue } from "./declarations-lane.ts";
import type { Evidence } from "./evidence.ts";
import { FEATURES, type Feature, PRIORS, type WeightSet } from "./features.ts";
import type { FileScores } from "./file-scores.ts";
import type { PriorReader } from "./priors.ts";
import { referencesTo } from "./references.ts";
import { bestNamedIn } from "./region.ts";

export interface Candidate {
  file: number;
  score: number;
  /** In the order of `FEATURES`, then `PRIORS`. */
  features: number[];
  /** Definition of an identifier of the query. */
  definition: Found | undefined;
}

const AT = Object.fromEntries(FEATURES.map((name, i) => [name, i])) as Record<Feature, number>;
/** Features that are divided by the largest value among the candidates. */
const SCALED = (["top3", "sumChunk", "fPath", "bestName", "inDeg", "names", "kin"] as const).map(
  (name) => AT[name],
);

const NOTHING: readonly number[] = [...FEATURES, ...PRIORS].map(() => 0);

/** The candidates with all of their features: those that the query names, then the best; equal ones in path order. */
export function completeCandidates(
  evidence: Evidence,
  scores: FileScores,
  files: readonly number[],
  weights: WeightSet,
  priors: PriorReader,
): Candidate[] {
  evidence.meaning?.begin?.(files);
  const candidates = files.map((file) => featuresOf(evidence, scores, file, priors));
  addKin(evidence, scores, candidates);
  for (const i of SCALED) {
    let most = 0;
    for (const { features } of candidates) most = Math.max(most, features[i]!);
    if (most > 0) for (const { features } of candidates) features[i]! /= most;
  }
  spread(candidates, AT.meaning);
  for (const candidate of candidates) {
    let score = 0;
    for (let i = 0; i < FEATURES.length; i++) score += weights[FEATURES[i]!] * candidate.features[i]!;
    candidate.score = score - priors.penalty(candidate.file);
  }
  const { inFull } = evidence;
  const first = ({ file }: Candidate): number => (inFull.has(file) ? 1 : 0);
  // Files are numbered in path order.
  return candidates.sort((a, b) => first(b) - first(a) || b.score - a.score || a.file - b.file);
}

/** Cosines may be below 0 and are never far apart: from the least among the candidates, 0, to the largest, 1. */
function spread(candidates: readonly Candidate[], i: number): void {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const { features } of candidates) {
    least = Math.min(least, features[i]!);
    most = Math.max(most, features[i]!);
  }
  for (const { features } of candidates) {
    // Where all are equally near, they are told apart by nothing, but near they are.
    features[i] = most > least ? (features[i]! - least) / (most - least) : most > 0 ? 1 : 0;
  }
}

function featuresOf(evidence: Evidence, scores: FileScores, file: number, priors: PriorReader): Candidate {
  const { snapshot, live, table, identifiers } = evidence;
  const { segment, entry } = snapshot.files[file]!;
  const definition = identifiers[segment]!.get(entry);
  const features = NOTHING.slice();
  features[AT.top3] = scores.top3[file]!;
  features[AT.sumChunk] = scores.sumChunk[file]!;
  features[AT.dirCov] = scores.dirCov[file]!;
  features[AT.fPath] = scores.fPath[file]!;
  features[AT.stemPrec] = scores.stemPrec[file]!;
  features[AT.bestName] = bestName(evidence, segment, entry);
  features[AT.identDef] = definition === undefined ? 0 : definitionValue(definition, table.stem[file]!);
  features[AT.identStem] = scores.identStem[file]!;
  features[AT.inDeg] = scores.best[file]! * Math.log(1 + referencesTo(snapshot, live, file));
  features[AT.names] = mostOf(namedIn(evidence, segment, entry), evidence.fileIdf);
  features[AT.named] = evidence.named.get(file) ?? 0;
  features[AT.wanted] = priors.wanted(file);
  features[AT.meaning] = evidence.meaning?.near(file) ?? 0;
  priors.writeInto(features, FEATURES.length, file);
  return { file, score: 0, features, definition };
}

/** A file among others of its folder that hold the query's words is more likely meant than a lone one. */
function addKin({ table }: Evidence, { top3 }: FileScores, candidates: readonly Candidate[]): void {
  const sums = new Map<number, number>();
  for (const { file } of candidates) {
    const folder = table.folder[file]!;
    sums.set(folder, (sums.get(folder) ?? 0) + top3[file]!);
  }
  for (const { file, features } of candidates) {
    features[AT.kin] = Math.log(1 + Math.max(0, sums.get(table.folder[file]!)! - top3[file]!));
  }
}

/** Concepts (as bits) in any name declared in the file. */
function namedIn(evidence: Evidence, segment: number, entry: number): number {
  const { view, inName } = evidence.words.segments[segment]!;
  let bits = 0;
  for (let chunk = view.chunkOffset[entry]!; chunk < view.chunkOffset[entry + 1]!; chunk++) {
    bits |= inName[chunk]!;
  }
  return bits;
}

function bestName(evidence: Evidence, segment: number, entry: number): number {
  const { view, inName } = evidence.words.segments[segment]!;
  const { fileIdf, fileIdfSum } = evidence;
  let best = 0;
  for (let chunk = view.chunkOffset[entry]!; chunk < view.chunkOffset[entry + 1]!; chunk++) {
    const bits = inName[chunk]!;
    if (bits === 0 || mostOf(bits, fileIdf) <= best * fileIdfSum) continue;
    best = Math.max(best, bestNamedIn(evidence, segment, entry, chunk)?.value ?? 0);
  }
  return best;
}

/** Weight of concepts given as bits. No name in a chunk is worth more than the concepts in its names. */
function mostOf(bits: number, idf: Float64Array): number {
  let most = 0;
  for (let c = 0; c < Math.min(31, idf.length); c++) if ((bits >>> c) & 1) most += idf[c]!;
  return most;
}
