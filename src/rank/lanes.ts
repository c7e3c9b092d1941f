// Where does each lane alone put a file among the candidates? Its rank and its share of the lane's best, for explanations
// and receipts.
import type { Candidate } from "./candidates.ts";
import { FEATURES, type Feature } from "./features.ts";

/** What each lane is told by: the largest of these features, each on its scale; among equals the last one decides. */
const LANES = {
  words: ["top3"],
  paths: ["fPath", "named"],
  declarations: ["bestName", "identDef"],
  references: ["inDeg"],
  meaning: ["meaning"],
} as const satisfies Record<string, readonly Feature[]>;

type Lane = keyof typeof LANES;

interface LanePlace {
  /** From 1; equal scores in path order. */
  rank: number;
  /** The lane's value; those that have no scale of their own are divided by the best candidate's. */
  score: number;
}

/** A lane that says nothing of a file is left out. */
export type LanePlaces = Partial<Record<Lane, LanePlace>>;

export function lanePlaces(candidates: readonly Candidate[]): Map<number, LanePlaces> {
  const places = new Map<number, LanePlaces>(candidates.map(({ file }) => [file, {}]));
  for (const lane of Object.keys(LANES) as Lane[]) {
    const numbers = LANES[lane].map((feature) => FEATURES.indexOf(feature));
    const scored = candidates
      .map(({ file, features }) => {
        const values = numbers.map((i) => features[i]!);
        return { file, score: Math.max(...values), last: values[values.length - 1]! };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || b.last - a.last || a.file - b.file);
    scored.forEach(({ file, score }, i) => (places.get(file)![lane] = { rank: i + 1, score }));
  }
  return places;
}
