// How many items of a list does a budget hold? For answers that are lists (places, declarations, outlines): the first
// ones, each whole, and the ends that every answer has.
import type { Counter } from "../tokens/counter.ts";
import type { AnswerBase } from "./answer.ts";
import { finish } from "./budget.ts";
import { closingLines, rootLine } from "./render-text.ts";
import { tooSmallOutput } from "./too-small.ts";

export interface ListInput<Item, Answer extends AnswerBase> {
  items: readonly Item[];
  budget: number;
  counter: Counter;
  json: boolean;
  text: (item: Item) => string;
  /** The answer with these items and this cost. */
  answer: (items: Item[], tokens: number) => Answer;
}

export interface FittedList<Answer> {
  output: string;
  answer: Answer;
  shown: number;
}

export function fitList<Item, Answer extends AnswerBase>(input: ListInput<Item, Answer>): FittedList<Answer> {
  const { items, budget, counter } = input;
  const render = (shown: number) => {
    const some = items.slice(0, shown);
    let answer = input.answer(some, budget);
    const texts = input.json ? [] : some.map(input.text);
    const done = finish(
      counter,
      (tokens) => {
        answer = input.answer(some, tokens);
        return input.json
          ? JSON.stringify(answer)
          : [rootLine(answer.root), ...texts, ...closingLines(answer)].join("\n");
      },
      budget,
    );
    return { ...done, answer, shown };
  };
  const whole = render(items.length);
  if (whole.cost <= budget) return whole;
  // The most items that fit, by halving: a longer list never costs less.
  let low = 0;
  let high = items.length - 1;
  let best = render(0);
  if (best.cost > budget)
    return { ...best, output: tooSmallOutput(input.json, best.answer.op, best.cost, budget, counter) };
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const tried = render(middle);
    if (tried.cost <= budget) {
      low = middle;
      best = tried;
    } else high = middle - 1;
  }
  return best;
}
