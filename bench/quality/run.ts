// One pass over the labelled questions: every repository is read once, every question ranked once.
import { join } from "node:path";
import { type RankOptions, type RankResult, rank } from "../../src/rank/rank.ts";
import { readQuery } from "../../src/rank/read-query.ts";
import { snapshotOf } from "./corpus.ts";
import type { Result } from "../../src/eval/measure.ts";
import {
  type LabelledQuestion,
  type LabelledRepository,
  existingTargets,
  readQuestions,
  readRepositories,
} from "./labels.ts";

export interface Answered {
  question: LabelledQuestion;
  /** Number of its targets that exist; the questions without any count in NDCG, not in the token figures. */
  existing: number;
  result: RankResult;
  milliseconds: number;
}

/** An answered question as places alone. */
export interface Placed {
  question: LabelledQuestion;
  existing: number;
  results: Result[];
  milliseconds: number;
}

export function placedByRank({ question, existing, result, milliseconds }: Answered): Placed {
  const results = result.files.map(({ path, region }) => ({ path, start: region.start, end: region.end }));
  return { question, existing, results, milliseconds };
}

export interface RunOptions {
  labels: string;
  corpora: string;
  only: readonly string[] | null;
  rank: RankOptions;
}

export async function answerAll({ labels, corpora, only, rank: options }: RunOptions): Promise<Answered[]> {
  const repositories = readRepositories(labels).filter(({ name }) => only === null || only.includes(name));
  const questions = readQuestions(labels, repositories);
  const answered: Answered[] = [];
  for (const repository of repositories) {
    const own = questions.filter((question) => question.repository === repository.name);
    if (own.length > 0) answered.push(...(await answerOne(repository, own, corpora, options)));
  }
  return answered;
}

async function answerOne(
  repository: LabelledRepository,
  questions: readonly LabelledQuestion[],
  corpora: string,
  options: RankOptions,
): Promise<Answered[]> {
  const folder = join(corpora, repository.name);
  const snapshot = await snapshotOf(join(folder, repository.root));
  return questions.map((question) => {
    const started = performance.now();
    const result = rank(snapshot, readQuery(question.query), options);
    const milliseconds = performance.now() - started;
    return { question, existing: existingTargets(question, repository, folder).length, result, milliseconds };
  });
}
