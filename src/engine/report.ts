// What was asked, what did the answers cost, and what would other ways have cost? From the ledger of this machine alone.
import { counted } from "../base/counted.ts";
import { PithError } from "../base/error.ts";
import { thousands } from "../base/thousands.ts";
import { clearLedger } from "../ledger/call-files.ts";
import { KEPT, readLedger } from "../ledger/retention.ts";
import { pathLabel } from "../pack/label.ts";
import type { LedgerReport } from "../pack/ledger-report.ts";
import { shownText } from "../redact/redact.ts";
import { isKept, ledgerFolder } from "./account.ts";
import type { ReportArguments } from "./arguments.ts";
import {
  baselinesOfTotal,
  faultLines,
  mainUnit,
  rowsBy,
  rowTable,
  shownFaults,
  signed,
  table,
  totalOf,
} from "./ledger-figures.ts";
import type { Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import type { Workspace } from "./workspace.ts";

export function report(
  workspace: Workspace,
  args: ReportArguments,
  { env = process.env, now = new Date() }: { env?: NodeJS.ProcessEnv; now?: Date } = {},
): Outcome {
  const since = args.since === undefined ? null : firstDay(args.since, now);
  const price = args.price === undefined ? null : priceOf(args.price);
  const { folder } = ledgerFolder(workspace);
  const cleared = args.clear === true ? clearLedger(folder) : undefined;
  const { sums, faults } = readLedger(folder);
  const root = shownText(workspace.root.path);
  const all = sums.filter(
    (sum) => (args.all === true || sum.root === root) && (since === null || sum.day >= since),
  );
  const unit = mainUnit(all, workspace.config.values.unit);
  const own = all.filter((sum) => sum.unit === unit);
  const total = totalOf(own);
  const { calls, found, faults: failed, unmeasured, out, compared, comparedOut } = total;
  const days = own.map(({ day }) => day);
  const others = [
    ...Map.groupBy(
      all.filter((sum) => sum.unit !== unit),
      (sum) => sum.unit,
    ),
  ];
  const made: LedgerReport = {
    op: "report",
    root: workspace.rootAlone(),
    of: args.all === true ? "all roots" : "this root",
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    unit,
    calls,
    found,
    faults: failed,
    unmeasured,
    out,
    compared,
    comparedOut,
    baselines: baselinesOfTotal(total, price),
    byDay: rowsBy(own, ({ day }) => day),
    byTool: rowsBy(own, ({ op }) => op),
    bySurface: rowsBy(own, ({ surface }) => surface),
    otherUnits: others.map(([name, some]) => ({
      unit: name,
      calls: totalOf(some).calls,
      out: totalOf(some).out,
    })),
    passedOver: shownFaults(faults),
    kept: KEPT,
    ...(cleared === undefined ? {} : { cleared }),
    counting: isKept(workspace, env),
  };
  return plainOutcome(args.format, made, linesOf(made));
}

/** Throws ARGUMENT_INVALID. */
function firstDay(given: string, now: Date): string {
  const back = /^(\d{1,4})d$/.exec(given)?.[1];
  if (back !== undefined)
    return new Date(now.getTime() - (Number(back) - 1) * 86_400_000).toISOString().slice(0, 10);
  const day = /^\d{4}-\d{2}-\d{2}$/.test(given) ? new Date(`${given}T00:00:00Z`) : null;
  if (day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(given)) return given;
  throw new PithError("ARGUMENT_INVALID", `${shownText(given)} is no day.`, {
    subject: "since",
    next: "Give a day such as 2026-12-01, or a number of days such as 7d. Days are those of UTC.",
  });
}

/** Throws ARGUMENT_INVALID. */
function priceOf(given: string): number {
  const price = /^\d{1,6}(?:\.\d{1,6})?$/.test(given) ? Number(given) : Number.NaN;
  if (price > 0) return price;
  throw new PithError("ARGUMENT_INVALID", `${shownText(given)} is no price.`, {
    subject: "price",
    next: "Give what a million tokens of input cost, such as 3 or 2.50.",
  });
}

function linesOf(report: LedgerReport): string[] {
  const { root, of, from, to, unit, calls, found, faults, unmeasured, out, compared, baselines, cleared } =
    report;
  const lines = [of === "this root" ? `root ${pathLabel(root.path)}` : "all roots"];
  if (cleared !== undefined) lines.push(`cleared: ${counted(cleared, "file")} of the ledger removed`);
  if (!report.counting) lines.push("calls are not counted now: the ledger is off");
  if (calls === 0) lines.push("no calls are counted here yet");
  else {
    const parts = [`${thousands(found)} found something`];
    if (faults > 0) parts.push(counted(faults, "fault"));
    if (unmeasured > 0) parts.push(`${thousands(unmeasured)} without a cost`);
    lines.push(
      `${from === to ? from : `${from} to ${to}`}: ${counted(calls, "call")}, ${parts.join(", ")}`,
      `out: ${thousands(out)} ${unit} in all answers; ${counted(compared, "answer")} compared:`,
      "",
      ...baselineTable(report),
      "",
      ...rowTable("day", report.byDay),
      "",
      ...rowTable("tool", report.byTool),
      "",
      ...baselines.map(({ name, what }) => `${name}: ${what}`),
      "What the other ways would have cost is estimated from sizes of files; out is exact. Positive is saved.",
    );
  }
  for (const other of report.otherUnits)
    lines.push(
      `beside these, in ${other.unit}: ${counted(other.calls, "call")}, ${thousands(other.out)} out`,
    );
  lines.push(...faultLines(report.passedOver), `kept: ${report.kept}`);
  return lines;
}

function baselineTable({ baselines, comparedOut }: LedgerReport): string[] {
  const priced = baselines.some(({ price }) => price !== null);
  const head = ["instead of", "in", "out", "saved", "share", ...(priced ? ["price"] : [])];
  const rows = baselines.map(({ name, in: before, saved, share, price }) => [
    name,
    thousands(before),
    thousands(comparedOut),
    signed(saved),
    share === null ? "-" : `${Math.round(share * 100)} %`,
    ...(priced ? [(price ?? 0).toFixed(2)] : []),
  ]);
  return table([head, ...rows]);
}
