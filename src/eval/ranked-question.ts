// How does ranking answer a question, and how would it with other weights of its lanes? Each candidate is kept as what each
// lane adds to its score, so that any weights can be tried without ranking again.
import { LANE_NAMES, type LaneName, type LaneWeights } from "../config/lane-weights.ts";
import { FEATURES, PRIORS, WEIGHTS } from "../rank/features.ts";
import { LANE_OF } from "../rank/lane-weights.ts";
import { meaningLane } from "../rank/meaning-lane.ts";
import { rank } from "../rank/rank.ts";
import { readQuery } from "../rank/read-query.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { Question } from "./question.ts";

export interface RankedQuestion {
  question: Question;
  /** One row for each candidate: what each lane adds, in the order of `LANE_NAMES`; what speaks against it is negative. */
  rows: readonly Float64Array[];
  /** What no factor changes, and whether the query names the file. */
  fixed: Float64Array;
  named: Uint8Array;
  /** Path and lines that are shown of it. */
  places: readonly { path: string; start: number; end: number }[];
  /** By target: its row, or -1 where it is no candidate. */
  wanted: readonly number[];
  /** By target: its place by meaning alone among all files, from 1; null where there is no model. */
  byMeaning: readonly number[] | null;
}

const LANE_AT = [...FEATURES, ...PRIORS].map((name) => {
  const lane = LANE_OF[name];
  return lane === null ? -1 : LANE_NAMES.indexOf(lane);
});

export function rankQuestion(snapshot: Snapshot, question: Question): RankedQuestion {
  const { without } = question;
  const read = readQuery(question.query);
  const result = rank(snapshot, read, {
    limit: Number.POSITIVE_INFINITY,
    ...(without === null ? {} : { scope: (path: string) => path !== without }),
  });
  const learnt = WEIGHTS[result.query.kind === "word" ? "word" : "phrase"];
  const weights = [...FEATURES, ...PRIORS].map((name, i) =>
    i < FEATURES.length ? learnt[name] : -learnt[name],
  );
  // In path order, as equal scores stand.
  const files = result.files.toSorted((a, b) => a.file - b.file);
  const fixed = new Float64Array(files.length);
  const rows = files.map(({ features }, r) => {
    const row = new Float64Array(LANE_NAMES.length);
    features.forEach((value, i) => {
      if (LANE_AT[i]! < 0) fixed[r]! += weights[i]! * value;
      else row[LANE_AT[i]!]! += weights[i]! * value;
    });
    return row;
  });
  const rowOf = new Map(files.map(({ path }, r) => [path, r]));
  return {
    question,
    rows,
    fixed,
    named: Uint8Array.from(files, ({ named }) => (named ? 1 : 0)),
    places: files.map(({ path, region }) => ({ path, start: region.start, end: region.end })),
    wanted: question.targets.map(({ path }) => rowOf.get(path) ?? -1),
    byMeaning: ranksByMeaning(snapshot, question),
  };
}

/** Rows from the best on: those that are named, then by score, equal ones in path order. */
export function orderUnder({ rows, fixed, named }: RankedQuestion, factors: readonly number[]): number[] {
  const scores = scoresUnder(rows, fixed, factors);
  return [...rows.keys()].sort((a, b) => named[b]! - named[a]! || scores[b]! - scores[a]! || a - b);
}

/** By target: its place from 1, or 0 where it is no candidate. */
export function ranksUnder(
  { rows, fixed, named, wanted }: RankedQuestion,
  factors: readonly number[],
): number[] {
  const scores = scoresUnder(rows, fixed, factors);
  return wanted.map((row) => {
    if (row < 0) return 0;
    let rank = 1;
    for (let r = 0; r < scores.length; r++) {
      if (named[r]! > named[row]!) rank++;
      else if (
        named[r] === named[row] &&
        (scores[r]! > scores[row]! || (scores[r] === scores[row] && r < row))
      )
        rank++;
    }
    return rank;
  });
}

function scoresUnder(
  rows: readonly Float64Array[],
  fixed: Float64Array,
  factors: readonly number[],
): Float64Array {
  const scores = Float64Array.from(fixed);
  rows.forEach((row, r) => {
    let score = 0;
    for (let i = 0; i < row.length; i++) score += row[i]! * factors[i]!;
    scores[r]! += score;
  });
  return scores;
}

export function factorsOf(weights: LaneWeights): number[] {
  return LANE_NAMES.map((lane) => weights[lane]);
}

export function withoutLane(factors: readonly number[], lane: LaneName): number[] {
  return factors.map((factor, i) => (LANE_NAMES[i] === lane ? 0 : factor));
}

function ranksByMeaning(snapshot: Snapshot, { query, targets, without }: Question): number[] | null {
  const lane = meaningLane(snapshot, query);
  if (lane === null) return null;
  const asked = snapshot.files
    .map((live, file) => ({ live, file }))
    .filter(({ live }) => live.segment >= 0 && live.path !== without);
  const near = asked.map(({ file }) => lane.near(file));
  return targets.map(({ path }) => {
    const own = asked.findIndex(({ live }) => live.path === path);
    if (own < 0) return 0;
    let rank = 1;
    for (let i = 0; i < near.length; i++)
      if (near[i]! > near[own]! || (near[i] === near[own] && i < own)) rank++;
    return rank;
  });
}
