// `find_usages`: the lines in which a name stands as a word, its declarations first, each with the declaration around it; the
// first ones with lines that can be read next.
import { LONGEST_NAME } from "../../base/limits.ts";
import type { OutlineAnswer, OutlineItem, SearchAnswer, SymbolAnswer } from "../../pack/answer.ts";
import type { CompatCall, CompatTool } from "./compat-set.ts";
import { fittedJson } from "./fitted-json.ts";
import { include, LOCATOR_BUDGET, scopeOf, topK } from "./pasr-arguments.ts";
import { required } from "./pasr-locators.ts";

/** Of a line that is shown. */
const LONGEST_TEXT = 160;
/** As PASR has it: so many usages carry lines to read; a whole declaration of so many lines, else so many around. */
const WITH_LINES = 5;
const WHOLE = 40;
const AROUND = 8;
/** Files whose outline is asked for: those of what can be shown at most. */
const MOST_OUTLINED = 30;

/** A heading or a key that has the name declares nothing that is used. */
const OF_TEXTS: ReadonlySet<string> = new Set(["section", "key", "rule", "table"]);

interface Usage {
  path: string;
  line: number;
  text: string;
}

async function usages({ args, run }: CompatCall): Promise<string> {
  const name = args["symbol"] as string;
  const { answer } = await run("search", {
    query: name,
    mode: "exact",
    word: true,
    // Files, of which one that declares the name need not be the first.
    limit: Math.max(MOST_OUTLINED, args["top_k"] as number),
    perFile: 20,
    budget: LOCATOR_BUDGET * 4,
    ...scopeOf(args),
  });
  const found = answer as Partial<SearchAnswer>;
  const asked = await run("symbol", { symbol: name, budget: LOCATOR_BUDGET * 2, ...scopeOf(args) });
  const { matches = [], nearest = [] } = asked.answer as Partial<SymbolAnswer>;
  const declared = matches.filter(({ kind }) => !OF_TEXTS.has(kind));
  // A signature ends before the colon or brace of its line, and may go on over more lines.
  const begins = (signature: string, text: string) =>
    signature !== "" && (signature.startsWith(text.slice(0, 12)) || text.startsWith(signature.slice(0, 12)));
  const isDefinition = ({ path, line, text }: Usage) =>
    declared.some(
      (one) => one.path === path && one.start <= line && line <= one.end && begins(one.signature, text),
    );
  const all: Usage[] = (found.results ?? []).flatMap(({ path, matches }) =>
    matches.map(({ line, text = "" }) => ({ path, line, text: text.trim().slice(0, LONGEST_TEXT) })),
  );
  const lines = [...all.filter(isDefinition), ...all.filter((one) => !isDefinition(one))].slice(
    0,
    args["top_k"] as number,
  );
  const outlines = new Map<string, readonly OutlineItem[]>();
  for (const path of [...new Set(lines.map((one) => one.path))].slice(0, MOST_OUTLINED)) {
    const outlined = await run("outline", { path, budget: LOCATOR_BUDGET * 4 });
    outlines.set(path, (outlined.answer as Partial<OutlineAnswer>).declarations ?? []);
  }
  const shownOf = (usage: Usage, i: number) => {
    const owner = innermost(outlines.get(usage.path) ?? [], usage.line);
    return {
      path: usage.path,
      line: usage.line,
      text: usage.text,
      is_definition: isDefinition(usage),
      owner: owner?.name ?? null,
      ...(i < WITH_LINES && { read_lines: `${usage.path}:${linesToRead(owner, usage.line)}` }),
    };
  };
  const { text } = await fittedJson(lines.length, LOCATOR_BUDGET, (shown, tokens) => ({
    tool: "find_usages",
    symbol: name,
    token_count: tokens,
    usages: lines.slice(0, shown).map(shownOf),
    total: found.total ?? 0,
    ...(lines.length === 0 && { nearest }),
  }));
  return text;
}

function innermost(items: readonly OutlineItem[], line: number): OutlineItem | undefined {
  const around = items.filter(({ start, end }) => start <= line && line <= end);
  return around.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0];
}

function linesToRead(owner: OutlineItem | undefined, line: number): string {
  if (owner !== undefined && owner.end - owner.start < WHOLE) return `${owner.start}-${owner.end}`;
  return `${Math.max(1, line - AROUND)}-${line + AROUND}`;
}

export const findUsages: CompatTool = {
  name: "find_usages",
  description: "Lines in which a name stands as a whole word.",
  arguments: { symbol: required(LONGEST_NAME, "Name."), include, top_k: topK },
  required: ["symbol"],
  readOnly: true,
  answer: usages,
};
