// Which lines of one text match a compiled pattern? Runs in the calling thread, without any fuse: hostile patterns
// belong into `scan.ts`.
import { exactFinder, patternFinder } from "./exact.ts";
import { type LineMatch, matchingLines, withPlainLineEnds } from "./line-matches.ts";
import type { CompiledPattern } from "./regex.ts";

/** The pattern made ready once for many texts. */
export type TextScanner = (text: string, limit?: number) => LineMatch[];

/** A scanner that runs the pattern whatever it costs. */
export function scanner(pattern: CompiledPattern): TextScanner {
  const find = patternFinder(new RegExp(pattern.js.source, pattern.js.flags));
  return (text, limit) =>
    mayMatch(pattern, text) ? matchingLines(withPlainLineEnds(text), find, limit) : [];
}

/** A scanner for a pattern that is plain text: linear in the text, safe anywhere. Null for any other pattern. */
export function literalScanner({ literal, word }: CompiledPattern): TextScanner | null {
  return literal === null ? null : exactFinder(literal.text, { ignoreCase: literal.ignoreCase, word });
}

/** Whether the text holds one of the literals that every match needs. */
export function mayMatch({ required }: Pick<CompiledPattern, "required">, text: string): boolean {
  return required === null || required.some((literal) => text.includes(literal));
}
