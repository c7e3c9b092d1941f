// The text of a span: its lines as they stand in the file, with a mark where lines are left out.
//
// A gap mark is a line of its own: `⋯ 12 lines left out`. A file may hold such a line itself, so the mark's run of `⋯`
// is one longer than any run that begins a shown line of the same span: in a span with gaps (it has fewer lines of code
// than its range), the lines that begin with the longest run are the marks. In the text form the fence around a span
// follows the same rule with backticks, so no line of a file can end the fence, and outside of fences there is nothing
// that comes from a file's contents.
import { overlap, type LineRange } from "./ranges.ts";

const DOTS = "⋯";

/** `before`: how many of the lines were shown before, in a session. */
export function gapMark(lines: number, dots = DOTS, before = 0): string {
  const counted = lines === 1 ? `${dots} 1 line` : `${dots} ${lines} lines`;
  if (before === lines) return `${counted} shown before`;
  return before === 0 ? `${counted} left out` : `${counted} left out, ${before} of them shown before`;
}

/** Longest run of a character at the start of any line, blanks before it apart. */
export function longestLeadingRun(lines: Iterable<string>, character: string): number {
  let longest = 0;
  for (const line of lines) {
    if (!line.includes(character)) continue;
    const text = line.trimStart();
    let run = 0;
    while (text[run] === character) run++;
    if (run > longest) longest = run;
  }
  return longest;
}

/**
 * The lines of `ranges`; `start` and `end` bound the unit that they are taken from. Reading it back: begin at the first
 * line of the span; a mark of n lines moves on by n, any other line by one. A mark at the end says how far the unit goes
 * on after the span. Whatever is not shown whole has at least one mark. `before`: lines that were shown before, in a session.
 */
export function spanText(
  lines: readonly string[],
  ranges: readonly LineRange[],
  start: number,
  end: number,
  before: readonly LineRange[] = [],
): string {
  const parts: string[] = [];
  let next = start;
  let dots = "";
  const mark = (from: number, to: number) => {
    dots ||= DOTS.repeat(longestLeadingRun(shownLines(lines, ranges), DOTS) + 1);
    parts.push(gapMark(to - from + 1, dots, overlap(before, from, to)));
  };
  for (const [from, to] of ranges) {
    if (from > next) mark(next, from - 1);
    for (let line = from; line <= to; line++) parts.push(lines[line - 1]!);
    next = to + 1;
  }
  if (next <= end) mark(next, end);
  return parts.join("\n");
}

function* shownLines(lines: readonly string[], ranges: readonly LineRange[]): Iterable<string> {
  for (const [from, to] of ranges) for (let line = from; line <= to; line++) yield lines[line - 1]!;
}

/** Whatever any reader may take for the end of a line. */
const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/;

/** Longest run of the fence character that stands at the start of a line of the texts, and one more: at least three. */
export function fenceFor(texts: readonly string[]): string {
  let longest = 2;
  for (const text of texts) {
    if (text.includes("```")) longest = Math.max(longest, longestLeadingRun(text.split(LINE_BREAK), "`"));
  }
  return "`".repeat(longest + 1);
}
