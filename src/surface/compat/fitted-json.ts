// How much of a list does a reply in another system's form hold? The finished text is counted: as many of the first items as
// leave it within its budget, with what that system says where something was cut.
import { safeJson } from "../../base/safe-text.ts";
import { PithError } from "../../base/error.ts";
import { mostThatFit } from "../../pack/most-that-fit.ts";
import { openCounter } from "../../tokens/counter.ts";
import type { Unit } from "../../tokens/units.ts";

export interface Fitted {
  text: string;
  /** Of the text. */
  tokens: number;
  /** Items in it. */
  shown: number;
}

/**
 * `make`: the reply with the first `shown` items and with what the whole reply costs. Throws BUDGET_TOO_SMALL where not even
 * a reply without items fits.
 */
export async function fittedJson(
  total: number,
  budget: number,
  make: (shown: number, tokens: number) => unknown,
  unit: Unit = "o200k_base",
): Promise<Fitted> {
  const counter = await openCounter(unit);
  // A number of its own cost has the most digits where it is the budget itself.
  const finished = (shown: number): { text: string; tokens: number } => {
    const widest = counter.count(safeJson(make(shown, budget)));
    const text = safeJson(make(shown, Math.min(widest, budget)));
    return { text, tokens: Math.max(widest, counter.count(text)) };
  };
  const shown = mostThatFit(total, total, (count) => finished(count).tokens <= budget);
  const reply = finished(shown);
  if (reply.tokens <= budget) return { ...reply, shown };
  throw new PithError("BUDGET_TOO_SMALL", `A budget of ${budget} tokens holds no reply of this tool.`, {
    subject: String(budget),
    next: `Give at least ${reply.tokens}.`,
  });
}
