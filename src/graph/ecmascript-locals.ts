// What is a local variable of JavaScript or TypeScript given? The facts of a file keep types of locals where they stand
// written; here the value is found in the text: the nearest declaration whose block is still open, unless a parameter
// of the same name comes between.
import { closing } from "./brackets.ts";
import type { FileTables } from "./file-tables.ts";
import type { LocalValue } from "./language-graph.ts";

interface Declared {
  /** Offset of the name. */
  at: number;
  /** Offset behind the pattern or the name: where the type or the value begins. */
  after: number;
  /** Name of the member that a pattern takes, or empty. */
  member: string;
}

class Locals {
  readonly text: string;
  readonly #declared = new Map<string, Declared[]>();
  /** Offsets of braces; those that close are negative. */
  readonly #braces: Int32Array | null;

  constructor(text: string) {
    this.text = text;
    const scanned = scan(text);
    this.#braces = scanned === null ? null : scanned.braces;
    if (scanned === null) return;
    const pattern = /\b(?:const|let|var|using)\s+(?:([\w$\u0080-\uffff]+)|(\{[^{}()]*\}))/g;
    for (const match of text.matchAll(pattern)) {
      if (scanned.isHidden(match.index)) continue;
      const after = match.index + match[0].length;
      if (match[1] !== undefined) this.#add(match[1], { at: after - match[1].length, after, member: "" });
      else this.#addPattern(match[2]!, after);
    }
  }

  #addPattern(pattern: string, after: number): void {
    for (const part of pattern.slice(1, -1).split(",")) {
      const names = /^\s*([\w$\u0080-\uffff]+)\s*(?::\s*([\w$\u0080-\uffff]+)\s*)?$/.exec(part);
      const local = names?.[2] ?? names?.[1];
      if (local !== undefined) this.#add(local, { at: after, after, member: names![1]! });
      else {
        // A default or a rest: bound, and not known.
        const bound = /([\w$\u0080-\uffff]+)\s*(?:=|$)/.exec(part)?.[1];
        if (bound !== undefined) this.#add(bound, { at: after, after: -1, member: "" });
      }
    }
  }

  #add(name: string, declared: Declared): void {
    const known = this.#declared.get(name);
    if (known === undefined) this.#declared.set(name, [declared]);
    else known.push(declared);
  }

  find(name: string, offset: number): LocalValue | null {
    const all = this.#declared.get(name);
    if (all === undefined || this.#braces === null) return null;
    for (let i = all.length - 1; i >= 0; i--) {
      const declared = all[i]!;
      if (declared.at >= offset || !this.#isOpen(declared.at, offset)) continue;
      if (declared.after === -1 || this.#hasParameter(name, declared.after, offset)) return null;
      return this.#value(declared);
    }
    return null;
  }

  /** Whether the block around the first offset has not ended at the second. */
  #isOpen(from: number, to: number): boolean {
    let depth = 0;
    const braces = this.#braces!;
    for (let i = this.#firstBrace(from); i < braces.length && Math.abs(braces[i]!) < to; i++) {
      depth += braces[i]! >= 0 ? 1 : -1;
      if (depth < 0) return false;
    }
    return true;
  }

  #firstBrace(from: number): number {
    const braces = this.#braces!;
    let low = 0;
    let high = braces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (Math.abs(braces[middle]!) < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** A parameter of the name whose function reaches to the offset. */
  #hasParameter(name: string, from: number, to: number): boolean {
    const { text } = this;
    for (let at = text.indexOf(name, from); at !== -1 && at < to; at = text.indexOf(name, at + name.length)) {
      if (isWord(text[at - 1]) || isWord(text[at + name.length])) continue;
      const end = functionEnd(text, at, name.length);
      if (end >= to) return true;
    }
    return false;
  }

  #value({ after, member }: Declared): LocalValue | null {
    const { text } = this;
    let at = skipSpace(text, after);
    if (text[at] === "!") at++;
    // A written type that the facts could not name: the value is not to be asked then.
    if (text[at] !== "=" || text[at + 1] === "=" || text[at + 1] === ">") return null;
    at = skipSpace(text, at + 1);
    const awaited = /^await\s/.test(text.slice(at, at + 6));
    if (awaited) at = skipSpace(text, at + 5);
    const end = chainEnd(text, at);
    return end === -1 ? null : { end, awaited, member };
  }
}

