// Which targets are asked? The same ones for the same seed, whatever else is in the repository: by a hash of each place.
// Beside those that something calls a share of those that nothing does: there a proven call can only be wrong, and of
// properties all places are keys and reads.
import { createHash } from "node:crypto";
import { compareStrings } from "../../src/base/order.ts";
import type { Target } from "./truth.ts";

/** Of targets that nothing calls, for one that something calls. */
export const UNCALLED = 0.2;

export function sampleOf(
  targets: readonly Target[],
  isCalled: (target: Target) => boolean,
  { sample, seed, uncalled = UNCALLED }: { sample: number; seed: string; uncalled?: number },
): Target[] {
  const ordered = targets
    .map((target) => ({ target, key: keyOf(target, seed) }))
    .sort((a, b) => compareStrings(a.key, b.key))
    .map(({ target }) => target);
  const called = ordered.filter(isCalled).slice(0, sample);
  const rest = ordered.filter((t) => !isCalled(t)).slice(0, Math.round(called.length * uncalled));
  return [...called, ...rest];
}

function keyOf({ name, at }: Target, seed: string): string {
  const [{ path, line }] = at as [Target["at"][number]];
  return createHash("sha256").update(`${seed}\n${path}:${line}:${name}`).digest("hex");
}
