// `explain_selection` and `expand_context`: a receipt read again, and its question asked again with more room.
import type { ContextAnswer } from "../../pack/answer.ts";
import type { Receipt } from "../../pack/receipt.ts";
import type { ReceiptReport } from "../../pack/reports.ts";
import type { CompatCall, CompatTool, ArgumentSchema } from "./compat-set.ts";
import { fittedJson } from "./fitted-json.ts";
import { LOCATOR_BUDGET } from "./pasr-arguments.ts";
import { selectionOf } from "./pasr-select.ts";
import { MOST_BUDGET } from "../../base/limits.ts";

const receiptId: ArgumentSchema = { type: "string", description: "Id of a receipt.", maxLength: 4096 };

async function storedReceipt(run: CompatCall["run"], id: unknown): Promise<Receipt> {
  const { answer } = await run("receipt", { action: "show", receipt: id });
  return (answer as ReceiptReport).receipt;
}

async function explain({ args, run }: CompatCall): Promise<string> {
  const receipt = await storedReceipt(run, args["receipt_id"]);
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
  const receipt = await storedReceipt(run, args["receipt_id"]);
  const budget = Math.min(MOST_BUDGET, receipt.cost.budget + extra);
  const outcome = await run("receipt", { action: "expand", receipt: receipt.id, more: extra });
  const expansion = outcome.answer as Partial<ContextAnswer>;
  const added = (expansion.spans ?? []).filter(({ since }) => since === "new");
  const { counts, changed = [] } = expansion.expanded ?? {};
  const more = {
    expanded_from: receipt.id,
    extra_budget: extra,
    // What became of what was kept: it is said before anything is added.
    since: {
      ...counts,
      places: changed.map(({ path, start, end, state }) => `${path}:${start}-${end} ${state}`),
    },
    added: added.map(({ path, start, end }) => `${path}:${start}-${end}`),
  };
  return selectionOf(call, "expand_context", outcome, budget, more);
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
