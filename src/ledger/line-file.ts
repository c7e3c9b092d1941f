// How does a row get into a file that several processes write to? At its end, in one write of whole lines: none is lost, and
// what a killed process left half written spoils no row but its own. Nothing is flushed to the disk: a power cut may cost
// the last rows.
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { UnfitFile } from "../base/plain-file.ts";

/** Never through a link, and never waits on a pipe. */
const APPEND =
  constants.O_RDWR |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

const LINE_FEED = 10;

export interface AppendOptions {
  /** Of the file when the row is put at its end: a larger one takes no more. */
  most: number;
  /** Stands before the first row of a new file. */
  head?: string;
}

/** False where the file has no room. Throws what the file system throws, or `UnfitFile`. */
export function appendRow(path: string, row: string, { most, head }: AppendOptions): boolean {
  const file = openSync(path, APPEND, 0o600);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new UnfitFile(path, "no plain file");
    const { size } = stats;
    if (size >= most) return false;
    const last = Buffer.from([LINE_FEED]);
    if (size > 0) readSync(file, last, 0, 1, size - 1);
    const torn = last[0] !== LINE_FEED ? "\n" : "";
    const first = size === 0 && head !== undefined ? `${head}\n` : "";
    const bytes = Buffer.from(`${torn}${first}${row}\n`);
    // A disk that is nearly full takes a part; what is left over of it is a broken line, which readers skip.
    if (writeSync(file, bytes) < bytes.length) throw diskFull(path);
    return true;
  } finally {
    closeSync(file);
  }
}

function diskFull(path: string): Error {
  return Object.assign(new Error(`ENOSPC: no room for a row in ${path}`), { code: "ENOSPC" });
}

export interface NumberedRow {
  value: Record<string, unknown>;
  line: number;
}

export interface Rows {
  rows: NumberedRow[];
  /** Numbers of the lines that are no row. */
  broken: number[];
}

/** The rows of a text; empty lines are none. */
export function rowsOf(text: string): Rows {
  const rows: NumberedRow[] = [];
  const broken: number[] = [];
  let line = 0;
  for (const each of text.split("\n")) {
    line++;
    if (each.trim() === "") continue;
    const value = objectIn(each);
    if (value === null) broken.push(line);
    else rows.push({ value, line });
  }
  return { rows, broken };
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
