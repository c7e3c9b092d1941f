// Questions in prose whose words do not occur in the answer: is the declaration that answers shown all the same?
//   node bench/main.ts prose --corpora DIR [--budget 2000]
// The questions were written before any of them was asked (`prose.json`). A declaration counts as shown where a span of
// the answer holds the line of its name.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createEngine } from "../../src/engine/engine.ts";
import type { ContextAnswer, SymbolAnswer } from "../../src/pack/answer.ts";
import { textTerms } from "../../src/vectors/text-terms.ts";

interface Question {
  repository: string;
  root: string;
  question: string;
  path: string;
  /** Any of these declarations answers. */
  name: string;
}

const questions = JSON.parse(readFileSync(new URL("prose.json", import.meta.url), "utf8")) as Question[];

export async function main(argv: string[]): Promise<void> {
  const options = { corpora: { type: "string" }, budget: { type: "string", default: "2000" } } as const;
  const { values } = parseArgs({ args: argv, options });
  if (values.corpora === undefined) throw new Error("prose needs --corpora DIR");
  const budget = Number(values.budget);
  const cache = mkdtempSync(join(tmpdir(), "pith-prose-"));
  const engine = createEngine({ env: { ...process.env, PITH_CACHE_DIR: cache } });
  let shown = 0;
  console.log("| question | answer | words of the question in it | shown | why |\n|---|---|---|---|---|");
  try {
    for (const { repository, root: below, question, path, name } of questions) {
      const root = join(resolve(values.corpora), repository, below);
      const ask = { root, budget, format: "json" } as const;
      const declared: SymbolAnswer["matches"] = [];
      for (const symbol of name.split("|")) {
        const { answer } = await engine.run("symbol", { ...ask, symbol, scope: [path] });
        declared.push(...(answer as SymbolAnswer).matches);
      }
      const { answer } = await engine.run("context", { ...ask, query: question });
      const { spans } = answer as ContextAnswer;
      const span = spans.find(
        (s) => s.path === path && declared.some((d) => s.start <= d.start && d.start <= s.end),
      );
      if (span !== undefined) shown++;
      const shared = wordsShared(question, join(root, path), declared);
      const why = span === undefined ? "" : span.reason;
      console.log(
        `| ${repository}: ${question} | ${name} | ${shared.join(", ") || "none"} | ${span === undefined ? "no" : "yes"} | ${why} |`,
      );
    }
  } finally {
    await engine.close();
    rmSync(cache, { recursive: true, force: true });
  }
  console.log(`\n${shown} of ${questions.length} shown`);
}

/** Stems of the question that stand in the declaration with the fewest of them. */
function wordsShared(question: string, file: string, declared: SymbolAnswer["matches"]): string[] {
  const lines = readFileSync(file, "utf8").split("\n");
  const asked = textTerms(question).map(([term]) => term);
  const sets = declared.map(({ start, end }) => {
    const held = new Set(textTerms(lines.slice(start - 1, end).join("\n")).map(([term]) => term));
    return asked.filter((term) => held.has(term));
  });
  return sets.sort((a, b) => a.length - b.length)[0] ?? [];
}
