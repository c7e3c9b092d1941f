// Does Pith's parser name what the language's own parser names? Recall over functions, methods and types; and any name
// of ours that the language knows nothing of at that line.
import { join } from "node:path";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { type OracleLanguage, askOracle } from "../../scripts/check-system/oracles.ts";
import { readRepository } from "../../scripts/check-system/read-repository.ts";
import { CEILINGS } from "../../src/config/ceilings.ts";
import type { Ceilings } from "../../src/config/load.ts";
import { languageOf } from "../../src/lang/registry.ts";
import { type Repository, truthOf } from "./oracle-runs.ts";
import { readTruth } from "./truth.ts";

const KINDS = new Set(["function", "method", "constructor", "class", "interface", "struct", "enum", "type"]);
const ENDINGS: Record<OracleLanguage, string> = { python: ".py", go: ".go", java: ".java" };

export interface Compared {
  files: number;
  declared: number;
  found: number;
  missing: string[];
  wrong: string[];
}

/** Null for languages whose own parser isn't here. */
export async function compareDeclarations(repository: Repository, corpora: string): Promise<Compared | null> {
  const root = join(corpora, repository.name);
  const oracle = await declaredBy(repository, corpora, root);
  if (oracle === null) return null;
  const ceilings = Object.fromEntries(
    Object.entries(CEILINGS).map(([name, c]) => [name, c.value]),
  ) as unknown as Ceilings;
  const parser = await createInlineParser({ ceilings });
  const compared: Compared = { files: 0, declared: 0, found: 0, missing: [], wrong: [] };
  try {
    for (const { path, text } of readRepository(root, (p) => oracle.has(p))) {
      const { core, all } = oracle.get(path)!;
      const language = languageOf(path, text.split("\n", 1)[0]!, {});
      const result = parser.parse(text, language.id);
      if ("skip" in result) continue;
      compared.files++;
      const ours = new Set<string>();
      for (const { name, kind, nameRange } of result.facts.symbols) {
        const one = `${nameRange.start} ${name}`;
        ours.add(one);
        if (KINDS.has(kind) && !all.has(one)) compared.wrong.push(`${path}:${one} ${kind}`);
      }
      for (const one of core) {
        compared.declared++;
        if (ours.has(one)) compared.found++;
        else compared.missing.push(`${path}:${one}`);
      }
    }
  } finally {
    parser.close();
  }
  return compared;
}

interface Declared {
  /** `line name` of what must be found. */
  core: Set<string>;
  /** And of everything else that is declared. */
  all: Set<string>;
}

async function declaredBy(
  repository: Repository,
  corpora: string,
  root: string,
): Promise<Map<string, Declared> | null> {
  const found = new Map<string, Declared>();
  const leftOut = (p: string) => repository.exclude?.some((e) => p.startsWith(`${e}/`)) ?? false;
  if (repository.language === "typescript") {
    const truth = await readTruth(await truthOf(repository, corpora));
    for (const { file, declarations } of truth.files.values()) {
      if (leftOut(file)) continue;
      found.set(file, {
        core: new Set(declarations.filter((d) => d[2] !== "other").map(([line, name]) => `${line} ${name}`)),
        all: new Set(declarations.map(([line, name]) => `${line} ${name}`)),
      });
    }
    return found;
  }
  const language = repository.language as OracleLanguage;
  if (!(language in ENDINGS)) return null;
  const paths = readRepository(root, (p) => p.endsWith(ENDINGS[language])).map((f) => f.path);
  const { parsed, symbols } = askOracle(language, root, paths);
  for (const path of parsed) found.set(path, { core: new Set(), all: new Set() });
  for (const symbol of symbols) {
    const at = symbol.lastIndexOf(":");
    const { core, all } = found.get(symbol.slice(0, at))!;
    core.add(symbol.slice(at + 1));
    all.add(symbol.slice(at + 1));
  }
  return found;
}
