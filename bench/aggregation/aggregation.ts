// Is what `context` counts right? Each question of `questions.json` against a truth that another parser computes; an answer is
// right (the number, and every place that it names), refused, or wrong. None may be wrong.
//   node bench/main.ts aggregation --corpora DIR [--faults]
// Needs python3 and go. Repositories are at the commits of `../routing/repos.json`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createEngine } from "../../src/engine/engine.ts";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import { type Truth, typescriptTruth } from "./truth.ts";

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

function truthOf(root: string, words: readonly string[]): Truth {
  const [what = ""] = words;
  if (what.startsWith("ts-")) return typescriptTruth(root, words);
  const run = (command: string, args: readonly string[]) =>
    JSON.parse(execFileSync(command, args, { encoding: "utf8", maxBuffer: 1 << 26 })) as Truth;
  if (what.startsWith("go-") && what !== "go-files-untested")
    return run("go", ["run", here("truth.go"), root, ...words]);
  return run("python3", [here("truth.py"), root, ...words]);
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { corpora: { type: "string" }, faults: { type: "boolean", default: false } },
  });
  if (values.corpora === undefined) throw new Error("aggregation needs --corpora DIR");
  const pins = JSON.parse(readFileSync(here("../routing/repos.json"), "utf8")) as Record<string, string>;
  const questions = JSON.parse(readFileSync(here("questions.json"), "utf8")) as [string, string, string][];
  const engine = createEngine();
  const counts = { right: 0, refused: 0, wrong: 0, unexpected: 0 };
  const costs: number[] = [];
  for (const [repo, query, how] of questions) {
    const root = join(values.corpora, repo);
    const head = execFileSync("git", ["-C", root, "rev-parse", "HEAD"], { encoding: "utf8" }).trim();
    if (head !== pins[repo]) throw new Error(`${repo} is at ${head}, not at ${pins[repo]}`);
    const { answer, output } = await engine.run("context", {
      root,
      query,
      answer: "aggregate",
      budget: 4000,
      format: "json",
    });
    const { aggregate, spans, advice } = answer as ContextAnswer;
    const text = await engine.run("context", { root, query, answer: "aggregate", budget: 4000 });
    costs.push((text.answer as ContextAnswer).cost.tokens);
    const say = (state: keyof typeof counts, why: string) => {
      counts[state]++;
      if (values.faults || state === "wrong") console.log(`${state} ${repo}: ${query}\n    ${why}`);
    };
    if (aggregate === undefined) {
      say("refused", advice?.text ?? output.slice(0, 200));
      continue;
    }
    if (how === "refused") {
      say("wrong", `${aggregate.count} ${aggregate.of}, though nothing computes it`);
      continue;
    }
    const truth = truthOf(root, how.split(" "));
    const places = new Set(truth.places ?? []);
    const named = spans.flatMap(({ path, matches }) => matches.map(({ line }) => `${path}:${line}`));
    const paths = new Set(truth.places?.map((place) => place.replace(/:\d+$/, "")));
    const strange = named.filter((place) => !places.has(place));
    const isPlaces = truth.places?.some((place) => /:\d+$/.test(place)) === true;
    const odd =
      truth.places === undefined
        ? []
        : isPlaces
          ? strange
          : spans.map((s) => s.path).filter((p) => !paths.has(p));
    const right =
      (aggregate.atLeast ? aggregate.count <= truth.count : aggregate.count === truth.count) &&
      odd.length === 0;
    say(
      right ? "right" : "wrong",
      `${aggregate.atLeast ? "at least " : ""}${aggregate.count} ${aggregate.of}; truth ${truth.count}${odd.length > 0 ? `; not in it: ${odd.slice(0, 5).join(", ")}` : ""}${
        right
          ? ""
          : `; missing: ${[...places]
              .filter((p) => !named.includes(p))
              .slice(0, 6)
              .join(", ")}`
      }`,
    );
  }
  await engine.close();
  costs.sort((a, b) => a - b);
  console.log(
    `${questions.length} questions: ${counts.right} right, ${counts.refused} refused, ${counts.wrong} wrong`,
  );
  console.log(`cost in text: median ${costs[costs.length >> 1]!}, most ${costs.at(-1)!} tokens`);
}
