// Into which pieces does an encoding cut a text before it merges bytes? The published patterns, written for JavaScript.
// White space is spelled out because JavaScript's `\s` has U+FEFF and lacks U+0085, against Unicode's White_Space,
// which the reference implementation uses. No piece depends on text before it, so a piece is found by a sticky search.
import type { EncodingName } from "./vocabulary.ts";

const SPACE = String.raw`\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;

/** In the reference these are matched without regard to case, by Unicode's folding: long s (U+017F) is an s. */
const CONTRACTION = String.raw`'(?:[sSſdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])`;

function o200k(upper: string, lower: string, letter: string, digit: string, space: string): string {
  const lead = `[^\\r\\n${letter}${digit}]?`;
  return [
    `${lead}[${upper}]*[${lower}]+(?:${CONTRACTION})?`,
    `${lead}[${upper}]+[${lower}]*(?:${CONTRACTION})?`,
    `[${digit}]{1,3}`,
    ` ?[^${space}${letter}${digit}]+[\\r\\n/]*`,
    `[${space}]*[\\r\\n]+`,
    `[${space}]+(?![^${space}])`,
    `[${space}]+`,
  ].join("|");
}

function cl100k(letter: string, digit: string, space: string): string {
  return [
    CONTRACTION,
    `[^\\r\\n${letter}${digit}]?[${letter}]+`,
    `[${digit}]{1,3}`,
    ` ?[^${space}${letter}${digit}]+[\\r\\n]*`,
    `[${space}]+$`,
    `[${space}]*[\\r\\n]`,
    `[${space}]+(?![^${space}])`,
    `[${space}]`,
  ].join("|");
}

/** `ascii` cuts texts without other characters in the same places, and is cheaper to compile and to run. */
export interface PiecePatterns {
  readonly ascii: RegExp;
  readonly unicode: RegExp;
}

/** Sticky patterns: set `lastIndex`, call `test`, read `lastIndex`. Each call makes new ones, so nobody shares state. */
export function piecePatterns(encoding: EncodingName): PiecePatterns {
  const [ascii, unicode] =
    encoding === "o200k_base"
      ? [
          o200k("A-Z", "a-z", "A-Za-z", "0-9", "\\t-\\r "),
          o200k(
            "\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}",
            "\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}",
            "\\p{L}",
            "\\p{N}",
            SPACE,
          ),
        ]
      : [cl100k("A-Za-z", "0-9", "\\t-\\r "), cl100k("\\p{L}", "\\p{N}", SPACE)];
  return { ascii: new RegExp(ascii, "y"), unicode: new RegExp(unicode, "uy") };
}
