// Which factors on the lanes would suit this repository, and are they no worse on questions that had no part in learning
// them? The rule for writing them down is `verdictOf`.
import { LANE_NAMES, MOST_LANE_WEIGHT, type LaneWeights } from "../config/lane-weights.ts";
import { type Interval, intervalOf } from "./interval.ts";
import { LEARN, type Example, learn } from "./learner.ts";
import { mean, ndcgOfRanks } from "./measure.ts";
import { factorsOf, type RankedQuestion, ranksUnder } from "./ranked-question.ts";
import { type Part, partOf } from "./split.ts";

/**
 * How strongly factors are held near 1, from the strongest on; the validation part chooses. Few questions must not move
 * them far: with the weakest a hundred questions already turn lanes off.
 */
const HOLDS = [0.5, 0.1, 0.02, 0.004] as const;
/** Fewer questions teach nothing, or judge nothing. Set by hand: below it an interval is wider than any gain seen. */
export const LEAST_QUESTIONS = 30;
/** NDCG@10 by which the interval of the difference may reach below 0 (non-inferiority margin). Set by hand. */
export const MARGIN = 0.01;

export type Verdict = "better" | "not worse" | "worse" | "unsure" | "too few" | "same";

export interface LearntLanes {
  inForce: LaneWeights;
  weights: LaneWeights;
  /** How strongly they were held near 1. */
  hold: number | null;
  questions: Record<Part, number>;
  /** NDCG@10 on each part with the factors in force and the learnt ones. */
  before: Record<Part, number>;
  after: Record<Part, number>;
  /** Learnt less in force, on the held-back part. */
  difference: Interval;
  verdict: Verdict;
}

export function scoreUnder(ranked: RankedQuestion, factors: readonly number[]): number {
  return ndcgOfRanks(ranksUnder(ranked, factors));
}

export function learnLanes(all: readonly RankedQuestion[], inForce: LaneWeights): LearntLanes {
  const parts: Record<Part, RankedQuestion[]> = { train: [], validation: [], held: [] };
  for (const ranked of all) parts[partOf(ranked.question.source)].push(ranked);
  const before = factorsOf(inForce);
  const scored = (part: Part, factors: readonly number[]) =>
    parts[part].map((ranked) => scoreUnder(ranked, factors));
  let best: { factors: number[]; hold: number | null; score: number } = {
    factors: before,
    hold: null,
    score: mean(scored("validation", before)),
  };
  if (parts.train.length >= LEAST_QUESTIONS && parts.validation.length > 0) {
    for (const hold of HOLDS) {
      const factors = learntFactors(parts.train, hold);
      const score = mean(scored("validation", factors));
      // Equal ones stay nearer to what was.
      if (score > best.score) best = { factors, hold, score };
    }
  }
  const held = { before: scored("held", before), after: scored("held", best.factors) };
  const difference = intervalOf(held.after.map((score, i) => score - held.before[i]!));
  const ofEach = (factors: readonly number[]) => ({
    train: mean(scored("train", factors)),
    validation: mean(scored("validation", factors)),
    held: mean(scored("held", factors)),
  });
  const questions = {
    train: parts.train.length,
    validation: parts.validation.length,
    held: parts.held.length,
  };
  const enough = Math.min(questions.train, questions.held) >= LEAST_QUESTIONS;
  const isSame = best.factors.every((factor, i) => factor === before[i]);
  return {
    inForce,
    weights: Object.fromEntries(LANE_NAMES.map((lane, i) => [lane, best.factors[i]!])) as LaneWeights,
    hold: best.hold,
    questions,
    before: ofEach(before),
    after: ofEach(best.factors),
    difference,
    verdict: enough ? verdictOf(difference, isSame) : "too few",
  };
}

/**
 * Not worse: the mean on the held-back part is no lower, and the whole interval of the difference lies above minus the
 * margin. Unsure: the interval is too wide to say.
 */
export function verdictOf({ mean: difference, low, high }: Interval, isSame: boolean): Verdict {
  if (isSame) return "same";
  if (low > 0) return "better";
  if (difference >= 0 && low > -MARGIN) return "not worse";
  return high < 0 || (difference < 0 && low > -MARGIN) ? "worse" : "unsure";
}

/** Whether factors of this verdict may be written down. */
export function isApplicable(verdict: Verdict): boolean {
  return verdict === "better" || verdict === "not worse";
}

/** To a hundredth, as they are written down. */
export function learntFactors(train: readonly RankedQuestion[], hold: number): number[] {
  const examples = train.flatMap(({ rows, wanted, named }): Example[] => {
    const found = [...new Set(wanted.filter((row) => row >= 0))];
    // A query that names its file has no need of lanes.
    return found.length === 0 || named.includes(1) ? [] : [{ repository: "", rows, wanted: found }];
  });
  const even = LANE_NAMES.map(() => 1);
  const learnt = learn(examples, {
    ...LEARN,
    decay: hold,
    start: even,
    towards: even,
    most: MOST_LANE_WEIGHT,
  });
  return learnt.map((factor) => Math.round(factor * 100) / 100);
}
