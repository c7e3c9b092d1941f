// Of the files that a labelled question asks for, which does `context` show inside a budget, and among how many?
//   node bench/main.ts context-files --labels DIR --corpora DIR [--budget 2000]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createEngine } from "../../src/engine/engine.ts";
import { mean, samePath } from "../../src/eval/measure.ts";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import { existingTargets, readQuestions, readRepositories } from "./labels.ts";

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      labels: { type: "string" },
      corpora: { type: "string" },
      budget: { type: "string", default: "2000" },
    },
  });
  if (values.labels === undefined || values.corpora === undefined)
    throw new Error("context-files needs --labels DIR and --corpora DIR");
  const scratch = mkdtempSync(join(tmpdir(), "pith-context-files-"));
  const engine = createEngine({ env: { PITH_CACHE_DIR: scratch } });
  const shares: number[] = [];
  const files: number[] = [];
  try {
    for (const repository of readRepositories(values.labels)) {
      const folder = join(values.corpora, repository.name);
      for (const question of readQuestions(values.labels, [repository])) {
        const targets = [...new Set(existingTargets(question, repository, folder).map(({ path }) => path))];
        if (targets.length === 0) continue;
        const { answer } = await engine.run("context", {
          query: question.query,
          root: join(folder, repository.root),
          budget: Number(values.budget),
          format: "json",
        });
        const shown = [...new Set((answer as ContextAnswer).spans.map(({ path }) => path))];
        const met = targets.filter((path) => shown.some((other) => samePath(other, path)));
        shares.push(met.length / targets.length);
        files.push(shown.length);
      }
    }
  } finally {
    await engine.close();
    rmSync(scratch, { recursive: true, force: true });
  }
  const any = mean(shares.map((share) => (share > 0 ? 1 : 0)));
  console.log(
    `${shares.length} questions, ${values.budget} tokens: ${mean(shares).toFixed(3)} of the files asked for, one at least in ${any.toFixed(3)}, ` +
      `${mean(files).toFixed(1)} files an answer`,
  );
}
