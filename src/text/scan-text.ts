// Which lines of one text match a pattern? Compiles and runs it in the calling thread, without any fuse: that is for the
// thread of `scan-worker.ts`. Only `literalScanner` and `mayMatch`, which run no pattern, are for any thread.
import { exactFinder, patternFinder } from "./exact.ts";
import { type LineMatch, type LineOptions, matchingLines, withPlainLineEnds } from "./line-matches.ts";
import { parseRegex } from "./regex-parse.ts";
import { translateRegex } from "./regex-translate.ts";
import type { ReadPattern } from "./regex.ts";

/** The pattern made ready once for many texts. */
export type TextScanner = (text: string, options?: LineOptions) => LineMatch[];

/** A scanner that runs the pattern whatever it costs. Throws where V8 refuses the pattern. */
export function scanner(pattern: ReadPattern): TextScanner {
  const { source, flags } = translateRegex(parseRegex(pattern.pattern, pattern), pattern.word);
  const find = patternFinder(new RegExp(source, flags));
  return (text, options) =>
    mayMatch(pattern, text) ? matchingLines(withPlainLineEnds(text), find, options) : [];
}

/** A scanner for a pattern that is plain text: linear in the text, safe anywhere. Null for any other pattern. */
export function literalScanner({ literal, word }: ReadPattern): TextScanner | null {
  return literal === null ? null : exactFinder(literal.text, { ignoreCase: literal.ignoreCase, word });
}

/** Whether the text holds one of the literals that every match needs. */
export function mayMatch({ required }: Pick<ReadPattern, "required">, text: string): boolean {
  return required === null || required.some((literal) => text.includes(literal));
}
