// How do lines with their matches travel from one thread to another? As one array of numbers: a million small objects
// would take seconds. For each line: its number, how many matches it has, and their columns.
import type { ColumnRange, LineMatch } from "./line-matches.ts";

export function packLines(lines: readonly LineMatch[]): Int32Array {
  const packed = new Int32Array(lines.reduce((size, { columns }) => size + 2 + 2 * columns.length, 0));
  let at = 0;
  for (const { line, columns } of lines) {
    packed[at++] = line;
    packed[at++] = columns.length;
    for (const { start, end } of columns) {
      packed[at++] = start;
      packed[at++] = end;
    }
  }
  return packed;
}

export function unpackLines(packed: Int32Array): LineMatch[] {
  const lines: LineMatch[] = [];
  for (let at = 0; at < packed.length;) {
    const line = packed[at++]!;
    const end = at + 1 + 2 * packed[at++]!;
    const columns: ColumnRange[] = [];
    while (at < end) columns.push({ start: packed[at++]!, end: packed[at++]! });
    lines.push({ line, columns });
  }
  return lines;
}
