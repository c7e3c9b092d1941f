// How many items of a list does a budget hold? For answers that are lists (places, declarations, outlines): the first
// ones, each whole, and the ends that every answer has.
import type { Counter } from "../tokens/counter.ts";
import type { Advice, AnswerBase, AnswerRoot, TooSmallAnswer } from "./answer.ts";
import { finish } from "./budget.ts";
import { safeJson } from "../base/safe-text.ts";
import { asPutOut, countsColor, type Looks } from "./destination.ts";
import { forTerminal } from "./label.ts";
import { paint } from "./render-terminal.ts";
import { closingLines, rootLines } from "./render-text.ts";
import { mostThatFit } from "./most-that-fit.ts";
import { rootReserve, STAND_IN_ROOT } from "./root-reserve.ts";
import { budgetFor, tooSmall, tooSmallAdvice } from "./too-small.ts";

export interface ListForm<Item> extends Looks {
  /** An item in the text form, without a final line end. */
  text: (item: Item) => string;
  /** The same for people, in colour or without it; absent: the text with its first line as a heading. */
  terminal?: (item: Item, color: boolean) => string;
}

/** What stands between the root and the items. */
export type Opening<Answer> = (answer: Answer) => readonly string[];

export interface ListInput<Item, Answer extends AnswerBase> extends ListForm<Item> {
  items: readonly Item[];
  budget: number;
  counter: Counter;
  /** The answer with these items and this cost. `advice` stands in for the answer's own. */
  answer: (items: Item[], tokens: number, advice?: Advice) => Answer;
  opening?: Opening<Answer> | undefined;
}

export interface FittedList<Answer> {
  output: string;
  answer: Answer;
  /** What is said in place of the answer where the budget has no room even for an empty one; else null. */
  small: TooSmallAnswer | null;
  shown: number;
}

interface Rendered<Answer> extends FittedList<Answer> {
  cost: number;
}

export function fitList<Item, Answer extends AnswerBase>(input: ListInput<Item, Answer>): FittedList<Answer> {
  const { items, budget } = input;
  const most = mostItems(input);
  const shown = mostThatFit(items.length, most, (n) => costAnywhere(input, n) <= budget);
  if (shown === 0 && items.length > 0) return nothingFits(input);
  const chosen = rendered(input, shown);
  if (chosen.cost <= budget) return inColor(input, chosen);
  // The root costs more than was set aside for it.
  const fewer = mostThatFit(items.length, shown, (n) => rendered(input, n).cost <= budget);
  return fewer === 0 ? nothingFits(input) : inColor(input, rendered(input, fewer));
}

/** As if every root cost the same: where the tree lies must not change what is shown of it. */
function costAnywhere<Item, Answer extends AnswerBase>(
  input: ListInput<Item, Answer>,
  shown: number,
): number {
  const { format, counter } = input;
  return rendered(input, shown, { root: STAND_IN_ROOT }).cost + rootReserve(format === "json", counter);
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
function nothingFits<Item, Answer extends AnswerBase>(input: ListInput<Item, Answer>): FittedList<Answer> {
  const { budget, counter, items } = input;
  const first = items.length === 0 ? 0 : Math.max(costAnywhere(input, 1), rendered(input, 1).cost);
  const advised = first === 0 ? rendered(input, 0) : withNeeded(input, budgetFor(first));
  if (advised.cost <= budget) return inColor(input, advised);
  const needed = budgetFor(first === 0 ? advised.cost : first);
  return { ...advised, ...tooSmall(input, advised.answer, needed, budget, counter) };
}

function withNeeded<Item, Answer extends AnswerBase>(
  input: ListInput<Item, Answer>,
  needed: number,
): Rendered<Answer> {
  return rendered(input, 0, { advice: tooSmallAdvice(needed, input.counter.unit) });
}

/** One answer with the first `shown` items, whatever it costs. */
function rendered<Item, Answer extends AnswerBase>(
  input: ListInput<Item, Answer>,
  shown: number,
  { advice, root }: { advice?: Advice; root?: AnswerRoot } = {},
): Rendered<Answer> {
  const { budget, counter, format, to } = input;
  const some = input.items.slice(0, shown);
  const color = countsColor(input);
  const texts = format === "json" ? [] : some.map((item) => itemText(input, item, color));
  const made = (tokens: number) => {
    const answer = input.answer(some, tokens, advice);
    return root === undefined ? answer : { ...answer, root };
  };
  let answer = made(budget);
  const render = (tokens: number) => {
    answer = made(tokens);
    return format === "json" ? asPutOut(safeJson(answer), format, to) : page(input, answer, texts, color);
  };
  const done = finish(counter, render, budget);
  return { ...done, answer, small: null, shown };
}

function page<Item, Answer extends AnswerBase>(
  { format, to, opening }: ListInput<Item, Answer>,
  answer: Answer,
  texts: readonly string[],
  color: boolean,
): string {
  const { faint } = paint(color);
  const own = (line: string) => faint(format === "terminal" ? forTerminal(line) : line);
  const opened = opening?.(answer) ?? [];
  const lines = [
    ...rootLines(answer).map(own),
    ...opened.map(own),
    ...texts,
    ...closingLines(answer).map(own),
  ];
  return asPutOut(lines.join("\n"), format, to);
}

function itemText<Item>(form: ListForm<Item>, item: Item, color: boolean): string {
  if (form.format !== "terminal") return form.text(item);
  if (form.terminal !== undefined) return form.terminal(item, color);
  const [head, ...rest] = form.text(item).split("\n").map(forTerminal);
  return [paint(color).place(head!), ...rest].join("\n");
}

/** Where it is not counted, colour changes nothing but the looks, so it comes last. */
function inColor<Item, Answer extends AnswerBase>(
  input: ListInput<Item, Answer>,
  fitted: Rendered<Answer>,
): FittedList<Answer> {
  const { output, answer, small, shown, cost } = fitted;
  if (input.format !== "terminal" || input.color !== true || countsColor(input) || cost > input.budget)
    return { output, answer, small, shown };
  const texts = input.items.slice(0, shown).map((item) => itemText(input, item, true));
  return { output: page(input, answer, texts, true), answer, small, shown };
}
