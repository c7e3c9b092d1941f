// The labelled questions put to `search`, as a user would: the same engine, its regions, its limit of places.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "../../src/engine/engine.ts";
import type { SearchAnswer } from "../../src/pack/answer.ts";
import { existingTargets, readQuestions, readRepositories } from "./labels.ts";
import type { Placed, RunOptions } from "./run.ts";

/** So large that no place is left out for its cost: the curve is what is measured. */
const BUDGET = 1_000_000;

export async function placedBySearch({ labels, corpora, only, rank }: RunOptions): Promise<Placed[]> {
  const scratch = mkdtempSync(join(tmpdir(), "pith-quality-"));
  const engine = createEngine({ env: { PITH_CACHE_DIR: scratch } });
  const placed: Placed[] = [];
  try {
    const repositories = readRepositories(labels).filter(({ name }) => only === null || only.includes(name));
    for (const repository of repositories) {
      const folder = join(corpora, repository.name);
      for (const question of readQuestions(labels, [repository])) {
        const started = performance.now();
        const { answer } = await engine.run("search", {
          query: question.query,
          root: join(folder, repository.root),
          limit: rank.limit,
          budget: BUDGET,
          format: "json",
        });
        const milliseconds = performance.now() - started;
        const results = (answer as SearchAnswer).results.map(({ path, start, end }) => ({
          path,
          start,
          end,
        }));
        placed.push({
          question,
          existing: existingTargets(question, repository, folder).length,
          results,
          milliseconds,
        });
      }
    }
    return placed;
  } finally {
    await engine.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}
