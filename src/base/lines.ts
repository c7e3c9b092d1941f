// Lines. Only `\n` and `\r\n` end a line; a lone `\r`, form feeds and Unicode separators do not.
// Columns, where they are given, count UTF-16 code units from 1.

/** Start offset of every line. A text that ends in a line end has no further empty line; the empty text has none. */
export function lineStarts(text: string): number[] {
  if (text.length === 0) return [];
  const starts = [0];
  let at = text.indexOf("\n");
  while (at !== -1 && at + 1 < text.length) {
    starts.push(at + 1);
    at = text.indexOf("\n", at + 1);
  }
  return starts;
}

/** The lines of a text without their ends. */
export function splitLines(text: string): string[] {
  if (text.length === 0) return [];
  const lines = text.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    // The last line of a file without a final line end keeps a trailing `\r`: no `\n` follows it.
    if (line.endsWith("\r") && (i < lines.length - 1 || text.endsWith("\n"))) lines[i] = line.slice(0, -1);
  }
  return lines;
}

/** 1-based number of the line that holds the offset. */
export function lineOfOffset(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
