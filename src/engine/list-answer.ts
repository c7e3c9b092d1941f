// Ends an answer that is a list: as many items as the budget holds, then what every answer ends with.
import type { Advice, AnswerBase, Completeness } from "../pack/answer.ts";
import { fitList, type ListForm, type Opening } from "../pack/fit-list.ts";
import type { Session } from "../ledger/session.ts";
import { sessionPart } from "../pack/session-part.ts";
import { withShownPaths } from "../redact/shown-path.ts";
import { withoutSecrets } from "../pack/without-secrets.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import type { CommonArguments } from "./arguments.ts";
import { toldTo } from "./client-session.ts";
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
  opening?: Opening<Answer>;
  found: boolean;
  /** Of an item that a client of a session need not be sent twice, what tells it from others; null for one that is always sent. */
  known?: (item: Item) => string | null;
}

/** Of an answer of so many items the first are looked at for what the client holds: more are in no answer. */
const MOST_KNOWN = 5_000;

export async function finishList<Item, Answer extends AnswerBase>(
  begun: BegunAnswer,
  args: CommonArguments,
  list: ListAnswer<Item, Answer>,
): Promise<Outcome> {
  const root = await begun.root;
  const { counter, unit, budget, id, session, preface } = begun;
  const keyOf = (item: Item): string | null =>
    session === undefined || list.known === undefined ? null : list.known(item);
  const isHeld = (item: Item): boolean => {
    const key = keyOf(item);
    return key !== null && session!.holdsItem(key);
  };
  const items =
    session === undefined ? list.items : list.items.filter((item, i) => i >= MOST_KNOWN || !isHeld(item));
  const held = list.items.length - items.length;
  const { completeness, advice: own } = withoutSecrets(list);
  const capsAt = (shown: number): string[] => [
    ...completeness.caps,
    ...(list.cutAt?.(shown) ?? []),
    ...(shown === items.length ? [] : [`${items.length - shown} more did not fit the budget`]),
  ];
  const base = (tokens: number, shown: number, advice: Advice | null): Omit<AnswerBase, "op"> => ({
    ...(id === undefined ? {} : { id }),
    root,
    cost: { tokens, unit, budget },
    completeness: { ...completeness, caps: capsAt(shown) },
    advice,
    receipt: null,
    next: null,
    ...(session === undefined
      ? {}
      : {
          session: sessionPart(session.resident(unit) + tokens, [], [], {
            items: held,
            told: toldTo(session, args.format),
          }),
        }),
  });
  const fitted = fitList<Item, Answer>({
    items,
    budget,
    counter,
    format: args.format ?? "text",
    color: args.color,
    to: begun.to,
    text: list.text,
    terminal: list.terminal,
    opening:
      preface === undefined ? list.opening : (made) => [...preface.lines, ...(list.opening?.(made) ?? [])],
    answer: (items, tokens, advice = own ?? undefined) =>
      withShownPaths({
        ...list.answer(items, base(tokens, items.length, advice ?? null)),
        ...preface?.members,
      }),
  });
  const { output, answer, small } = fitted;
  if (small === null) for (const item of items.slice(0, fitted.shown)) sendItem(session, keyOf(item));
  return { output, answer: small ?? answer, found: list.found, notices: begun.view.notices };
}

function sendItem(session: Session | undefined, key: string | null): void {
  if (key !== null) session?.sendsItem(key);
}
