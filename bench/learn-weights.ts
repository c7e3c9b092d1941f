// Learns src/rank/weights.json from labelled questions, and says what the weights are worth on repositories that they
// were not learnt from.
//   node bench/learn-weights.ts --labels DIR --corpora DIR [--half a,b,…] [--seeds 3] [--write]
// `--half` names the repositories of one half for the two-fold figure; without it every second one by name.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { FEATURES, type Feature, PRIORS, type Prior, WEIGHTS } from "../src/rank/features.ts";
import { LEARN, type Example, dot, foldsOf, learn } from "../src/eval/learner.ts";
import { type Target, covers, mean } from "../src/eval/measure.ts";
import { type Answered, answerAll } from "./quality/run.ts";

/** An example with what is needed to score an order of its rows. */
export interface Scored extends Example {
  set: "phrase" | "word";
  kind: string;
  language: string;
  query: string;
  /** Row that covers each target, or -1. */
  covering: readonly number[];
}

export function exampleOf({ question, result }: Answered): Scored {
  const rows = result.files.map(({ features }) =>
    Float64Array.from(features, (value, i) => (i < FEATURES.length ? value : -value)),
  );
  const rowOf = (target: Target) =>
    result.files.findIndex(({ path, region }) =>
      covers({ path, start: region.start, end: region.end }, target),
    );
  const covering = question.targets.map(rowOf);
  return {
    repository: question.repository,
    rows,
    wanted: [...new Set(covering.filter((row) => row >= 0))],
    covering,
    set: result.query.kind === "word" ? "word" : "phrase",
    kind: question.kind,
    language: question.language,
    query: question.query,
  };
}

export type Learnt = Record<"phrase" | "word", number[]>;

/**
 * Where the labels cannot teach a prior: few of the labelled roots hold change logs, data or generated files, so that
 * the learner sees no harm in them; users' repositories are full of them.
 */
const LEAST: Partial<Record<Feature | Prior, number>> = {
  // No labelled question names a path, or asks for tests, examples or documents outright. Who does means it: a named
  // file outranks all other evidence together.
  named: 8,
  wanted: 1.5,
  prose: 0.6,
  record: 1,
  data: 1.5,
  generated: 0.5,
  example: 0.4,
};
/** The share of a learnt prior that is kept: platform twins are learnt from one repository almost alone. */
const KEPT: Partial<Record<Feature | Prior, number>> = { platform: 1 / 3 };

/**
 * What a share of the labels' weight is worth elsewhere: over 4,523 questions of 23 repositories that ask themselves
 * (`bench/main.ts eval-factors`), with nothing learnt from them but these three numbers, NDCG@10 rises by 0.014 (0.012 to
 * 0.017); on the labels, held out, from 0.877 to 0.879, and from 0.826 to 0.836 for questions of architecture.
 */
const PATHS = 0.8;
const MEANING = 1.2;
const ROLES = 2;
const ELSEWHERE: Partial<Record<Feature | Prior, number>> = {
  dirCov: PATHS,
  fPath: PATHS,
  stemPrec: PATHS,
  meaning: MEANING,
  test: ROLES,
  example: ROLES,
  generated: ROLES,
  legacy: ROLES,
  olderVersion: ROLES,
  header: ROLES,
  prose: ROLES,
  record: ROLES,
  data: ROLES,
};

function bounded(weights: readonly number[]): number[] {
  return weights.map((weight, i) => {
    const name: Feature | Prior = [...FEATURES, ...PRIORS][i]!;
    return Math.max(LEAST[name] ?? 0, weight * (KEPT[name] ?? 1) * (ELSEWHERE[name] ?? 1));
  });
}

export function learnSets(examples: readonly Scored[]): Learnt {
  const size = FEATURES.length + PRIORS.length;
  const of = (set: "phrase" | "word") =>
    bounded(
      learn(
        examples.filter((example) => example.set === set),
        { ...LEARN, start: Array.from({ length: size }, () => 0.5) },
      ),
    );
  return { phrase: of("phrase"), word: of("word") };
}

