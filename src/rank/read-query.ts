// What does a query ask? Its words as concepts with their variants, the identifiers and paths that it names, quoted
// text, the kind of question, and which priors it lifts. Depends on the text alone, never on a repository: what the files
// and names of one make of it is for `understand.ts`.
import { type Lifts, readLifts } from "./lifts.ts";
import {
  GENERIC_WORD,
  IDENTIFIER,
  IDENTIFIER_PART,
  LONG_NUMBER,
  MOST_CONCEPTS,
  SHORT_NUMBER,
  WORD_PAIR,
} from "./constants.ts";
import { pathsIn } from "./query-paths.ts";
import { splitIdentifier } from "../text/identifiers.ts";
import { isStopWord } from "../text/stop-words.ts";
import { isAscii, nameTerms, wordTerms } from "./terms.ts";
import {
  type Variant,
  numberedVariants,
  partVariants,
  quantityVariants,
  wholeVariants,
  wordVariants,
} from "./variants.ts";
import {
  type Writing,
  backticked,
  beginsSentence,
  isCapitalisedName,
  isTitle,
  writingOf,
} from "./written-names.ts";

/** One thing that the query names. Its variants are ways to write it: their counts add up. */
export interface Concept {
  /** As written in the query. */
  text: string;
  kind: "word" | "identifier" | "part" | "pair";
  weight: number;
  variants: readonly Variant[];
}

export interface QueryIdentifier {
  name: string;
  /** What stands before the last `.`, `::` or `->`, last word only; or empty. */
  qualifier: string;
  /** 1, or less for a word that is merely capitalised. */
  weight: number;
}

export type QueryKind = "word" | "phrase" | "how";

export interface ReadQuery {
  text: string;
  kind: QueryKind;
  concepts: readonly Concept[];
  identifiers: readonly QueryIdentifier[];
  /** Text between quotes or backticks, as written. */
  quoted: readonly string[];
  /** Words that look like paths or file names, with forward slashes. */
  paths: readonly string[];
  /** The small words of English that it consists of, where there is no other word in it. */
  small: readonly string[];
  lifts: Lifts;
}

export interface ReadOptions {
  /** Stretches of the text that are no words to look for: the files that it names. */
  without?: readonly { start: number; end: number }[];
  /** Small words that are names all the same. */
  names?: ReadonlySet<string>;
}

const GENERIC = new Set(
  "implement work handle class function method module code file type logic support"
    .split(" ")
    .flatMap((word) => wordTerms(word)),
);

/** How words and quotes are found. Most queries are ASCII, for which no Unicode tables need be loaded (10 ms at start). */
interface Patterns {
  token: RegExp;
  quoted: RegExp;
  capitalised: RegExp;
  identifier: RegExp;
}

const ASCII: Patterns = {
  token: /[A-Za-z0-9_$]+(?:(?:::|\.|->|#)[A-Za-z_$][A-Za-z0-9_$]*)*/g,
  quoted: /`([^`\n]+)`|"([^"\n]+)"|(?<![A-Za-z0-9])'([^'\n]+)'(?![A-Za-z0-9])/g,
  capitalised: /^[A-Z].*[a-z]/,
  // An inner capital beside small letters, an underscore, or a dollar sign.
  identifier: /[a-z0-9][A-Z]|[A-Z]{2,}[a-z]|.[_$]|[_$]./,
};

let unicode: Patterns | undefined;

function patternsFor(text: string): Patterns {
  if (isAscii(text)) return ASCII;
  return (unicode ??= {
    token: /[\p{L}\p{M}\p{N}_$]+(?:(?:::|\.|->|#)[\p{L}_$][\p{L}\p{M}\p{N}_$]*)*/gu,
    quoted: /`([^`\n]+)`|"([^"\n]+)"|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu,
    capitalised: /^\p{Lu}.*\p{Ll}/u,
    identifier: /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2,}\p{Ll}|.[_$]|[_$]./u,
  });
}

const ABBREVIATED = new Set(["e.g", "i.e", "a.k.a", "etc"]);

