// How good is a ranked list? NDCG@10, tokens to the first hit and recall at a budget, as the public code-search
// benchmark counts them (docs/decisions, ranking): binary gain, a target's rank is its first covering result.

export interface Target {
  path: string;
  /** Null where the whole file is meant. */
  start: number | null;
  end: number | null;
}

export interface Result {
  path: string;
  start: number;
  end: number;
}

export const BUDGETS = [500, 1000, 2000, 4000, 8000] as const;
/** Tokens to the first hit where nothing hits. */
const FIRST_HIT_CAP = 32_000;

/** Paths are equal, or one ends in the other: labels and results may be relative to different roots. */
export function samePath(a: string, b: string): boolean {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

export function covers(result: Result, target: Target): boolean {
  if (!samePath(result.path, target.path)) return false;
  if (target.start === null || target.end === null) return true;
  return result.end >= target.start && result.start <= target.end;
}

export function ndcg(results: readonly Result[], targets: readonly Target[], k = 10): number {
  return ndcgOfRanks(
    targets.map((target) => results.slice(0, k).findIndex((result) => covers(result, target)) + 1),
    k,
  );
}

/**
 * Of the rank of each target, from 1; 0 where it was not found. Two targets first covered by one result fill one rank,
 * while the ideal list keeps both.
 */
export function ndcgOfRanks(ranks: readonly number[], k = 10): number {
  if (ranks.length === 0) return 0;
  const gain = (rank: number) => 1 / Math.log2(rank + 1);
  let got = 0;
  for (const rank of new Set(ranks)) if (rank > 0 && rank <= k) got += gain(rank);
  let ideal = 0;
  for (let rank = 1; rank <= Math.min(k, ranks.length); rank++) ideal += gain(rank);
  return got / ideal;
}

/** One over the first rank, from places that count from 1; 0 stands for none. */
export function reciprocalRank(ranks: readonly number[]): number {
  const found = ranks.filter((rank) => rank > 0);
  return found.length === 0 ? 0 : 1 / Math.min(...found);
}

/** Tokens spent and targets covered after each result, in reading order. */
export type Curve = readonly { spent: number; covered: number }[];

export function curveOf<Wanted = Target>(
  results: readonly Result[],
  targets: readonly Wanted[],
  tokensOf: (result: Result) => number,
  meets: (result: Result, target: Wanted) => boolean = covers as (result: Result, target: Wanted) => boolean,
): Curve {
  const done = targets.map(() => false);
  let spent = 0;
  return results.map((result) => {
    spent += tokensOf(result);
    targets.forEach((target, i) => (done[i] ||= meets(result, target)));
    return { spent, covered: done.filter(Boolean).length };
  });
}

export function tokensToFirstHit(curve: Curve): number {
  return Math.min(FIRST_HIT_CAP, curve.find(({ covered }) => covered > 0)?.spent ?? FIRST_HIT_CAP);
}

/** Share of the targets covered by the longest prefix whose cost fits the budget. */
export function recallAt(curve: Curve, budget: number, targets: number): number {
  let covered = 0;
  for (const point of curve) {
    if (point.spent > budget) break;
    covered = point.covered;
  }
  return targets === 0 ? 0 : covered / targets;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length;
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
