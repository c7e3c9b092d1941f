// A scope may name lines of a file (`src/a.ts:10-40`): then only those are offered. Several ranges of one file add up; the
// file itself among the scope is all of it.
import { counted } from "../base/counted.ts";
import { PithError } from "../base/error.ts";
import type { Candidate } from "../pack/candidate.ts";
import { pathLabel, readLabel } from "../pack/label.ts";
import { asRanges, type LineRange } from "../pack/ranges.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { isMissing, type Sources } from "./sources.ts";

export interface RangedScope {
  /** The scope with the paths of the ranges. */
  scope: string[] | undefined;
  ranges: ReadonlyMap<string, readonly LineRange[]>;
}

const RANGE = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/s;

export function rangedScope(given: readonly string[] | undefined): RangedScope {
  if (given === undefined) return { scope: undefined, ranges: new Map() };
  const scope = new Set<string>();
  const whole = new Set<string>();
  const ranges = new Map<string, LineRange[]>();
  for (const entry of given) {
    const label = readLabel(entry);
    const found = label === null ? RANGE.exec(entry) : RANGE.exec(`x${label.rest}`);
    if (found === null) {
      scope.add(entry);
      whole.add(normal(label?.path ?? entry));
      continue;
    }
    const path = label?.path ?? found[1]!;
    const start = Number(found[2]);
    const end = found[3] === undefined ? start : Number(found[3]);
    if (start < 1 || end < start)
      throw new PithError(
        "RANGE_INVALID",
        `${entry}: lines count from 1, and a range goes from low to high.`,
        {
          subject: entry,
          next: "Write path:start-end, such as src/a.ts:10-20.",
        },
      );
    scope.add(path);
    ranges.set(normal(path), [...(ranges.get(normal(path)) ?? []), [start, end]]);
  }
  for (const path of whole) ranges.delete(path);
  for (const [path, own] of ranges) ranges.set(path, asRanges(own));
  return { scope: [...scope], ranges };
}

/** Throws RANGE_INVALID for a range that begins past the end of its file. */
export async function checkRanges(
  sources: Sources,
  snapshot: Snapshot,
  ranges: RangedScope["ranges"],
): Promise<void> {
  const files = snapshot.files.flatMap(({ path }, i) => (ranges.has(path) ? [i] : []));
  for (const text of await sources.linesOf(snapshot, files)) {
    if (isMissing(text)) continue;
    const { length } = text.lines;
    const past = ranges.get(text.path)!.find(([start]) => start > Math.max(1, length));
    if (past === undefined) continue;
    throw new PithError(
      "RANGE_INVALID",
      `${pathLabel(text.path)} has ${counted(length, "line")}; line ${past[0]} is past its end.`,
      { subject: text.path, next: `Give a range within 1-${length}.` },
    );
  }
}

function normal(path: string): string {
  return path.replaceAll("\\", "/").replace(/^\.\//, "");
}

/** What of a candidate lies in the ranges of its file: itself where its file has none. */
export function insideRanges(candidate: Candidate, ranges: RangedScope["ranges"]): Candidate[] {
  const own = ranges.get(candidate.source.path);
  if (own === undefined) return [candidate];
  return own.flatMap(([from, to]): Candidate[] => {
    const start = Math.max(candidate.start, from);
    const end = Math.min(candidate.end, to);
    if (start > end) return [];
    if (start === candidate.start && end === candidate.end) return [candidate];
    const inside = (line: number) => start <= line && line <= end;
    return [
      {
        ...candidate,
        start,
        end,
        matches: candidate.matches.filter(({ line }) => inside(line)),
        outline: candidate.outline.filter(inside),
      },
    ];
  });
}
