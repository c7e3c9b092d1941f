// Lines that were asked for, in a session: those that the client holds, as they are now, are named instead of read again.
import type { Session } from "../ledger/session.ts";
import type { ReadSpan } from "../pack/answer.ts";
import { asRanges, type LineRange } from "../pack/ranges.ts";
import type { HeldPlace } from "../pack/session-part.ts";
import type { Counter } from "../tokens/counter.ts";

export interface NewLines {
  spans: ReadSpan[];
  shown: HeldPlace[];
  /** Read in place of older lines that the client holds. */
  changed: HeldPlace[];
}

/** A heading and fences, in tokens: held lines that cost no more are read again rather than set apart. */
const HEADING = 24;

export function readWithoutHeld(
  asked: readonly ReadSpan[],
  linesOf: ReadonlyMap<string, readonly string[]>,
  session: Session,
  counter: Counter,
): NewLines {
  const shown = new Map<string, LineRange[]>();
  const changed = new Map<string, LineRange[]>();
  const spans = asked.flatMap((span): ReadSpan[] => {
    const lines = linesOf.get(span.path);
    if (lines === undefined || span.end < span.start) return [span];
    const { now, lost } = session.held(span.path, lines);
    const runs = heldRuns(span, lines, now).filter(
      ([from, to]) =>
        (from === span.start && to === span.end) ||
        counter.count(lines.slice(from - 1, to).join("\n")) > HEADING,
    );
    if (runs.length > 0) shown.set(span.path, [...(shown.get(span.path) ?? []), ...runs]);
    const left = piecesBeside(span, runs);
    for (const piece of left)
      if (lost.some((line) => piece.start <= line && line <= piece.end))
        changed.set(span.path, [...(changed.get(span.path) ?? []), [piece.start, piece.end]]);
    return left.map((piece) => ({
      ...span,
      ...piece,
      text: lines.slice(piece.start - 1, piece.end).join("\n"),
      redacted: span.redacted.filter((r) => r.line >= piece.start && r.line <= piece.end),
    }));
  });
  return { spans, shown: placesOf(shown), changed: placesOf(changed) };
}

/** Stretches of held lines, with the blank lines in and around them. */
function heldRuns({ start, end }: ReadSpan, lines: readonly string[], now: ReadonlySet<number>): LineRange[] {
  const runs: LineRange[] = [];
  let from = 0;
  let any = false;
  for (let line = start; line <= end + 1; line++) {
    const held = line <= end && (now.has(line) || lines[line - 1]!.trim() === "");
    if (held) {
      if (from === 0) from = line;
      any ||= now.has(line);
      continue;
    }
    if (from > 0 && any) runs.push([from, line - 1]);
    from = 0;
    any = false;
  }
  return runs;
}

function piecesBeside(
  { start, end }: ReadSpan,
  runs: readonly LineRange[],
): { start: number; end: number }[] {
  const pieces: { start: number; end: number }[] = [];
  let next = start;
  for (const [from, to] of runs) {
    if (from > next) pieces.push({ start: next, end: from - 1 });
    next = to + 1;
  }
  if (next <= end) pieces.push({ start: next, end });
  return pieces;
}

function placesOf(found: ReadonlyMap<string, LineRange[]>): HeldPlace[] {
  return [...found].map(([path, ranges]) => ({ path, ranges: asRanges(ranges) }));
}
