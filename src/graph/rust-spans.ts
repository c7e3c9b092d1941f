// Where does a part of a Rust expression, pattern or list end? Brackets are stepped over, type arguments as well.
import { behindAngles, wordAt, type Tokens } from "./rust-tokens.ts";

/** Tokens of a pattern or a value: from, and up to without the end. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The first token at this level for which the test holds, or the end. */
export function firstAt(
  tokens: Tokens,
  from: number,
  until: number,
  test: (word: string) => boolean,
): number {
  for (let at = from; at < until; at++) {
    const word = wordAt(tokens, at);
    if (test(word)) return at;
    if ((word === "(" || word === "[" || word === "{") && tokens.pairs[at]! > at) at = tokens.pairs[at]!;
    else if (word === "<" && wordAt(tokens, at - 1) === "::") {
      const behind = behindAngles(tokens, at, until);
      if (behind !== -1) at = behind - 1;
    }
  }
  return until;
}

/** The comma at this level, outside of type arguments too. */
export function commaAfter(tokens: Tokens, from: number, until: number): number {
  let depth = 0;
  for (let at = from; at < until; at++) {
    const word = wordAt(tokens, at);
    if (word === "<") depth++;
    else if (word === ">" && depth > 0) depth--;
    else if (word === "," && depth === 0) return at;
    else if ((word === "(" || word === "[" || word === "{") && tokens.pairs[at]! > at) at = tokens.pairs[at]!;
  }
  return until;
}

/** The parts between the marks at this level. */
export function partsBetween(tokens: Tokens, from: number, to: number, mark: string): Span[] {
  const parts: Span[] = [];
  for (let start = from; start <= to;) {
    const end = firstAt(tokens, start, to, (word) => word === mark);
    if (start < end) parts.push({ from: start, to: end });
    start = end + 1;
  }
  return parts;
}
