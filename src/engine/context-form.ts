// Which form does the answer of `context` take, and what comes first in it?
import { PithError } from "../base/error.ts";
import type { Candidate } from "../pack/candidate.ts";
import { formOf, type QuestionForm } from "../rank/question-form.ts";
import { literalOf, patternOf } from "../rank/question-pattern.ts";
import { treeWords } from "../rank/tree-words.ts";
import type { ContextArguments } from "./arguments.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import { type TracedSlice, tracedSlice } from "./context-trace.ts";
import type { GraphMemory } from "./graph-view.ts";
import { isEven } from "../config/lane-weights.ts";
import type { OperationContext } from "./operation.ts";
import { insideRanges, type RangedScope } from "./scope-ranges.ts";
import type { Sources } from "./sources.ts";
import type { Workspace } from "./workspace.ts";

/** The form that the question asks for, unless one is asked for expressly. */
export function askedForm(
  { view, looksAt }: BegunAnswer,
  { query, answer = "auto" }: ContextArguments,
  ranges: RangedScope["ranges"],
): QuestionForm {
  if (ranges.size > 0) {
    if (answer === "exact" || answer === "aggregate")
      throw new PithError(
        "ARGUMENT_INVALID",
        `An answer of the form ${answer} takes whole files, no lines of them.`,
        {
          subject: "scope",
          next: "Name the file without its range, or leave answer out.",
        },
      );
    return { form: "localized", signals: ["lines of files are named"], exact: null, trace: null };
  }
  if (answer === "auto") return formOf(query, treeWords(view.snapshot, looksAt));
  const signals = ["asked for"];
  if (answer === "exact") {
    const pattern = literalOf(query, () => false) ??
      patternOf(query) ?? { text: query, mode: "exact", scope: null };
    return { form: "exact", signals, exact: pattern, trace: null };
  }
  return { form: answer === "aggregate" ? "aggregation" : "localized", signals, exact: null, trace: null };
}

/** The trace that is asked for, or that the question asks for; null for none. */
export async function tracedFor(
  args: ContextArguments,
  { trace }: QuestionForm,
  { view, looksAt }: BegunAnswer,
  sources: Sources,
  graph: GraphMemory,
  operation: OperationContext,
): Promise<TracedSlice | null> {
  const { snapshot } = view;
  if (args.trace === undefined && trace === null) return null;
  const wanted =
    args.trace === undefined
      ? { name: trace!.name, directions: [trace!.direction] as const }
      : { name: args.trace, directions: ["callers", "callees"] as const };
  return tracedSlice(graph, sources, snapshot, looksAt, wanted, operation);
}

/** What is traced comes first, then the best by words, the windows beside the first of them; of ranges only what lies in them. */
export function insideScope(
  traced: readonly Candidate[],
  ranked: readonly Candidate[],
  windows: readonly Candidate[],
  ranges: RangedScope["ranges"],
): Candidate[] {
  const places = new Set(traced.map(placeOf));
  const others = ranked.filter((candidate) => !places.has(placeOf(candidate)));
  const all = [...traced, ...others];
  all.splice(1, 0, ...windows);
  return ranges.size === 0 ? all : all.flatMap((candidate) => insideRanges(candidate, ranges));
}

function placeOf({ source, start, end }: Candidate): string {
  return `${start}-${end} ${source.path}`;
}

export function withNames<About extends { unresolved: string[] }>(
  about: About,
  names: readonly string[],
): About {
  return { ...about, unresolved: [...new Set([...about.unresolved, ...names])] };
}

/** What shaped the answer, for the receipt: under the names of the arguments. */
export function optionsOf(
  workspace: Workspace,
  args: ContextArguments,
  begun: BegunAnswer,
  provider: string | null,
): Record<string, unknown> {
  const { laneWeights } = workspace.config.values;
  return {
    budget: begun.budget,
    unit: begun.unit,
    format: args.format === "json" ? "json" : "text",
    explain: args.explain === true,
    ...(args.relations === true ? { relations: true } : {}),
    ...(provider === null ? {} : { provider }),
    ...(isEven(laneWeights) ? {} : { laneWeights }),
    ...(args.answer === undefined || args.answer === "auto" ? {} : { answer: args.answer }),
    ...(args.map === undefined || args.map === 0 ? {} : { map: args.map }),
    ...(args.trace === undefined ? {} : { trace: args.trace }),
    ...(args.outline === true ? { outline: true } : {}),
    ...(args.prefix === undefined || args.prefix === 0 ? {} : { prefix: args.prefix }),
    ...(args.tail === undefined || args.tail === 0 ? {} : { tail: args.tail }),
    ...(begun.scope === null ? {} : { scope: args.scope ?? begun.scope.patterns }),
    ...(args.language === undefined ? {} : { language: args.language }),
    // Whatever name it was asked by.
    ...(args.rev === undefined ? {} : { rev: workspace.source.commit }),
    ...(args.pack === undefined ? {} : { pack: args.pack }),
    ...(args.session === undefined ? {} : { session: args.session }),
  };
}
