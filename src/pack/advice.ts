// What should the reader do next? At most one piece of advice an answer; each code has one text.
import type { Advice } from "./answer.ts";
import { oneLine } from "./label.ts";

/** Words of a query that an advice repeats. */
const MOST_WORDS = 6;

const TEXTS = {
  "nothing-found": () =>
    "Nothing in scope matches. Try other words, a wider scope, or search with mode exact.",
  "nothing-to-look-for": ({ words }: { words: readonly string[] }) => {
    const named = [...new Set(words)].slice(0, MOST_WORDS).map(oneLine).join(", ");
    return `Nothing to look for: the query is only small words (${named}). Name what is meant, or search with mode exact for them as they stand.`;
  },
  "no-line-matches": ({ mode }: { mode: "exact" | "regex" }) =>
    mode === "exact"
      ? "No line in scope holds this text. Try it in any case, a part of it, a wider scope, or mode ranked."
      : "No line in scope matches this pattern. Try it in any case, a wider scope, or mode ranked.",
  "no-such-declaration": () =>
    "Files in scope match, but no declaration in them is of this kind or visibility. Leave kind and exported out.",
  "ambiguous-name": ({ total, place }: { total: number; place?: string }) =>
    place === undefined
      ? `${total} declarations have this name; qualify it or give a scope.`
      : `${total} declarations have this name; ask for one by its place, as ${place}.`,
  "no-declaration-changed": () =>
    "No declaration changes: the change lies outside any, or in files that have none.",
  "no-dependents": () => "Nothing depends on it: every file that holds its name was read.",
  "no-dependents-found": () =>
    "No dependents were found, but not everything was looked at: what is left out is named.",
  "filtered-out": ({ name, total }: { name: string; total: number }) =>
    `${total} declarations of ${name} are of another kind, language or visibility.`,
  "unknown-name": ({ name, nearest }: { name: string; nearest: readonly string[] }) =>
    nearest.length === 0
      ? `No declaration is named ${name}.`
      : `No declaration is named ${name}; nearest: ${nearest.join(", ")}.`,
  "budget-too-small": ({ needed, unit }: { needed: number; unit: string }) =>
    `The budget is too small to show anything: ${needed} ${unit} are enough.`,
  "more-to-say": ({ left }: { left: number }) =>
    `${left} further ranked places did not fit; raise the budget or narrow the scope.`,
  "still-indexing": ({ read, of }: { read: number; of: number }) =>
    `Only ${read} of ${of} files are indexed yet; ask again for the rest.`,
  "exact-is-better": ({ text }: { text: string }) => `Every place that says ${text}: search with mode exact.`,
  aggregation: () =>
    "Excerpts cannot prove a count or an 'all': search with mode exact or regex lists every match.",
  "narrow-scope": ({ total }: { total: number }) => `${total} results: narrow the scope or the query.`,
} as const;

export type AdviceCode = keyof typeof TEXTS;
type Facts<Code extends AdviceCode> = Parameters<(typeof TEXTS)[Code]>;

export function advise<Code extends AdviceCode>(code: Code, ...facts: Facts<Code>): Advice {
  const text = TEXTS[code] as (...facts: Facts<Code>) => string;
  return { code, text: text(...facts) };
}

export const ADVICE_CODES = Object.keys(TEXTS) as AdviceCode[];
