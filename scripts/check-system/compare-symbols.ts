// Are the functions, methods and types that Pith finds those that the language's own parser finds?
import { CEILINGS } from "../../src/config/ceilings.ts";
import type { Ceilings } from "../../src/config/load.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { difference, few } from "./difference.ts";
import { type OracleLanguage, askOracle } from "./oracles.ts";
import { readRepository } from "./read-repository.ts";

const ENDINGS: Record<OracleLanguage, string> = { python: ".py", go: ".go", java: ".java" };

/** What every oracle lists; variables and fields are told apart differently by each language. */
const KINDS = new Set(["function", "method", "constructor", "class", "interface", "struct", "enum", "type"]);

/** A repository is compared in this many files at most, evenly spread. */
const MOST_FILES = 300;

/** A share of symbols lost above this is a fault. What is lost is printed in any case. */
const MOST_LOST = 0.01;

export async function compareSymbols(folder: string, language: OracleLanguage): Promise<string | null> {
  const all = readRepository(folder, (path) => path.endsWith(ENDINGS[language]));
  const step = Math.max(1, Math.ceil(all.length / MOST_FILES));
  const files = all.filter((_, i) => i % step === 0);
  if (files.length < 5) return null;
  const oracle = askOracle(
    language,
    folder,
    files.map((f) => f.path),
  );
  const ceilings = Object.fromEntries(
    Object.entries(CEILINGS).map(([name, c]) => [name, c.value]),
  ) as unknown as Ceilings;
  const parser = await createInlineParser({ ceilings });
  const ours: string[] = [];
  try {
    for (const { path, text } of files) {
      if (!oracle.parsed.has(path)) continue;
      const result = parser.parse(text, language);
      if ("skip" in result) continue;
      for (const { name, kind, nameRange } of result.facts.symbols) {
        if (KINDS.has(kind)) ours.push(`${path}:${nameRange.start} ${name}`);
      }
    }
  } finally {
    parser.close();
  }
  const { extra, missing } = difference(ours, oracle.symbols);
  const lost = missing.length / Math.max(1, oracle.symbols.length);
  const said = `${oracle.parsed.size} files, ${oracle.symbols.length} symbols, lost ${few(missing)}, extra ${few(extra)}`;
  if (lost > MOST_LOST) throw new Error(`${folder}: ${said}`);
  return said;
}
