// The words and marks of a Rust file in their order, without comments, each bracket with the one that it belongs to. Made
// once for a file: what stands before a dot, and what binds a name, is read from them.
import type { FileTables } from "./file-tables.ts";

export interface Tokens {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Of a bracket the place of its other one, or -1. */
  readonly pairs: readonly number[];
}

/** What is not closed goes to the end: no letter is looked at again from each of its openings. */
const TOKEN =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|\s+|b?r(#*)"[^]*?(?:"\1|$)|b?"(?:\\[^]|[^"\\])*(?:"|\\?$)|b?'(?:\\(?:u\{[^}]{0,8}\}|x..|[^])|[^\\'\n])'|'[A-Za-z_]\w*|(?:r#)?[\p{L}_$][\p{L}\p{N}_]*|\d[\w]*(?:\.\d[\w]*)?|::|->|=>|\.\.=|\.\.\.?|&&|\|\||[<>=!+\-*/%^&|]=|[^]/gu;
const OPEN = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);

const made = new WeakMap<FileTables, Tokens>();

export function tokensOf(tables: FileTables): Tokens {
  let known = made.get(tables);
  if (known === undefined) made.set(tables, (known = read(tables.file.text)));
  return known;
}

function read(text: string): Tokens {
  const starts: number[] = [];
  const ends: number[] = [];
  const pairs: number[] = [];
  const open: number[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [word] = match;
    if (/^(?:\s|\/\/|\/\*)/.test(word)) continue;
    let at = match.index;
    // `x.0.1` is no fraction.
    const parts = text[at - 1] === "." && /^\d+\.\d+$/.test(word) ? word.split(/(\.)/) : [word];
    for (const part of parts) {
      const place = starts.length;
      starts.push(at);
      ends.push((at += part.length));
      pairs.push(-1);
      if (OPEN.has(part)) open.push(place);
      else if (part === ")" || part === "]" || part === "}") {
        const last = open.pop();
        if (last === undefined) continue;
        if (OPEN.get(text[starts[last]!]!) !== part) {
          // What does not fit is left alone.
          open.push(last);
          continue;
        }
        pairs[last] = place;
        pairs[place] = last;
      }
    }
  }
  return { text, starts, ends, pairs };
}

export function wordAt({ text, starts, ends }: Tokens, at: number): string {
  return at < 0 || at >= starts.length ? "" : text.slice(starts[at], ends[at]);
}

/** Text from one token up to another, without the latter. */
export function textOf({ text, starts, ends }: Tokens, from: number, to: number): string {
  return to <= from ? "" : text.slice(starts[from], ends[to - 1]);
}

/** The token that begins at or behind the offset. */
export function tokenAt({ starts }: Tokens, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function isName(word: string): boolean {
  return /^(?:r#)?[\p{L}_][\p{L}\p{N}_]*$/u.test(word);
}

/** Behind the type arguments that open at a token, or -1. */
export function behindAngles(tokens: Tokens, open: number, until: number): number {
  let depth = 0;
  for (let at = open; at < until; at++) {
    const word = wordAt(tokens, at);
    if (word === "<") depth++;
    else if (word === ">" && --depth === 0) return at + 1;
    else if (word === ";" || word === "{") return -1;
    else if ((word === "(" || word === "[") && tokens.pairs[at]! > at) at = tokens.pairs[at]!;
  }
  return -1;
}
