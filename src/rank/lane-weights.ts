// Which lane does a feature belong to, and what does a user's factor on the lane make of its learnt weight?
import { isEven, type LaneName, type LaneWeights } from "../config/lane-weights.ts";
import { FEATURES, type Feature, PRIORS, type Prior, type WeightSet } from "./features.ts";

/** Null where no factor applies: a file that the query names in full comes first whatever else is set. */
export const LANE_OF: Readonly<Record<Feature | Prior, LaneName | null>> = {
  top3: "words",
  sumChunk: "words",
  kin: "words",
  bestName: "declarations",
  identDef: "declarations",
  names: "declarations",
  dirCov: "paths",
  fPath: "paths",
  stemPrec: "paths",
  identStem: "paths",
  inDeg: "references",
  meaning: "meaning",
  named: null,
  wanted: "priors",
  test: "priors",
  example: "priors",
  generated: "priors",
  legacy: "priors",
  olderVersion: "priors",
  platform: "priors",
  header: "priors",
  prose: "priors",
  record: "priors",
  data: "priors",
};

/** The learnt weights themselves where every factor is 1: nothing is made on the common path. */
export function weightedLanes(learnt: WeightSet, lanes: LaneWeights | undefined): WeightSet {
  if (lanes === undefined || isEven(lanes)) return learnt;
  const weights = { ...learnt };
  for (const name of [...FEATURES, ...PRIORS]) {
    const lane = LANE_OF[name];
    if (lane !== null) weights[name] *= lanes[lane];
  }
  return weights;
}
