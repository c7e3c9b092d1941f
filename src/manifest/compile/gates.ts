// What must a build be so that its files are written? Each gate has a measure and a limit; whoever gives none asks nothing.
import type { CompiledManifests } from "./compile.ts";

export interface GateLimits {
  /** Of the worst pair of siblings in any variant, 0 to 1. */
  maxCollision?: number;
  /** Of the mean over all nodes, 1 to 5. */
  minFidelity?: number;
  /** Nodes whose description says nothing. */
  maxVacuous?: number;
  /** No warning of the tree's shape. */
  strictShape?: boolean;
}

export interface GateFailure {
  gate: "collision" | "fidelity" | "vacuity" | "shape";
  value: number;
  limit: number;
  /** What was measured, where, and what to do. */
  text: string;
}

export interface Measured {
  /** Mean of how far descriptions are borne out by contents; null where it was not measured. */
  fidelity: number | null;
  /** Warnings of the tree's shape. */
  shape: readonly string[];
}

export function failedGates(
  { variants, stats }: Pick<CompiledManifests, "variants" | "stats">,
  { fidelity, shape }: Measured,
  limits: GateLimits,
): GateFailure[] {
  const failures: GateFailure[] = [];
  const { maxCollision, minFidelity, maxVacuous } = limits;
  for (const { collisions, budget } of worstFirst(variants)) {
    const { maxSimilarity: value, pairs } = collisions;
    if (maxCollision === undefined || value <= maxCollision) break;
    const pair = pairs[0]!;
    failures.push({
      gate: "collision",
      value,
      limit: maxCollision,
      text: `siblings are too alike: ${pair.a} and ${pair.b} (below ${pair.parent}, budget ${budget}) are ${value} alike, ${maxCollision} is the most. Say in the source what sets them apart, or let a model describe them.`,
    });
    break;
  }
  if (minFidelity !== undefined && fidelity !== null && fidelity < minFidelity)
    failures.push({
      gate: "fidelity",
      value: fidelity,
      limit: minFidelity,
      text: `descriptions are not borne out by contents: ${fidelity} of 5 in the mean, ${minFidelity} is the least. Look at the nodes that score worst.`,
    });
  const { count, flagged } = stats.describe.vacuity;
  if (maxVacuous !== undefined && count > maxVacuous)
    failures.push({
      gate: "vacuity",
      value: count,
      limit: maxVacuous,
      text: `${count} descriptions say nothing, ${maxVacuous} is the most: ${flagged
        .slice(0, 3)
        .map(({ node, flags }) => `${node} (${flags.join(", ")})`)
        .join("; ")}. Give those parts a description in the source.`,
    });
  if (limits.strictShape === true && shape.length > 0)
    failures.push({
      gate: "shape",
      value: shape.length,
      limit: 0,
      text: `the tree is out of shape, ${shape.length} warnings: ${shape.slice(0, 3).join("; ")}. Regroup the source, or try --flatten.`,
    });
  return failures;
}

function worstFirst(variants: CompiledManifests["variants"]) {
  return variants
    .flatMap(({ collisions, budget }) => (collisions === null ? [] : [{ collisions, budget }]))
    .sort((a, b) => b.collisions.maxSimilarity - a.collisions.maxSimilarity);
}
