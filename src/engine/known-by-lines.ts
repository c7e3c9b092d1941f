// Of which files that an answer rests on does the parser say nothing? Sentences for the completeness line.
import { counted } from "../base/counted.ts";
import { compareStrings } from "../base/order.ts";
import type { Unit } from "../rank/units.ts";
import type { Source } from "./sources.ts";

/** Files of a language with a grammar whose declarations come from line patterns all the same, by reason. */
export function knownByLines(sources: readonly (Source | null)[]): string[] {
  const counts = new Map<string, number>();
  for (const source of sources) {
    const skip = source?.syntaxSkip ?? null;
    // That a language has no grammar holds for all of it, and is told with the languages.
    if (skip !== null && skip !== "no-grammar") counts.set(skip, (counts.get(skip) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => compareStrings(a, b))
    .map(([skip, count]) => `${counted(count, "file")} known by line patterns (${skip})`);
}

/** Where visibility is asked for: files with declarations of which it isn't known. Those are in no answer. */
export function unknownVisibility(
  sources: readonly (Source | null)[],
  isAsked: (unit: Unit) => boolean,
): string[] {
  const count = sources.filter((s) => s?.units.some((u) => u.exported === null && isAsked(u))).length;
  return count === 0 ? [] : [`visibility unknown in ${counted(count, "file")}`];
}
