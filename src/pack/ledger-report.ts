// The JSON form of what the ledger tells: `report` and `metrics`.
import type { AnswerRoot } from "./answer.ts";

/** Another way to the same places: what it would have cost, and what the answers cost less. */
export interface LedgerBaseline {
  name: string;
  /** How it is reckoned. */
  what: string;
  in: number;
  /** Negative where the answers cost more. */
  saved: number;
  /** Of what the other way would have cost; null where that is nothing. */
  share: number | null;
  /** `saved` at the price that was given; else null. */
  price: number | null;
}

export interface LedgerRow {
  /** The day, the operation, the surface. */
  name: string;
  calls: number;
  found: number;
  faults: number;
  out: number;
  /** By baseline, signed. */
  saved: Record<string, number>;
  /** Mean time of a call, in ms. */
  ms: number;
}

/** A file of the ledger of which something was passed over. */
export interface LedgerFault {
  file: string;
  lines: number[];
  why: string;
}

export interface LedgerReport {
  op: "report";
  root: AnswerRoot;
  /** Whose calls are counted. */
  of: "this root" | "all roots";
  /** The first and last day with a call; null where there is none. */
  from: string | null;
  to: string | null;
  /** The unit of all figures but those of `otherUnits`. */
  unit: string;
  calls: number;
  found: number;
  faults: number;
  /** Calls that have no cost: they have no budget. */
  unmeasured: number;
  out: number;
  /** Calls that are compared, and what their answers cost. */
  compared: number;
  comparedOut: number;
  baselines: LedgerBaseline[];
  byDay: LedgerRow[];
  byTool: LedgerRow[];
  bySurface: LedgerRow[];
  /** Calls that were counted in another unit: they add up to nothing with these. */
  otherUnits: { unit: string; calls: number; out: number }[];
  passedOver: LedgerFault[];
  /** What is kept for how long. */
  kept: string;
  /** Files that were removed, where that was asked for. */
  cleared?: number;
  /** False where calls are not counted now. */
  counting: boolean;
}

export interface LedgerMetrics {
  op: "metrics";
  root: AnswerRoot;
  of: "this root" | "all roots";
  unit: string;
  byMonth: LedgerRow[];
  byTool: LedgerRow[];
  bySurface: LedgerRow[];
  /** In which form the months are kept. */
  rows: number;
  days: string[];
  months: string[];
  /** What was rolled up and removed now. */
  rolledUp: { toDays: string[]; toMonths: string[]; removed: string[] };
  passedOver: LedgerFault[];
  kept: string;
}
