// Where does an expression of JavaScript end, as far as it is a chain of names, members and calls, or a choice of chains?
// Text alone: what the names mean is found by the references in it.
import { closing } from "./brackets.ts";
import type { WrittenValue } from "./language-graph.ts";

const NAME = /^[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/;
const MEMBER = /^\s*#?[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/;
const NO_CHAIN = new Set("function class async typeof void delete yield await import super".split(" "));
const NOTHING = new Set(["null", "undefined"]);
/** Choices inside of choices that are followed. */
const DEEPEST = 6;

interface Chain {
  end: number;
  /** What comes after it, white space and comments left out. */
  next: number;
  /** On the same line. */
  joined: boolean;
}

/** The chain that begins at the offset, or null. */
function chainAt(text: string, from: number): Chain | null {
  let at = from;
  if (/^new\s/.test(text.slice(at, at + 4))) at = skipSpace(text, at + 3);
  const quote = text[at];
  if (text[at] === "(") {
    const close = closing(text, at);
    if (close === -1) return null;
    at = close + 1;
  } else if (quote === "[" || quote === "{") {
    const close = closing(text, at);
    if (close === -1) return null;
    at = close + 1;
  } else {
    const name = NAME.exec(text.slice(at, at + 200));
    if (name === null || (NO_CHAIN.has(name[0]) && !/^(?:super|import)$/.test(name[0]))) return null;
    at += name[0].length;
  }
  for (;;) {
    const next = skipSpace(text, at);
    const joined = !text.slice(at, next).includes("\n");
    const c = text[next];
    let end = -1;
    if (c === "." && text[next + 1] !== ".") end = memberEnd(text, next + 1);
    else if (c === "?" && text[next + 1] === ".") {
      const rest = text[next + 2];
      end = rest === "(" || rest === "[" ? after(closing(text, next + 2)) : memberEnd(text, next + 2);
      // `a ?.5 : b` is a choice.
      if (end === -1) return { end: at, next, joined };
    } else if ((c === "(" || c === "[") && joined) end = after(closing(text, next));
    else if (c === "`" && joined) end = after(closing(text, next));
    else if (c === "!" && text[next + 1] !== "=" && joined) end = next + 1;
    else if (c === "<" && joined) {
      end = typeArgumentsEnd(text, next);
      if (end === -1) return { end: at, next, joined };
    } else return { end: at, next, joined };
    if (end === -1) return null;
    at = end;
  }
}

/**
 * The values that an expression may have: one chain; both sides of `a ?? b`, `a || b`, `x ? a : b`, without those that
 * are nothing. Null where it is anything else.
 */
export function valuesAt(text: string, from: number, ends = ";,)}]", depth = 0): WrittenValue[] | null {
  if (depth > DEEPEST) return null;
  let at = skipSpace(text, from);
  const awaited = /^await\s/.test(text.slice(at, at + 6));
  if (awaited) at = skipSpace(text, at + 5);
  const chain = chainAt(text, at);
  if (chain !== null) {
    const isNothing = NOTHING.has(text.slice(at, chain.end));
    const own: WrittenValue[] = isNothing ? [] : [{ end: chain.end, awaited }];
    if (endsAt(text, chain, ends)) return own;
    if (text.startsWith("??", chain.next) || text.startsWith("||", chain.next)) {
      if (text[chain.next + 2] === "=") return null;
      const rest = valuesAt(text, chain.next + 2, ends, depth + 1);
      return rest === null ? null : [...own, ...rest];
    }
    const cast = /^(?:as|satisfies)\s/.exec(text.slice(chain.next, chain.next + 12));
    if (cast !== null) return null;
  }
  return choiceAt(text, at, ends, depth);
}

/** `condition ? a : b`. */
function choiceAt(text: string, from: number, ends: string, depth: number): WrittenValue[] | null {
  const mark = markAt(text, from, ends);
  if (mark === -1) return null;
  const first = valuesAt(text, mark + 1, ":", depth + 1);
  if (first === null) return null;
  const colon = colonAt(text, mark + 1);
  if (colon === -1) return null;
  const second = valuesAt(text, colon + 1, ends, depth + 1);
  return second === null ? null : [...first, ...second];
}

/** The `?` of a choice at the expression's own level. */
function markAt(text: string, from: number, ends: string): number {
  for (let at = from; at < Math.min(text.length, from + 2_000); at++) {
    const c = text[at]!;
    if (c === "(" || c === "[" || c === "{" || c === '"' || c === "'" || c === "`") {
      const close = closing(text, at);
      if (close === -1) return -1;
      at = close;
    } else if (c === "?") {
      if (text[at + 1] === "." || text[at + 1] === "?") at++;
      else return at;
    } else if (ends.includes(c) || c === ";" || (c === "=" && text[at + 1] === ">")) return -1;
  }
  return -1;
}

function colonAt(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < Math.min(text.length, from + 4_000); at++) {
    const c = text[at]!;
    if (c === "(" || c === "[" || c === "{" || c === '"' || c === "'" || c === "`") {
      const close = closing(text, at);
      if (close === -1) return -1;
      at = close;
    } else if (c === "?" && text[at + 1] !== "." && text[at + 1] !== "?") open++;
    else if (c === "?") at++;
    else if (c === ":" && open-- === 0) return at;
    else if (c === ";") return -1;
  }
  return -1;
}

function endsAt(text: string, { next, joined }: Chain, ends: string): boolean {
  const c = text[next];
  if (c === undefined || ends.includes(c)) return true;
  if (ends === ":" || joined) return false;
  // Without a semicolon the line's end ends it, unless an operator goes on below.
  const rest = text.slice(next, next + 12);
  return !/^(?:[=+\-*/%&|^?:<>`]|in\b|instanceof\b|as\b|satisfies\b)/.test(rest) || /^(?:\+\+|--)/.test(rest);
}

function memberEnd(text: string, from: number): number {
  const name = MEMBER.exec(text.slice(from, from + 300));
  return name === null ? -1 : from + name[0].length;
}

function after(close: number): number {
  return close === -1 ? -1 : close + 1;
}

/** Behind `<A, B<C>>` before a call, or -1. */
function typeArgumentsEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < Math.min(text.length, open + 400); at++) {
    const c = text[at]!;
    if (c === "<") depth++;
    else if (c === ">" && text[at - 1] !== "=" && --depth === 0)
      return text[skipSpace(text, at + 1)] === "(" ? at + 1 : -1;
    else if (c === ";" || (c === "(" && depth === 0)) return -1;
  }
  return -1;
}

/** White space and comments. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < text.length && isSpace(text.charCodeAt(at))) at++;
    if (text.startsWith("//", at)) {
      const end = text.indexOf("\n", at);
      if (end === -1) return text.length;
      at = end;
    } else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      if (end === -1) return text.length;
      at = end + 2;
    } else return at;
  }
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0;
}

export function isWord(c: string | undefined): boolean {
  return c !== undefined && /[\w$\u0080-\uffff]/.test(c);
}
