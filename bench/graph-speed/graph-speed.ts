// How long does a warm question to the graph take in a large repository? In one engine, as `pith mcp` holds it.
//   node bench/main.ts graph-speed --corpora DIR [--repository n8n] [--runs 20] [--names 5] [--cache DIR] [--made] [--out FILE]
//     [--symbol NAME,NAME --depth 1]
// `--symbol`: these names and no others. `--repository`: a folder of `--corpora`. `--made`: only the repositories that are made for the question. `--cache` keeps
// the index between runs; else it is made anew in a temporary folder, which takes minutes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createEngine } from "../../src/engine/engine.ts";
import { spreadOf } from "../speed/spread.ts";
import type { TraceAnswer } from "../../src/pack/trace-answer.ts";
import { commonNames, type CommonName } from "./common-names.ts";
import { CALLED, makeTree } from "./made-tree.ts";
import { timeQuestions, type Question, type Times } from "./timed-question.ts";

/** Rounds before the first that counts: files are parsed, the compiler is warm. */
const WARM_UPS = 3;
const DEEP = 4;
/** Repositories that are made: so many files, so many calls in each. */
const MADE: readonly (readonly [number, number])[] = [
  [10_000, 1],
  [100, 100],
];

interface Row {
  repository: string;
  row: string;
  wall: number;
  wallP95: number;
  cpu: number;
  wallAfter: number;
  cpuAfter: number;
  declarations: number;
  proven: number;
  possible: number;
}

export async function main(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      corpora: { type: "string" },
      repository: { type: "string", default: "n8n" },
      runs: { type: "string", default: "20" },
      names: { type: "string", default: "5" },
      cache: { type: "string" },
      made: { type: "boolean", default: false },
      symbol: { type: "string" },
      depth: { type: "string", default: "1" },
      out: { type: "string" },
    },
  });
  if (values.corpora === undefined && !values.made) throw new Error("graph-speed needs --corpora DIR");
  const runs = Number(values.runs);
  const scratch = mkdtempSync(join(tmpdir(), "pith-graph-speed-"));
  const cache = values.cache === undefined ? join(scratch, "cache") : resolve(values.cache);
  mkdirSync(cache, { recursive: true });
  const env = { ...process.env, PITH_CACHE_DIR: cache };
  const rows: Row[] = [];
  try {
    if (values.symbol !== undefined) {
      const depth = Number(values.depth);
      const questions = values.symbol.split(",").map((symbol): Question => ({
        row: `callers of ${symbol}, depth ${depth}`,
        symbol,
        depth,
      }));
      const root = join(resolve(values.corpora!), values.repository);
      rows.push(...(await timed(values.repository, root, env, runs, async () => questions)));
    } else if (!values.made) {
      const root = join(resolve(values.corpora!), values.repository);
      const names = await commonNames(root, env);
      console.log(`${values.repository}: ${names.indexed} files\n`);
      const most = Number(values.names);
      const ask = (questions: (asker: Asker) => Promise<Question[]>) =>
        timed(values.repository, root, env, runs, questions);
      rows.push(...(await ask((asker) => ofOne(asker, names.once, most))));
      rows.push(...(await ask(async () => ofMany(names.often, most))));
    }
    for (const [files, calls] of values.symbol === undefined ? MADE : []) {
      const root = join(scratch, `made-${files}`);
      makeTree(root, files, calls);
      const row = `a function called ${files * calls} times in ${files} files`;
      const questions = [1, DEEP].map((depth): Question => ({
        row: `${row}, depth ${depth}`,
        symbol: CALLED,
        depth,
      }));
      rows.push(...(await timed("made", root, env, runs, async () => questions)));
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  report(rows, runs);
  if (values.out !== undefined) {
    const machine = { node: process.version, cpu: cpus()[0]?.model, runs };
    writeFileSync(values.out, `${JSON.stringify({ ...machine, rows }, null, 2)}\n`);
  }
}

/** Proven callers by a name, where it means one declaration; else 0. */
type Asker = (symbol: string) => Promise<number>;

/** Many files hold a word that is seldom called: what counts is called so often. */
const LEAST_CALLERS = 100;

/** Names of one declaration that is called often, those first that most files hold. */
async function ofOne(asker: Asker, names: readonly CommonName[], most: number): Promise<Question[]> {
  const questions: Question[] = [];
  for (const { name, files } of names) {
    if (questions.length === 2 * most) break;
    if ((await asker(name)) < LEAST_CALLERS) continue;
    const row = `callers of ${name}, in ${files} files`;
    questions.push(
      { row, symbol: name, depth: 1 },
      { row: `${row}, depth ${DEEP}`, symbol: name, depth: DEEP },
    );
  }
  return questions;
}

function ofMany(names: readonly CommonName[], most: number): Question[] {
  return names
    .slice(0, most)
    .map(({ name, files }) => ({ row: `${name}, in ${files} files`, symbol: name, depth: 1 }));
}

async function timed(
  repository: string,
  root: string,
  env: NodeJS.ProcessEnv,
  runs: number,
  choose: (asker: Asker) => Promise<readonly Question[]>,
): Promise<Row[]> {
  const engine = createEngine({ env });
  try {
    await engine.run("index", { root });
    const questions = await choose(async (symbol) => {
      const { declarations, totals } = (await engine.run("trace", { symbol, root })).answer as TraceAnswer;
      return declarations.length === 1 ? totals.proven : 0;
    });
    const times = await timeQuestions(engine, root, questions, { warmUps: WARM_UPS, runs });
    return [...times].map(([row, t]) => rowOf(repository, row, t));
  } finally {
    await engine.close();
  }
}

function rowOf(repository: string, row: string, times: Times): Row {
  const median = (values: readonly number[]) => spreadOf(values).median;
  return {
    repository,
    row,
    wall: median(times.wall),
    wallP95: p95(times.wall),
    cpu: median(times.cpu),
    wallAfter: median(times.wallAfter),
    cpuAfter: median(times.cpuAfter),
    declarations: times.declarations,
    proven: times.totals.proven,
    possible: times.totals.possible,
  };
}

function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

function report(rows: readonly Row[], runs: number): void {
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`;
  console.log(`${machine}, ${runs} runs; milliseconds, medians but for p95\n`);
  console.log("| | proven | possible | wall | p95 | all threads | without the sweep | all threads |");
  console.log("|---|---|---|---|---|---|---|---|");
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  for (const r of rows) {
    const found = r.declarations > 1 ? [`${r.declarations} declarations`, ""] : [r.proven, r.possible];
    const cells = [...found, ms(r.wall), ms(r.wallP95), ms(r.cpu), ms(r.wallAfter), ms(r.cpuAfter)];
    console.log(`| ${r.repository}: ${r.row} | ${cells.join(" | ")} |`);
  }
}
