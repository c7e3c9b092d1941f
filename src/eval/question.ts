// What is asked, and what would answer it? One shape for every kind of question, and the words that a question may have.
import { compareStrings } from "../base/order.ts";
import { sha256 } from "../base/hash.ts";
import { isAscii, wordTerms } from "../rank/terms.ts";
import { isStopWord } from "../text/stop-words.ts";

export const QUESTION_KINDS = ["commit", "test", "doc", "given"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export interface EvalTarget {
  path: string;
  /** Lines of which one must be shown, first and last; none where any part of the file will do. */
  spans: readonly (readonly [number, number])[];
}

export interface Question {
  id: string;
  kind: QuestionKind;
  /** What it was taken from: a commit, a file. Questions of one source are never in two parts. */
  source: string;
  query: string;
  targets: readonly EvalTarget[];
  /** The file that it was taken from and that would give it away; it is not looked at. */
  without: string | null;
}

/** Fewest and most words of a question that says something. Set by hand. */
const LEAST_WORDS = 3;
const MOST_WORDS = 40;

/** Words that say something, as written. */
function tellingWords(text: string): string[] {
  return (text.match(/[\p{L}\p{N}_$]+/gu) ?? []).filter(
    (word) => /\p{L}/u.test(word) && word.length > 1 && !isStopWord(word.toLowerCase()),
  );
}

export function isAskable(query: string): boolean {
  const count = wordCount(query);
  return count >= LEAST_WORDS && count <= MOST_WORDS;
}

/** Text without spaces counts by its pairs of characters, as ranking reads it. */
export function wordCount(text: string): number {
  return tellingWords(text).reduce(
    (count, word) => count + (isAscii(word) ? 1 : Math.max(1, wordTerms(word).length)),
    0,
  );
}

/** How many of the telling words of the query stand in the name of what is looked for: where all do, no lane but names is needed. */
export function shareInName(query: string, names: readonly string[]): "all" | "some" | "none" {
  const held = new Set(names.flatMap((name) => name.split(/[^\p{L}\p{N}_$]+/u)).flatMap(wordTerms));
  const words = tellingWords(query);
  const met = words.filter((word) => wordTerms(word).every((term) => held.has(term))).length;
  return met === 0 ? "none" : met === words.length ? "all" : "some";
}

/** In an order that neither results nor places in the repository have a part in. */
export function inHashOrder<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, hash: sha256(key(item)), key: key(item) }))
    .sort((a, b) => compareStrings(a.hash, b.hash) || compareStrings(a.key, b.key))
    .map(({ item }) => item);
}

/** Those whose query nobody else asks: the same words for two answers have no one answer. */
export function withoutTwins(questions: readonly Question[]): Question[] {
  const times = new Map<string, number>();
  const said = ({ query }: Question): string => query.toLowerCase();
  for (const question of questions) times.set(said(question), (times.get(said(question)) ?? 0) + 1);
  return questions.filter((question) => times.get(said(question)) === 1);
}

/** At most `most` of each group, in the order given. */
export function atMostOfEach<Item>(
  items: readonly Item[],
  most: number,
  group: (item: Item) => string,
): Item[] {
  const taken = new Map<string, number>();
  return items.filter((item) => {
    const count = (taken.get(group(item)) ?? 0) + 1;
    taken.set(group(item), count);
    return count <= most;
  });
}
