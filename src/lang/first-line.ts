// The first line of a text, as far as a language can be told from it.

/** A longer first line is no `#!` line. In UTF-16 code units. */
const LONGEST_FIRST_LINE = 256;

export function firstLine(text: string): string {
  const start = text.slice(0, LONGEST_FIRST_LINE);
  const end = start.indexOf("\n");
  return end === -1 ? start : start.slice(0, end);
}
