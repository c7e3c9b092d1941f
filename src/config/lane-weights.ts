// How much does each lane of ranking count? Factors on the weights that Pith brings: 1 leaves a lane as it is.

export const LANE_NAMES = ["words", "declarations", "paths", "references", "meaning", "priors"] as const;
export type LaneName = (typeof LANE_NAMES)[number];
export type LaneWeights = Record<LaneName, number>;

/** A lane that counts four times as much as learnt decides nearly alone: more would only hide a mistake. */
export const MOST_LANE_WEIGHT = 4;

export function evenLaneWeights(): LaneWeights {
  return { words: 1, declarations: 1, paths: 1, references: 1, meaning: 1, priors: 1 };
}

export function isEven(weights: LaneWeights): boolean {
  return LANE_NAMES.every((lane) => weights[lane] === 1);
}
