// What should the reader do next? At most one piece of advice an answer; each code has one text.
import { counted } from "../base/counted.ts";
import type { Advice } from "./answer.ts";
import { oneLine } from "./label.ts";

/** Words of a query that an advice repeats. */
const MOST_WORDS = 6;

interface UnfollowedName {
  name: string;
  place: string;
  language: string;
  /** Further places that declare it. */
  others: number;
}

const TEXTS = {
  "nothing-found": () =>
    "Nothing in scope matches. Try other words, a wider scope, or search with mode exact.",
  "nothing-similar": () =>
    "Nothing in scope is like it. Try a wider scope, or context with words of what it does.",
  "too-little": () =>
    "It has too few words and signs to be compared. Give a whole function, or search with mode exact for it as it stands.",
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
  "nothing-changed": () => "Nothing changes: both sides are the same.",
  "no-dependents": () => "Nothing depends on it: every file that holds its name was read.",
  "no-dependents-found": () =>
    "No dependents were found, but not everything was looked at: what is left out is named.",
  "no-importers": () => "No file that was read imports it.",
  "no-imports": () => "It imports no file of this repository.",
  "filtered-out": ({ name, total }: { name: string; total: number }) =>
    `${counted(total, "declaration")} of ${name} ${total === 1 ? "is" : "are"} of another kind, language or visibility.`,
  "uses-not-followed": ({ name, place, language, others }: UnfollowedName) =>
    `${name} is declared in ${place}${others === 0 ? "" : ` and ${counted(others, "other place")}`}, but uses of ${language} are not followed: search with mode exact lists them.`,
  "outside-scope": ({ name, path }: { name: string; path: string }) =>
    `${name} is not declared here, but in ${path}, which was not asked about: leave the scope out.`,
  "unknown-name": ({ name, nearest }: { name: string; nearest: readonly string[] }) =>
    nearest.length === 0
      ? `No declaration is named ${name}.`
      : `No declaration is named ${name}; nearest: ${nearest.join(", ")}.`,
  "shown-before": () =>
    "All of it was shown before in this session and has not changed. To see it again leave session out, or use another id.",
  "budget-too-small": ({ needed, unit }: { needed: number; unit: string }) =>
    `The budget is too small to show anything: ${needed} ${unit} are enough.`,
  "not-computed": ({ why, instead }: { why: string; instead: string }) =>
    `No number was computed: ${why}. Lines can't answer it; ${instead}.`,
  "pack-over-budget": ({ names, needed, unit }: { names: readonly string[]; needed: number; unit: string }) =>
    `The ${names.length === 1 ? "pack" : "packs"} ${names.join(", ")} ${names.length === 1 ? "needs" : "need"} a budget of ${needed} ${unit}: a pack is shown whole or not at all.`,
  "still-indexing": ({ read, of }: { read: number; of: number }) =>
    `Only ${read} of ${of} files are indexed yet; ask again for the rest.`,
} as const;

export type AdviceCode = keyof typeof TEXTS;
type Facts<Code extends AdviceCode> = Parameters<(typeof TEXTS)[Code]>;

export function advise<Code extends AdviceCode>(code: Code, ...facts: Facts<Code>): Advice {
  const text = TEXTS[code] as (...facts: Facts<Code>) => string;
  return { code, text: text(...facts) };
}
