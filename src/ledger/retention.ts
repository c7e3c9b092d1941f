// How long is what kept? Rows of this month and the one before; sums of each day for a year and a month; sums of each month
// for five years. A month is rolled up whole: the sums are written first and the rows removed after, so that a process that
// is killed between leaves both, and whoever reads takes the sums. Sums that can't be read stand for nothing: then what they
// were made of still counts, and stays.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readPlainFile } from "../base/plain-file.ts";
import { isRecord } from "../base/record.ts";
import { writeFileAtomic } from "../store/atomic-write.ts";
import { takeLock } from "../store/lock.ts";
import { callFiles, folderFaults, namesIn, readCalls, unread, type Fault } from "./call-files.ts";
import { isSum, merged, sumsOf, type Sum } from "./sums.ts";

const ROW_MONTHS = 2;
const DAY_MONTHS = 13;
const MONTHS = 60;

export const KEPT = `rows of ${ROW_MONTHS} months, sums of days of ${DAY_MONTHS} months, sums of months of ${MONTHS / 12} years`;

const FORMAT = "pith-ledger-sums-1";
const SUMS = /^(\d{4}-(?:0[1-9]|1[0-2]))\.(days|month)\.json$/;
/** Of a month: its days times roots times operations. */
const MOST_SUM_BYTES = 32_000_000;

export interface Ledger {
  sums: Sum[];
  faults: Fault[];
  /** What of it is still in rows, in sums of days, in sums of months. */
  rows: number;
  days: string[];
  months: string[];
}

/** All that is known, each call counted once. */
export function readLedger(folder: string): Ledger {
  const rolled = rolledUp(folder);
  const faults: Fault[] = [];
  const sums: Sum[] = [];
  const held = new Set<string>();
  // A month that is in both forms was not finished: the later form has all of it.
  for (const { month, name } of rolled.toSorted((a, b) => rankOf(b) - rankOf(a))) {
    if (held.has(month)) continue;
    const read = readSums(folder, name);
    if ("why" in read) faults.push({ file: name, lines: [], why: read.why });
    else {
      sums.push(...read.sums);
      held.add(month);
    }
  }
  const files = callFiles(folder).filter(({ month }) => !held.has(month));
  const calls = readCalls(folder, files);
  const names = (wanted: string): string[] =>
    rolled.filter(({ kind }) => kind === wanted).map(({ month }) => month);
  return {
    sums: merged([...sums, ...sumsOf(calls.rows)]),
    faults: [...folderFaults(folder), ...faults, ...calls.faults],
    rows: calls.rows.length,
    days: names("days"),
    months: names("month"),
  };
}

export interface RolledUp {
  /** Months whose rows became sums of days, whose days became one sum, and that were removed. */
  toDays: string[];
  toMonths: string[];
  removed: string[];
}

/** `now`: the current month, `2026-12`. Throws what the file system throws. Nothing is done while another process is at it. */
export function rollUp(folder: string, now: string): RolledUp {
  const done: RolledUp = { toDays: [], toMonths: [], removed: [] };
  if (namesIn(folder).length === 0) return done;
  const lock = takeLock(join(folder, "lock"));
  if (lock === null) return done;
  try {
    rollUpAlone(folder, now, done);
  } finally {
    lock.release();
  }
  return done;
}

function rollUpAlone(folder: string, now: string, done: RolledUp): void {
  const isOlder = (month: string, months: number): boolean => monthsBetween(month, now) >= months;
  for (const month of new Set(callFiles(folder).map((file) => file.month))) {
    if (!isOlder(month, ROW_MONTHS)) continue;
    const parts = callFiles(folder).filter((file) => file.month === month);
    const made = rolledUp(folder)
      .filter((file) => file.month === month)
      .map(({ name }) => readSums(folder, name));
    if (!made.some((each) => "sums" in each)) {
      if (made.some((each) => "why" in each && each.why !== BROKEN)) continue;
      const { rows, faults } = readCalls(folder, parts);
      // What cannot be read now may be read by another version, or once the disk is well again.
      if (faults.some(({ why }) => why !== "broken")) continue;
      writeSums(folder, `${month}.days.json`, sumsOf(rows));
      done.toDays.push(month);
    }
    for (const { name } of parts) rmSync(join(folder, name), { force: true });
  }
  for (const { month, name, kind } of rolledUp(folder)) {
    if (isOlder(month, MONTHS)) {
      rmSync(join(folder, name), { force: true });
      done.removed.push(month);
    } else if (kind === "days" && isOlder(month, DAY_MONTHS)) {
      const read = readSums(folder, name);
      if ("why" in read) continue;
      const whole = `${month}.month.json`;
      if (namesIn(folder).includes(whole)) {
        const there = readSums(folder, whole);
        if ("why" in there && there.why !== BROKEN) continue;
      }
      writeSums(folder, whole, merged(read.sums.map((sum) => ({ ...sum, day: month }))));
      rmSync(join(folder, name), { force: true });
      done.toMonths.push(month);
    }
  }
}

interface SumFile {
  month: string;
  kind: "days" | "month";
  name: string;
}

function rankOf({ kind }: SumFile): number {
  return kind === "month" ? 1 : 0;
}

function rolledUp(folder: string): SumFile[] {
  return namesIn(folder).flatMap((name) => {
    const [, month, kind] = SUMS.exec(name) ?? [];
    return month === undefined ? [] : [{ month, kind: kind as SumFile["kind"], name }];
  });
}

function writeSums(folder: string, name: string, sums: readonly Sum[]): void {
  writeFileAtomic(join(folder, name), `${JSON.stringify({ format: FORMAT, sums })}\n`, 0o600);
}

/** Of sums that say nothing to any version. */
const BROKEN = "broken";

function readSums(folder: string, name: string): { sums: Sum[] } | { why: string } {
  let value: unknown;
  let text: string;
  try {
    text = readPlainFile(join(folder, name), MOST_SUM_BYTES, { links: "refused" }).toString("utf8");
  } catch (error) {
    return { why: unread(error) };
  }
  try {
    value = JSON.parse(text);
  } catch {
    return { why: BROKEN };
  }
  if (!isRecord(value)) return { why: BROKEN };
  if (value["format"] !== FORMAT) return { why: "of another version" };
  const { sums } = value;
  if (!Array.isArray(sums) || !sums.every(isSum)) return { why: BROKEN };
  return { sums };
}

/** From the first to the second; negative where that is earlier. */
function monthsBetween(first: string, second: string): number {
  const count = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  return count(second) - count(first);
}
