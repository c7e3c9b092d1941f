// Would factors learnt on some repositories help on others? Two halves by name, each judged by factors of the other half.
//   node bench/main.ts eval-factors --corpora DIR [--limit 100] [--try '{"priors":2}' …]
// What holds across repositories belongs into the weights that Pith brings; what doesn't is for `pith eval --apply`. `--try`: what given factors do to all questions.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { evenLaneWeights, LANE_NAMES, type LaneWeights } from "../../src/config/lane-weights.ts";
import { askItself } from "../../src/engine/eval.ts";
import { Sources } from "../../src/engine/sources.ts";
import { SyntaxSource } from "../../src/engine/syntax-facts.ts";
import { Workspace } from "../../src/engine/workspace.ts";
import { intervalOf } from "../../src/eval/interval.ts";
import { learntFactors, scoreUnder } from "../../src/eval/learn-lanes.ts";
import { factorsOf, type RankedQuestion } from "../../src/eval/ranked-question.ts";
import { shownGain } from "../../src/eval/report-lines.ts";
import { resolveRoot } from "../../src/files/guard.ts";

/** How strongly factors are held near 1: many questions may move them far. */
const HOLD = 0.004;

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      corpora: { type: "string" },
      limit: { type: "string", default: "100" },
      try: { type: "string", multiple: true, default: [] },
    },
  });
  const { corpora } = values;
  if (corpora === undefined) throw new Error("eval-factors needs --corpora DIR");
  const names = (
    JSON.parse(readFileSync(new URL("repos.json", import.meta.url), "utf8")) as { name: string }[]
  ).map(({ name }) => name);
  const asked = new Map<string, RankedQuestion[]>();
  for (const name of names)
    asked.set(name, await rankedIn(join(corpora, name.replace("/", "+")), Number(values.limit)));
  const half = (even: boolean): RankedQuestion[] =>
    names.filter((_, i) => (i % 2 === 0) === even).flatMap((name) => asked.get(name)!);
  const gains: Gain[] = [];
  for (const even of [true, false]) {
    const factors = learntFactors(half(even), HOLD);
    const shown = LANE_NAMES.map((lane, at) => `${lane} ${factors[at]}`).join(", ");
    console.log(`learnt on ${half(even).length} questions: ${shown}`);
    gains.push(...gainsUnder(half(!even), factors));
  }
  printGains("of other repositories", gains);
  for (const given of values.try) {
    const weights = { ...evenLaneWeights(), ...(JSON.parse(given) as Partial<LaneWeights>) };
    printGains(`with ${given}`, gainsUnder([...asked.values()].flat(), factorsOf(weights)));
  }
}

interface Gain {
  kind: string;
  gain: number;
}

/** Of factors over the weights that Pith brings. */
function gainsUnder(questions: readonly RankedQuestion[], factors: readonly number[]): Gain[] {
  const before = factorsOf(evenLaneWeights());
  return questions.map((ranked) => ({
    kind: ranked.question.kind,
    gain: scoreUnder(ranked, factors) - scoreUnder(ranked, before),
  }));
}

function printGains(what: string, gains: readonly Gain[]): void {
  for (const kind of ["all", "commit", "test", "doc"]) {
    const own = gains.filter((one) => kind === "all" || one.kind === kind).map(({ gain }) => gain);
    console.log(`${kind}: NDCG@10 ${shownGain(intervalOf(own))} over ${own.length} questions ${what}`);
  }
}

async function rankedIn(root: string, limit: number): Promise<RankedQuestion[]> {
  const scratch = mkdtempSync(join(tmpdir(), "pith-eval-"));
  const workspace = new Workspace(resolveRoot(root), { ...process.env, PITH_CACHE_DIR: scratch });
  const syntax = new SyntaxSource(workspace.store.folder.syntax, workspace.config.values.ceilings);
  try {
    const { ranked } = await askItself({ workspace, sources: new Sources(workspace, syntax) }, { limit }, {});
    return ranked;
  } finally {
    await Promise.all([syntax.close(), workspace.close()]);
    rmSync(scratch, { recursive: true, force: true });
  }
}
