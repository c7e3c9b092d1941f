// The evaluation of walks as a page: one file, nothing fetched, no script; beside every plot its table.
import { thousands } from "../../base/thousands.ts";
import { PAGE_END, pageStart, section, table } from "../../pack/page-parts.ts";
import { barPlot, curvePlot, escaped, intervalPlot } from "../../pack/plots.ts";
import { toEven } from "../to-even.ts";
import type { NavigationEvaluation, NavigatorReport } from "./evaluate.ts";
import { casesLine, figuresOf } from "./navigation-lines.ts";

/** How a page begins: a file that begins otherwise is not written over. */
export const NAVIGATION_MARK = "<!doctype html>\n<!-- pith manifest eval -->";

const MOST_FAILED = 20;
/** Of the normal distribution, for a 95% interval. */
const Z = 1.96;

/** `evaluation` has no secrets any more. */
export function navigationPage(evaluation: NavigationEvaluation): string {
  const { source, reports } = evaluation;
  const body =
    (reports[0]?.n ?? 0) === 0
      ? ["<p>No case was given, and none could be made: the leaves are not at hand.</p>"]
      : [success(reports), overBudgets(reports), costs(evaluation), failures(reports)];
  return [
    pageStart(NAVIGATION_MARK, `pith manifest eval: ${source}`),
    head(evaluation),
    ...body,
    PAGE_END,
  ].join("\n");
}

function head(evaluation: NavigationEvaluation): string {
  const { source, kind, leaves, reports } = evaluation;
  const best = reports.toSorted((a, b) => b.navigationSuccess - a.navigationSuccess)[0];
  const cards =
    best === undefined
      ? []
      : [
          [
            `${toEven(100 * best.navigationSuccess, 0)}%`,
            `found by ${best.navigator} in ${thousands(best.budget)} tokens`,
          ],
          [thousands(Math.round(best.tokensToAnswer)), "tokens to an answer"],
          [thousands(best.firstViewTokens), "tokens of the first view"],
          [toEven(best.hops, 2), "steps to an answer"],
        ].map(([value, said]) => `<div><b>${escaped(value!)}</b><span>${escaped(said!)}</span></div>`);
  return `<header><h1>${escaped(source)}</h1><p>${escaped(kind)}, ${thousands(leaves)} leaves; ${escaped(casesLine(evaluation))}. Everything was measured on this machine.</p><div class="cards">${cards.join("")}</div></header>`;
}

/** Wilson's interval of a share (Wilson 1927): sound for few cases and shares near 0 and 1. */
function intervalOf(part: number, all: number): { mean: number; low: number; high: number } {
  const share = part / all;
  const scale = 1 + Z ** 2 / all;
  const middle = (share + Z ** 2 / (2 * all)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2));
  return { mean: share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

function labelOf({ navigator, budget }: NavigatorReport): string {
  return `${navigator} ${thousands(budget)}`;
}

function success(reports: readonly NavigatorReport[]): string {
  return section(
    "How often the answer is reached",
    "Share of the cases in which the node that answers is opened inside the budget; the line through a point is the 95% interval.",
    intervalPlot(
      "Share of answers reached, by navigator and budget, with 95% intervals",
      reports.map((report) => ({
        label: labelOf(report),
        value: intervalOf(report.cases.filter((one) => one.success).length, report.n),
      })),
      false,
    ),
    table(
      "Walks by navigator and budget",
      [
        "navigator",
        "budget",
        "success",
        "first hop",
        "hops",
        "tokens",
        "shown",
        "ran out",
        "of all contents",
      ],
      reports.map(figuresOf),
    ),
    "stacked",
  );
}

function overBudgets(reports: readonly NavigatorReport[]): string {
  const budgets = [...new Set(reports.map(({ budget }) => budget))];
  if (budgets.length < 2) return "";
  const names = [...new Set(reports.map(({ navigator }) => navigator))];
  const valuesOf = (name: string) =>
    budgets.map((b) => reports.find((r) => r.navigator === name && r.budget === b)!.navigationSuccess);
  return section(
    "What a larger budget brings",
    "The same share over growing budgets.",
    curvePlot(
      "Share of answers reached over growing budgets",
      budgets.map(thousands),
      names.map((label) => ({ label, values: valuesOf(label) })),
    ),
    table(
      "Share of answers reached by budget",
      ["navigator", ...budgets.map(thousands)],
      names.map((name) => [name, ...valuesOf(name).map((value) => value.toFixed(2))]),
    ),
  );
}

function costs({ reports, flatTokens }: NavigationEvaluation): string {
  const rows = [
    ...reports.map((report) => ({ label: labelOf(report), count: Math.round(report.shownTokens) })),
    { label: "flat listing", count: flatTokens },
  ];
  return section(
    "What an answer costs",
    "Tokens put out on the way to an answer, wrong turns included, beside a listing of all leaves from which the right one is opened at once.",
    barPlot("Tokens to an answer", rows),
    table(
      "Tokens to an answer",
      ["way", "tokens"],
      rows.map(({ label, count }) => [label, thousands(count)]),
    ),
  );
}

function failures(reports: readonly NavigatorReport[]): string {
  const rows = reports.flatMap((report) =>
    report.cases
      .filter((one) => !one.success)
      .slice(0, MOST_FAILED)
      .map((one) => [
        one.query,
        one.target,
        labelOf(report),
        one.budgetExhausted ? "ran out of budget" : "lost its way",
        one.path.join(", ") || "nothing",
      ]),
  );
  if (rows.length === 0) return "";
  return `<section><h2>Cases that were not reached</h2>${table("Cases that were not reached", ["question", "answer", "navigator", "why", "opened"], rows, "texts")}</section>`;
}
