// Learns src/rank/passage-weights.json from the questions of the line-truth benchmark, and says what the weights are worth
// on repositories that they were not learnt from. `defined` is set by hand: no mined question names an identifier.
//   node bench/learn-passages.ts --corpora DIR [--write]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isMissing, Sources } from "../src/engine/sources.ts";
import { SyntaxSource } from "../src/engine/syntax-facts.ts";
import { Workspace } from "../src/engine/workspace.ts";
import { resolveRoot } from "../src/files/guard.ts";
import { createInlineParser } from "../src/parse/syntax-parser.ts";
import { createLineReader } from "../src/rank/line-evidence.ts";
import { AGAINST, PASSAGE_FEATURES, passagesOf } from "../src/rank/passages.ts";
import { rank } from "../src/rank/rank.ts";
import { readQuery } from "../src/rank/read-query.ts";
import { mine, type LineQuestion } from "./line-truth/mine.ts";
import { dot, type Example, foldsOf, learn } from "../src/eval/learner.ts";

const FILES = 16;
const PER_REPOSITORY = 56;
const FOLDS = 5;
const OPTIONS = { decay: 0.002, steps: 400, rate: 0.05, start: PASSAGE_FEATURES.map(() => 0.5) };
const SET_BY_HAND = { defined: 3 };
const RANKS = [1, 3, 5, 10, 20];

const { values } = parseArgs({
  options: { corpora: { type: "string" }, write: { type: "boolean", default: false } },
});
if (values.corpora === undefined) throw new Error("--corpora DIR is needed");
const scratch = mkdtempSync(join(tmpdir(), "pith-passages-"));
try {
  const repos = JSON.parse(readFileSync(new URL("line-truth/repos.json", import.meta.url), "utf8")) as {
    name: string;
  }[];
  const examples: Example[] = [];
  for (const { name } of repos) examples.push(...(await examplesOf(name, resolve(values.corpora, name))));
  report(
    examples,
    repos.map((r) => r.name),
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function examplesOf(name: string, from: string): Promise<Example[]> {
  const parser = await createInlineParser();
  const root = join(scratch, name);
  const questions = mine(name, from, root, PER_REPOSITORY, parser);
  parser.close();
  const workspace = new Workspace(resolveRoot(root), {
    ...process.env,
    PITH_CACHE_DIR: join(scratch, "cache"),
  });
  const syntax = new SyntaxSource(workspace.store.folder.syntax, workspace.config.values.ceilings);
  const sources = new Sources(workspace, syntax);
  const { snapshot } = await workspace.view({});
  const found: Example[] = [];
  for (const question of questions) found.push(await exampleOf(question));
  await syntax.close();
  return found;

  async function exampleOf(question: LineQuestion): Promise<Example> {
    const ranked = rank(snapshot, readQuery(question.query), { limit: FILES });
    const { query } = ranked;
    const loaded = await sources.ofSnapshot(
      snapshot,
      ranked.files.map((f) => f.file),
    );
    const reader = createLineReader(query, ranked.importance);
    const best = ranked.files[0]?.score ?? 1;
    const rows: Float64Array[] = [];
    const wanted: number[] = [];
    ranked.files.forEach((file, fileRank) => {
      const source = loaded[fileRank]!;
      if (isMissing(source)) return;
      const { lines, text, units } = source;
      const fileShare = Math.max(0, file.score / best);
      const input = { lines, text, chunks: file.chunks, units, fileShare, fileRank, nearness: file.nearness };
      for (const passage of passagesOf(input, query, ranked.importance, reader)) {
        if (source.path === question.path && units[passage.unit]?.line === question.line)
          wanted.push(rows.length);
        rows.push(
          Float64Array.from(passage.features, (v, i) => (AGAINST.has(PASSAGE_FEATURES[i]!) ? -v : v)),
        );
      }
    });
    return { repository: name, rows, wanted };
  }
}

function report(examples: readonly Example[], names: readonly string[]): void {
  const held = Object.fromEntries(RANKS.map((k) => [k, 0]));
  for (const fold of foldsOf(names, FOLDS, 1)) {
    const weights = learn(
      examples.filter((e) => !fold.includes(e.repository)),
      OPTIONS,
    );
    for (const example of examples.filter((e) => fold.includes(e.repository))) {
      const place = placeOf(example, weights);
      for (const k of RANKS) if (place <= k) held[k]!++;
    }
  }
  const reachable = examples.filter((e) => e.wanted.length > 0).length;
  console.log(
    `${examples.length} questions; the unit is among the candidates of ${(reachable / examples.length).toFixed(3)}`,
  );
  console.log(
    `held-out folds: ${RANKS.map((k) => `first ${k}: ${(held[k]! / examples.length).toFixed(3)}`).join(", ")}`,
  );
  const weights = learn(examples, OPTIONS);
  const named = Object.fromEntries(
    PASSAGE_FEATURES.map((feature, i) => [feature, Number(weights[i]!.toFixed(3))]),
  );
  const all = { ...named, ...SET_BY_HAND };
  console.log(all);
  if (values.write) {
    writeFileSync(
      new URL("../src/rank/passage-weights.json", import.meta.url),
      `${JSON.stringify(all, null, 2)}\n`,
    );
  }
}

/** Rank of the wanted unit, from 1. */
function placeOf({ rows, wanted }: Example, weights: readonly number[]): number {
  if (wanted.length === 0) return Number.POSITIVE_INFINITY;
  const scores = rows.map((row) => dot(row, weights));
  const own = scores[wanted[0]!]!;
  return 1 + scores.filter((s) => s > own).length;
}
