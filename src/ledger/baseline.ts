// What would another way to the same places have cost? Told from sizes of files and numbers of lines alone, so that no answer
// waits for it: estimates, and called so.
import type { BaselineName } from "./call-row.ts";

/**
 * Bytes of a token of o200k_base and of a line, over 1,144 sources of nine repositories in eight languages: 4.1 (3.6 to
 * 4.4) and 31 (26 to 36).
 */
const TOKEN_BYTES = 4.1;
const LINE_BYTES = 31;
/** Lines that an agent reads around a place. */
const WINDOW = 200;
/** What a line that grep prints has before its text: path and number. */
const GREP_PREFIX_BYTES = 40;

export interface Place {
  path: string;
  /** 0: the whole file is meant. */
  start: number;
  end: number;
}

export interface Asked {
  /** Places shown. */
  places: readonly Place[];
  /** Of a search by lines: all lines that match. */
  matching: number | null;
  /** The very lines were asked for. */
  verbatim: boolean;
  unit: string;
  sizeOf: (path: string) => number;
  /** Bytes of all files in scope. */
  scopeBytes: number;
}

export function baselinesOf({
  places,
  matching,
  verbatim,
  unit,
  sizeOf,
  scopeBytes,
}: Asked): Record<BaselineName, number> {
  const byPath = Map.groupBy(places, ({ path }) => path);
  let files = 0;
  let windows = 0;
  for (const [path, own] of byPath) {
    const size = sizeOf(path);
    files += size;
    windows += Math.min(size, linesAround(own, size, verbatim) * LINE_BYTES);
  }
  const grep = matching === null ? windows : matching * (LINE_BYTES + GREP_PREFIX_BYTES);
  const cost = (bytes: number): number =>
    Math.round(unit === "bytes" ? bytes : (bytes / TOKEN_BYTES) * factorOf(unit));
  return { grep: cost(grep), files: cost(files), scope: cost(scopeBytes) };
}

/** `estimate` counts half as much again. */
function factorOf(unit: string): number {
  return unit === "estimate" ? 1.5 : 1;
}

function linesAround(places: readonly Place[], size: number, verbatim: boolean): number {
  const all = Math.ceil(size / LINE_BYTES);
  const windows = places.map(({ start, end }): [number, number] => {
    if (start === 0) return [1, all];
    if (verbatim) return [start, end];
    const middle = (start + end) >> 1;
    return [Math.max(1, Math.min(start, middle - WINDOW / 2)), Math.max(end, middle + WINDOW / 2)];
  });
  windows.sort((a, b) => a[0] - b[0]);
  let lines = 0;
  let next = 1;
  for (const [from, to] of windows) {
    if (to < next) continue;
    lines += to - Math.max(from, next) + 1;
    next = to + 1;
  }
  return lines;
}
