// Does the review of a commit that was taken back later hold the lines that had to be taken back?
//   node bench/main.ts review --corpora DIR [--budget 6000] [--most 60] [--only a/b] [--cases]
// `--corpora` holds clones with their history, by name with `+` for `/`, that have the revisions of repos.json. A case is a
// commit C of which a later commit says "This reverts commit C". Its lines are those that C added and the revert takes out
// (where C only took lines out: those that the revert brings back). The pack is that of `review --range C~1..C`. A case is
// held where every one of its lines stands in the pack, with its number and its text.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createEngine, type Engine } from "../../src/engine/engine.ts";
import { median } from "../../src/eval/measure.ts";
import type { ReviewAnswer } from "../../src/pack/review-answer.ts";
import { openCounter } from "../../src/tokens/counter.ts";
import { revertedCommits, type Line, type Reverted } from "./reverts.ts";

interface Repository {
  name: string;
  language: string;
  revision: string;
}

interface Scored {
  held: number;
  of: number;
  /** Its lines alone cost more than the budget. */
  tooLarge: boolean;
  /** Only lines that were taken out: held as they were. */
  onlyOld: boolean;
  tokens: number;
  ms: number;
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      corpora: { type: "string" },
      budget: { type: "string", default: "6000" },
      most: { type: "string", default: "60" },
      only: { type: "string" },
      cases: { type: "boolean", default: false },
    },
  });
  const { corpora } = values;
  if (corpora === undefined) throw new Error("review needs --corpora DIR");
  const repositories = JSON.parse(
    readFileSync(new URL("repos.json", import.meta.url), "utf8"),
  ) as Repository[];
  const budget = Number(values.budget);
  console.log(
    "| repository | cases | held | of those that can be | lines | mean share of a case | tokens, median | ms, median |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  const notes: string[] = [];
  for (const repository of repositories) {
    if (values.only !== undefined && values.only !== repository.name) continue;
    const scratch = mkdtempSync(join(tmpdir(), "pith-review-"));
    const engine = createEngine({ env: { ...process.env, PITH_CACHE_DIR: join(scratch, "cache") } });
    try {
      const from = join(corpora, repository.name.replace("/", "+"));
      const root = join(scratch, "clone");
      execFileSync("git", ["clone", "-q", "--shared", "--no-checkout", from, root], { stdio: "ignore" });
      const { cases, excluded } = revertedCommits(root, repository.revision);
      const scored: Scored[] = [];
      for (const one of cases.slice(0, Number(values.most))) {
        const result = await score(engine, root, one, budget);
        scored.push(result);
        if (values.cases)
          console.error(
            `${one.commit.slice(0, 10)} ${result.held}/${result.of}${result.tooLarge ? " too large" : ""}${result.onlyOld ? " old" : ""} ${result.tokens} ${result.ms.toFixed(0)} ms ${one.subject.slice(0, 60)}`,
          );
      }
      console.log(rowOf(repository.name, scored));
      const said = [...excluded].sort().map(([why, count]) => `${why} ${count}`);
      notes.push(
        `${repository.name}: ${cases.length} cases in history, the first ${scored.length} by hash; ${scored.filter((s) => s.onlyOld).length} of them only take lines out, ${scored.filter((s) => s.tooLarge).length} have lines that alone cost more than the budget; left out: ${said.join(", ") || "none"}`,
      );
    } finally {
      await engine.close();
      rmSync(scratch, { recursive: true, force: true });
    }
  }
  console.log(`\n${notes.join("\n")}`);
}

async function score(engine: Engine, root: string, one: Reverted, budget: number): Promise<Scored> {
  const started = performance.now();
  const { answer: given } = await engine.run("review", {
    root,
    range: `${one.commit}~1..${one.commit}`,
    budget,
    format: "text",
  });
  const ms = performance.now() - started;
  const answer = given as ReviewAnswer;
  const counter = await openCounter("o200k_base");
  const onlyOld = one.fresh.length === 0;
  const wanted = onlyOld ? one.old : one.fresh;
  const held = heldLines(answer, onlyOld ? "old" : undefined);
  const isHeld = ({ path, line, text }: Line) => held.get(`${path}\0${line}`)?.trimEnd() === text.trimEnd();
  return {
    held: wanted.filter(isHeld).length,
    of: wanted.length,
    tooLarge: counter.count(wanted.map((l) => l.text).join("\n")) > budget,
    onlyOld,
    tokens: answer.cost.tokens,
    ms,
  };
}

/** Every line that is shown, by its path and number. */
function heldLines({ spans }: ReviewAnswer, side: "old" | undefined): Map<string, string> {
  const held = new Map<string, string>();
  for (const span of spans) {
    if (span.side !== side) continue;
    let at = span.start;
    for (const text of span.text.split("\n")) {
      const gap = /^⋯+ (\d+) lines? left out$/.exec(text);
      if (gap !== null) at += Number(gap[1]);
      else held.set(`${span.path}\0${at++}`, text);
    }
  }
  return held;
}

function rowOf(name: string, scored: readonly Scored[]): string {
  const whole = scored.filter((s) => s.held === s.of).length;
  const can = scored.filter((s) => !s.tooLarge);
  const wholeOfCan = can.filter((s) => s.held === s.of).length;
  const lines = scored.reduce((sum, s) => sum + s.held, 0) / scored.reduce((sum, s) => sum + s.of, 0);
  const share = scored.reduce((sum, s) => sum + s.held / s.of, 0) / scored.length;
  const cells = [
    scored.length,
    `${whole} (${percent(whole / scored.length)})`,
    `${wholeOfCan} of ${can.length} (${percent(wholeOfCan / can.length)})`,
    percent(lines),
    percent(share),
    median(scored.map((s) => s.tokens)),
    median(scored.map((s) => s.ms)).toFixed(0),
  ];
  return `| ${name} | ${cells.join(" | ")} |`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)}%`;
}
