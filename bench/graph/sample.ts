// Which targets are asked? The same ones for the same seed, whatever else is in the repository: by a hash of each place.
import { createHash } from "node:crypto";
import { compareStrings } from "../../src/base/order.ts";
import type { Target } from "./truth.ts";

/** Share of targets that nothing calls: there a proven caller can only be wrong. */
const UNCALLED = 0.2;

export function sampleOf(
  targets: readonly Target[],
  isCalled: (target: Target) => boolean,
  { sample, seed }: { sample: number; seed: string },
): Target[] {
  const ordered = targets
    .map((target) => ({ target, key: keyOf(target, seed) }))
    .sort((a, b) => compareStrings(a.key, b.key))
    .map(({ target }) => target);
  const called = ordered.filter(isCalled).slice(0, sample);
  const uncalled = ordered.filter((t) => !isCalled(t)).slice(0, Math.round(called.length * UNCALLED));
  return [...called, ...uncalled];
}

function keyOf({ name, at }: Target, seed: string): string {
  const [{ path, line }] = at as [Target["at"][number]];
  return createHash("sha256").update(`${seed}\n${path}:${line}:${name}`).digest("hex");
}
