// Is what Pith says of callers true? Its answers against the language's own tool, which it never asks.
//   node bench/main.ts graph --corpora DIR [--repo a,b] [--language go,java] [--sample 400] [--seed 1] [--locals]
//     [--faults FILE] [--out FILE] [--truth-only] [--name parse] [--checker] [--uncalled 0.2]
//   `--uncalled`: targets that nothing calls, for one that something calls.
//   `--checker` asks after the checker pass. `--name` asks only the declarations of that name, and prints each beside what the oracle says of it.
//   node bench/main.ts graph --declarations --corpora DIR [--repo …] [--language …]
// `--corpora` holds the repositories of `repos.json` at their revisions; what the oracles say is kept there, in
// `.graph-truth`. The oracles: npm ci --prefix bench/peers/graph (TypeScript, Python, PHP); go, javac, rust-analyzer.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openAsker } from "./ask.ts";
import { compareDeclarations } from "./declarations.ts";
import { type Repository, repositories, truthOf } from "./oracle-runs.ts";
import { besideOracle, faultsOf, tableHead, tableRow } from "./report.ts";
import { UNCALLED, sampleOf } from "./sample.ts";
import { type Score, createScorer, isAsked } from "./score.ts";
import { readTruth } from "./truth.ts";

/** Code units of a line shown with a fault. */
const LONGEST = 140;

/** Languages whose oracle is asked of calls alone, since each look-up is slow. */
const CALLS_ONLY = new Set(["python", "c", "php"]);

interface Options {
  corpora: string;
  sample: number;
  seed: string;
  locals: boolean;
  /** Targets that nothing calls, for one that something calls. */
  uncalled: number;
  checker: boolean;
  /** Only declarations of this name. */
  name: string | undefined;
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      corpora: { type: "string" },
      repo: { type: "string" },
      language: { type: "string" },
      sample: { type: "string", default: "400" },
      seed: { type: "string", default: "1" },
      locals: { type: "boolean", default: false },
      name: { type: "string" },
      uncalled: { type: "string", default: String(UNCALLED) },
      checker: { type: "boolean", default: false },
      declarations: { type: "boolean", default: false },
      "truth-only": { type: "boolean", default: false },
      faults: { type: "string" },
      out: { type: "string" },
    },
  });
  if (values.corpora === undefined) throw new Error("graph needs --corpora DIR");
  const options: Options = {
    corpora: resolve(values.corpora),
    sample: Number(values.sample),
    seed: values.seed,
    locals: values.locals,
    uncalled: Number(values.uncalled),
    name: values.name,
    checker: values.checker,
  };
  const wanted = repositories().filter(
    (r) => chosen(values.repo, r.name) && chosen(values.language, r.language),
  );
  const lines: string[] = [];
  const print = (line: string) => {
    console.log(line);
    lines.push(line);
  };
  if (values.faults !== undefined) writeFileSync(values.faults, "");
  if (values.declarations) await declarations(wanted, options, print);
  else {
    const all: { repository: Repository; scores: Score[] }[] = [];
    if (!values["truth-only"]) for (const line of tableHead()) print(line);
    for (const repository of wanted) {
      const path = await truthOf(repository, options.corpora);
      if (values["truth-only"]) {
        print(`${repository.name}: ${path}`);
        continue;
      }
      const started = performance.now();
      const scores = await scoresOf(repository, path, options);
      all.push({ repository, scores });
      print(tableRow(repository.name, scores));
      if (options.name !== undefined) for (const score of scores) console.error(besideOracle(score));
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      console.error(`${repository.name}: ${scores.length} targets in ${seconds} s`);
      if (values.faults !== undefined) {
        appendFileSync(
          values.faults,
          `# ${repository.name}\n${faultsOf(scores, lineReader(join(options.corpora, repository.name))).join("\n")}\n`,
        );
      }
    }
    for (const [language, some] of Map.groupBy(all, (a) => a.repository.language)) {
      if (some.length > 1)
        print(
          tableRow(
            `**${language}**`,
            some.flatMap((s) => s.scores),
          ),
        );
    }
  }
  if (values.out !== undefined) writeFileSync(values.out, `${lines.join("\n")}\n`);
}

function lineReader(root: string): (path: string, line: number) => string {
  const kept = new Map<string, string[]>();
  return (path, line) => {
    let lines = kept.get(path);
    if (lines === undefined) kept.set(path, (lines = readFileSync(join(root, path), "utf8").split("\n")));
    return (lines[line - 1] ?? "").trim().slice(0, LONGEST);
  };
}

function chosen(list: string | undefined, name: string): boolean {
  return list === undefined || list.split(",").includes(name);
}

async function scoresOf(repository: Repository, path: string, options: Options): Promise<Score[]> {
  const truth = await readTruth(path);
  const leftOut = (p: string) => repository.exclude?.some((e) => p.startsWith(`${e}/`)) ?? false;
  const scorer = createScorer(truth, leftOut, CALLS_ONLY.has(repository.language));
  const askable = truth.targets.filter(
    (t) => isAsked(t, options.locals) && !leftOut(t.at[0]!.path) && (options.name ?? t.name) === t.name,
  );
  const asked = sampleOf(askable, (t) => scorer.called(t) > 0, options);
  await using asker = await openAsker(join(options.corpora, repository.name), options.checker);
  const scores: Score[] = [];
  const contradicted: string[] = [];
  for (const target of asked) {
    scores.push(scorer.score(target, await asker.callers(target)));
    for (const { path, line, column, why } of await asker.contradicted(target))
      contradicted.push(
        `contradicted ${path}:${line}:${column} (${why}) as ${target.name} ${target.at[0]!.path}:${target.at[0]!.line}`,
      );
  }
  if (options.checker) console.error(`${contradicted.length} proven by Pith's rules and not by the compiler`);
  for (const line of contradicted) console.error(line);
  return scores;
}

async function declarations(
  wanted: readonly Repository[],
  options: Options,
  print: (line: string) => void,
): Promise<void> {
  print("| repository | files | declared | found | recall | wrong names |\n|---|---|---|---|---|---|");
  for (const repository of wanted) {
    const said = await compareDeclarations(repository, options.corpora);
    if (said === null) continue;
    const recall = said.declared === 0 ? 1 : said.found / said.declared;
    print(
      `| ${repository.name} | ${said.files} | ${said.declared} | ${said.found} | ${recall.toFixed(4)} | ${said.wrong.length} |`,
    );
    for (const one of said.missing.slice(0, 20)) console.error(`missing ${repository.name} ${one}`);
    for (const one of said.wrong.slice(0, 20)) console.error(`wrong ${repository.name} ${one}`);
  }
}
