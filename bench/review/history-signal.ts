// Would ranking find more if files that changed together with the best ones came earlier? A trial beside ranking: the score of
// each candidate is raised by how often it changed together with the first ones, up to a cap, and the order compared.
//   node bench/main.ts history --labels DIR --corpora DIR      the labelled questions
//   node bench/main.ts history --clones DIR [--only a/b,c/d]   questions that repositories ask themselves (tests, doc comments)
// The cap is a share of how far the first candidate stands above the tenth. Questions made of commits are left out: the
// commit that is the answer is in the history that would be counted.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { askItself } from "../../src/engine/eval.ts";
import { OpenRoots } from "../../src/engine/open-roots.ts";
import { evenLaneWeights } from "../../src/config/lane-weights.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { intervalOf } from "../../src/eval/interval.ts";
import { mean, ndcg, ndcgOfRanks, type Result } from "../../src/eval/measure.ts";
import { factorsOf, orderUnder } from "../../src/eval/ranked-question.ts";
import { recentCommits } from "../../src/git/history.ts";
import { findRepository } from "../../src/git/repository.ts";
import { rank } from "../../src/rank/rank.ts";
import { readQuery } from "../../src/rank/read-query.ts";
import { snapshotOf } from "../quality/corpus.ts";
import { readQuestions, readRepositories } from "../quality/labels.ts";

/** Commits that are counted, files that a commit may change, candidates that speak for others. */
const MOST_COMMITS = 1_000;
const MOST_FILES = 30;
const FIRST = 3;
const CAPS = [0.05, 0.1, 0.2, 0.4, 0.8];

interface Asked {
  kind: string;
  candidates: readonly (Result & { score: number; named: boolean })[];
  measure: (order: readonly Result[]) => number;
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      labels: { type: "string" },
      corpora: { type: "string" },
      clones: { type: "string" },
      only: { type: "string" },
      limit: { type: "string", default: "60" },
    },
  });
  const only = values.only?.split(",") ?? null;
  const gains = new Map<string, { base: number[]; gain: number[][] }>();
  const take = (pairs: Pairs | null, asked: readonly Asked[]) => {
    if (pairs === null) return;
    for (const one of asked)
      for (const group of ["all", one.kind]) {
        const known = gains.get(group) ?? { base: [], gain: CAPS.map(() => []) };
        gains.set(group, known);
        const base = ndcgUnder(one, pairs, 0);
        known.base.push(base);
        CAPS.forEach((cap, i) => known.gain[i]!.push(ndcgUnder(one, pairs, cap) - base));
      }
  };
  if (values.labels !== undefined && values.corpora !== undefined) {
    const repositories = readRepositories(values.labels);
    const questions = readQuestions(values.labels, repositories);
    for (const { name, root } of repositories) {
      const own = questions.filter((q) => q.repository === name);
      if (own.length === 0 || (only !== null && !only.includes(name))) continue;
      const folder = join(values.corpora, name, root);
      const pairs = await pairsOf(folder);
      const snapshot = await snapshotOf(folder);
      console.error(
        `${name}: ${own.length} questions, ${pairs === null ? "no history" : `${pairs.commits} commits`}`,
      );
      take(
        pairs,
        own.map(({ query, kind, targets }) => ({
          kind,
          measure: (order) => ndcg(order, targets),
          candidates: rank(snapshot, readQuery(query), { limit: 50 }).files.map(
            ({ path, region, score, named }) => ({
              path,
              start: region.start,
              end: region.end,
              score,
              named,
            }),
          ),
        })),
      );
    }
  } else if (values.clones !== undefined) {
    const repositories = JSON.parse(readFileSync(new URL("../eval/repos.json", import.meta.url), "utf8")) as {
      name: string;
    }[];
    const scratch = mkdtempSync(join(tmpdir(), "pith-history-"));
    const roots = new OpenRoots({ ...process.env, PITH_CACHE_DIR: scratch });
    for (const { name } of repositories) {
      if (only !== null && !only.includes(name)) continue;
      const folder = join(values.clones, name.replace("/", "+"));
      const pairs = await pairsOf(folder);
      const asked = await roots.within(resolveRoot(folder, {}), (open) =>
        askItself(open, { limit: Number(values.limit) }, {}),
      );
      const factors = factorsOf(evenLaneWeights());
      const own = asked.ranked.filter(({ question }) => question.kind !== "commit");
      console.error(
        `${name}: ${own.length} questions, ${pairs === null ? "no history" : `${pairs.commits} commits`}`,
      );
      take(
        pairs,
        own.map((one): Asked => {
          const score = (row: number) =>
            one.fixed[row]! + one.rows[row]!.reduce((sum, v, i) => sum + v * factors[i]!, 0);
          const order = orderUnder(one, factors).slice(0, 50);
          return {
            kind: one.question.kind,
            measure: (found) =>
              ndcgOfRanks(one.question.targets.map((t) => found.findIndex((r) => r.path === t.path) + 1)),
            candidates: order.map((row) => ({
              ...one.places[row]!,
              score: score(row),
              named: one.named[row] === 1,
            })),
          };
        }),
      );
    }
    await roots.close();
    rmSync(scratch, { recursive: true, force: true });
  } else throw new Error("history needs --labels and --corpora, or --clones");
  console.log(
    `| questions | number | NDCG@10 | ${CAPS.map((cap) => `cap ${cap}: gain (95%)`).join(" | ")} |`,
  );
  console.log(`|---|---|---|${CAPS.map(() => "---|").join("")}`);
  for (const [group, { base, gain }] of gains) {
    const cells = gain.map((own) => `${mean(own) >= 0 ? "+" : ""}${mean(own).toFixed(4)} (${bounds(own)})`);
    console.log(`| ${group} | ${base.length} | ${mean(base).toFixed(4)} | ${cells.join(" | ")} |`);
  }
}