/** End of the chain of names, members and calls that begins at the offset; -1 where an operator goes on. */
export function chainEnd(text: string, from: number): number {
  let at = from;
  if (/^new\s/.test(text.slice(at, at + 4))) at = skipSpace(text, at + 3);
  if (text[at] === "(") {
    const close = closing(text, at);
    if (close === -1) return -1;
    at = close + 1;
  } else {
    const name = /^[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/.exec(text.slice(at, at + 200));
    if (name === null || /^(?:function|class|async|typeof|void|delete|yield|await)$/.test(name[0])) return -1;
    at += name[0].length;
  }
  for (;;) {
    const next = skipSpace(text, at);
    const c = text[next];
    const onSameLine = !text.slice(at, next).includes("\n");
    if (c === "." && text[next + 1] !== ".") {
      const name = /^\.\s*#?[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/.exec(text.slice(next, next + 300));
      if (name === null) return -1;
      at = next + name[0].length;
    } else if (c === "?" && text[next + 1] === ".") {
      const rest = text[next + 2];
      at = next + 2;
      if (rest === "(" || rest === "[") {
        const close = closing(text, at);
        if (close === -1) return -1;
        at = close + 1;
      } else {
        const name = /^\s*#?[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/.exec(text.slice(at, at + 300));
        if (name === null) return -1;
        at += name[0].length;
      }
    } else if ((c === "(" || c === "[") && onSameLine) {
      const close = closing(text, next);
      if (close === -1) return -1;
      at = close + 1;
    } else if (c === "!" && text[next + 1] !== "=" && onSameLine) at = next + 1;
    else if (c === "<" && onSameLine) {
      const close = typeArgumentsEnd(text, next);
      if (close === -1) return -1;
      at = close + 1;
    } else {
      if (c === undefined || c === ";" || c === "," || c === ")" || c === "}" || c === "]") return at;
      // Without a semicolon the line's end ends it, unless an operator goes on below.
      if (onSameLine) return -1;
      return /^(?:[=+\-*/%&|^?:<>`]|in\b|instanceof\b|as\b|satisfies\b)/.test(text.slice(next, next + 12)) &&
        !/^(?:\/\/|\/\*|\+\+|--)/.test(text.slice(next, next + 2))
        ? -1
        : at;
    }
  }
}

/** `<A, B<C>>` before a call, or -1. */
function typeArgumentsEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < Math.min(text.length, open + 400); at++) {
    const c = text[at]!;
    if (c === "<") depth++;
    else if (c === ">" && text[at - 1] !== "=" && --depth === 0)
      return text[skipSpace(text, at + 1)] === "(" ? at : -1;
    else if (c === ";" || (c === "(" && depth === 0)) return -1;
  }
  return -1;
}

/** Where the function ends whose parameter stands at the offset; -1 where it is no parameter. */
function functionEnd(text: string, at: number, length: number): number {
  const arrow = skipSpace(text, at + length);
  if (text.startsWith("=>", arrow)) return bodyEnd(text, skipSpace(text, arrow + 2));
  const open = openParenthesis(text, at);
  if (open === -1) return -1;
  const close = closing(text, open);
  if (close === -1) return -1;
  let next = skipSpace(text, close + 1);
  if (text[next] === ":") {
    // A result type: up to the arrow or the body.
    const end = /=>|\{/.exec(text.slice(next, next + 300));
    if (end === null) return -1;
    next += end.index;
  }
  if (text.startsWith("=>", next)) return bodyEnd(text, skipSpace(text, next + 2));
  if (text[next] !== "{") return -1;
  // `if (name) {` is no function.
  const word = /([\w$]+)\s*$/.exec(text.slice(Math.max(0, open - 40), open))?.[1] ?? "";
  if (/^(?:if|while|switch|with)$/.test(word)) return -1;
  return closing(text, next);
}

function bodyEnd(text: string, from: number): number {
  if (text[from] === "{") return closing(text, from);
  let at = from;
  while (at < text.length) {
    const c = text[at]!;
    if (c === "(" || c === "[" || c === "{") {
      const close = closing(text, at);
      if (close === -1) return text.length;
      at = close + 1;
    } else if (c === ")" || c === "]" || c === "}" || c === ";" || c === ",") return at;
    else at++;
  }
  return at;
}

/** The parenthesis around the offset, over patterns and defaults. */
function openParenthesis(text: string, from: number): number {
  let depth = 0;
  for (let at = from - 1; at >= Math.max(0, from - 600); at--) {
    const c = text[at]!;
    if (c === ")" || c === "]" || c === "}") depth++;
    else if (c === "(" && depth === 0) return at;
    else if (c === "(" || c === "[" || c === "{") depth = Math.max(0, depth - 1);
    else if (c === ";" && depth === 0) return -1;
  }
  return -1;
}

interface Scanned {
  braces: Int32Array;
  /** Whether the offset lies in a comment or a string. */
  isHidden(offset: number): boolean;
}

/** Braces of the code, strings and comments left out. Null where they do not match: then nothing is told of blocks. */
function scan(text: string): Scanned | null {
  const braces: number[] = [];
  const hidden: number[] = [];
  /** Depths at which a template goes on after its `}`. */
  const templates: number[] = [];
  let depth = 0;
  let at = 0;
  const hide = (from: number, to: number) => {
    hidden.push(from, to);
    at = to;
  };
  const template = (from: number): boolean => {
    for (let i = from; i < text.length; i++) {
      if (text[i] === "\\") i++;
      else if (text[i] === "`") {
        hide(at, i + 1);
        return true;
      } else if (text[i] === "$" && text[i + 1] === "{") {
        hide(at, i + 1);
        templates.push(depth);
        return true;
      }
    }
    return false;
  };
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (c === 123) {
      braces.push(at);
      depth++;
      at++;
    } else if (c === 125) {
      depth--;
      braces.push(-at);
      if (depth < 0) return null;
      if (templates.at(-1) === depth) {
        templates.pop();
        at++;
        if (!template(at)) return null;
      } else at++;
    } else if (c === 34 || c === 39) {
      const end = stringEnd(text, at);
      if (end === -1) at++;
      else hide(at, end);
    } else if (c === 96) {
      if (!template(at + 1)) return null;
    } else if (c === 47 && text[at + 1] === "/") {
      const end = text.indexOf("\n", at);
      hide(at, end === -1 ? text.length : end);
    } else if (c === 47 && text[at + 1] === "*") {
      const end = text.indexOf("*/", at + 2);
      hide(at, end === -1 ? text.length : end + 2);
    } else if (c === 47 && regexMayBegin(text, at)) {
      const end = regexEnd(text, at);
      if (end === -1) at++;
      else hide(at, end);
    } else at++;
  }
  if (depth !== 0) return null;
  return { braces: Int32Array.from(braces), isHidden: (offset) => within(hidden, offset) };
}

function within(extents: readonly number[], offset: number): boolean {
  let low = 0;
  let high = extents.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (extents[2 * middle + 1]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low < extents.length / 2 && extents[2 * low]! <= offset;
}

/** End of a string on one line; -1 where it has none there (an apostrophe in a text of JSX). */
function stringEnd(text: string, start: number): number {
  const quote = text[start]!;
  for (let at = start + 1; at < text.length; at++) {
    const c = text[at]!;
    if (c === "\\") at++;
    else if (c === quote) return at + 1;
    else if (c === "\n") return -1;
  }
  return -1;
}

function regexMayBegin(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (text[before] === " " || text[before] === "\t")) before--;
  const c = text[before] ?? "\n";
  if (/[=(,;:!&|?{}[\n+\-*%~^<>]/.test(c)) return c !== "<";
  return /\b(?:return|typeof|case|in|of|do|else)$/.test(text.slice(Math.max(0, before - 8), before + 1));
}

function regexEnd(text: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < text.length; at++) {
    const c = text[at]!;
    if (c === "\n") return -1;
    if (c === "\\") at++;
    else if (c === "[") inClass = true;
    else if (c === "]") inClass = false;
    else if (c === "/" && !inClass) return at + 1;
  }
  return -1;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < text.length && /\s/.test(text[at]!)) at++;
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

function isWord(c: string | undefined): boolean {
  return c !== undefined && /[\w$\u0080-\uffff]/.test(c);
}

const memo = new WeakMap<FileTables, Locals>();

export function localValue(tables: FileTables, name: string, offset: number): LocalValue | null {
  let made = memo.get(tables);
  if (made === undefined) memo.set(tables, (made = new Locals(tables.file.text)));
  return made.find(name, offset);
}
