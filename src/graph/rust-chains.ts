// Where does an expression of Rust begin that ends at a place? Backwards over names, members, calls and indexes, to what
// can't be a part of one chain.
import { isName, wordAt, type Tokens } from "./rust-tokens.ts";

/** Where the chain of names, members, calls and indexes begins that ends before the token. */
export function chainStart(tokens: Tokens, to: number): number {
  let at = to;
  for (;;) {
    const word = wordAt(tokens, at - 1);
    if (word === "?") {
      at--;
      continue;
    }
    if (word === ")" || word === "]") {
      const open = tokens.pairs[at - 1]!;
      if (open === -1) return to;
      at = open;
      const before = wordAt(tokens, at - 1);
      if (before === ">") {
        const angle = angleBefore(tokens, at - 1);
        if (angle === -1) return at;
        at = angle;
      } else if (before === "!") at--;
      if (!isName(wordAt(tokens, at - 1)) || isKeyword(wordAt(tokens, at - 1))) {
        if (/^[)\]?]$/.test(wordAt(tokens, at - 1))) continue;
        return at;
      }
      at--;
    } else if (isName(word) || /^\d/.test(word) || /^["'b]/.test(word) || word === "$crate") at--;
    else return at;
    while (wordAt(tokens, at - 1) === "::") {
      at--;
      if (wordAt(tokens, at - 1) === ">") {
        const angle = angleBefore(tokens, at - 1);
        if (angle === -1) return at;
        at = angle;
        if (wordAt(tokens, at - 1) === "::") at--;
      }
      if (!isName(wordAt(tokens, at - 1))) return at;
      at--;
    }
    if (wordAt(tokens, at - 1) !== ".") return at;
    at--;
  }
}

const KEYWORDS = new Set(
  "if while match return in else let mut move for loop break as unsafe ref".split(" "),
);
export function isKeyword(word: string): boolean {
  return KEYWORDS.has(word);
}

/** The token of the `<` that the `>` closes; of `::<` the one before it. -1 where there is none near by. */
function angleBefore(tokens: Tokens, close: number): number {
  let depth = 0;
  for (let at = close; at > close - 80 && at >= 0; at--) {
    const word = wordAt(tokens, at);
    if (word === ">") depth++;
    else if (word === "<" && --depth === 0) return wordAt(tokens, at - 1) === "::" ? at - 1 : at;
    else if (word === ";") return -1;
  }
  return -1;
}
