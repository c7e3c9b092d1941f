// How well does ranking find the labelled files, and at what cost in tokens?
//   node bench/main.ts quality --labels DIR --corpora DIR [--through search] [--only a,b] [--limit 50] [--json] [--worst 20] [--factors JSON]
// `--through search` puts the questions to the operation as a user does; without it ranking alone is asked.
// `--factors` are `laneWeights`, for ranking alone: '{"priors":2}'.
// `--labels` holds `repos.json` and `annotations/`; `--corpora` holds the repositories at their revisions, by name.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { evenLaneWeights, type LaneWeights } from "../../src/config/lane-weights.ts";
import { splitLines } from "../../src/base/lines.ts";
import { readRepositories } from "./labels.ts";
import { BUDGETS, curveOf, ndcg, recallAt, tokensToFirstHit } from "../../src/eval/measure.ts";
import { printReport } from "./report.ts";
import type { Row } from "./rows.ts";
import { type Placed, answerAll, placedByRank } from "./run.ts";
import { placedBySearch } from "./through-search.ts";

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      labels: { type: "string" },
      corpora: { type: "string" },
      only: { type: "string" },
      through: { type: "string", default: "rank" },
      limit: { type: "string", default: "50" },
      factors: { type: "string", default: "{}" },
      worst: { type: "string", default: "0" },
      json: { type: "boolean", default: false },
    },
  });
  if (values.labels === undefined || values.corpora === undefined) {
    throw new Error("quality needs --labels DIR and --corpora DIR");
  }
  const options = {
    labels: values.labels,
    corpora: values.corpora,
    only: values.only?.split(",") ?? null,
    rank: {
      limit: Number(values.limit),
      laneWeights: { ...evenLaneWeights(), ...(JSON.parse(values.factors) as Partial<LaneWeights>) },
    },
  };
  if (values.through !== "rank" && values.through !== "search") {
    throw new Error(`--through is rank or search, not ${values.through}`);
  }
  const placed =
    values.through === "search"
      ? await placedBySearch(options)
      : (await answerAll(options)).map(placedByRank);
  const { countTokens } = await import("gpt-tokenizer/encoding/cl100k_base");
  const count = (text: string) => countTokens(text, { disallowedSpecial: new Set() });
  const rows = measure(placed, values.labels, values.corpora, count);
  if (values.json) console.log(JSON.stringify(rows, null, 1));
  else printReport(rows, Number(values.worst));
}

export function measure(
  placed: readonly Placed[],
  labels: string,
  corpora: string,
  count: (text: string) => number,
): Row[] {
  const roots = new Map(readRepositories(labels).map(({ name, root }) => [name, join(corpora, name, root)]));
  const lines = new Map<string, string[]>();
  const linesOf = (path: string): string[] => {
    let held = lines.get(path);
    if (held === undefined) lines.set(path, (held = splitLines(readFileSync(path, "utf8"))));
    return held;
  };
  return placed.map(({ question, existing, results, milliseconds }) => {
    const root = roots.get(question.repository)!;
    const curve = curveOf(results, question.targets, ({ path, start, end }) =>
      count(
        linesOf(join(root, path))
          .slice(start - 1, end)
          .join("\n"),
      ),
    );
    return {
      repository: question.repository,
      language: question.language,
      kind: question.kind,
      query: question.query,
      ndcg: ndcg(results, question.targets),
      firstHit: existing === 0 ? null : tokensToFirstHit(curve),
      recall:
        existing === 0 ? null : BUDGETS.map((budget) => recallAt(curve, budget, question.targets.length)),
      milliseconds,
      top: results.slice(0, 5).map(({ path }) => path),
      targets: question.targets.map(({ path }) => path),
    };
  });
}
