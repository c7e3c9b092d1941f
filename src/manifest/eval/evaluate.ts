// How well is a manifest walked? Every case by every navigator at every budget, each walk from a fresh start.
import { pause } from "../../base/pause.ts";
import { descriptorCost } from "../node-cost.ts";
import { isLeaf, type Manifest } from "../manifest.ts";
import type { Finder, Navigator } from "../navigator.ts";
import type { EvalCase } from "./eval-case.ts";
import { summariseCases, type NavigationReport } from "./eval-summary.ts";
import { MAX_HOPS, runCase, type CaseOptions } from "./run-case.ts";

export interface NamedNavigator {
  name: string;
  /** What it goes by, in a few words. */
  goesBy: string;
  navigator: Navigator | Finder;
  /** A leaf that isn't the answer is closed again. */
  closeWrong: boolean;
}

export interface NavigatorReport extends NavigationReport {
  navigator: string;
  goesBy: string;
  budget: number;
}

export interface NavigationEvaluation {
  op: "manifest eval";
  source: string;
  kind: string;
  leaves: number;
  reserve: number;
  maxHops: number;
  /** How the cases came about: `given`, or of which words they were made. */
  cases: "given" | "outside" | "sentence";
  /** What an answer costs where all leaves are listed with their descriptors, and the right one is opened. */
  flatTokens: number;
  /** By navigator, then by budget. */
  reports: NavigatorReport[];
}

export interface EvaluateOptions extends Omit<CaseOptions, "budget" | "closeWrong"> {
  budgets: readonly number[];
  made: NavigationEvaluation["cases"];
  signal?: AbortSignal;
  onCase?: (done: number, total: number) => void;
}

/** Throws BUDGET_TOO_SMALL where the first view has no room in one of the budgets. */
export async function evaluateNavigation(
  manifest: Manifest,
  cases: readonly EvalCase[],
  navigators: readonly NamedNavigator[],
  options: EvaluateOptions,
): Promise<NavigationEvaluation> {
  const { budgets, made, signal, onCase, ...walk } = options;
  const total = cases.length * navigators.length * budgets.length;
  const reports: NavigatorReport[] = [];
  let done = 0;
  for (const { name, goesBy, navigator, closeWrong } of navigators) {
    for (const budget of budgets) {
      const results = [];
      for (const one of cases) {
        await pause(signal);
        results.push(await runCase(manifest, one, navigator, { ...walk, budget, closeWrong }));
        onCase?.(++done, total);
      }
      reports.push({ navigator: name, goesBy, budget, ...summariseCases(manifest, results) });
    }
  }
  const { source } = manifest;
  return {
    op: "manifest eval",
    source: textOf(source["id"]),
    kind: textOf(source["kind"]),
    leaves: [...manifest.nodes.values()].filter(isLeaf).length,
    reserve: walk.reserve ?? 0,
    maxHops: walk.maxHops ?? MAX_HOPS,
    cases: made,
    flatTokens: flatTokens(manifest, cases),
    reports,
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function flatTokens(manifest: Manifest, cases: readonly EvalCase[]): number {
  let listed = 0;
  for (const node of manifest.nodes.values()) if (isLeaf(node)) listed += descriptorCost(node);
  const opened = cases.flatMap(({ target }) => manifest.nodes.get(target)?.tokens ?? []);
  const mean = opened.length === 0 ? 0 : opened.reduce((sum, tokens) => sum + tokens, 0) / opened.length;
  return Math.round(listed + mean);
}
