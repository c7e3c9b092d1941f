// Ranked places as results: which lines of a unit or region are shown, and which of them matched.
import type { SearchResult } from "../pack/answer.ts";
import type { Candidate } from "../pack/candidate.ts";
import { cutLine } from "../pack/label.ts";
import type { LineReader } from "../rank/line-evidence.ts";
import type { RankedFile } from "../rank/rank.ts";
import type { Unit } from "../rank/units.ts";
import { instructionLike } from "../redact/instruction-like.ts";
import { shownText } from "../redact/redact.ts";

/** Matching lines that are shown with a result. */
const SHOWN_LINES = 3;

/** A unit of a file that was parsed. */
export function placeOf(candidate: Candidate): SearchResult {
  const { source, kind, name, explanation, relations } = candidate;
  const shown = trimmed(candidate);
  return {
    path: source.path,
    ...shown,
    kind,
    name,
    reason: shownText(candidate.reason),
    cost: 0,
    matches: best(candidate.matches, shown).map((line) => matchAt(source.lines, line)),
    ...flaggedText(source.lines, shown),
    ...(relations === undefined ? {} : { relations }),
    explanation,
  };
}

/** A unit around the place where the file answers best, though the words stand in smaller ones inside it. */
export function placeOfUnit(
  unit: Unit,
  path: string,
  lines: readonly string[],
  reader: LineReader,
): SearchResult {
  const { kind, name, start } = unit;
  const region = { start, end: Math.min(unit.end, lines.length) };
  return {
    ...placeOfRegion({ path, region, byMeaning: false }, lines, reader),
    kind,
    name,
    reason: "holds the words",
  };
}

/** Lines where a file answers best, without a unit. */
export function placeOfRegion(
  {
    path,
    region,
    byMeaning,
  }: Pick<RankedFile, "path" | "byMeaning"> & { region: { start: number; end: number } },
  lines: readonly string[],
  reader: LineReader,
): SearchResult {
  const { start } = region;
  const end = Math.max(start, Math.min(region.end, lines.length));
  const shown = trimmed({ start, end, matches: [] });
  const matching = Array.from({ length: shown.end - start + 1 }, (_, i) => start + i).filter(
    (line) => reader.evidence(lines[line - 1] ?? "").concepts !== 0,
  );
  return {
    path,
    ...shown,
    kind: "lines",
    name: "",
    reason: matching.length > 0 ? "holds the words" : byMeaning ? "near in meaning" : "its path matches",
    cost: 0,
    matches: matching.slice(0, SHOWN_LINES).map((line) => matchAt(lines, line)),
    ...flaggedText(lines, shown),
  };
}

function matchAt(lines: readonly string[], line: number): { line: number; text: string } {
  return { line, text: cutLine((lines[line - 1] ?? "").trim()) };
}

/** The lines, and those of them that look like instructions. */
function flaggedText(
  lines: readonly string[],
  shown: { start: number; end: number },
): Pick<SearchResult, "text" | "untrusted"> {
  const text = linesOf(lines, shown);
  const untrusted = instructionLike(text, shown.start);
  return untrusted.length === 0 ? { text } : { text, untrusted };
}

function linesOf(lines: readonly string[], { start, end }: { start: number; end: number }): string {
  return lines
    .slice(start - 1, end)
    .map(cutLine)
    .join("\n");
}

/** Lines of a region that a search result shows: its head and, if it is long, what holds the first matches. */
const MOST_LINES = 16;

function trimmed(unit: {
  start: number;
  end: number;
  matches: readonly { line: number; weight: number }[];
}): {
  start: number;
  end: number;
} {
  if (unit.end - unit.start < MOST_LINES) return { start: unit.start, end: unit.end };
  const centre = heaviestFirst(unit.matches)[0]?.line ?? unit.start;
  const start = centre < unit.start + MOST_LINES ? unit.start : Math.max(unit.start, centre - MOST_LINES / 2);
  return { start, end: Math.min(unit.end, start + MOST_LINES - 1) };
}

/** The weightiest of the matching lines that are shown, in order of lines. */
function best(
  matches: readonly { line: number; weight: number }[],
  shown: { start: number; end: number },
): number[] {
  return heaviestFirst(matches)
    .map((m) => m.line)
    .filter((line) => line >= shown.start && line <= shown.end)
    .slice(0, SHOWN_LINES)
    .sort((a, b) => a - b);
}

function heaviestFirst<Match extends { line: number; weight: number }>(matches: readonly Match[]): Match[] {
  return matches.toSorted((a, b) => b.weight - a.weight || a.line - b.line);
}
