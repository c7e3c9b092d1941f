// What does a review take beside `impact --diff`, over the same change of ten files?
//   node bench/main.ts review-speed --clone DIR --commit ID [--rounds 5]
// The clone is copied, the commit checked out and its parent made HEAD, so that the work tree differs by the commit. Each
// question is put to an engine with an empty cache, then to the same engine again: the medians of the rounds, in turns.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createEngine } from "../../src/engine/engine.ts";
import { median } from "../../src/eval/measure.ts";

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      clone: { type: "string" },
      commit: { type: "string" },
      rounds: { type: "string", default: "5" },
    },
  });
  const { clone, commit } = values;
  if (clone === undefined || commit === undefined)
    throw new Error("review-speed needs --clone DIR and --commit ID");
  const scratch = mkdtempSync(join(tmpdir(), "pith-review-speed-"));
  const root = join(scratch, "clone");
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", root, ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    execFileSync("git", ["clone", "-q", "--shared", "--no-checkout", clone, root], { stdio: "ignore" });
    git("checkout", "-q", commit);
    git("reset", "-q", "--soft", `${commit}~1`);
    const files = git("diff", "--cached", "--name-only").trim().split("\n").length;
    const tracked = git("ls-files").trim().split("\n").length;
    console.log(`${files} changed files of ${tracked}; ms, median of ${values.rounds}\n`);
    const questions = [
      ["impact --diff HEAD", "impact", { diff: "HEAD", budget: 6000 }],
      ["review", "review", {}],
      ["review --staged", "review", { staged: true }],
      [`review --range C~1..C`, "review", { range: `${commit}~1..${commit}` }],
    ] as const;
    const taken = questions.map(() => ({ cold: [] as number[], warm: [] as number[] }));
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const [i, [, name, asked]] of questions.entries()) {
        const engine = createEngine({
          env: { ...process.env, PITH_CACHE_DIR: join(scratch, `cache-${round}-${i}`) },
        });
        for (const kind of ["cold", "warm"] as const) {
          const started = performance.now();
          await engine.run(name as "review", { root, ...asked } as never);
          taken[i]![kind].push(performance.now() - started);
        }
        await engine.close();
      }
    }
    console.log("| question | empty cache | again |");
    console.log("|---|---|---|");
    questions.forEach(([name], i) => {
      const { cold, warm } = taken[i]!;
      console.log(`| ${name} | ${median(cold).toFixed(0)} | ${median(warm).toFixed(0)} |`);
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
