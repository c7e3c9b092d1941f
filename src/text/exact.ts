// Which lines hold a literal text? As `rg -F` answers, with its -i (Unicode simple case folding) and -w options.
// The one difference: the text was decoded first, so an invalid byte is U+FFFD here and not a byte of its own.
import { PithError } from "../base/error.ts";
import { type FindNext, type LineMatch, matchingLines, withPlainLineEnds } from "./line-matches.ts";
import { WORD_CLASS, isWordAt, isWordBefore } from "./word-characters.ts";

export type { ColumnRange, LineMatch } from "./line-matches.ts";

export interface ExactOptions {
  /** Letters match whatever their case. */
  ignoreCase?: boolean;
  /** A match has no word character just before or just after it. */
  word?: boolean;
  /** Most lines to give. One more than wanted shows whether there are more. */
  limit?: number;
}

/** The lines that hold the needle. An empty needle is in every line. */
export function findExact(text: string, needle: string, options: ExactOptions = {}): LineMatch[] {
  return exactFinder(needle, options)(text, options.limit);
}

/** The same search made ready once for many texts. */
export function exactFinder(
  needle: string,
  options: Omit<ExactOptions, "limit"> = {},
): (text: string, limit?: number) => LineMatch[] {
  refuseLineEnd(needle);
  const find = finder(needle, options.ignoreCase ?? false, options.word ?? false);
  // Only a needle that is empty or holds `\r` could touch the `\r` of a line end.
  const plain = needle === "" || needle.includes("\r");
  return (text, limit) => matchingLines(plain ? withPlainLineEnds(text) : text, find, limit);
}

function finder(needle: string, ignoreCase: boolean, word: boolean): FindNext {
  if (ignoreCase || needle === "") return patternFinder(literalPattern(needle, ignoreCase, word));
  return word ? wholeWordFinder(needle) : plainFinder(needle);
}

function plainFinder(needle: string): FindNext {
  return (text, from, into) => {
    const at = text.indexOf(needle, from);
    into.start = at;
    into.end = at + needle.length;
    return at !== -1;
  };
}

function wholeWordFinder(needle: string): FindNext {
  return (text, from, into) => {
    let at = text.indexOf(needle, from);
    while (at !== -1) {
      const end = at + needle.length;
      if (!isWordBefore(text, at) && !isWordAt(text, end)) {
        into.start = at;
        into.end = end;
        return true;
      }
      at = text.indexOf(needle, at + 1);
    }
    return false;
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

function literalPattern(needle: string, ignoreCase: boolean, word: boolean): RegExp {
  // An empty needle has no letter to fold; the pattern then only looks at word borders.
  const body = needle.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll("\r", "\\r");
  const source = word ? `(?<![${WORD_CLASS}])${body}(?![${WORD_CLASS}])` : body === "" ? "(?:)" : body;
  return new RegExp(source, ignoreCase ? "giu" : "gu");
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
