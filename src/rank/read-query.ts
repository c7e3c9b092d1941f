// What does a query ask? Its words as concepts with their variants, the identifiers and paths that it names, quoted
// text, the kind of question, and which priors it lifts. Depends on the text alone, never on a repository.
import { type Lifts, readLifts } from "./lifts.ts";
import { GENERIC_WORD, IDENTIFIER, IDENTIFIER_PART, MOST_CONCEPTS, RELATED, WORD_PAIR } from "./constants.ts";
import { languages } from "../lang/registry.ts";
import { splitIdentifier } from "../text/identifiers.ts";
import { isStopWord } from "../text/stop-words.ts";
import { relatedTerms } from "../text/word-groups.ts";
import { isAscii, nameTerms, wholeOfWord, wordTerms } from "./terms.ts";

export interface Variant {
  /** As the index keeps it: a stem, or `=` and a whole identifier in lower case. */
  term: string;
  /** In lower case, for prefixes of path words; empty where prefixes say nothing. */
  written: string;
  weight: number;
  relation: "same" | "abbreviation" | "synonym";
}

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
  lifts: Lifts;
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

const PATH =
  /(?:[\w.@~-]+\/)+[\w.@~-]*\w|\bv?\d+(?:\.\d+)+\b|\b[\w-]+(?:\.[\w-]+)*\.[A-Za-z][A-Za-z0-9]{0,9}\b/g;
const ABBREVIATED = new Set(["e.g", "i.e", "a.k.a", "etc"]);

export function readQuery(text: string): ReadQuery {
  const patterns = patternsFor(text);
  const words = text.trim().split(/\s+/).filter(Boolean);
  const alone = words.length === 1;
  const quoted = [...text.matchAll(patterns.quoted)]
    .map((match) => match[1] ?? match[2] ?? match[3]!)
    .filter((inner) => inner.trim() !== "");
  const inQuotes = new Set(quoted);
  const concepts = new Collector();
  const identifiers: QueryIdentifier[] = [];
  const dropped: string[] = [];
  const pairs: string[] = [];
  let first = true;
  let before: { word: string; end: number } | null = null;
  for (const match of text.matchAll(patterns.token)) {
    const token = match[0];
    if (ABBREVIATED.has(token.toLowerCase())) continue;
    const called = isCalled(text, match.index, token);
    const segments = token.split(/::|\.|->|#/).filter(Boolean);
    const last = segments[segments.length - 1]!;
    if (segments.length > 1 || called || alone || inQuotes.has(token) || patterns.identifier.test(last)) {
      identifiers.push({ name: last, qualifier: segments[segments.length - 2] ?? "", weight: 1 });
      for (const segment of segments) addIdentifier(concepts, segment, segment === last);
    } else if (isStopWord(token.toLowerCase())) {
      dropped.push(token);
    } else {
      // A name in the middle of a sentence; an acronym is none.
      if (!first && patterns.capitalised.test(token)) {
        identifiers.push({ name: token, qualifier: "", weight: IDENTIFIER.capitalised });
      }
      addWord(concepts, token);
      if (before !== null && /^[ \t-]$/.test(text.slice(before.end, match.index))) {
        pairs.push(before.word + token);
      }
      before = { word: token, end: match.index + token.length };
    }
    first = false;
  }
  for (const pair of pairs) addPair(concepts, pair);
  // "what is it for": better the small words than no words.
  if (concepts.list.length === 0) for (const word of dropped) addWord(concepts, word);
  return {
    text,
    kind: alone ? "word" : /^\s*how\b/i.test(text) ? "how" : "phrase",
    concepts: concepts.list.slice(0, MOST_CONCEPTS),
    identifiers: unique(identifiers, (i) => `${i.qualifier} ${i.name}`),
    quoted: [...inQuotes],
    paths: [...new Set(pathsIn(text))],
    lifts: readLifts(text),
  };
}

/** `name()` or `.name`: written as code is. */
function isCalled(text: string, at: number, token: string): boolean {
  return text.startsWith("()", at + token.length) || (text[at - 1] === "." && !/^\d/.test(token));
}

function addIdentifier(concepts: Collector, segment: string, last: boolean): void {
  const { words, whole, compound } = nameTerms(segment);
  if (!compound || words.length === 0) {
    concepts.add(segment, last ? "identifier" : "part", last ? 1 : IDENTIFIER_PART, wordVariants(segment));
    return;
  }
  concepts.add(segment, "identifier", last ? 1 : IDENTIFIER_PART, [same(whole, "")]);
  for (const word of splitIdentifier(segment)) {
    concepts.add(segment, "part", IDENTIFIER_PART, partVariants(word));
  }
}

function addWord(concepts: Collector, word: string): void {
  const generic = wordTerms(word).some((term) => GENERIC.has(term));
  concepts.add(word, "word", generic ? GENERIC_WORD : 1, wordVariants(word));
}

/** "event loop" may be written `EventLoop`. Counts only where the repository has it: see `evidence.ts`. */
function addPair(concepts: Collector, pair: string): void {
  const whole = wholeOfWord(pair);
  if (whole !== "") concepts.add(pair, "pair", WORD_PAIR, [same(whole, "")]);
}

/** A plain word stands for itself and for a compound written as one word (`httpadapter` for `HttpAdapter`). */
function wordVariants(word: string): Variant[] {
  const terms = wordTerms(word);
  const variants = terms.map((term) => same(term, terms.length === 1 ? word.toLowerCase() : ""));
  const whole = wholeOfWord(word);
  if (whole !== "") variants.push(same(whole, ""));
  return [...variants, ...variants.flatMap(({ term }) => relatedVariants(term))];
}

/** A part of a compound stands for its stem alone. */
function partVariants(word: string): Variant[] {
  const terms = wordTerms(word);
  return [...terms.map((term) => same(term, word)), ...terms.flatMap(relatedVariants)];
}

function relatedVariants(term: string): Variant[] {
  return relatedTerms(term).map((related) => ({
    term: related.term,
    written: "",
    weight: RELATED[related.relation],
    relation: related.relation,
  }));
}

function same(term: string, written: string): Variant {
  return { term, written, weight: 1, relation: "same" };
}

/** Words with a slash inside, words that end as file names do, and versions, for which release notes are named. */
function pathsIn(text: string): string[] {
  return [...text.replaceAll("\\", "/").matchAll(PATH)]
    .map((match) => match[0].replace(/^\.\//, ""))
    .filter((path) => path.includes("/") || /^v?\d/.test(path) || isFileName(path));
}

let extensions: Set<string> | undefined;

function isFileName(name: string): boolean {
  extensions ??= new Set(languages.flatMap((language) => language.extensions));
  return extensions.has(name.slice(name.lastIndexOf(".")).toLowerCase());
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
