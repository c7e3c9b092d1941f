// Which files are read now, and which are left for another time? A ceiling counts text alone: what is never read into
// words (a video, a file over the ceiling of one file) must not keep the sources out.
import { isBinaryName } from "../files/binary-names.ts";
import type { SweptFile } from "./sweep.ts";

/** Files larger than this are begun first, so that no thread ends with one while the others stand idle. */
const LARGE_BYTES = 256_000;

export interface ReadingOrder {
  now: number[];
  later: number[];
}

export interface OrderOptions {
  /** Which files to read first: the higher the earlier. */
  priority?: (path: string) => number;
  /** Most bytes to read now; the rest is left for another time. The first file of text is always read. */
  byteCeiling?: number;
}

/** What of a file counts against a ceiling on text. */
export function textBytes(file: Pick<SweptFile, "path" | "size">, fileBytes: number): number {
  return file.size > fileBytes || isBinaryName(file.path) ? 0 : file.size;
}

export function readingOrder(
  files: readonly SweptFile[],
  unread: readonly number[],
  fileBytes: number,
  { priority, byteCeiling = Number.POSITIVE_INFINITY }: OrderOptions,
): ReadingOrder {
  const whole = byteCeiling === Number.POSITIVE_INFINITY;
  // Where some are left out, size says nothing about which of them matter.
  const rank = (i: number): number =>
    priority ? priority(files[i]!.path) : whole && files[i]!.size > LARGE_BYTES ? 1 : 0;
  const ranked = unread.map((file) => ({ file, rank: rank(file) }));
  ranked.sort((a, b) => b.rank - a.rank || a.file - b.file);
  const now: number[] = [];
  const later: number[] = [];
  let bytes = 0;
  let full = false;
  for (const { file } of ranked) {
    const counted = textBytes(files[file]!, fileBytes);
    full ||= bytes > 0 && bytes + counted > byteCeiling;
    if (full && counted > 0) later.push(file);
    else now.push(file);
    bytes += counted;
  }
  return { now, later };
}
