// PASR's locators: places without their code, each with a range that can be read next.
import { LONGEST_NAME, LONGEST_QUERY } from "../../base/limits.ts";
import { SYMBOL_KINDS } from "../../base/span.ts";
import type { SearchAnswer, SymbolAnswer } from "../../pack/answer.ts";
import type { CompatCall, CompatTool } from "./compat-set.ts";
import { fittedJson } from "./fitted-json.ts";
import { include, LOCATOR_BUDGET, scopeOf, topK } from "./pasr-arguments.ts";

/** Of a line that is shown. */
const LONGEST_TEXT = 160;

async function ranked(
  { args, run }: CompatCall,
  more: Record<string, unknown>,
): Promise<Partial<SearchAnswer>> {
  const { answer } = await run("search", {
    query: args["query"] ?? args["symbol"],
    limit: args["top_k"],
    budget: LOCATOR_BUDGET * 4,
    ...scopeOf(args),
    ...more,
  });
  return answer as Partial<SearchAnswer>;
}

async function evidence(call: CompatCall): Promise<string> {
  const found = await ranked(call, { perFile: call.args["per_file"] });
  const results = found.results ?? [];
  const { text } = await fittedJson(results.length, LOCATOR_BUDGET, (shown, tokens) => ({
    tool: "find_evidence",
    token_count: tokens,
    results: results.slice(0, shown).map(({ path, start, end, name, kind, reason, matches }) => ({
      read_lines: `${path}:${start}-${end}`,
      name,
      kind,
      reason,
      lines: matches.map(({ line, text: code = "" }) => ({ line, text: code.trim().slice(0, LONGEST_TEXT) })),
    })),
    total: found.total ?? 0,
    absent_terms: found.completeness?.unresolved ?? [],
  }));
  return text;
}

async function paths(call: CompatCall): Promise<string> {
  const found = await ranked(call, { perFile: 1 });
  const results = found.results ?? [];
  const { text } = await fittedJson(results.length, LOCATOR_BUDGET, (shown, tokens) => ({
    tool: "find_files",
    token_count: tokens,
    files: results.slice(0, shown).map(({ path, reason }) => ({ path, reason })),
    total: found.total ?? 0,
  }));
  return text;
}

/** Its kinds hold several of Pith's: a method is a function there, an interface a trait, and a class a struct. */
const FUNCTIONS: readonly string[] = ["function", "method", "constructor"];
const STRUCTS: readonly string[] = ["class", "struct"];
const TRAITS: readonly string[] = ["interface", "trait"];
const KINDS = new Map<string, readonly string[]>([
  ...["function", "fn", "func", "def", "method"].map((kind) => [kind, FUNCTIONS] as const),
  ...["struct", "class", "cls"].map((kind) => [kind, STRUCTS] as const),
  ...["trait", "interface"].map((kind) => [kind, TRAITS] as const),
  ["mod", ["module", "namespace"]],
  ["impl", ["implementation"]],
]);

async function symbols({ args, run }: CompatCall): Promise<string> {
  const asked = args["kinds"] as string[];
  const kinds = [...new Set(asked.flatMap((kind) => KINDS.get(kind) ?? [kind]))];
  const declared = async (more: Record<string, unknown>) => {
    const { answer } = await run("symbol", {
      symbol: args["query"],
      limit: args["top_k"],
      budget: LOCATOR_BUDGET * 4,
      ...scopeOf(args),
      ...more,
    });
    return answer as Partial<SymbolAnswer>;
  };
  const found = await declared(kinds.length > 0 ? { kind: kinds } : {});
  const matches = found.matches ?? [];
  // A filter that leaves nothing says which kinds the name has.
  const other = kinds.length > 0 && matches.length === 0 ? ((await declared({})).matches ?? []) : [];
  const { text } = await fittedJson(matches.length, LOCATOR_BUDGET, (shown, tokens) => ({
    tool: "find_symbols",
    token_count: tokens,
    symbols: matches.slice(0, shown).map(({ path, start, end, kind, qualified, exported, signature }) => ({
      name: qualified,
      kind,
      read_lines: `${path}:${start}-${end}`,
      signature,
      exported,
    })),
    total: found.total ?? 0,
    nearest: found.nearest ?? [],
    ...(other.length > 0 && { kinds_filtered_out: [...new Set(other.map(({ kind }) => kind))] }),
    kinds_available: SYMBOL_KINDS,
  }));
  return text;
}

export const findEvidence: CompatTool = {
  name: "find_evidence",
  description: "Ranked places that speak of a question, as ranges to read.",
  arguments: {
    query: required(LONGEST_QUERY, "Question."),
    include,
    top_k: topK,
    per_file: {
      type: "integer",
      description: "Most places in one file.",
      default: 2,
      minimum: 1,
      maximum: 200,
    },
  },
  required: ["query"],
  readOnly: true,
  answer: evidence,
};

export const findFiles: CompatTool = {
  name: "find_files",
  description: "Files that speak of a question, the best first.",
  arguments: { query: required(LONGEST_QUERY, "Question."), include, top_k: topK },
  required: ["query"],
  readOnly: true,
  answer: paths,
};

export const findSymbols: CompatTool = {
  name: "find_symbols",
  description: "Declarations of a name.",
  arguments: {
    query: required(LONGEST_NAME, "Name."),
    include,
    kinds: { ...include, description: "Only these kinds." },
    top_k: topK,
  },
  required: ["query"],
  readOnly: true,
  answer: symbols,
};

export function required(maxLength: number, description: string) {
  return { type: "string" as const, description, maxLength };
}