function bounds(values: readonly number[]): string {
  const { low, high } = intervalOf(values);
  return `${low.toFixed(4)} to ${high.toFixed(4)}`;
}

interface Pairs {
  commits: number;
  /** Of the commits that changed `by`, the share that changed `path` too. */
  share(path: string, by: string): number;
}

async function pairsOf(folder: string): Promise<Pairs | null> {
  const repository = findRepository(folder);
  if (repository === null) return null;
  const found = await recentCommits(repository, folder, MOST_COMMITS);
  if ("fault" in found || found.commits.length === 0) return null;
  const holding = new Map<string, Set<number>>();
  found.commits.forEach(({ paths }, i) => {
    if (paths.length > MOST_FILES) return;
    for (const path of paths) holding.set(path, (holding.get(path) ?? new Set()).add(i));
  });
  return {
    commits: found.commits.length,
    share(path, by) {
      const own = holding.get(by);
      const other = holding.get(path);
      // One commit in common is chance.
      if (own === undefined || other === undefined || own.size < 2) return 0;
      let both = 0;
      for (const commit of own) if (other.has(commit)) both++;
      return both < 2 ? 0 : both / own.size;
    },
  };
}

function ndcgUnder({ candidates, measure }: Asked, pairs: Pairs, cap: number): number {
  const [first] = candidates;
  if (first === undefined) return 0;
  const last = candidates[Math.min(9, candidates.length - 1)]!;
  const room = Math.max(0, first.score - last.score) * cap;
  const seeds = candidates.slice(0, FIRST);
  const scored = candidates.map((one, i) => {
    const share = Math.max(
      0,
      ...seeds.filter((s) => s.path !== one.path).map((s) => pairs.share(one.path, s.path)),
    );
    return { one, i, score: one.score + room * share };
  });
  scored.sort((a, b) => Number(b.one.named) - Number(a.one.named) || b.score - a.score || a.i - b.i);
  return measure(scored.map(({ one }) => one));
}
