// What is a content about, by its own words? Its first sentence, its headings, and the words that it says most, each as it is
// mostly written there. Of one content alone, so that it can be kept by the hash of it; what sets it apart from others is found
// in `distinctive-terms.ts`.
import { splitIdentifier } from "../../text/identifiers.ts";
import { stem } from "../../text/stem.ts";
import { isStopWord } from "../../text/stop-words.ts";
import { firstParagraph } from "./adapters/code-hints.ts";
import { holdsUnspaced, wordsOf } from "./word-bag.ts";

export interface ContentProfile {
  /** Of the first prose; empty where there is none. */
  sentence: string;
  /** In their order, without marks. */
  headings: string[];
  terms: Term[];
}

export interface Term {
  /** A stem, or `=` and the whole of a name that is made of several words. */
  term: string;
  /** As it is written most often. */
  written: string;
  weight: number;
  /** Of it, in the word that it is mostly written as. */
  most: number;
}

/** Contents are read up to here, in UTF-16 code units: what a book says most it has said by then. */
const MOST_READ = 200_000;
const MOST_TERMS = 64;
const MOST_HEADINGS = 24;
const LONGEST_HEADING = 70;
/** How often a word counts by where it stands. */
const IN_HEADING = 6;
const IN_PROSE = 2;
const IN_CODE = 1;

