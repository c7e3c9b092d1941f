// Is the file that answers in the map for the question? Labelled questions put to `outline`, as a user would.
//   node bench/main.ts map --labels DIR --corpora DIR [--budget 1200] [--only a,b] [--worst 20]
// Counted are the questions that have a target which exists; the map holds a question if it names one of its targets, and
// the share of all targets that it names is told beside it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareStrings } from "../../src/base/order.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { OutlineAnswer } from "../../src/pack/answer.ts";
import { existingTargets, readQuestions, readRepositories } from "./labels.ts";
import { mean, samePath } from "../../src/eval/measure.ts";

interface Row {
  language: string;
  repository: string;
  query: string;
  /** Share of the targets' files that the map names. */
  share: number;
  files: number;
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      labels: { type: "string" },
      corpora: { type: "string" },
      only: { type: "string" },
      budget: { type: "string", default: "1200" },
      worst: { type: "string", default: "0" },
    },
  });
  const { labels, corpora } = values;
  if (labels === undefined || corpora === undefined)
    throw new Error("map needs --labels DIR and --corpora DIR");
  const only = values.only?.split(",") ?? null;
  const rows = await askAll(labels, corpora, only, Number(values.budget));
  printShares(rows, Number(values.budget));
  for (const { repository, query, share } of rows
    .toSorted((a, b) => a.share - b.share)
    .slice(0, Number(values.worst)))
    console.log(`${share.toFixed(2)} ${repository} ${JSON.stringify(query)}`);
}

async function askAll(
  labels: string,
  corpora: string,
  only: readonly string[] | null,
  budget: number,
): Promise<Row[]> {
  const scratch = mkdtempSync(join(tmpdir(), "pith-map-"));
  const engine = createEngine({ env: { PITH_CACHE_DIR: scratch } });
  const rows: Row[] = [];
  try {
    for (const repository of readRepositories(labels)) {
      if (only !== null && !only.includes(repository.name)) continue;
      const folder = join(corpora, repository.name);
      const root = join(folder, repository.root);
      for (const question of readQuestions(labels, [repository])) {
        const { language, query } = question;
        const targets = [...new Set(existingTargets(question, repository, folder).map(({ path }) => path))];
        if (targets.length === 0) continue;
        const { answer } = await engine.run("outline", { query, root, budget });
        const { files } = answer as OutlineAnswer;
        const named = targets.filter((target) => files.some(({ path }) => samePath(path, target)));
        rows.push({
          language,
          repository: repository.name,
          query,
          share: named.length / targets.length,
          files: files.length,
        });
      }
    }
    return rows;
  } finally {
    await engine.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function printShares(rows: readonly Row[], budget: number): void {
  console.log(`map for a question within ${budget} tokens`);
  console.log("| language | questions | a target in the map | share of all targets | files named |");
  console.log("|---|---|---|---|---|");
  const byLanguage = Map.groupBy(
    rows.toSorted((a, b) => compareStrings(a.language, b.language)),
    ({ language }) => language,
  );
  for (const [language, own] of [...byLanguage, ["all", rows] as const]) {
    const held = own.filter(({ share }) => share > 0).length / own.length;
    const cells = [own.length, held.toFixed(3), mean(own.map((r) => r.share)).toFixed(3)];
    console.log(`| ${language} | ${cells.join(" | ")} | ${mean(own.map((r) => r.files)).toFixed(0)} |`);
  }
}
