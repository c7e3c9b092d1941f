// In which ways may a word of a query stand in a repository? Its stem, its whole, and related words, each with its weight.
import { foldIdentifier, splitIdentifier } from "../text/identifiers.ts";
import { stem } from "../text/stem.ts";
import { relatedWords } from "../text/word-groups.ts";
import { RELATED } from "./constants.ts";
import { isAscii, wholeOfWord, wordTerms } from "./terms.ts";

export interface Variant {
  /** As the index keeps it: a stem, or `=` and a whole identifier in lower case. */
  term: string;
  /** The word that it is the term of, in lower case. */
  word: string;
  /** In lower case, for prefixes of path words; empty where prefixes say nothing. */
  written: string;
  weight: number;
  /** `number`: a part of a number with letters, for the index, which has them apart; no match where the text is seen. */
  relation: "same" | "abbreviation" | "synonym" | "number";
}

/** A plain word stands for itself and for a compound written as one word (`httpadapter` for `HttpAdapter`). */
export function wordVariants(word: string): Variant[] {
  const own = ownWords(word);
  const variants = own.map((each) => same(each, own.length === 1 ? word.toLowerCase() : ""));
  return [...variants, ...wholeVariants(word), ...own.flatMap((each) => relatedVariants(each.word))];
}

/** A part of a compound stands for its stem alone. */
export function partVariants(word: string): Variant[] {
  const own = ownWords(word);
  return [...own.map((each) => same(each, word)), ...own.flatMap((each) => relatedVariants(each.word))];
}

/** The whole of a name or word, and nothing of its parts. */
export function wholeVariants(word: string): Variant[] {
  const term = wholeOfWord(word);
  return term === "" ? [] : [same({ term, word: foldIdentifier(word) }, "")];
}

/** `base64`, `i18n`: one word, and what it is short for. */
export function numberedVariants(word: string): Variant[] {
  return [...wholeVariants(word), ...relatedVariants(word.toLowerCase())];
}

/** `10k`, `64bit`: the index has digits and letters apart, so it is asked for those; the text for the whole. */
export function quantityVariants(word: string): Variant[] {
  const parts = ownWords(word).map(({ term, word: part }): Variant => ({
    term,
    word: part,
    written: "",
    weight: 1,
    relation: "number",
  }));
  return [...wholeVariants(word), ...parts];
}

function relatedVariants(word: string): Variant[] {
  return relatedWords(word).map((related) => ({
    term: related.term,
    word: related.word,
    written: "",
    weight: RELATED[related.relation],
    relation: related.relation,
  }));
}

interface OwnWord {
  term: string;
  word: string;
}

/** The words of a plain query word, each with its stem. Text without spaces gives pairs of characters. */
function ownWords(word: string): OwnWord[] {
  const own = isAscii(word)
    ? splitIdentifier(word).map((each) => ({ term: stem(each), word: each }))
    : wordTerms(word).map((term) => ({ term, word: term }));
  return [...new Map(own.toReversed().map((each) => [each.term, each])).values()].reverse();
}

function same({ term, word }: OwnWord, written: string): Variant {
  return { term, word, written, weight: 1, relation: "same" };
}
