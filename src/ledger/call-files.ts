// Where do the rows of calls rest? A file for each month, and further parts of it where one is full, so that no row ever has
// to move: many processes put theirs at the end of the same file. Months that are over become sums (`retention.ts`).
//
//   <cache>/ledger/2026-12.jsonl, 2026-12.1.jsonl …   a row a call
//   <cache>/ledger/2026-10.days.json                  sums of each day
//   <cache>/ledger/2025-08.month.json                 sums of the month
import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { makeFolder } from "../base/make-folder.ts";
import { compareStrings } from "../base/order.ts";
import { readPlainFile, UnfitFile } from "../base/plain-file.ts";
import { isCallRow, isLaterRow, type CallRow } from "./call-row.ts";
import { appendRow, rowsOf } from "./line-file.ts";

/** Of a part and of a month: some 100,000 calls. */
const MOST_PART_BYTES = 4_000_000;
const MOST_PARTS = 8;

const NAME = /^(\d{4}-(?:0[1-9]|1[0-2]))(?:\.(\d))?\.jsonl$/;

export interface LedgerFolder {
  folder: string;
  /** Stands in the folder, so that Git leaves it alone: only in a repository. */
  ignored: boolean;
}

function partFile(folder: string, month: string, part: number): string {
  return join(folder, part === 0 ? `${month}.jsonl` : `${month}.${part}.jsonl`);
}

/**
 * Keeps a row. False where the month is full. Throws what the file system throws, or `UnfitFile`: no answer fails for its
 * row. `onNewMonth` is called before the first row of a month.
 */
export function keepCall(
  { folder, ignored }: LedgerFolder,
  row: CallRow,
  onNewMonth: (month: string) => void = () => {},
): boolean {
  const month = row.at.slice(0, 7);
  const text = JSON.stringify(row);
  const append = (part: number): boolean =>
    appendRow(partFile(folder, month, part), text, { most: MOST_PART_BYTES });
  makeFolder(folder);
  const parts = callFiles(folder).filter((file) => file.month === month);
  if (parts.length === 0) {
    if (ignored) appendIgnore(folder);
    onNewMonth(month);
  }
  for (let part = Math.max(0, parts.length - 1); part < MOST_PARTS; part++) if (append(part)) return true;
  return false;
}

function appendIgnore(folder: string): void {
  appendRow(join(folder, ".gitignore"), "*", { most: 1 });
}

export interface CallFile {
  month: string;
  part: number;
  name: string;
}

export function callFiles(folder: string): CallFile[] {
  return namesIn(folder).flatMap((name): CallFile[] => {
    const [, month, part] = NAME.exec(name) ?? [];
    return month === undefined ? [] : [{ month, part: Number(part ?? 0), name }];
  });
}

/** Nothing of it where there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort(compareStrings);
  } catch {
    return [];
  }
}

/** A folder that is there and can't be listed is not the same as none. */
export function folderFaults(folder: string): Fault[] {
  try {
    readdirSync(folder);
    return [];
  } catch (error) {
    const isNone = (error as NodeJS.ErrnoException).code === "ENOENT";
    return isNone ? [] : [{ file: basename(folder), lines: [], why: unread(error) }];
  }
}

/** Why a file says nothing. */
export function unread(error: unknown): string {
  const why = error instanceof UnfitFile ? error.fault : (error as NodeJS.ErrnoException).code;
  return `can't be read (${why ?? String(error)})`;
}

/** Lines that are passed over, by the file that they stand in. */
export interface Fault {
  file: string;
  /** Empty for a file that can't be read at all. */
  lines: number[];
  why: string;
}

export interface ReadCalls {
  rows: CallRow[];
  faults: Fault[];
}

export function readCalls(folder: string, files: readonly CallFile[]): ReadCalls {
  const calls: CallRow[] = [];
  const faults: Fault[] = [];
  for (const { name } of files) {
    let text: string;
    try {
      text = readPlainFile(join(folder, name), 2 * MOST_PART_BYTES, { links: "refused" }).toString("utf8");
    } catch (error) {
      faults.push({ file: name, lines: [], why: unread(error) });
      continue;
    }
    const { rows, broken } = rowsOf(text);
    const later: number[] = [];
    for (const { value, line } of rows) {
      if (isCallRow(value)) calls.push(value);
      else if (isLaterRow(value)) later.push(line);
      else broken.push(line);
    }
    broken.sort((a, b) => a - b);
    if (broken.length > 0) faults.push({ file: name, lines: broken, why: "broken" });
    if (later.length > 0) faults.push({ file: name, lines: later, why: "of a later version" });
  }
  return { rows: calls, faults };
}

/** Removes all that is kept. How many files that were. */
export function clearLedger(folder: string): number {
  const names = namesIn(folder).filter((name) => /^\d{4}-\d{2}\./.test(name));
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true });
  return names.length;
}
