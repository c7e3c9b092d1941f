// How much was asked month by month, and what is kept of it? Rolls up what is over first.
import { KEPT, readLedger, rollUp } from "../ledger/retention.ts";
import { pathLabel } from "../pack/label.ts";
import type { LedgerMetrics } from "../pack/ledger-report.ts";
import { shownText } from "../redact/redact.ts";
import { ledgerFolder } from "./account.ts";
import type { MetricsArguments } from "./arguments.ts";
import { faultLines, mainUnit, rowsBy, rowTable, shownFaults } from "./ledger-figures.ts";
import type { Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import type { Workspace } from "./workspace.ts";

export function metrics(workspace: Workspace, args: MetricsArguments, now = new Date()): Outcome {
  const { folder } = ledgerFolder(workspace);
  const notices: string[] = [];
  let rolledUp: LedgerMetrics["rolledUp"] = { toDays: [], toMonths: [], removed: [] };
  try {
    rolledUp = rollUp(folder, now.toISOString().slice(0, 7));
  } catch (error) {
    notices.push(
      `The ledger could not be rolled up (${(error as NodeJS.ErrnoException).code ?? String(error)}).`,
    );
  }
  const ledger = readLedger(folder);
  const root = shownText(workspace.root.path);
  const all = ledger.sums.filter((sum) => args.all === true || sum.root === root);
  const unit = mainUnit(all, workspace.config.values.unit);
  const own = all.filter((sum) => sum.unit === unit);
  const made: LedgerMetrics = {
    op: "metrics",
    root: workspace.rootAlone(),
    of: args.all === true ? "all roots" : "this root",
    unit,
    byMonth: rowsBy(own, ({ day }) => day.slice(0, 7)),
    byTool: rowsBy(own, ({ op }) => op),
    bySurface: rowsBy(own, ({ surface }) => surface),
    rows: ledger.rows,
    days: ledger.days,
    months: ledger.months,
    rolledUp,
    passedOver: shownFaults(ledger.faults),
    kept: KEPT,
  };
  return plainOutcome(args.format, made, linesOf(made), { notices });
}

function linesOf(made: LedgerMetrics): string[] {
  const { root, of, byMonth, byTool, bySurface, rows, days, months, rolledUp, unit } = made;
  const lines = [of === "this root" ? `root ${pathLabel(root.path)}` : "all roots"];
  if (byMonth.length === 0) lines.push("no calls are counted here yet");
  else
    lines.push(
      `figures in ${unit}`,
      ...rowTable("month", byMonth),
      "",
      ...rowTable("tool", byTool),
      "",
      ...rowTable("surface", bySurface),
      "",
    );
  const done = [
    ...rolledUp.toDays.map((month) => `${month} to days`),
    ...rolledUp.toMonths.map((month) => `${month} to one sum`),
    ...rolledUp.removed.map((month) => `${month} removed`),
  ];
  if (done.length > 0) lines.push(`rolled up now: ${done.join(", ")}`);
  lines.push(
    `in the ledger: rows ${rows}, sums of days ${listed(days)}, sums of months ${listed(months)}`,
    ...faultLines(made.passedOver),
    `kept: ${made.kept}`,
  );
  return lines;
}

function listed(months: readonly string[]): string {
  if (months.length === 0) return "none";
  return months.length === 1 ? `of ${months[0]}` : `of ${months[0]} to ${months.at(-1)}`;
}
