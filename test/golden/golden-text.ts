// How is a ranking kept as text? One block a query: the target's rank and the first places; a summary at the end.
import { FEATURES, PRIORS, WEIGHTS } from "../../src/rank/features.ts";
import { type RankedFile, rank } from "../../src/rank/rank.ts";
import { readQuery } from "../../src/rank/read-query.ts";
import type { Snapshot } from "../../src/store/segment-view.ts";

export interface GoldenQuery {
  query: string;
  target: string;
}

/** Places shown of each ranking. */
const SHOWN = 3;

export function goldenText(snapshot: Snapshot, queries: readonly GoldenQuery[], explain: boolean): string {
  const ranks: number[] = [];
  const blocks = queries.map(({ query, target }) => {
    const read = readQuery(query);
    const { files } = rank(snapshot, read, { limit: Number.POSITIVE_INFINITY });
    const rankOfTarget = files.findIndex(({ path }) => path === target) + 1;
    ranks.push(rankOfTarget);
    const weights = WEIGHTS[read.kind === "word" ? "word" : "phrase"];
    const shown = files.slice(0, Math.max(SHOWN, explain ? rankOfTarget : 0)).map((file, i) => {
      const { path, region } = file;
      const line = `  ${i + 1} ${path}:${region.start}-${region.end}`;
      return explain ? `${line}  ${explanation(file, weights)}` : line;
    });
    const found = rankOfTarget === 0 ? "not found" : `rank ${rankOfTarget}`;
    return [query, `  target ${target}: ${found}`, ...shown].join("\n");
  });
  return `${blocks.join("\n\n")}\n\n${summaryOf(ranks)}\n`;
}

function summaryOf(ranks: readonly number[]): string {
  const share = (test: (rank: number) => boolean) => (ranks.filter(test).length / ranks.length).toFixed(2);
  const reciprocal = ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : 1 / rank), 0) / ranks.length;
  const first = share((rank) => rank === 1);
  const fifth = share((rank) => rank >= 1 && rank <= 5);
  return `${ranks.length} queries: first ${first}, in five ${fifth}, mean reciprocal rank ${reciprocal.toFixed(3)}`;
}

function explanation({ score, features }: RankedFile, weights: Record<string, number>): string {
  const parts = [...FEATURES, ...PRIORS].flatMap((name, i) => {
    const value = features[i]! * weights[name]! * (i < FEATURES.length ? 1 : -1);
    return Math.abs(value) < 0.005 ? [] : [`${name} ${value.toFixed(2)}`];
  });
  return `${score.toFixed(2)}: ${parts.join(", ")}`;
}