export function readQuery(text: string, { without = [], names = new Set() }: ReadOptions = {}): ReadQuery {
  const patterns = patternsFor(text);
  const alone = text.trim().split(/\s+/).filter(Boolean).length === 1;
  const quoted = [...text.matchAll(patterns.quoted)]
    .map((match) => match[1] ?? match[2] ?? match[3]!)
    .filter((inner) => inner.trim() !== "")
    .slice(0, MOST_CONCEPTS);
  const inQuotes = new Set(quoted);
  const read = blanked(text, without);
  const tokens = [...read.matchAll(patterns.token)];
  const inCode = backticked(read);
  const title = isTitle(tokens.map((match) => match[0]));
  const concepts = new Collector();
  const identifiers: QueryIdentifier[] = [];
  const small: string[] = [];
  const pairs: string[] = [];
  let before: { word: string; end: number } | null = null;
  for (const match of tokens) {
    const token = match[0];
    if (ABBREVIATED.has(token.toLowerCase())) continue;
    const isSmall = isStopWord(token.toLowerCase());
    const writing = writingOf(read, match.index, token);
    if (isName(token, writing)) {
      addName(token);
      continue;
    }
    const capitalised = !beginsSentence(read, match.index) && !(isSmall && title);
    const kept = writing !== "plain" || (capitalised && isCapitalisedName(token)) || inCode(match.index);
    if (isSmall && !kept) {
      small.push(token);
      continue;
    }
    // A name in the middle of a sentence; an acronym is none.
    if (capitalised && patterns.capitalised.test(token)) {
      identifiers.push({ name: token, qualifier: "", weight: IDENTIFIER.capitalised });
    }
    addWord(concepts, token);
    if (before !== null && /^[ \t-]$/.test(read.slice(before.end, match.index)))
      pairs.push(before.word + token);
    before = { word: token, end: match.index + token.length };
  }

  function isName(token: string, writing: Writing): boolean {
    if (names.has(token) || inQuotes.has(token) || writing === "code") return true;
    if (isQuantity(token)) return alone && /^\d+$/.test(token);
    return (
      patterns.identifier.test(token) || /[.>:#]/.test(token) || (alone && !isStopWord(token.toLowerCase()))
    );
  }

  function addName(token: string): void {
    const segments = token.split(/::|\.|->|#/).filter(Boolean);
    const last = segments[segments.length - 1]!;
    identifiers.push({ name: last, qualifier: segments[segments.length - 2] ?? "", weight: 1 });
    for (const segment of segments) addIdentifier(concepts, segment, segment === last);
  }

  for (const pair of pairs) concepts.add(pair, "pair", WORD_PAIR, wholeVariants(pair));
  return {
    text,
    kind:
      alone || isOneName(concepts.list, identifiers) ? "word" : /^\s*how\b/i.test(text) ? "how" : "phrase",
    concepts: concepts.list.slice(0, MOST_CONCEPTS),
    identifiers: unique(identifiers, (i) => `${i.qualifier} ${i.name}`),
    quoted: [...inQuotes],
    paths: [...new Set(pathsIn(text))],
    small: concepts.list.length === 0 && identifiers.length === 0 ? small : [],
    lifts: readLifts(text),
  };
}

/** "what does @Inject do": a name among small words asks what the name alone asks. */
function isOneName(concepts: readonly Concept[], identifiers: readonly QueryIdentifier[]): boolean {
  const [only, ...others] = concepts.filter(({ kind }) => kind !== "part");
  return (
    only?.kind === "identifier" && others.length === 0 && identifiers.every(({ weight }) => weight === 1)
  );
}

function blanked(text: string, without: NonNullable<ReadOptions["without"]>): string {
  let rest = text;
  for (const { start, end } of without)
    rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  return rest;
}

function addIdentifier(concepts: Collector, segment: string, last: boolean): void {
  const { words, whole, compound } = nameTerms(segment);
  const weight = last ? 1 : IDENTIFIER_PART;
  if (!compound || words.length === 0) {
    concepts.add(segment, last ? "identifier" : "part", weight, wordVariants(segment));
    return;
  }
  if (whole !== "") concepts.add(segment, "identifier", weight, wholeVariants(segment));
  for (const word of splitIdentifier(segment)) {
    const part = /^\d+$/.test(word) ? IDENTIFIER_PART * numberWeight(word) : IDENTIFIER_PART;
    concepts.add(segment, "part", part, partVariants(word));
  }
}

function addWord(concepts: Collector, word: string): void {
  // No word behind the last one that counts changes those before it.
  if (concepts.list.length >= MOST_CONCEPTS) return;
  if (/\d/.test(word)) {
    addNumber(concepts, word);
    return;
  }
  const generic = wordTerms(word).some((term) => GENERIC.has(term));
  concepts.add(word, "word", generic ? GENERIC_WORD : 1, wordVariants(word));
}

/** `10`, `10k`, `64bit`. */
function isQuantity(token: string): boolean {
  return /^\d[\dA-Za-z]*$/.test(token);
}

/** Digits and letters without anything between them are one word: parts of it are less, and a short number next to nothing. */
function addNumber(concepts: Collector, word: string): void {
  if (isQuantity(word)) {
    const bare = /^\d+$/.test(word);
    concepts.add(
      word,
      "word",
      bare ? numberWeight(word) : SHORT_NUMBER,
      bare ? wordVariants(word) : quantityVariants(word),
    );
    return;
  }
  concepts.add(word, "word", 1, numberedVariants(word));
  const parts = splitIdentifier(word).filter((part) => !/^\d{1,2}$/.test(part));
  for (const part of parts) {
    const weight = /^\d+$/.test(part) ? SHORT_NUMBER : IDENTIFIER_PART;
    concepts.add(word, "part", weight, partVariants(part));
  }
}

/** `404` says something; `10` stands in every change log. */
function numberWeight(digits: string): number {
  return digits.length > 2 ? LONG_NUMBER : SHORT_NUMBER;
}

class Collector {
  readonly list: Concept[] = [];
  readonly #seen = new Map<string, number>();

  /** A concept already there keeps its place and takes the larger weight. */
  add(text: string, kind: Concept["kind"], weight: number, variants: Variant[]): void {
    const main = variants[0]?.term;
    if (main === undefined) return;
    const at = this.#seen.get(main);
    if (at === undefined) {
      this.#seen.set(main, this.list.length);
      this.list.push({ text, kind, weight, variants });
    } else if (weight > this.list[at]!.weight) {
      this.list[at] = { ...this.list[at]!, weight };
    }
  }
}

function unique<T>(list: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(list.toReversed().map((item) => [key(item), item])).values()].reverse();
}
