// Which side of a diff is a file on, which of its lines does the diff touch, and what does the other side say?
import type { Hunk } from "../git/unified-diff.ts";
import { redactSync, type Redaction } from "../redact/redact.ts";

/**
 * The other side as it may be shown. What it has from the file is secret where it is in the file, whatever a diff has taken
 * away around it; what it has from the diff where it is on that side.
 */
export function shownOther(
  path: string,
  other: readonly string[],
  from: readonly number[],
  shown: readonly string[],
): string {
  const redacted = redactSync(path, other.join("\n")).text.split("\n");
  const whole = redacted.length === other.length;
  const lines = other.map((_, i) => (from[i]! >= 0 ? shown[from[i]!]! : whole ? redacted[i]! : ""));
  return redactSync(path, lines.join("\n")).text;
}

/**
 * The lines of a file as they may be shown beside its other side: what is secret there, because of what stood around it, is
 * so here, though the change took that away.
 */
export function hiddenAsBefore(
  path: string,
  lines: readonly string[],
  other: readonly string[],
  from: readonly number[],
): { lines: readonly string[]; redactions: readonly Redaction[] } {
  const redacted = redactSync(path, other.join("\n"));
  const before = redacted.text.split("\n");
  if (redacted.redactions.length === 0 || before.length !== other.length) return { lines, redactions: [] };
  const shown = [...lines];
  const redactions: Redaction[] = [];
  before.forEach((text, i) => {
    const at = from[i]!;
    if (at < 0 || at >= lines.length || text === other[i] || lines[at] !== other[i]) return;
    shown[at] = text;
    const rules = redacted.redactions.filter(({ line }) => line === i + 1);
    for (const { rule } of rules) redactions.push({ line: at + 1, rule });
  });
  return { lines: shown, redactions };
}

/**
 * Whether the file is as it was before the change or as it is after it; null for neither. Lines that hold secrets are not
 * compared: that one fits would confirm a guess. A hunk without a line of one side says nothing of that side (a deletion
 * without context fits any file): where both fit, its other side decides. `known`: the side that it can only be.
 */
export function sideThatFits(
  lines: readonly string[],
  shown: readonly string[],
  hunks: readonly Hunk[],
  known?: "new",
): "old" | "new" | null {
  const fits = (side: "old" | "new") =>
    hunks.every((hunk) => {
      const own = hunk.lines.filter((l) => l.side === "both" || l.side === side);
      const start = (side === "new" ? hunk.newStart : hunk.oldStart) - 1;
      return own.every(({ text }, i) => {
        const at = start + i;
        return at < lines.length && (lines[at] === text || lines[at] !== shown[at]);
      });
    });
  const saysNothingOf = (side: "old" | "new") =>
    hunks.some(({ lines: all }) => all.every((l) => l.side !== "both" && l.side !== side));
  // The tree that a diff was made of is its new side, however little the diff says of it.
  if (known !== undefined) return fits(known) ? known : null;
  if (!fits("new")) return fits("old") ? "old" : null;
  return saysNothingOf("new") && fits("old") ? "old" : "new";
}

/** Lines of the file that a diff touches, and the lines of its other side with where they come from. */
export function apply(
  lines: readonly string[],
  hunks: readonly Hunk[],
  side: "old" | "new",
): { touched: number[]; other: string[]; from: number[] } {
  const touched: number[] = [];
  const other: string[] = [];
  /** Of each line of the other side the line of the file that it is, from 0, or -1. */
  const from: number[] = [];
  const keep = (until: number): void => {
    for (; at < until; at++) {
      other.push(lines[at]!);
      from.push(at);
    }
  };
  let at = 0;
  for (const hunk of hunks) {
    const size = hunk.lines.filter((l) => l.side === "both" || l.side === side).length;
    // An empty side is numbered by the line before it.
    const start = (side === "new" ? hunk.newStart : hunk.oldStart) - (size === 0 ? 0 : 1);
    keep(Math.min(start, lines.length));
    at = start;
    /** Lines behind which something was taken out. */
    const gone = new Set<number>();
    const before = touched.length;
    for (const { side: of, text } of hunk.lines) {
      if (of === "both") keep(Math.min(at + 1, lines.length));
      else if (of === side) {
        touched.push(++at);
      } else {
        other.push(text);
        from.push(-1);
        gone.add(at);
      }
    }
    // What was taken out changes what holds the lines on both of its sides, unless others stand in its place.
    const own = new Set(touched.slice(before));
    for (const line of gone)
      if (!own.has(line) && !own.has(line + 1) && line > 0 && line < lines.length)
        touched.push(...between(line, lines.length));
  }
  keep(lines.length);
  return { touched, other, from };
}

/** The lines beside a place where something was taken out. */
function between(line: number, last: number): number[] {
  return line + 1 <= last ? [line, line + 1] : [line];
}

/** Numbers of the lines that a side has alone. */
export function linesOn(hunks: readonly Hunk[], side: "old" | "new"): number[] {
  const numbers: number[] = [];
  for (const hunk of hunks) {
    let at = side === "new" ? hunk.newStart : hunk.oldStart;
    for (const { side: of } of hunk.lines) {
      if (of === side) numbers.push(at++);
      else if (of === "both") at++;
    }
  }
  return numbers;
}

/** Lines on a side beside which the other one alone has lines: places where something was taken out, or will come. */
export function besideGone(hunks: readonly Hunk[], side: "old" | "new"): number[] {
  const beside = new Set<number>();
  for (const hunk of hunks) {
    const own = hunk.lines.filter((l) => l.side === side).length;
    if (own > 0 || hunk.lines.every((l) => l.side === "both")) continue;
    const context = hunk.lines.some((l) => l.side === "both");
    let at = side === "new" ? hunk.newStart : hunk.oldStart;
    // An empty side is numbered by the line before it.
    if (!context) for (const line of [at, at + 1]) beside.add(line);
    else
      for (const { side: of } of hunk.lines) {
        if (of === "both") at++;
        else for (const line of [at - 1, at]) beside.add(line);
      }
  }
  return [...beside].sort((a, b) => a - b);
}

/** Without lines that are no UTF-8, which the diff does not give back as they are: their places count, their texts don't. */
export function readable(hunks: readonly Hunk[]): Hunk[] {
  return hunks.filter((hunk) => !hunk.lines.some(({ text }) => text.includes("\ufffd")));
}

export function sideLines(
  lines: readonly number[],
  beside: readonly number[],
  last: number,
): { lines: number[]; beside: number[] } {
  const inside = (line: number) => line >= 1 && line <= last;
  return { lines: lines.filter(inside), beside: beside.filter(inside) };
}