const FENCE = /^\s*(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}\s+(.+?)\s*#*\s*$/;
const UNDERLINE = /^([=~^"'*+-])\1{2,}\s*$/;
/** Lines that are about the page, not of it: imports of MDX, definitions of links, directives. */
const ABOUT_PAGE = /^(?:import\s.+\sfrom\s|export\s|\[[^\]]+\]:\s|\.\.\s|:::|\{%|<!--)/;

export function contentProfile(content: string, format: string): ContentProfile {
  const counts = new TermCounts();
  const headings: string[] = [];
  const prose: string[] = [];
  const isProse = PROSE_FORMATS.has(format);
  const lines = content.slice(0, MOST_READ).toWellFormed().split(/\r?\n/);
  let fence: string | null = null;
  lines.forEach((line, i) => {
    const mark = isProse ? FENCE.exec(line)?.[1] : undefined;
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) {
      fence = fence === null ? mark : null;
      prose.push("");
      return;
    }
    if (fence !== null || !isProse) return counts.add(line, IN_CODE);
    const heading = HEADING.exec(line)?.[1] ?? (isUnderlined(lines, i) ? line.trim() : null);
    if (heading !== null) {
      prose.push("");
      const plain = plainText(heading);
      counts.add(plain, IN_HEADING);
      const isTitle = plain.length <= LONGEST_HEADING && headings.length < MOST_HEADINGS;
      if (isTitle && plain !== "" && !headings.includes(plain)) headings.push(plain);
      return;
    }
    const said = ABOUT_PAGE.test(line) ? "" : plainText(line);
    prose.push(said);
    counts.add(said, IN_PROSE);
  });
  return {
    sentence: isProse ? (firstParagraph(prose) ?? "") : "",
    headings,
    terms: counts.top(MOST_TERMS),
  };
}

const PROSE_FORMATS = new Set(["md", "mdx", "markdown", "rst", "txt", "html", "text", ""]);

/** A line of prose above a rule of one character: a heading of reStructuredText, or of Markdown's older form. */
function isUnderlined(lines: readonly string[], i: number): boolean {
  const next = lines[i + 1];
  const line = lines[i]!;
  if (next === undefined || line.trim() === "" || line.length > LONGEST_HEADING) return false;
  return UNDERLINE.test(next) && next.trim().length >= line.trim().length - 2 && !/^[-*+|>]/.test(line);
}

/** Without marks, targets of links and tags. */
export function plainText(line: string): string {
  if (!/[<[`*_:&\\{]/.test(line)) return line.trim();
  return line
    .replaceAll(/!?\[([^\]]{0,300})\]\([^)\s]{0,500}[^)]{0,200}\)/g, "$1")
    .replaceAll(/!?\[([^\]]{0,300})\]\[[^\]]{0,200}\]/g, "$1")
    .replaceAll(/https?:\/\/\S+|<[^>]{0,500}>|&[a-z]+;|:[a-z]+:(?=`)|\{#[^}]{0,100}\}/g, " ")
    .replaceAll(/[*`]+|\\(?=[^\w\s])|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The terms of a short text, in their order. */
export function termsIn(text: string, weight = 1): Term[] {
  if (text === "") return [];
  const counts = new TermCounts();
  counts.add(text, weight);
  return counts.top(Number.POSITIVE_INFINITY, false);
}

/** The same without weights, the quick way: into a set. */
export function addTerms(text: string, into: Set<string>): void {
  if (text === "") return;
  const words = PLAIN.test(text) ? text.match(PLAIN_WORD) : wordsBeyondAscii(text);
  for (const word of words ?? []) for (const { term } of termsOf(word)) into.add(term);
}

const WORD = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/gu;
const PLAIN_WORD = /[A-Za-z_$][\w$]*/g;
const PLAIN = /^[\u0000-\u007f]*$/;
/** What is longer is no word of a language. */
const LONGEST_WORD = 40;

/** Raw words are counted, and only the different ones are read: most words of a text were there before. */
class TermCounts {
  readonly #words = new Map<string, number>();

  add(text: string, weight: number): void {
    if (text === "") return;
    const words = PLAIN.test(text) ? text.match(PLAIN_WORD) : wordsBeyondAscii(text);
    if (words === null) return;
    for (const word of words) this.#words.set(word, (this.#words.get(word) ?? 0) + weight);
  }

  /** The heaviest first, or as they came. */
  top(most: number, isSorted = true): Term[] {
    const terms = new Map<string, Term>();
    for (const [word, weight] of this.#words) {
      for (const { term, written } of termsOf(word)) {
        const entry = terms.get(term);
        if (entry === undefined) {
          terms.set(term, { term, written, weight, most: weight });
          continue;
        }
        entry.weight += weight;
        if (weight > entry.most) {
          entry.most = weight;
          entry.written = written;
        }
      }
    }
    const all = [...terms.values()];
    // Stable: of one weight, in the order of the text.
    if (isSorted) all.sort((a, b) => b.weight - a.weight);
    return all.length > most ? all.slice(0, most) : all;
  }
}

function wordsBeyondAscii(text: string): string[] | null {
  return holdsUnspaced(text) ? wordsOf(text) : text.match(WORD);
}

interface ReadTerm {
  term: string;
  written: string;
}

/** Raw word → what it stands for. Bounded, since contents may be anything. */
const known = new Map<string, readonly ReadTerm[]>();
const MOST_KNOWN = 200_000;

function termsOf(word: string): readonly ReadTerm[] {
  const before = known.get(word);
  if (before !== undefined) return before;
  const terms = word.length > LONGEST_WORD ? [] : readTerms(word);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(word, terms);
  return terms;
}

function readTerms(word: string): ReadTerm[] {
  if (isStopWord(word.toLowerCase())) return [];
  if (holdsUnspaced(word)) return [{ term: word.normalize("NFKC"), written: word }];
  const all = splitIdentifier(word);
  const parts = new Map<string, ReadTerm>();
  for (const part of all) {
    if (part.length < 3 || isStopWord(part) || /^\d/.test(part)) continue;
    const term = stem(part);
    if (!parts.has(term)) parts.set(term, { term, written: writtenPart(word, part) });
  }
  const whole = { term: `=${word.toLowerCase()}`, written: word };
  return all.length > 1 && parts.size > 0 ? [whole, ...parts.values()] : [...parts.values()];
}

/** Of a name of several words the one word; else the word, in small letters unless it is written in capitals. */
function writtenPart(word: string, part: string): string {
  if (/\p{Ll}\p{Lu}|_/u.test(word)) return part;
  return /^\p{Lu}\p{Ll}/u.test(word) ? word.toLowerCase() : word;
}
