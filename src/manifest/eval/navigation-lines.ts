// The evaluation of walks in lines, for a terminal.
import { counted } from "../../base/counted.ts";
import { thousands } from "../../base/thousands.ts";
import { toEven } from "../to-even.ts";
import { timesLess } from "./eval-summary.ts";
import type { NavigationEvaluation, NavigatorReport } from "./evaluate.ts";

/** Failed cases that are named. */
const MOST_NAMED = 10;

export function navigationLines(evaluation: NavigationEvaluation, every: boolean): string[] {
  const { source, kind, leaves, reserve, reports, flatTokens } = evaluation;
  const [first] = reports;
  const lines = [
    `${source} (${kind}), ${counted(leaves, "leaf", "leaves")}; ${casesLine(evaluation)}`,
    `first view ${thousands(first?.firstViewTokens ?? 0)} tokens, reserve ${thousands(reserve)}; a flat listing and the leaf take ${thousands(flatTokens)}, all contents ${thousands(first?.fullTokens ?? 0)}`,
    "",
    ...table(reports),
  ];
  for (const report of reports) lines.push(...casesOf(report, every));
  return lines;
}

export function casesLine({ cases, reports }: NavigationEvaluation): string {
  const n = counted(reports[0]?.n ?? 0, "case");
  if (cases === "given") return `${n}, given`;
  return cases === "outside"
    ? `${n} made of words of the contents that no descriptor of the leaf has`
    : `${n} made of sentences of the contents`;
}

const COLUMNS = [
  "navigator",
  "budget",
  "success",
  "first hop",
  "hops",
  "tokens",
  "shown",
  "ran out",
  "of all",
];

/** A row of figures for each walk, as texts. */
export function figuresOf(report: NavigatorReport): string[] {
  return [
    report.navigator,
    thousands(report.budget),
    `${toEven(100 * report.navigationSuccess, 0)}%`,
    `${toEven(100 * report.firstHopPrecision, 0)}%`,
    toEven(report.hops, 2),
    thousands(Number(toEven(report.tokensToAnswer, 0))),
    thousands(Number(toEven(report.shownTokens, 0))),
    String(report.budgetExhausted),
    report.tokensToAnswer === 0 ? "-" : `1/${toEven(timesLess(report), 1)}`,
  ];
}

function table(reports: readonly NavigatorReport[]): string[] {
  const rows = [COLUMNS, ...reports.map(figuresOf)];
  const widths = COLUMNS.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  "),
  );
}

function casesOf({ navigator, budget, cases }: NavigatorReport, every: boolean): string[] {
  const shown = every ? cases : cases.filter(({ success }) => !success).slice(0, MOST_NAMED);
  if (shown.length === 0) return [];
  const failed = cases.filter(({ success }) => !success).length;
  const heading = `${navigator}, ${thousands(budget)} tokens: ${failed === 0 ? "all found" : `${failed} not found`}`;
  return [
    "",
    heading,
    ...shown.map(({ success, query, target, path, budgetExhausted }) => {
      const end = success ? "" : budgetExhausted ? " (ran out of budget)" : " (lost its way)";
      return `  ${success ? "ok" : "no"}  ${query} → ${target}${end}: ${path.length === 0 ? "nothing opened" : path.join(", ")}`;
    }),
    ...(!every && failed > MOST_NAMED ? [`  and ${failed - MOST_NAMED} more`] : []),
  ];
}
