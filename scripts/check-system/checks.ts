// The checks that need more than npm brings: Pith against Git, ripgrep and compilers, on real repositories.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { EXAMPLES, exampleQuestions } from "../examples/questions.ts";
import { compareReading } from "./compare-reading.ts";
import { compareSearch } from "./compare-search.ts";
import type { OracleLanguage } from "./oracles.ts";
import type { Tool } from "./tools.ts";

export interface Found {
  tools: Tool[];
  /** A folder with a repository below each name. */
  corpora: string | null;
}

export interface Check {
  name: string;
  /** What is missing for it on this machine; null if it can run. */
  lacks(found: Found): string | null;
  /** What was compared, in a few words. Throws with the first differences. */
  run(found: Found): Promise<string>;
}

/** The transcripts in examples/ are what Pith answers today, asked in the repositories at their commits. */
const examples: Check = {
  name: "the transcripts in examples/ are what Pith answers today",
  lacks({ corpora }) {
    if (corpora === null) return "--corpora";
    const missing = exampleQuestions().find(
      ({ repository }) => !existsSync(join(corpora, basename(repository))),
    );
    return missing === undefined ? null : `${basename(missing.repository)} in --corpora`;
  },
  async run({ corpora }) {
    const { transcriptOf } = await import("../examples/transcript.ts");
    for (const question of exampleQuestions()) {
      const transcript = transcriptOf(question, join(corpora!, basename(question.repository)));
      const committed = readFileSync(join(EXAMPLES, `${question.name}.md`), "utf8");
      if (transcript !== committed) throw new Error(`${question.name} differs: npm run examples shows how`);
    }
    return `${exampleQuestions().length} transcripts`;
  },
};

export const CHECKS: readonly Check[] = [
  overCorpora("files are those that git lists", ["git"], compareReading),
  overCorpora("exact and regular-expression search give what rg gives", ["rg"], compareSearch),
  overCorpora("Python symbols are those of Python's own parser", ["python3"], symbols("python")),
  overCorpora("Go symbols are those of Go's own parser", ["go"], symbols("go")),
  overCorpora("Java symbols are those of javac", ["javac"], symbols("java")),
  examples,
];

/** The parser is loaded only where a compiler is there to compare it with. */
function symbols(language: OracleLanguage): (folder: string) => Promise<string | null> {
  return async (folder) => (await import("./compare-symbols.ts")).compareSymbols(folder, language);
}

/** Runs a check on each repository of the folder; it says null where the repository has nothing for it. */
function overCorpora(
  title: string,
  tools: readonly string[],
  check: (folder: string) => Promise<string | null>,
): Check {
  return {
    name: title,
    lacks(found) {
      if (found.corpora === null) return "--corpora";
      return tools.find((t) => found.tools.find(({ name: n }) => n === t)?.version === null) ?? null;
    },
    async run({ corpora }) {
      const said: string[] = [];
      for (const name of readdirSync(corpora!).sort()) {
        if (!statSync(join(corpora!, name)).isDirectory()) continue;
        const what = await check(join(corpora!, name));
        if (what !== null) said.push(`\n    ${name}: ${what}`);
      }
      if (said.length === 0) throw new Error("no repository of the folder has anything to compare");
      return `${said.length} repositories${said.join("")}`;
    },
  };
}
