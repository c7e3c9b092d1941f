// Ends an answer that is a list: as many items as the budget holds, then what every answer ends with.
import type { Advice, AnswerBase, Completeness } from "../pack/answer.ts";
import { fitList } from "../pack/fit-list.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import type { CommonArguments } from "./arguments.ts";
import type { Outcome } from "./operation.ts";

export interface ListAnswer<Item, Answer extends AnswerBase> {
  items: readonly Item[];
  answer: (items: Item[], base: Omit<AnswerBase, "op">) => Answer;
  /** An item in the text form, without a final line end. */
  text: (item: Item) => string;
  completeness: Completeness;
  advice: Advice | null;
  found: boolean;
  receipt?: string | null;
}

export async function finishList<Item, Answer extends AnswerBase>(
  begun: BegunAnswer,
  args: CommonArguments,
  list: ListAnswer<Item, Answer>,
): Promise<Outcome> {
  const root = await begun.root;
  const { counter, unit, budget } = begun;
  const base = (tokens: number, shown: number): Omit<AnswerBase, "op"> => ({
    root,
    cost: { tokens, unit, budget },
    completeness:
      shown === list.items.length
        ? list.completeness
        : {
            ...list.completeness,
            caps: [...list.completeness.caps, `${list.items.length - shown} more did not fit the budget`],
          },
    advice: list.advice,
    receipt: list.receipt ?? null,
    next: null,
  });
  const fitted = fitList({
    items: list.items,
    budget,
    counter,
    json: args.format === "json",
    text: list.text,
    answer: (items, tokens) => list.answer(items, base(tokens, items.length)),
  });
  return { output: fitted.output, answer: fitted.answer, found: list.found, notices: begun.view.notices };
}
