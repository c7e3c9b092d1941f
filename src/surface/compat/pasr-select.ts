// `select_context`: the lines that answer a question, in PASR's form.
import { PithError } from "../../base/error.ts";
import type { AnswerSpan, ContextAnswer } from "../../pack/answer.ts";
import type { Aggregate } from "../../pack/aggregate.ts";
import type { Receipt } from "../../pack/receipt.ts";
import type { CompatCall, CompatOutcome, CompatTool } from "./compat-set.ts";
import { fittedJson } from "./fitted-json.ts";
import { ceiling, files, include, query, scopeOf } from "./pasr-arguments.ts";
import { bytesOf } from "./whole-files.ts";

/** A whole file where nothing of it was read: bytes for each token of o200k_base in source code, a middle over many. */
const BYTES_PER_TOKEN = 3.8;

async function select(call: CompatCall): Promise<string> {
  const { args, run } = call;
  const asked = args["query"] as string;
  const pack = args["pack"] as string;
  if (args["save_as"] !== "") {
    throw new PithError("ARGUMENT_INVALID", "Nothing is written into the tree by a question.", {
      subject: "save_as",
      next: "Save a pack with the command: pith pack NAME QUERY [PATHS].",
    });
  }
  if (asked.trim() === "" && pack === "") {
    throw new PithError("QUERY_EMPTY", "select_context needs a query.", {
      subject: "query",
      next: "Ask in plain words; a known range is for the tool of the host that reads files.",
    });
  }
  const budget = args["budget_tokens"] as number;
  const outcome = await run("context", {
    query: asked,
    budget,
    ...scopeOf(args),
    ...(pack !== "" && { pack: [pack] }),
    ...(args["map_tokens"] !== 0 && { map: args["map_tokens"] }),
    ...(args["trace"] !== "" && { trace: args["trace"] }),
    ...(args["outline"] === true && { outline: true }),
    ...(args["prefix_tokens"] !== 0 && { prefix: args["prefix_tokens"] }),
    ...(args["tail_tokens"] !== 0 && { tail: args["tail_tokens"] }),
  });
  return selectionOf(call, "select_context", outcome, budget, {});
}

/** PASR's reply of an answer. `more`: what a tool says beside it. */
export async function selectionOf(
  { args }: CompatCall,
  tool: string,
  outcome: CompatOutcome,
  budget: number,
  more: Readonly<Record<string, unknown>>,
): Promise<string> {
  const answer = outcome.answer as Partial<ContextAnswer>;
  const { receipt } = outcome;
  const spans = answer.spans ?? [];
  const root = answer.root?.path ?? "";
  const sourcesOf = (some: readonly AnswerSpan[]) => [...new Set(some.map(({ path }) => path))];
  const heads = (answer.heads ?? []).flatMap(({ kind, rows }) => rows.map((row) => ({ of: kind, row })));
  const input = sum(sourcesOf(spans).map((path) => Math.ceil(bytesOf(root, path) / BYTES_PER_TOKEN)));
  // Spans go before the heads do: what was asked for beside them has a share of its own.
  const total = heads.length + spans.length;
  const text = await fittedJson(total, budget, (count, tokens) => {
    const first = heads.slice(0, count);
    const kept = spans.slice(0, Math.max(0, count - heads.length));
    const shown = kept.length;
    const cut = spans.length - shown;
    // Where something had no room in this form the reply isn't all there is, though the engine's answer was.
    const route = cut > 0 && answer.route === "lossless" ? undefined : answer.route;
    const rowsOf = (kind: string) =>
      first
        .filter(({ of }) => of === kind)
        .map(({ row: { path, line, kind: what, name, text: line_text } }) =>
          [`${path}:${line}`, what, name, line_text].filter((part) => part !== "").join(" "),
        );
    return {
      tool,
      ...(args["query"] !== undefined && { query: args["query"] }),
      route: routeOf(route),
      budget_tokens: budget,
      token_count: tokens,
      within_budget: true,
      total_input_tokens: input,
      token_reduction: input === 0 ? 0 : Math.round((1 - tokens / input) * 10_000) / 10_000,
      sources: sourcesOf(kept),
      ...(answer.aggregate !== undefined && { aggregation: aggregated(answer.aggregate) }),
      spans: kept.map((span) => spanOf(span, receipt)),
      diagnostics: {
        candidate_count: receipt === null ? shown : receipt.kept.length + receipt.droppedTotal,
        skipped_budget_count: (receipt?.droppedTotal ?? 0) + cut,
        uncovered_query_keywords: answer.completeness?.unresolved ?? [],
        files_scanned: answer.completeness?.files.read ?? 0,
        caps: answer.completeness?.caps ?? [],
        ...(heads.some(({ of }) => of === "map") && { symbol_map: rowsOf("map") }),
        ...(heads.some(({ of }) => of === "trace") && { trace: rowsOf("trace") }),
      },
      query_class: classOf(answer.route),
      query_signals: answer.signals ?? [],
      confidence: confidenceOf(route, shown, tokens),
      advice: answer.advice === null || answer.advice === undefined ? [] : [answer.advice.text],
      receipt: { id: answer.receipt ?? null, written_to: null },
      ...more,
    };
  });
  return text.text;
}

