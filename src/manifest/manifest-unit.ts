// In what are the tokens of a manifest counted? Its file says it, under `source["x-pith"].unit`, so that what a build measured and
// what a walk charges mean the same. One that says nothing is of the format's own measure.
import { isRecord } from "../base/record.ts";
import { openCounterSync } from "../tokens/counter.ts";
import type { Manifest } from "./manifest.ts";
import { estimateTokens } from "./node-cost.ts";

/** The format's own measure first; the others are exact counts of an encoding. */
const MANIFEST_UNITS = ["code-points/4", "o200k_base", "cl100k_base"] as const;
export type ManifestUnit = (typeof MANIFEST_UNITS)[number];

/** Tokens of a text; at least 1, also of none. */
export type CountTokens = (text: string) => number;

export function counterOf(unit: ManifestUnit): CountTokens {
  if (unit === "code-points/4") return estimateTokens;
  const counter = openCounterSync(unit);
  return (text) => Math.max(1, counter.count(text));
}

export function counterFor({ source }: Pick<Manifest, "source">): CountTokens {
  const own = source["x-pith"];
  const unit = isRecord(own) ? own["unit"] : undefined;
  return counterOf(MANIFEST_UNITS.find((one) => one === unit) ?? "code-points/4");
}
