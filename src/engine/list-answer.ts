// Ends an answer that is a list: as many items as the budget holds, then what every answer ends with.
import type { Advice, AnswerBase, Completeness } from "../pack/answer.ts";
import { fitList, type ListForm } from "../pack/fit-list.ts";
import { withShownPaths } from "../redact/shown-path.ts";
import { withoutSecrets } from "../pack/without-secrets.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import type { CommonArguments } from "./arguments.ts";
import type { Outcome } from "./operation.ts";

export interface ListAnswer<Item, Answer extends AnswerBase> extends Pick<
  ListForm<Item>,
  "text" | "terminal"
> {
  items: readonly Item[];
  answer: (items: Item[], base: Omit<AnswerBase, "op">) => Answer;
  completeness: Completeness;
  /** What is cut where so many items are shown, said beside the other caps. */
  cutAt?: (shown: number) => string[];
  advice: Advice | null;
  found: boolean;
}

export async function finishList<Item, Answer extends AnswerBase>(
  begun: BegunAnswer,
  args: CommonArguments,
  list: ListAnswer<Item, Answer>,
): Promise<Outcome> {
  const root = await begun.root;
  const { counter, unit, budget, id } = begun;
  const { completeness, advice: own } = withoutSecrets(list);
  const capsAt = (shown: number): string[] => [
    ...completeness.caps,
    ...(list.cutAt?.(shown) ?? []),
    ...(shown === list.items.length ? [] : [`${list.items.length - shown} more did not fit the budget`]),
  ];
  const base = (tokens: number, shown: number, advice: Advice | null): Omit<AnswerBase, "op"> => ({
    ...(id === undefined ? {} : { id }),
    root,
    cost: { tokens, unit, budget },
    completeness: { ...completeness, caps: capsAt(shown) },
    advice,
    receipt: null,
    next: null,
  });
  const fitted = fitList<Item, Answer>({
    items: list.items,
    budget,
    counter,
    format: args.format ?? "text",
    color: args.color,
    to: begun.to,
    text: list.text,
    terminal: list.terminal,
    answer: (items, tokens, advice = own ?? undefined) =>
      withShownPaths(list.answer(items, base(tokens, items.length, advice ?? null))),
  });
  const { output, answer, small } = fitted;
  return { output, answer: small ?? answer, found: list.found, notices: begun.view.notices };
}
