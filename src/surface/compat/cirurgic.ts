// The tools of Cirurgic Search over Pith: `cirurgic_search` and its older name `qmd_search`. Source of names, defaults and
// results: the README of cirurgic-search-mcp (docs/coming-from/cirurgic.md says what is different).
import { LONGEST_PATH, LONGEST_QUERY, LONGEST_SCOPE, MOST_BUDGET, LEAST_BUDGET } from "../../base/limits.ts";
import type { AnswerSpan, ContextAnswer } from "../../pack/answer.ts";
import type { RelatedList } from "../../pack/relations.ts";
import type { Receipt } from "../../pack/receipt.ts";
import type { CompatCall, CompatSet, CompatTool } from "./compat-set.ts";
import { fittedJson } from "./fitted-json.ts";
import { linesOfSpan } from "./span-lines.ts";
import { bytesOf } from "./whole-files.ts";

/** Of its fusion of ranks. */
const RRF_K = 60;
const LANE_WEIGHTS: Readonly<Record<string, number>> = { words: 1, declarations: 1.2 };
/** Its estimate of tokens, by which a whole file is counted for the savings. */
const BYTES_PER_TOKEN = 3.8;

async function search({ args, env, run, elapsed }: CompatCall): Promise<string> {
  const budget = args["max_tokens"] as number;
  const scope = (args["scope"] as string)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const outcome = await run("context", {
    query: args["query"],
    budget,
    answer: "slice",
    relations: (args["depth"] as number) > 0 && env["CIRURGIC_TS_EXTRACT"] !== "0",
    ...(scope.length > 0 && { scope }),
  });
  const answer = outcome.answer as Partial<ContextAnswer>;
  const spans = answer.spans ?? [];
  const ranks = ranksOf(outcome.receipt);
  const root = answer.root?.path ?? "";
  const files = new Set([...spans.map(({ path }) => path), ...ranks.files]);
  const whole = sum(
    [...new Set(spans.map(({ path }) => path))].map((path) => bytesOf(root, path) / BYTES_PER_TOKEN),
  );
  const latency = Math.round(elapsed() * 10) / 10;
  // What the engine says where nothing has room, or nothing was found; and what had no room in this form.
  const messageOf = (shown: number) => {
    if (spans.length === 0) return answer.advice?.text;
    if (shown === spans.length) return undefined;
    return `${spans.length - shown} more snippets did not fit max_tokens.`;
  };
  const { text } = await fittedJson(spans.length, budget, (shown, tokens) => ({
    status: "success",
    ...(messageOf(shown) !== undefined && { message: messageOf(shown) }),
    workspace: root,
    latency_ms: latency,
    total_tokens: tokens,
    token_savings_pct: whole === 0 ? 0 : Math.round((1 - tokens / whole) * 1000) / 10,
    snippets_count: shown,
    files_found: files.size,
    candidates_scanned: answer.completeness?.files.read ?? 0,
    candidates_truncated: (answer.completeness?.partial ?? null) !== null,
    snippets: spans.slice(0, shown).map((span) => snippetOf(span, ranks.of(span))),
  }));
  return text;
}

function snippetOf(span: AnswerSpan, ranks: Readonly<Record<string, number>>): Record<string, unknown> {
  const lines = linesOfSpan(span);
  const names = (list: RelatedList | undefined) =>
    (list?.proven ?? []).map(({ name }) => name).filter((one) => one !== "");
  const { bases, calls } = span.relations ?? {};
  const below = names(bases);
  const relations = [
    `type:${span.kind} | name:${span.name}${below.length === 0 ? "" : ` | bases:${below.join(",")}`}`,
  ];
  if (names(calls).length > 0) relations.push(`calls:${names(calls).join(",")}`);
  // Never mixed with what is proven.
  if ((calls?.possible ?? 0) > 0) relations.push(`possible_calls:${calls!.possible}`);
  const score = sum(Object.entries(ranks).map(([lane, rank]) => (LANE_WEIGHTS[lane] ?? 1) / (RRF_K + rank)));
  return {
    file: span.path,
    lines: `${span.start}-${span.end}`,
    rrf_score: Math.round(score * 10_000) / 10_000,
    relations,
    exact_matches: span.matches.flatMap(({ line }) => {
      const text = lines.get(line);
      return text === undefined ? [] : [{ line, text: text.trim() }];
    }),
    ...(span.untrusted !== undefined && { untrusted: span.untrusted }),
    content: span.text,
    source: "declarations" in ranks ? ("words" in ranks ? "hybrid" : "ast") : "lexical",
  };
}

interface Ranks {
  of: (span: AnswerSpan) => Readonly<Record<string, number>>;
  /** Files of what was dropped. */
  files: string[];
}

/** What the receipt says of each place: its rank in each lane. */
function ranksOf(receipt: Receipt | null): Ranks {
  if (receipt === null) return { of: () => ({}), files: [] };
  const { kept, dropped } = receipt;
  const by = new Map(kept.map((place) => [`${place.path}:${place.start}`, place.ranks]));
  return {
    of: ({ path, start }) => by.get(`${path}:${start}`) ?? {},
    files: dropped.map(({ path }) => path),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

const tool = (name: string): CompatTool => ({
  name,
  description:
    "Search code by words and by declarations at once. Returns whole functions and classes with line ranges, calls, bases and exact matches, inside max_tokens.",
  arguments: {
    query: {
      type: "string",
      description: "Identifier, technical term or question.",
      maxLength: LONGEST_QUERY,
    },
    workspace: {
      type: "string",
      description: "Root of the repository. Default: the client's.",
      maxLength: LONGEST_PATH,
    },
    scope: {
      type: "string",
      description: "Comma-separated folders, packages or files.",
      default: "",
      maxLength: LONGEST_SCOPE,
    },
    max_tokens: {
      type: "integer",
      description: "Hard ceiling of the reply.",
      default: 1200,
      minimum: LEAST_BUDGET,
      maximum: MOST_BUDGET,
    },
    depth: { type: "integer", description: "0 leaves relations out.", default: 2, minimum: 0, maximum: 10 },
  },
  required: ["query"],
  readOnly: true,
  root: "workspace",
  answer: search,
});

export const cirurgic: CompatSet = {
  name: "cirurgic",
  instructions: "Search with cirurgic_search; qmd_search is its older name.",
  tools: [tool("cirurgic_search"), tool("qmd_search")],
};
