// Figures of the ledger as `report` and `metrics` show them: made once, from the same sums.
import { counted } from "../base/counted.ts";
import { compareStrings } from "../base/order.ts";
import { thousands } from "../base/thousands.ts";
import type { Fault } from "../ledger/call-files.ts";
import { BASELINE_NAMES, BASELINES } from "../ledger/call-row.ts";
import { addTotals, noTotals, type Sum, type Totals } from "../ledger/sums.ts";
import type { LedgerBaseline, LedgerFault, LedgerRow } from "../pack/ledger-report.ts";

export function totalOf(sums: readonly Sum[]): Totals {
  const total = noTotals();
  for (const sum of sums) addTotals(total, sum);
  return total;
}

export function rowsBy(sums: readonly Sum[], name: (sum: Sum) => string): LedgerRow[] {
  return [...Map.groupBy(sums, name)]
    .sort((a, b) => compareStrings(a[0], b[0]))
    .map(([key, some]): LedgerRow => {
      const { calls, found, faults, out, in: before, comparedOut, ms } = totalOf(some);
      const saved = Object.fromEntries(BASELINE_NAMES.map((each) => [each, before[each] - comparedOut]));
      return { name: key, calls, found, faults, out, saved, ms: calls === 0 ? 0 : Math.round(ms / calls) };
    });
}

export function baselinesOfTotal(
  { in: before, comparedOut }: Totals,
  price: number | null,
): LedgerBaseline[] {
  return BASELINE_NAMES.map((name) => {
    const saved = before[name] - comparedOut;
    return {
      name,
      what: BASELINES[name],
      in: before[name],
      saved,
      share: before[name] === 0 ? null : Math.round((saved / before[name]) * 1000) / 1000,
      price: price === null ? null : Math.round(((saved * price) / 1e6) * 1e4) / 1e4,
    };
  });
}

/** The unit in which most calls were counted, and the sums of others. */
export function mainUnit(sums: readonly Sum[], otherwise: string): string {
  const calls = [...Map.groupBy(sums, ({ unit }) => unit)].map(([unit, some]) => ({
    unit,
    calls: totalOf(some).calls,
  }));
  calls.sort((a, b) => b.calls - a.calls || compareStrings(a.unit, b.unit));
  return calls[0]?.unit ?? otherwise;
}

export function signed(count: number): string {
  return `${count > 0 ? "+" : count < 0 ? "-" : ""}${thousands(Math.abs(count))}`;
}

/** Lines of a table: the first column to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join("  ")
      .trimEnd(),
  );
}

export function rowTable(title: string, rows: readonly LedgerRow[]): string[] {
  const head = [title, "calls", "out", "saved to grep and read", "ms a call"];
  const cells = rows.map(({ name, calls, out, saved, ms }) => [
    name,
    thousands(calls),
    thousands(out),
    signed(saved["grep"] ?? 0),
    thousands(ms),
  ]);
  return table([head, ...cells]);
}

/** Lines of a fault that are named. */
const MOST_LINES = 5;

export function faultLines(faults: readonly LedgerFault[]): string[] {
  return faults.map(({ file, lines, why }) => {
    if (lines.length === 0) return `passed over: ${file}, ${why}`;
    const named = lines.slice(0, MOST_LINES).join(", ");
    const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : "";
    const some = counted(lines.length, "line");
    const which = why === "broken" ? some.replace(" ", ` ${why} `) : `${some} ${why}`;
    return `passed over: ${which} in ${file} (${named}${more})`;
  });
}

export function shownFaults(faults: readonly Fault[]): LedgerFault[] {
  return faults.map((fault) => ({ ...fault }));
}
