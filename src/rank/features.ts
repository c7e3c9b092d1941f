// The features of a file and the priors against it: their names, their order, and the weights that were learnt.
import weights from "./weights.json" with { type: "json" };

/** Evidence for a file, each between 0 and about 1. */
export const FEATURES = [
  "top3",
  "sumChunk",
  "dirCov",
  "fPath",
  "stemPrec",
  "bestName",
  "identDef",
  "identStem",
  "inDeg",
  "names",
  "kin",
  "named",
  "wanted",
  "meaning",
] as const;

/** What speaks against a file unless the query asks for it; each is 0 or 1 and subtracted. */
export const PRIORS = [
  "test",
  "example",
  "generated",
  "legacy",
  "olderVersion",
  "platform",
  "header",
  "prose",
  "record",
  "data",
] as const;

export type Feature = (typeof FEATURES)[number];
export type Prior = (typeof PRIORS)[number];
export type WeightSet = Record<Feature | Prior, number>;

/** Queries of one word are weighted apart: there the definition counts, not the prose. */
export const WEIGHTS: Readonly<Record<"phrase" | "word", WeightSet>> = weights;
