// Is the form of answer that a question asks for recognised? Over the labelled questions beside this file.
//   node bench/main.ts routing --corpora DIR [--half build] [--faults] [--grep]
// `--grep`: what the answers to questions for lines cost in text, against `git grep -n` of the same pattern.
// Each repository must be at the commit that `repos.json` names: what a word is there decides.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createEngine } from "../../src/engine/engine.ts";
import { Workspace } from "../../src/engine/workspace.ts";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { ANSWER_FORMS, formOf } from "../../src/rank/question-form.ts";
import { treeWords } from "../../src/rank/tree-words.ts";
import { openCounter } from "../../src/tokens/counter.ts";

interface Labelled {
  half: string;
  route: string;
  repo: string;
  question: string;
}

export function labelledQuestions(): Labelled[] {
  const lines = readFileSync(new URL("questions.tsv", import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const [half = "", route = "", repo = "", question = ""] = line.split("\t");
    return { half, route, repo, question };
  });
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      corpora: { type: "string" },
      half: { type: "string" },
      faults: { type: "boolean", default: false },
      grep: { type: "boolean", default: false },
    },
  });
  if (values.corpora === undefined) throw new Error("routing needs --corpora DIR");
  const pins = JSON.parse(readFileSync(new URL("repos.json", import.meta.url), "utf8")) as Record<
    string,
    string
  >;
  const right = new Map<string, [right: number, of: number]>();
  const add = (key: string, good: boolean) => {
    const [r, n] = right.get(key) ?? [0, 0];
    right.set(key, [r + Number(good), n + 1]);
  };
  let slowest = 0;
  const counter = await openCounter("o200k_base");
  const costs: { ours: number; grep: number }[] = [];
  const engine = createEngine();
  for (const [repo, questions] of Map.groupBy(labelledQuestions(), (q) => q.repo)) {
    const root = join(values.corpora, repo);
    const head = execFileSync("git", ["-C", root, "rev-parse", "HEAD"], { encoding: "utf8" }).trim();
    if (head !== pins[repo]) throw new Error(`${repo} is at ${head}, not at ${pins[repo]}`);
    const workspace = new Workspace(resolveRoot(root), process.env);
    const { snapshot } = await workspace.view({}, { whole: true });
    const tree = treeWords(snapshot, () => true);
    for (const { half, route, question } of questions) {
      if (values.half !== undefined && half !== values.half) continue;
      const before = performance.now();
      const { form, signals, exact } = formOf(question, tree);
      if (values.grep && exact !== null) {
        const { output, answer } = await engine.run("context", { root, query: question, budget: 20_000 });
        const { spans, exact: found } = answer as ContextAnswer;
        // What a budget or the length of a line cuts is no comparison.
        const whole = found?.lines === spans.reduce((n, { matches }) => n + matches.length, 0);
        const how = exact.mode === "regex" ? "-P" : "-F";
        const within = exact.scope === null ? [] : ["--", exact.scope];
        const grep = spawnSync("git", ["-C", root, "grep", "-n", "-I", how, "-e", exact.text, ...within], {
          encoding: "utf8",
          maxBuffer: 1 << 28,
        });
        const long = Math.max(0, ...grep.stdout.split("\n").map((line) => line.length)) > 400;
        if (whole && !long) costs.push({ ours: counter.count(output), grep: counter.count(grep.stdout) });
      }
      slowest = Math.max(slowest, performance.now() - before);
      for (const key of ["all", half, `${half} ${route}`]) add(key, form === route);
      if (form !== route && values.faults)
        console.log(`${half} ${repo}: ${question}\n    ${route}, taken for ${form} (${signals.join("; ")})`);
    }
    await workspace.close();
  }
  await engine.close();
  if (costs.length > 0) {
    const ours = costs.reduce((n, c) => n + c.ours, 0);
    const grep = costs.reduce((n, c) => n + c.grep, 0);
    const under = costs.filter((c) => c.ours <= c.grep).length;
    console.log(
      `lines: ${costs.length} questions answered whole, ${ours} tokens in all, ${under} at or under git grep -n, which takes ${grep}`,
    );
  }
  const keys = [
    "all",
    "build",
    "held",
    ...["build", "held"].flatMap((h) => ANSWER_FORMS.map((f) => `${h} ${f}`)),
  ];
  for (const key of keys) {
    const found = right.get(key);
    if (found !== undefined)
      console.log(`${key}: ${found[0]} of ${found[1]} (${(found[0] / found[1]).toFixed(3)})`);
  }
  console.log(`slowest: ${slowest.toFixed(2)} ms`);
}
