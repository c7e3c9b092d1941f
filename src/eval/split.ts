// Which part is a question in? Told by the hash of its source alone, so that it was decided before anything was measured
// and stays the same when other questions come or go.
import { sha256 } from "../base/hash.ts";

/** `train` teaches weights, `validation` chooses how far they may move, `held` is looked at once, for the verdict. */
export const PARTS = ["train", "validation", "held"] as const;
export type Part = (typeof PARTS)[number];

/** Of ten: five to learn from, two to choose by, three for the verdict, whose interval must be narrow. */
const TRAIN = 5;
const VALIDATION = 2;

export function partOf(source: string): Part {
  const tenth = Number.parseInt(sha256(`part of ${source}`).slice(0, 8), 16) % 10;
  if (tenth < TRAIN) return "train";
  return tenth < TRAIN + VALIDATION ? "validation" : "held";
}
