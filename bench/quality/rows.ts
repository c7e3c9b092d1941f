// What one question scored, and the means over many.
import { BUDGETS, mean, median } from "../../src/eval/measure.ts";

/** What one question scored. */
export interface Row {
  repository: string;
  language: string;
  kind: string;
  query: string;
  ndcg: number;
  /** Null where no target exists. */
  firstHit: number | null;
  recall: number[] | null;
  milliseconds: number;
  top: string[];
  targets: string[];
}

/** Means over rows, as the report and the regression check show them. */
export function summarise(rows: readonly Row[]) {
  const found = rows.filter((row) => row.firstHit !== null);
  return {
    questions: rows.length,
    ndcg: mean(rows.map((row) => row.ndcg)),
    firstHitMean: mean(found.map((row) => row.firstHit!)),
    firstHitMedian: median(found.map((row) => row.firstHit!)),
    recall: BUDGETS.map((_, i) => mean(found.map((row) => row.recall![i]!))),
  };
}