function spanOf(span: AnswerSpan, receipt: Receipt | null): Record<string, unknown> {
  const ranks =
    receipt?.kept.find(({ path, start }) => path === span.path && start === span.start)?.ranks ?? {};
  return {
    source: span.path,
    provenance: `${span.path}:${span.start}-${span.end}`,
    line_start: span.start,
    line_end: span.end,
    token_count: span.cost,
    selection_reasons: [span.reason],
    score_components: ranks,
    ...(span.untrusted !== undefined && { untrusted: span.untrusted }),
    text: span.text,
  };
}

/**
 * Share of the labelled lines that ranking holds in so many tokens: bench/RESULTS.md, quality of the ranking, 362 questions in
 * 41 repositories. It is of an answer of that length, not of this question.
 */
const RECALL_AT: readonly (readonly [tokens: number, recall: number])[] = [
  [8000, 0.996],
  [4000, 0.994],
  [2000, 0.985],
  [1000, 0.95],
  [500, 0.895],
];
/** Below what was measured. */
const NOT_MEASURED = 0.5;

/** 1 where all that is in scope is there; 0 where nothing is; else what was measured at that length. */
function confidenceOf(route: ContextAnswer["route"] | undefined, shown: number, tokens: number): number {
  if (shown === 0) return 0;
  if (route === "lossless") return 1;
  return RECALL_AT.find(([length]) => tokens >= length)?.[1] ?? NOT_MEASURED;
}

/** Groups of a count that are listed. */
const MOST_GROUPS = 10;

function aggregated({ of, count, atLeast, groups }: Aggregate): Record<string, unknown> {
  return { of, count, at_least: atLeast, groups: groups.slice(0, MOST_GROUPS) };
}

function routeOf(route: ContextAnswer["route"] | undefined): string {
  if (route === "lossless" || route === "outline") return route;
  return "selected";
}

function classOf(route: ContextAnswer["route"] | undefined): string {
  return route === "trace" || route === "aggregation" ? route : route === undefined ? "unknown" : "localized";
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

const share = (description: string) => ({
  type: "integer" as const,
  description,
  default: 0,
  minimum: 0,
  maximum: 1_000_000,
});

export const selectContext: CompatTool = {
  name: "select_context",
  description:
    "The spans that answer a question, under a token budget, each with its lines and the reason it was kept.",
  arguments: {
    query,
    files,
    include,
    budget_tokens: ceiling(3000),
    prefix_tokens: share("Tokens of the first lines in scope."),
    tail_tokens: share("Tokens of the last lines in scope."),
    map_tokens: share("Tokens of the budget for a map of signatures."),
    trace: {
      type: "string",
      description: "A symbol that is shown with what uses it.",
      default: "",
      maxLength: 1000,
    },
    outline: { type: "boolean", description: "The index of symbols alone.", default: false },
    pack: { type: "string", description: "A saved pack to begin with.", default: "", maxLength: 100 },
    save_as: {
      type: "string",
      description: "Not here: pith pack saves.",
      default: "",
      maxLength: 100,
    },
    recall_strategy: {
      type: "string",
      description: "Taken, and without effect.",
      default: "coverage_aware",
      enum: ["coverage_aware", "score_only"],
    },
    block_size: {
      type: "integer",
      description: "Taken, and without effect: spans are whole units.",
      default: 400,
      minimum: 1,
    },
    max_files: {
      type: "integer",
      description: "Taken, and without effect: no file is too many.",
      default: 100,
      minimum: 1,
    },
    semantic: {
      type: "string",
      description: "Taken, and without effect: meaning is always ranked.",
      default: "",
      enum: ["", "none", "hashing", "minilm"],
    },
  },
  readOnly: true,
  answer: select,
};
