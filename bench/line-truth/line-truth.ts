// Are the very lines in the answer? 500 questions mined from doc comments of repositories outside the labels; the share
// whose declaration line is in `context --budget 2000`.
//   node bench/main.ts line-truth --corpora DIR [--budget 2000] [--questions 500] [--misses] [--only a,b]
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createEngine } from "../../src/engine/engine.ts";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { mine, type LineQuestion } from "./mine.ts";

const repos = JSON.parse(readFileSync(new URL("repos.json", import.meta.url), "utf8")) as { name: string }[];

/** Some repositories have fewer doc comments that make a question: the others give more. */
const SPARE = 1.3;

export async function main(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      corpora: { type: "string" },
      budget: { type: "string", default: "2000" },
      questions: { type: "string", default: "500" },
      misses: { type: "boolean", default: false },
      only: { type: "string" },
    },
  });
  if (values.corpora === undefined) throw new Error("--corpora DIR is needed");
  const corpora = resolve(values.corpora);
  const scratch = mkdtempSync(join(tmpdir(), "pith-lines-"));
  const parser = await createInlineParser();
  const engine = createEngine({ env: { ...process.env, PITH_CACHE_DIR: join(scratch, "cache") } });
  const rows: { question: LineQuestion; line: boolean; file: boolean; cost: number }[] = [];
  try {
    const named = repos.filter((r) => values.only === undefined || values.only.split(",").includes(r.name));
    for (const { name } of named) {
      const root = join(scratch, name);
      const questions = mine(
        name,
        join(corpora, name),
        root,
        Math.ceil((Number(values.questions) / repos.length) * SPARE),
        parser,
      );
      for (const question of questions) {
        const outcome = await engine.run("context", {
          query: question.query,
          root,
          budget: Number(values.budget),
          format: "json",
        });
        const answer = outcome.answer as ContextAnswer;
        const inFile = answer.spans.filter((s) => s.path === question.path);
        const line = inFile.some(
          (s) => s.start <= question.line && question.line <= s.end && s.text.includes(question.declaration),
        );
        rows.push({ question, line, file: inFile.length > 0, cost: answer.cost.tokens });
        if (!line && values.misses) {
          console.log(
            `miss ${name} ${question.path}:${question.line} ${question.qualified}${inFile.length > 0 ? " (file shown)" : ""}\n     ${question.query}`,
          );
        }
      }
    }
  } finally {
    await engine.close();
    parser.close();
    rmSync(scratch, { recursive: true, force: true });
  }
  report(rows, Number(values.budget));
}

type Row = { question: LineQuestion; line: boolean; file: boolean; cost: number };

function report(rows: readonly Row[], budget: number): void {
  const share = (some: readonly Row[], of: (r: Row) => boolean) =>
    (some.filter(of).length / some.length).toFixed(3);
  const row = (name: string, some: readonly Row[]) =>
    `| ${name} | ${some.length} | ${share(some, (r) => r.line)} | ${share(some, (r) => r.file)} | ${Math.round(some.reduce((n, r) => n + r.cost, 0) / some.length)} |`;
  console.log(
    `\nbudget ${budget} o200k_base\n\n| | questions | declaration line shown | file shown | mean cost |\n|---|---|---|---|---|`,
  );
  console.log(row("all", rows));
  for (const [name, some] of Map.groupBy(rows, (r) => r.question.repo)) console.log(row(name, some));
  for (const [name, some] of Map.groupBy(rows, (r) => r.question.language)) console.log(row(name, some));
  for (const [name, some] of Map.groupBy(rows, (r) => r.question.kind)) console.log(row(name, some));
}