/** NDCG@10 of one example under weights. Equal scores keep the order of the rows. */
export function ndcgOf(example: Scored, weights: Learnt): number {
  const own = weights[example.set];
  const scores = example.rows.map((row) => dot(row, own));
  const ranks = new Set<number>();
  for (const row of example.covering) {
    if (row < 0) continue;
    let rank = 1;
    for (let r = 0; r < scores.length; r++) {
      if (scores[r]! > scores[row]! || (scores[r] === scores[row] && r < row)) rank++;
    }
    if (rank <= 10) ranks.add(rank);
  }
  let got = 0;
  for (const rank of ranks) got += 1 / Math.log2(rank + 1);
  let ideal = 0;
  for (let rank = 1; rank <= Math.min(10, example.covering.length); rank++) ideal += 1 / Math.log2(rank + 1);
  return ideal === 0 ? 0 : got / ideal;
}

/** NDCG of every example, each under weights learnt from the other folds. */
export function heldOut(examples: readonly Scored[], folds: readonly (readonly string[])[]): number[] {
  const scores = examples.map(() => 0);
  for (const fold of folds) {
    const weights = learnSets(examples.filter(({ repository }) => !fold.includes(repository)));
    examples.forEach((example, i) => {
      if (fold.includes(example.repository)) scores[i] = ndcgOf(example, weights);
    });
  }
  return scores;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      labels: { type: "string" },
      corpora: { type: "string" },
      half: { type: "string" },
      seeds: { type: "string", default: "3" },
      write: { type: "boolean", default: false },
    },
  });
  if (values.labels === undefined || values.corpora === undefined) {
    throw new Error("learn-weights needs --labels DIR and --corpora DIR");
  }
  const answered = await answerAll({
    labels: values.labels,
    corpora: values.corpora,
    only: null,
    rank: { limit: Number.POSITIVE_INFINITY },
  });
  const examples = answered.map(exampleOf);
  const names = [...new Set(examples.map(({ repository }) => repository))].sort();
  const half = values.half?.split(",") ?? names.filter((_, i) => i % 2 === 0);
  const twoFold = heldOut(examples, [half, names.filter((name) => !half.includes(name))]);
  const splits = Array.from({ length: Number(values.seeds) }, (_, seed) =>
    heldOut(examples, foldsOf(names, 3, seed + 1)),
  );
  const learnt = learnSets(examples);
  const all = examples.map((example) => ndcgOf(example, learnt));
  const held = examples.map((_, i) => mean(splits.map((split) => split[i]!)));

  console.log(`questions ${examples.length}, repositories ${names.length}`);
  console.log(`shipped weights         ${show(examples.map((e) => ndcgOf(e, shipped())))}`);
  console.log(`learnt on all           ${show(all)}`);
  console.log(`held out, two-fold      ${show(twoFold)}`);
  console.log(`held out, random 3-fold ${splits.map(show).join(" ")} → ${show(held)}`);
  for (const key of ["kind", "language", "repository"] as const) {
    const groups = [...new Set(examples.map((example) => example[key]))].sort();
    const cells = groups.map(
      (group) => `${group} ${show(held.filter((_, i) => examples[i]![key] === group))}`,
    );
    console.log(`held out by ${key}: ${cells.join(", ")}`);
  }
  const named = Object.fromEntries(
    Object.entries(learnt).map(([set, weights]) => [
      set,
      Object.fromEntries(
        [...FEATURES, ...PRIORS].map((name, i) => [name, Math.round(weights[i]! * 100) / 100]),
      ),
    ]),
  );
  console.log(JSON.stringify(named, null, 1));
  if (values.write) {
    writeFileSync(
      new URL("../src/rank/weights.json", import.meta.url),
      `${JSON.stringify(named, null, 2)}\n`,
    );
  }
}

function shipped(): Learnt {
  const list = (set: "phrase" | "word") => [...FEATURES, ...PRIORS].map((name) => WEIGHTS[set][name]);
  return { phrase: list("phrase"), word: list("word") };
}

function show(values: readonly number[]): string {
  return mean(values).toFixed(4);
}

if (process.argv[1] === import.meta.filename) await main();
