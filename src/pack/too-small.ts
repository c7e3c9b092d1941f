// What does an answer say that can't say anything useful? How much it would need, inside the budget that it has.
import type { Counter } from "../tokens/counter.ts";
import type { Unit } from "../tokens/units.ts";
import { safeJson } from "../base/safe-text.ts";
import { advise } from "./advice.ts";
import type { Advice, AnswerBase, TooSmallAnswer } from "./answer.ts";
import { asPutOut, type Looks } from "./destination.ts";

export function tooSmallAdvice(needed: number, unit: Unit): Advice {
  return advise("budget-too-small", { needed, unit });
}

/** The budget in which an answer of this cost has room: a larger one may have more digits. */
export function budgetFor(cost: number): number {
  return cost + 2;
}

export interface TooSmall {
  output: string;
  /** What the output says, as a value. */
  small: TooSmallAnswer;
}

/**
 * The longest of a few forms that fits; the shortest is under 64 bytes with its line end, and so under any budget in any unit. An id is
 * not counted here: a budget that has no room for it beside 64 is refused before.
 */
export function tooSmall(
  { format, to }: Looks,
  { id, op }: Pick<AnswerBase, "id" | "op">,
  needed: number,
  budget: number,
  counter: Counter,
): TooSmall {
  const { unit } = counter;
  const advice = tooSmallAdvice(needed, unit);
  const { code } = advice;
  const asked = id === undefined ? {} : { id };
  const short = `needs ${needed} ${unit}`;
  const whole: TooSmallAnswer = { ...asked, op, advice };
  const put = (text: string) => asPutOut(text, format, to);
  if (format === "json") {
    const forms: TooSmallAnswer[] = [
      whole,
      { ...asked, op, advice: { code, text: short } },
      { ...asked, advice: { code, text: `needs ${needed}` } },
    ];
    const written = (form: TooSmallAnswer) => put(safeJson(form));
    const small = forms.find((form) => counter.atMost(written(form), budget)) ?? forms.at(-1)!;
    return { output: written(small), small };
  }
  const forms = [`${op}: ${advice.text} (budget ${budget})`, `budget too small: ${short}`, `needs ${needed}`];
  return {
    output: forms.map(put).find((form) => counter.atMost(form, budget)) ?? put(forms.at(-1)!),
    small: whole,
  };
}
