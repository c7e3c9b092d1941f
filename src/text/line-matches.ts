// Which lines does a run of matches touch, and at which columns? Shared by the exact and the regex search.
// Lines end at `\n` or `\r\n`; the search never sees the `\r` of a `\r\n`, so `$` stands before it.

/** A stretch of one line: columns count UTF-16 code units from 1, `end` is exclusive. */
export interface ColumnRange {
  start: number;
  end: number;
}

/** A line that matches, 1-based, with its matches from left to right, none overlapping. */
export interface LineMatch {
  line: number;
  columns: ColumnRange[];
}

/** Finds the first match that starts at or after `from`; writes its bounds into `into` and says whether there is one. */
export type FindNext = (text: string, from: number, into: { start: number; end: number }) => boolean;

/** The text with every `\r\n` as `\n`: line numbers and columns stay as they are. */
export function withPlainLineEnds(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}

export interface LineOptions {
  /** Most lines to give. One more than wanted shows whether there are more. */
  limit?: number;
  /** Of each line only its first match: a line may hold a million. */
  firstOnly?: boolean;
}

/**
 * The first `limit` lines of the text that have a match. As in ripgrep, an empty match that touches the end of
 * the match before it does not count, and there is no line after a final line end.
 */
export function matchingLines(
  text: string,
  find: FindNext,
  { limit = Number.POSITIVE_INFINITY, firstOnly = false }: LineOptions = {},
): LineMatch[] {
  const lines: LineMatch[] = [];
  const hit = { start: 0, end: 0 };
  let line = 1;
  let lineStart = 0;
  let lineEnd = endOfLine(text, 0);
  let lastEnd = -1;
  let columns: ColumnRange[] = [];
  let from = 0;
  while (from <= text.length && find(text, from, hit)) {
    if (hit.start === hit.end && (hit.start === lastEnd || insidePair(text, hit.start))) {
      from = nextCharacter(text, hit.end);
      continue;
    }
    while (lineEnd < hit.start) {
      line++;
      lineStart = lineEnd + 1;
      lineEnd = endOfLine(text, lineStart);
    }
    if (lineStart === text.length) break;
    if (lines.at(-1)?.line !== line) {
      if (lines.length >= limit) break;
      columns = [];
      lines.push({ line, columns });
    }
    columns.push({ start: hit.start - lineStart + 1, end: hit.end - lineStart + 1 });
    lastEnd = hit.end;
    if (firstOnly) from = lineEnd + 1;
    else from = hit.end > hit.start ? hit.end : nextCharacter(text, hit.end);
  }
  return lines;
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at === -1 ? text.length : at;
}

/** V8 finds an empty match behind a look-behind between the two halves of a character. */
function insidePair(text: string, offset: number): boolean {
  return offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xffff;
}

/** A pattern with the `u` or `v` flag steps back when it starts inside a surrogate pair, so never stop there. */
function nextCharacter(text: string, offset: number): number {
  return offset + ((text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1);
}
