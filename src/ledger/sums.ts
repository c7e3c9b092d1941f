// Calls added up: one sum for each day, root, surface, operation and unit. Every figure of `report` and `metrics` is made
// from these, whether they were rows a moment ago or months.
import { compareStrings } from "../base/order.ts";
import { isRecord } from "../base/record.ts";
import { BASELINE_NAMES, type BaselineName, type CallRow } from "./call-row.ts";

/** What is added up. */
export interface Totals {
  calls: number;
  /** Answers that found something. */
  found: number;
  faults: number;
  /** Calls without a cost (no budget), which add nothing to `out`. */
  unmeasured: number;
  /** Cost of all answers. */
  out: number;
  /** Calls that are compared with the baselines, and what their answers cost. */
  compared: number;
  comparedOut: number;
  in: Record<BaselineName, number>;
  /** Time of all calls, in ms. */
  ms: number;
}

export interface Sum extends Totals {
  /** `2026-12-01`, or `2026-12` where days are no longer told apart. */
  day: string;
  root: string;
  surface: string;
  op: string;
  unit: string;
}

export function noTotals(): Totals {
  return {
    calls: 0,
    found: 0,
    faults: 0,
    unmeasured: 0,
    out: 0,
    compared: 0,
    comparedOut: 0,
    in: { grep: 0, files: 0, scope: 0 },
    ms: 0,
  };
}

/** Adds in place. */
export function addTotals(to: Totals, more: Totals): void {
  to.calls += more.calls;
  to.found += more.found;
  to.faults += more.faults;
  to.unmeasured += more.unmeasured;
  to.out += more.out;
  to.compared += more.compared;
  to.comparedOut += more.comparedOut;
  for (const name of BASELINE_NAMES) to.in[name] += more.in[name];
  to.ms += more.ms;
}

export function totalsOf(row: CallRow): Totals {
  const { status, out, in: before, ms } = row;
  const compared = before !== null && out !== null;
  return {
    calls: 1,
    found: Number(status === "found"),
    faults: Number(status === "fault"),
    unmeasured: Number(out === null),
    out: out ?? 0,
    compared: Number(compared),
    comparedOut: compared ? out : 0,
    in: compared ? { ...before } : { grep: 0, files: 0, scope: 0 },
    ms: Math.max(0, Math.round(ms)),
  };
}

/** Sums of rows by day, in order of their keys. */
export function sumsOf(rows: readonly CallRow[]): Sum[] {
  return merged(
    rows.map(({ at, root, surface, op, unit, ...row }): Sum => ({
      day: at.slice(0, 10),
      root,
      surface,
      op,
      unit,
      ...totalsOf({ at, root, surface, op, unit, ...row }),
    })),
  );
}

/** Sums of the same day, root, surface, operation and unit as one. */
export function merged(sums: readonly Sum[]): Sum[] {
  const byKey = new Map<string, Sum>();
  for (const sum of sums) {
    const key = JSON.stringify([sum.day, sum.root, sum.surface, sum.op, sum.unit]);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, { ...sum, in: { ...sum.in } });
    else addTotals(known, sum);
  }
  return [...byKey].sort((a, b) => compareStrings(a[0], b[0])).map(([, sum]) => sum);
}

export function isSum(value: unknown): value is Sum {
  if (!isRecord(value)) return false;
  const { day, root, surface, op, unit, in: before } = value;
  const counts = ["calls", "found", "faults", "unmeasured", "out", "compared", "comparedOut", "ms"];
  return (
    typeof day === "string" &&
    /^\d{4}-\d{2}(?:-\d{2})?$/.test(day) &&
    [root, surface, op, unit].every((text) => typeof text === "string") &&
    counts.every((name) => Number.isSafeInteger(value[name])) &&
    isRecord(before) &&
    BASELINE_NAMES.every((name) => Number.isSafeInteger(before[name]))
  );
}
