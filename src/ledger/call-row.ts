// What is kept of a call: when it was, what was asked, what the answer cost, and what other ways of asking would have cost.
import { isRecord } from "../base/record.ts";

/** Other ways to the same places, by which a saving is told. Each is defined in `BASELINES`. */
export const BASELINE_NAMES = ["grep", "files", "scope"] as const;
export type BaselineName = (typeof BASELINE_NAMES)[number];

/** Said with every figure that rests on them. */
export const BASELINES: Readonly<Record<BaselineName, string>> = {
  grep: "grep and read: 200 lines around each place shown, once a call; of a search by lines the matching lines; of a read its lines",
  files: "each file of which something is shown, read whole, once a call",
  scope: "every file in scope, read whole (hypothetical: nobody does)",
};

export interface CallRow {
  v: 1;
  /** ISO 8601, UTC. */
  at: string;
  surface: string;
  op: string;
  /** Absolute path of the root. */
  root: string;
  /** Redacted, and cut. */
  query?: string;
  session?: string;
  status: "found" | "nothing" | "fault";
  /** Of a fault. */
  code?: string;
  /** Exact cost of the answer; null for what has no budget. */
  out: number | null;
  unit: string;
  budget: number | null;
  /** By baseline, estimated from sizes; null where there is none to compare with. */
  in: Record<BaselineName, number> | null;
  /** Files that were looked at. */
  scanned: number | null;
  /** Spans, results or items shown. */
  shown: number | null;
  receipt?: string;
  ms: number;
}

export function isCallRow(value: unknown): value is CallRow {
  if (!isRecord(value) || value["v"] !== 1) return false;
  const { at, surface, op, root, status, out, unit, in: before, ms } = value;
  return (
    typeof at === "string" &&
    /^\d{4}-\d{2}-\d{2}T/.test(at) &&
    [surface, op, root, status, unit].every((text) => typeof text === "string") &&
    isCountOrNull(out) &&
    typeof ms === "number" &&
    Number.isFinite(ms) &&
    (before === null ||
      (isRecord(before) &&
        BASELINE_NAMES.every((name) => isCountOrNull(before[name]) && before[name] !== null)))
  );
}

/** A row of a later form: it is counted, not read. */
export function isLaterRow(value: unknown): boolean {
  return isRecord(value) && typeof value["v"] === "number" && value["v"] > 1;
}

function isCountOrNull(value: unknown): boolean {
  return value === null || (Number.isSafeInteger(value) && (value as number) >= 0);
}
