// Sets of lines as ranges: 1-based, inclusive, ascending, neither overlapping nor touching.

export type LineRange = readonly [start: number, end: number];

/** Any ranges as a set. */
export function asRanges(ranges: Iterable<LineRange>): LineRange[] {
  const sorted = [...ranges].filter(([a, b]) => a <= b).sort((a, b) => a[0] - b[0]);
  const result: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = result[result.length - 1];
    if (last !== undefined && start <= last[1] + 1) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

export function countLines(ranges: readonly LineRange[]): number {
  let count = 0;
  for (const [start, end] of ranges) count += end - start + 1;
  return count;
}

export function holds(ranges: readonly LineRange[], line: number): boolean {
  return ranges.some(([start, end]) => start <= line && line <= end);
}

/** How many lines of `start..end` are in the set. */
export function overlap(ranges: readonly LineRange[], start: number, end: number): number {
  let count = 0;
  for (const [a, b] of ranges) count += Math.max(0, Math.min(b, end) - Math.max(a, start) + 1);
  return count;
}
