// What do the walks of all cases come to?
import { counterFor } from "../manifest-unit.ts";
import { baselineTokens } from "../node-cost.ts";
import type { Manifest } from "../manifest.ts";
import type { CaseResult } from "./run-case.ts";

export interface NavigationReport {
  /** Cases. */
  n: number;
  /** Shares of the cases: the target was opened; the first step led into its part of the tree. */
  navigationSuccess: number;
  firstHopPrecision: number;
  /** Of the walks that succeeded: nodes opened, tokens held at the end, tokens put out on the way. */
  hops: number;
  tokensToAnswer: number;
  shownTokens: number;
  /** Walks that failed because what they wanted did not fit. */
  budgetExhausted: number;
  /** Before anything is opened: the root and its parts, and the text that explains the format. */
  firstViewTokens: number;
  /** Of all contents. */
  fullTokens: number;
  cases: CaseResult[];
}

export function summariseCases(manifest: Manifest, cases: readonly CaseResult[]): NavigationReport {
  const good = cases.filter(({ success }) => success);
  const usage = manifest.usage === null ? 0 : counterFor(manifest)(manifest.usage);
  return {
    n: cases.length,
    navigationSuccess: share(good.length, cases.length),
    firstHopPrecision: share(cases.filter((one) => one.firstHopCorrect).length, cases.length),
    hops: meanOf(good.map(({ path }) => path.length)),
    tokensToAnswer: meanOf(good.map(({ tokens }) => tokens)),
    shownTokens: meanOf(good.map(({ shownTokens }) => shownTokens)),
    budgetExhausted: cases.filter((one) => one.budgetExhausted).length,
    firstViewTokens: baselineTokens(manifest) + usage,
    fullTokens: manifest.fullTokens ?? 0,
    cases: [...cases],
  };
}

/** How many times less an answer takes than all contents; 0 where none was found. */
export function timesLess({ fullTokens, tokensToAnswer }: NavigationReport): number {
  return tokensToAnswer === 0 ? 0 : fullTokens / tokensToAnswer;
}

function share(part: number, all: number): number {
  return all === 0 ? 0 : part / all;
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
