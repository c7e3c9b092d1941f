// `explain_selection` and `expand_context`: a receipt read again, and its question asked again with more room.
import type { ContextAnswer } from "../../pack/answer.ts";
import type { CompatCall, CompatTool, ArgumentSchema } from "./compat-set.ts";
import { fittedJson } from "./fitted-json.ts";
import { LOCATOR_BUDGET } from "./pasr-arguments.ts";
import { receiptOf, selectionOf } from "./pasr-select.ts";
import { MOST_BUDGET } from "../../base/limits.ts";

const receiptId: ArgumentSchema = { type: "string", description: "Id of a receipt.", maxLength: 4096 };

async function explain({ args, run }: CompatCall): Promise<string> {
  const receipt = (await receiptOf(run, args["receipt_id"] as string))!;
  const { kept, dropped } = receipt;
  const { text } = await fittedJson(kept.length + dropped.length, LOCATOR_BUDGET, (shown, tokens) => ({
    tool: "explain_selection",
    receipt_id: receipt.id,
    query: receipt.query,
    token_count: tokens,
    kept: kept.slice(0, shown).map(({ path, start, end, reason, ranks, cost }) => ({
      provenance: `${path}:${start}-${end}`,
      token_count: cost,
      selection_reasons: [reason],
      score_components: ranks,
    })),
    dropped: dropped.slice(0, Math.max(0, shown - kept.length)).map(({ path, start, end, why, ranks }) => ({
      provenance: `${path}:${start}-${end}`,
      reason: why,
      score_components: ranks,
    })),
    dropped_total: receipt.droppedTotal,
    not_listed: kept.length + receipt.droppedTotal - shown,
  }));
  return text;
}

async function expand(call: CompatCall): Promise<string> {
  const { args, run } = call;
  const extra = args["extra_budget"] as number;
  const receipt = (await receiptOf(run, args["receipt_id"] as string))!;
  const budget = Math.min(MOST_BUDGET, receipt.cost.budget + extra);
  const { answer } = await run("context", {
    ...askedAgain(receipt.options),
    query: receipt.query,
    budget,
  });
  const { kept } = receipt;
  const spans = (answer as Partial<ContextAnswer>).spans ?? [];
  const added = spans.filter(
    (s) => !kept.some((k) => k.path === s.path && k.start === s.start && k.end === s.end),
  );
  const more = {
    expanded_from: receipt.id,
    extra_budget: extra,
    added: added.map(({ path, start, end }) => `${path}:${start}-${end}`),
  };
  return selectionOf(call, "expand_context", answer as Partial<ContextAnswer>, budget, more);
}

/** The arguments that a receipt's options are; what shaped the answer without being one is left out. */
function askedAgain(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = [
    "unit",
    "scope",
    "language",
    "relations",
    "rev",
    "map",
    "trace",
    "outline",
    "prefix",
    "tail",
    "answer",
  ];
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(options, name)).map((name) => [name, options[name]]),
  );
}

export const explainSelection: CompatTool = {
  name: "explain_selection",
  description: "What an answer kept and dropped, with reasons.",
  arguments: { receipt_id: receiptId },
  required: ["receipt_id"],
  readOnly: true,
  answer: explain,
};

export const expandContext: CompatTool = {
  name: "expand_context",
  description: "The question of a receipt once more, with a larger budget.",
  arguments: {
    receipt_id: receiptId,
    extra_budget: {
      type: "integer",
      description: "Tokens more.",
      default: 2000,
      minimum: 1,
      maximum: MOST_BUDGET,
    },
  },
  required: ["receipt_id"],
  readOnly: true,
  answer: expand,
};
