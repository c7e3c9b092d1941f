// What do the answers to many questions come to? Means with their intervals, for all questions and group by group; what
// each lane adds; the factors that would suit.
import { LANE_NAMES, type LaneWeights } from "../config/lane-weights.ts";
import type { EvalGroup, EvalInterval, EvalLane, EvalReport, EvalRow } from "../pack/eval-report.ts";
import { intervalOf } from "./interval.ts";
import { learnLanes, scoreUnder } from "./learn-lanes.ts";
import { BUDGETS, mean, median, ndcgOfRanks, reciprocalRank } from "./measure.ts";
import { QUESTION_KINDS, type Question, shareInName } from "./question.ts";
import { factorsOf, type RankedQuestion, ranksUnder, withoutLane } from "./ranked-question.ts";
import { partOf } from "./split.ts";
import { tokenCost, type TokenCost } from "./token-cost.ts";

export interface SummaryInput {
  ranked: readonly RankedQuestion[];
  inForce: LaneWeights;
  /** Names of a question's answer, beside the paths of its targets. */
  nameOf: (question: Question) => string | undefined;
  cost: (question: Question, path: string, start: number, end: number) => number;
}

type Numbers = Pick<EvalReport, "groups" | "lanes" | "meaningAlone" | "learnt" | "rows">;

interface Measured {
  ranked: RankedQuestion;
  row: EvalRow;
  cost: TokenCost;
  inName: "all" | "some" | "none";
}

/** Names of groups beside the kinds. */
const ALL = "all";
const APART = "no word in name";
const IN_NAME = "all words in name";

export function summarise({ ranked, inForce, nameOf, cost }: SummaryInput): Numbers {
  const factors = factorsOf(inForce);
  const measured = ranked.map((one): Measured => {
    const { question } = one;
    const names = [...question.targets.map(({ path }) => path), nameOf(question) ?? ""];
    const ranks = ranksUnder(one, factors);
    const own = tokenCost(one, factors, (path, start, end) => cost(question, path, start, end));
    const without = LANE_NAMES.map((lane) => [lane, scoreUnder(one, withoutLane(factors, lane))]);
    const row: EvalRow = {
      id: question.id,
      kind: question.kind,
      part: partOf(question.source),
      query: question.query,
      targets: question.targets.map(({ path }) => path),
      ranks,
      ndcg: ndcgOfRanks(ranks),
      without: Object.fromEntries(without) as Record<string, number>,
      meaningAlone: one.byMeaning === null ? null : ndcgOfRanks(one.byMeaning),
      firstHit: own.firstHit,
    };
    return { ranked: one, row, cost: own, inName: shareInName(question.query, names) };
  });
  const groups = groupsOf(measured);
  const hasMeaning = measured.some(({ row }) => row.meaningAlone !== null);
  const { hold: _, ...learnt } = learnLanes(ranked, inForce);
  return {
    groups: groups.map(([name, own]) => groupFigures(name, own)),
    lanes: LANE_NAMES.map((lane): EvalLane => ({
      lane,
      factor: inForce[lane],
      gain: byGroup(groups, ({ row }) => row.ndcg - row.without[lane]!),
    })),
    meaningAlone: hasMeaning ? byGroup(groups, ({ row }) => row.meaningAlone ?? 0) : null,
    learnt,
    rows: measured.map(({ row }) => row),
  };
}

type Groups = readonly (readonly [string, readonly Measured[]])[];

/** Those that have any question. */
function groupsOf(measured: readonly Measured[]): Groups {
  const groups: (readonly [string, readonly Measured[]])[] = [
    [ALL, measured],
    ...QUESTION_KINDS.map((kind) => [kind, measured.filter(({ row }) => row.kind === kind)] as const),
    [APART, measured.filter(({ inName }) => inName === "none")],
    [IN_NAME, measured.filter(({ inName }) => inName === "all")],
  ];
  return groups.filter(([name, own]) => name === ALL || own.length > 0);
}

function byGroup(groups: Groups, value: (one: Measured) => number): Record<string, EvalInterval> {
  return Object.fromEntries(groups.map(([name, own]) => [name, intervalOf(own.map(value))]));
}

function groupFigures(name: string, own: readonly Measured[]): EvalGroup {
  const over = (of: "recall" | "lines") =>
    Object.fromEntries(
      BUDGETS.map((budget, i) => [String(budget), intervalOf(own.map(({ cost }) => cost[of][i]!))]),
    ) as Record<string, EvalInterval>;
  const firstHits = own.map(({ cost }) => cost.firstHit);
  return {
    name,
    questions: own.length,
    ndcg: intervalOf(own.map(({ row }) => row.ndcg)),
    mrr: intervalOf(own.map(({ row }) => reciprocalRank(row.ranks))),
    recall: over("recall"),
    lines: over("lines"),
    firstHit: { median: median(firstHits), mean: mean(firstHits) },
  };
}
