// What does an answer say that can't say anything useful? How much it would need, inside the budget that it has.
import type { Counter } from "../tokens/counter.ts";
import type { Unit } from "../tokens/units.ts";
import { advise } from "./advice.ts";
import type { Advice } from "./answer.ts";

export function tooSmallAdvice(needed: number, unit: Unit): Advice {
  return advise("budget-too-small", { needed, unit });
}

/** The longest of a few forms that fits; the shortest is under 64 bytes, and so under any budget in any unit. */
export function tooSmallOutput(
  json: boolean,
  op: string,
  needed: number,
  budget: number,
  counter: Counter,
): string {
  const { unit } = counter;
  const advice = tooSmallAdvice(needed, unit);
  const short = `needs ${needed} ${unit}`;
  const forms = json
    ? [
        JSON.stringify({ op, advice }),
        JSON.stringify({ op, advice: { code: advice.code, text: short } }),
        JSON.stringify({ advice: { code: advice.code, text: `needs ${needed}` } }),
      ]
    : [`${op}: ${advice.text} (budget ${budget})`, `budget too small: ${short}`, `needs ${needed}`];
  return forms.find((form) => counter.atMost(form, budget)) ?? forms[forms.length - 1]!;
}
