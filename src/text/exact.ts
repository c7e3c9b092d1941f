// Which lines hold a literal text? As `rg -F` answers, with its -i (Unicode simple case folding) and -w options.
// The one difference: the text was decoded first, so an invalid byte is U+FFFD here and not a byte of its own.
import { PithError } from "../base/error.ts";
import { textFinder } from "./find-text.ts";
import { foldCase } from "./fold-case.ts";
import {
  type FindNext,
  type LineMatch,
  type LineOptions,
  matchingLines,
  withPlainLineEnds,
} from "./line-matches.ts";
import { isWordAt, isWordBefore } from "./word-characters.ts";

export type { ColumnRange, LineMatch } from "./line-matches.ts";

export interface ExactOptions {
  /** Letters match whatever their case. */
  ignoreCase?: boolean;
  /** A match has no word character just before or just after it. */
  word?: boolean;
}

/** The lines that hold the needle. An empty needle is in every line. */
export function findExact(
  text: string,
  needle: string,
  options: ExactOptions & LineOptions = {},
): LineMatch[] {
  return exactFinder(needle, options)(text, options);
}

/** The same search made ready once for many texts. In time that grows with the text alone. */
export function exactFinder(
  needle: string,
  { ignoreCase = false, word = false }: ExactOptions = {},
): (text: string, options?: LineOptions) => LineMatch[] {
  refuseLineEnd(needle);
  const fold = ignoreCase ? foldCase : (text: string) => text;
  const find = needle === "" ? emptyFinder(word) : finder(fold(needle), word);
  // Only a needle that is empty or holds `\r` could touch the `\r` of a line end.
  const plain = needle === "" || needle.includes("\r");
  return (text, options) => matchingLines(fold(plain ? withPlainLineEnds(text) : text), find, options);
}

/** Folding makes no word character of another one, nor the other way round. */
function finder(needle: string, word: boolean): FindNext {
  const { length } = needle;
  const isWord = (text: string, at: number) => !isWordBefore(text, at) && !isWordAt(text, at + length);
  const next = textFinder(needle, word ? isWord : undefined);
  return (text, from, into) => {
    into.start = next(text, from);
    into.end = into.start + length;
    return into.start !== -1;
  };
}

function emptyFinder(word: boolean): FindNext {
  const fits = (text: string, at: number) => !word || !(isWordBefore(text, at) || isWordAt(text, at));
  return (text, from, into) => {
    let at = from;
    while (at <= text.length && !fits(text, at)) at++;
    into.start = at;
    into.end = at;
    return at <= text.length;
  };
}

/** A finder over a global pattern. The pattern is the finder's own: its `lastIndex` is moved. */
export function patternFinder(pattern: RegExp): FindNext {
  return (text, from, into) => {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null) return false;
    into.start = match.index;
    into.end = match.index + match[0].length;
    return true;
  };
}

function refuseLineEnd(needle: string): void {
  const at = needle.indexOf("\n");
  if (at !== -1) {
    throw new PithError("PATTERN_UNSUPPORTED", `The text to find holds a line end at character ${at + 1}.`, {
      subject: needle,
      next: "Search looks at one line at a time: give one line of the text.",
    });
  }
  if (/\p{Surrogate}/u.test(needle)) {
    throw new PithError(
      "PATTERN_INVALID",
      "The text to find is not valid Unicode: it holds half a character.",
      {
        subject: needle.replace(/\p{Surrogate}/gu, "\uFFFD"),
        next: "Give the text again as valid UTF-8.",
      },
    );
  }
}
