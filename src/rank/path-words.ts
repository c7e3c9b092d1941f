// Which path words does a word of a query meet? The words of file stems and folders, each with where it stands. A query
// word is compared with those words alone that begin with the same two letters.
import { WHOLE, splitIdentifier } from "../text/identifiers.ts";
import { stem } from "../text/stem.ts";
import {
  PATH_PART_LEAST,
  PATH_PREFIX,
  PATH_WORD_LEAST,
  STEM_ENDING,
  STEM_ENDING_LEAST,
} from "./constants.ts";
import { foldName, isAscii, wordTerms } from "./terms.ts";

/** What a file's stem or a folder's name says. */
export interface PathPart {
  /** Numbers of its words as written, and of its whole. */
  words: readonly number[];
  /** How many words it has, the whole apart. */
  count: number;
  folded: string;
}

const NOWHERE: readonly number[] = [];

export class PathWords {
  /** By number: the word in lower case as written, or `=` and the whole of a part. */
  readonly words: string[] = [];
  readonly #stems: string[] = [];
  readonly #files: (number[] | undefined)[] = [];
  readonly #folders: (number[] | undefined)[] = [];
  readonly #shares: (number[] | undefined)[] = [];
  readonly #numbers = new Map<string, number>();
  /** Words by their first two code units. A word's stem begins as the word does. */
  readonly #beginning = new Map<number, number[]>();
  /** Words without spaces, by the pairs of characters in them. */
  readonly #pairs = new Map<string, number[]>();
  readonly #parts = new Map<string, PathPart>();

  /** Each part is taken apart once, however many paths have it. */
  part(name: string): PathPart {
    let part = this.#parts.get(name);
    if (part !== undefined) return part;
    const words = [...new Set(splitIdentifier(name))].map((word) => this.#numberOf(word));
    const folded = foldName(name);
    const count = words.length;
    if (folded.length > 1) words.push(this.#numberOf(WHOLE + folded));
    part = { words, count: Math.min(255, count), folded };
    this.#parts.set(name, part);
    return part;
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.words.length;
    this.#numbers.set(word, number);
    this.words.push(word);
    this.#stems.push("");
    if (word.startsWith(WHOLE)) return number;
    if (isAscii(word)) this.#stems[number] = stem(word);
    else for (const term of wordTerms(word)) put(this.#pairs, term, number);
    put(this.#beginning, beginningOf(word), number);
    return number;
  }

  placeFile(word: number, file: number): void {
    (this.#files[word] ??= []).push(file);
  }

  placeFolder(word: number, folder: number, share: number): void {
    (this.#folders[word] ??= []).push(folder);
    (this.#shares[word] ??= []).push(share);
  }

  filesOf(word: number): readonly number[] {
    return this.#files[word] ?? NOWHERE;
  }

  /** Folders that have the word, and `sharesOf` how much each counts. */
  foldersOf(word: number): readonly number[] {
    return this.#folders[word] ?? NOWHERE;
  }

  sharesOf(word: number): readonly number[] {
    return this.#shares[word] ?? NOWHERE;
  }

  /** Whether some part is this whole. */
  hasWhole(term: string): boolean {
    return this.#numbers.has(term);
  }

  /**
   * Words that a variant of a query word meets, and how well: its term in full; less where one written form begins with
   * the other (empty where prefixes say nothing), or where two stems differ by a short ending alone.
   */
  meet(term: string, written: string, weight: number, into: Map<number, number>): void {
    const raise = (number: number, value: number) => {
      if (value > (into.get(number) ?? 0)) into.set(number, value);
    };
    if (term.startsWith(WHOLE)) {
      const number = this.#numbers.get(term);
      if (number !== undefined) raise(number, weight);
      return;
    }
    for (const number of this.#pairs.get(term) ?? NOWHERE) raise(number, weight);
    for (const number of this.#beginning.get(beginningOf(term)) ?? NOWHERE) {
      const own = this.#stems[number]!;
      if (own === term) raise(number, weight);
      else if (written !== "" && isPrefix(this.words[number]!, own, written, term)) {
        raise(number, weight * PATH_PREFIX);
      }
    }
  }
}

function isPrefix(word: string, stemmed: string, written: string, term: string): boolean {
  if (word.length >= PATH_PART_LEAST && word.length < written.length && written.startsWith(word)) return true;
  if (written.length >= PATH_WORD_LEAST && word.startsWith(written)) return true;
  const difference = stemmed.length - term.length;
  if (difference === 0 || Math.abs(difference) > STEM_ENDING) return false;
  return difference > 0
    ? term.length >= STEM_ENDING_LEAST && stemmed.startsWith(term)
    : stemmed.length >= STEM_ENDING_LEAST && term.startsWith(stemmed);
}

function beginningOf(word: string): number {
  return word.charCodeAt(0) * 65_536 + (word.length > 1 ? word.charCodeAt(1) : 0);
}

function put<Key>(map: Map<Key, number[]>, key: Key, number: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [number]);
  else list.push(number);
}
