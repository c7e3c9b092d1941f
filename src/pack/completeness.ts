// What was looked at, in one line of text.
import type { WordHelp } from "../rank/query-help.ts";
import type { Completeness } from "./answer.ts";
import { oneLine } from "./label.ts";

/** `looked in all files: 120 of 122 read; left out: binary 2`. Empty parts are left out. */
export function completenessLine(completeness: Completeness): string {
  const { scope, files, caps, unresolved, words = [], partial } = completeness;
  const parts = [`looked in ${oneLine(scope)}: ${files.read} of ${files.inScope} files read`];
  const skipped = Object.entries(files.skipped).filter(([, count]) => count > 0);
  if (skipped.length > 0) parts.push(`left out: ${skipped.map(([r, n]) => `${r} ${n}`).join(", ")}`);
  parts.push(...caps.map(oneLine));
  if (unresolved.length > 0) parts.push(`not found: ${unresolved.map(oneLine).join(", ")}`);
  parts.push(...words.map(wordSentence));
  if (partial !== null)
    parts.push(`partial: ${partial.read} of ${partial.of} files (${oneLine(partial.why)})`);
  return parts.join("; ");
}

function wordSentence({ word, found, readAs, shortFor, nearest }: WordHelp): string {
  const said = [];
  if (!found) said.push("is in no line");
  if (readAs.length > 0) said.push(`read as ${readAs.join(", ")}`);
  if (shortFor.length > 0) said.push(`short for ${shortFor.join(", ")} here`);
  if (nearest.length > 0) said.push(`nearest ${nearest.join("…, ")}…`);
  return oneLine(`${word} ${said.join(", ")}`);
}

/** The same with the number of places for which there was no room. */
export function withMissing(completeness: Completeness, missing: number): Completeness {
  if (missing === 0) return completeness;
  const places = missing === 1 ? "1 more place" : `${missing} more places`;
  return { ...completeness, caps: [...completeness.caps, `${places} did not fit the budget`] };
}
