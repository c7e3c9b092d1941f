// How many items of a list does a budget hold? For answers that are lists (places, declarations, outlines): the first
// ones, each whole, and the ends that every answer has.
import type { Counter } from "../tokens/counter.ts";
import type { Advice, AnswerBase, AnswerRoot } from "./answer.ts";
import { finish } from "./budget.ts";
import { forTerminal } from "./label.ts";
import { paint } from "./render-terminal.ts";
import { closingLines, rootLine } from "./render-text.ts";
import { budgetFor, rootSlack } from "./root-reserve.ts";
import { tooSmallAdvice, tooSmallOutput } from "./too-small.ts";

export interface ListForm<Item> {
  format: "text" | "json" | "terminal";
  /** Terminal form only. Costs are counted without it. */
  color?: boolean;
  /** An item in the text form, without a final line end. */
  text: (item: Item) => string;
  /** The same for people, in colour or without it; absent: the text with its first line as a heading. */
  terminal?: (item: Item, color: boolean) => string;
}

export interface ListInput<Item, Answer extends AnswerBase> extends ListForm<Item> {
  items: readonly Item[];
  root: AnswerRoot;
  budget: number;
  counter: Counter;
  /** The answer with these items and this cost. `advice` stands in for the answer's own. */
  answer: (items: Item[], tokens: number, advice?: Advice) => Answer;
}

export interface FittedList<Answer> {
  output: string;
  answer: Answer;
  shown: number;
}

interface Rendered<Answer> extends FittedList<Answer> {
  cost: number;
}

export function fitList<Item, Answer extends AnswerBase>(input: ListInput<Item, Answer>): FittedList<Answer> {
  const { items, budget } = input;
  // As if every root cost the same: where the tree lies must not change what is shown of it.
  const room = budget - rootSlack(input.root, input.format === "json", budget, input.counter);
  const render = (shown: number) => rendered(input, shown);
  const most = mostItems(input);
  if (most === items.length) {
    const whole = render(most);
    if (whole.cost <= room) return inColor(input, whole);
  }
  // The most items that fit, by halving: a longer list never costs less.
  let low = 0;
  let high = Math.min(most, items.length - 1);
  let best: Rendered<Answer> | null = null;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const tried = render(middle);
    if (tried.cost <= room) {
      low = middle;
      best = tried;
    } else high = middle - 1;
  }
  return inColor(input, best ?? nothingFits(input));
}

/** A bound that is cheap to find: items counted one by one, in text, which JSON is never shorter than. */
function mostItems<Item, Answer extends AnswerBase>(input: ListInput<Item, Answer>): number {
  const { items, budget, counter } = input;
  let cost = 0;
  for (const [i, item] of items.entries()) {
    const text = itemText(input, item, false);
    if (!counter.atMost(text, 2 * budget)) return i;
    cost += counter.count(text);
    if (cost > 2 * budget) return i;
  }
  return items.length;
}

/** What the first item would need is worth more than the answer without any item. */
function nothingFits<Item, Answer extends AnswerBase>(input: ListInput<Item, Answer>): Rendered<Answer> {
  const { budget, counter, format, items } = input;
  const empty = rendered(input, 0);
  const json = format === "json";
  if (items.length === 0) {
    return empty.cost <= budget
      ? empty
      : { ...empty, output: tooSmallOutput(json, empty.answer.op, empty.cost, budget, counter) };
  }
  const first = rendered(input, 1);
  if (first.cost + rootSlack(input.root, json, budget, counter) <= budget) return first;
  const needed = budgetFor(first.cost, input.root, json, counter);
  const advised = rendered(input, 0, tooSmallAdvice(needed, counter.unit));
  if (advised.cost <= budget) return advised;
  return { ...advised, output: tooSmallOutput(json, empty.answer.op, needed, budget, counter) };
}

/** One answer with the first `shown` items, whatever it costs. */
function rendered<Item, Answer extends AnswerBase>(
  input: ListInput<Item, Answer>,
  shown: number,
  advice?: Advice,
): Rendered<Answer> {
  const { budget, counter, format } = input;
  const some = input.items.slice(0, shown);
  const texts = format === "json" ? [] : some.map((item) => itemText(input, item, false));
  let answer = input.answer(some, budget, advice);
  const render = (tokens: number) => {
    answer = input.answer(some, tokens, advice);
    return format === "json" ? JSON.stringify(answer) : page(input, answer, texts, false);
  };
  const done = finish(counter, render, budget);
  return { ...done, answer, shown };
}

function page<Item, Answer extends AnswerBase>(
  { format }: ListForm<Item>,
  answer: Answer,
  texts: readonly string[],
  color: boolean,
): string {
  const { faint } = paint(color);
  const own = (line: string) => faint(format === "terminal" ? forTerminal(line) : line);
  return [own(rootLine(answer.root)), ...texts, ...closingLines(answer).map(own)].join("\n");
}

function itemText<Item>(form: ListForm<Item>, item: Item, color: boolean): string {
  if (form.format !== "terminal") return form.text(item);
  if (form.terminal !== undefined) return form.terminal(item, color);
  const [head, ...rest] = form.text(item).split("\n").map(forTerminal);
  return [paint(color).place(head!), ...rest].join("\n");
}

/** Colour changes nothing but the looks, so it comes last. */
function inColor<Item, Answer extends AnswerBase>(
  input: ListInput<Item, Answer>,
  fitted: Rendered<Answer>,
): FittedList<Answer> {
  const { output, answer, shown, cost } = fitted;
  if (input.format !== "terminal" || input.color !== true || cost > input.budget)
    return { output, answer, shown };
  const texts = input.items.slice(0, shown).map((item) => itemText(input, item, true));
  return { output: page(input, answer, texts, true), answer, shown };
}
