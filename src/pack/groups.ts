// Which parts of one file are one span? Those that overlap, touch, or have only blank lines between them: what it is called,
// and which of its lines it shows.
import type { Candidate, PackSource } from "./candidate.ts";
import type { ShownSpan } from "./form.ts";
import { asRanges, type LineRange } from "./ranges.ts";
import type { Showing } from "./showing.ts";

/** A candidate that was taken, and how it is shown. */
export interface Part {
  candidate: Candidate;
  /** Place in the order of candidates. */
  rank: number;
  showing: Showing;
}

export interface Group {
  parts: Part[];
  ranges: LineRange[];
  /** Bounds of the units that the parts belong to. */
  start: number;
  end: number;
}

/** Before anything is known of how it will be shown: for the cost of its header. */
export function single(candidate: Candidate, rank: number): Part {
  const ranges: LineRange[] = [[candidate.start, Math.max(candidate.start, candidate.end)]];
  return { candidate, rank, showing: { form: "whole", ranges, cost: 0 } };
}

export function bestOf(parts: readonly Part[]): Part {
  return parts.reduce((a, b) => (b.rank < a.rank ? b : a));
}

export function groupOf(parts: Part[]): Group {
  return {
    parts,
    ranges: asRanges(parts.flatMap((p) => p.showing.ranges)),
    start: Math.min(...parts.map((p) => p.candidate.start)),
    end: Math.max(...parts.map((p) => p.candidate.end)),
  };
}

/** Parts whose units overlap, touch, or have only blank lines between them are one span. */
export function groupsOf(parts: readonly Part[], source: PackSource): Group[] {
  const sorted = [...parts].sort(
    (a, b) => a.candidate.start - b.candidate.start || b.candidate.end - a.candidate.end || a.rank - b.rank,
  );
  const groups: Group[] = [];
  const last = source.lines.length;
  for (const part of sorted) {
    const group = groups[groups.length - 1];
    const before = group === undefined ? 0 : group.end;
    if (group !== undefined && onlyBlank(source.lines, before + 1, part.candidate.start - 1)) {
      group.parts.push(part);
      group.end = Math.min(last, Math.max(group.end, part.candidate.end));
    } else groups.push({ ...groupOf([part]), end: Math.min(last, part.candidate.end) });
  }
  for (const group of groups) {
    const ranges = asRanges(group.parts.flatMap((p) => p.showing.ranges));
    group.ranges = asRanges([...ranges, ...blankGaps(source.lines, ranges)]);
  }
  return groups;
}

export function anyIn(lines: ReadonlySet<number>, from: number, to: number): boolean {
  for (let line = from; line <= to; line++) if (lines.has(line)) return true;
  return false;
}

/** Ranges without the lines of others; what is left of them and has only blank lines goes as well. */
export function without(
  lines: readonly string[],
  ranges: readonly LineRange[],
  others: readonly LineRange[],
): LineRange[] {
  const left: LineRange[] = [];
  for (const [from, to] of ranges) {
    let next = from;
    for (const [a, b] of others) {
      if (b < next || a > to) continue;
      if (a > next) left.push([next, a - 1]);
      next = b + 1;
    }
    if (next <= to) left.push([next, to]);
  }
  if (others.length === 0) return left;
  return left.filter(([from, to]) => lines.slice(from - 1, to).some((line) => line.trim() !== ""));
}

/** More blank lines than these between two units are worth a header of their own. */
const MOST_BLANK = 3;

function onlyBlank(lines: readonly string[], from: number, to: number): boolean {
  if (to - from >= MOST_BLANK) return false;
  for (let line = from; line <= to; line++) if (lines[line - 1]!.trim() !== "") return false;
  return true;
}

/** Gaps of blank lines alone: cheaper shown than marked. */
function blankGaps(lines: readonly string[], ranges: readonly LineRange[]): LineRange[] {
  const gaps: LineRange[] = [];
  for (let i = 1; i < ranges.length; i++) {
    const from = ranges[i - 1]![1] + 1;
    const to = ranges[i]![0] - 1;
    if (onlyBlank(lines, from, to)) gaps.push([from, to]);
  }
  return gaps;
}

/** Names that one header carries. */
const MOST_NAMES = 4;

/** Kind and name of a span of one or more parts: the outermost unit names it; units side by side are listed. */
export function labelOf(parts: readonly Part[], best: Part): Pick<ShownSpan, "kind" | "name"> {
  if (parts.length === 1) return { kind: best.candidate.kind, name: best.candidate.name };
  const all = parts.map((p) => p.candidate);
  const outer = all.find((c) => all.every((o) => c.start <= o.start && o.end <= c.end));
  const kinds = new Set(all.map((c) => c.kind));
  const kind = outer?.kind ?? (kinds.size === 1 ? best.candidate.kind : "lines");
  const names = [...new Set(all.map((c) => c.name))].filter((n) => n !== "");
  const name = names.slice(0, MOST_NAMES).join(", ") + (names.length > MOST_NAMES ? ", …" : "");
  return { kind, name };
}

/** Reasons that one header of a review carries. */
const MOST_REASONS = 3;

/** In a review each part has a reason of its own, and a span of several says them all. */
export function reasonOf(parts: readonly Part[], best: Part): string {
  if (best.candidate.part === undefined || parts.length === 1) return best.candidate.reason;
  const inOrder = [...parts].sort((a, b) => a.rank - b.rank);
  const reasons = [...new Set(inOrder.map((p) => p.candidate.reason))];
  return reasons.slice(0, MOST_REASONS).join("; ") + (reasons.length > MOST_REASONS ? "; …" : "");
}
