// The JSON form of an evaluation: how well ranking finds what is looked for in this repository, what each lane adds, and
// which factors on the lanes would suit it.
import type { AnswerRoot } from "./answer.ts";

/** Mean, with the 95% interval of the bootstrap. */
export interface EvalInterval {
  mean: number;
  low: number;
  high: number;
}

export interface EvalGroup {
  /** `all`, a kind of question, `no word in name`, or `all words in name`. */
  name: string;
  questions: number;
  ndcg: EvalInterval;
  mrr: EvalInterval;
  /** Tokens → share of the files that answer which is shown within them. */
  recall: Record<string, EvalInterval>;
  /** Tokens → share of those whose very lines are shown: changed lines, the documented symbol. */
  lines: Record<string, EvalInterval>;
  firstHit: { median: number; mean: number };
}

export interface EvalLane {
  lane: string;
  factor: number;
  /** NDCG@10 that is lost without the lane, by group. */
  gain: Record<string, EvalInterval>;
}

export interface EvalLearnt {
  weights: Record<string, number>;
  inForce: Record<string, number>;
  questions: { train: number; validation: number; held: number };
  before: { train: number; validation: number; held: number };
  after: { train: number; validation: number; held: number };
  /** NDCG@10 learnt less in force, on the held-back part. */
  difference: EvalInterval;
  verdict: "better" | "not worse" | "worse" | "unsure" | "too few" | "same";
}

export interface EvalRow {
  id: string;
  kind: string;
  part: string;
  query: string;
  targets: string[];
  /** Place of each target, from 1; 0 where it is not found. */
  ranks: number[];
  ndcg: number;
  /** NDCG@10 without each lane, and by meaning alone (null where there is no model). */
  without: Record<string, number>;
  meaningAlone: number | null;
  firstHit: number;
}

export interface EvalReport {
  op: "eval";
  root: AnswerRoot;
  unit: string;
  files: number;
  /** What was asked, what was left out, and why. */
  notes: string[];
  groups: EvalGroup[];
  lanes: EvalLane[];
  /** NDCG@10 by meaning alone, by group; null where there is no model. */
  meaningAlone: Record<string, EvalInterval> | null;
  learnt: EvalLearnt;
  /** The file that the factors were written to, or null. */
  applied: string | null;
  /** The file that the page was written to, or null. */
  page: string | null;
  rows: EvalRow[];
}
