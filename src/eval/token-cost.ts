// What does a reader pay until the answer is there? Files in the order of ranking, of each the lines that a search shows.
import { BUDGETS, curveOf, recallAt, type Result, tokensToFirstHit } from "./measure.ts";
import type { EvalTarget } from "./question.ts";
import { orderUnder, type RankedQuestion } from "./ranked-question.ts";

/** Results that are looked at. */
const MOST_RESULTS = 50;

export interface TokenCost {
  /** Until a file that answers is shown. */
  firstHit: number;
  /** Share of the files that answer which is shown within each of `BUDGETS`. */
  recall: number[];
  /** The same of those whose very lines are shown. */
  lines: number[];
}

/** `cost`: of lines of a file, first and last. */
export function tokenCost(
  ranked: RankedQuestion,
  factors: readonly number[],
  cost: (path: string, start: number, end: number) => number,
): TokenCost {
  const { targets } = ranked.question;
  const results = orderUnder(ranked, factors)
    .slice(0, MOST_RESULTS)
    .map((row) => ranked.places[row]!);
  const costs = new Map(results.map((result) => [result, cost(result.path, result.start, result.end)]));
  const curve = (meets: (result: Result, target: EvalTarget) => boolean) =>
    curveOf(results, targets, (result) => costs.get(result)!, meets);
  const files = curve(({ path }, target) => path === target.path);
  const lines = curve(meetsLines);
  return {
    firstHit: tokensToFirstHit(files),
    recall: BUDGETS.map((budget) => recallAt(files, budget, targets.length)),
    lines: BUDGETS.map((budget) => recallAt(lines, budget, targets.length)),
  };
}

function meetsLines({ path, start, end }: Result, target: EvalTarget): boolean {
  if (path !== target.path) return false;
  return target.spans.length === 0 || target.spans.some(([from, to]) => end >= from && start <= to);
}
