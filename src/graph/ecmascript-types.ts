// What does the text of a declaration of TypeScript or JavaScript say of types? Annotations behind names, results behind
// parameters; without an annotation what a short body returns.
import type { SyntaxSymbol } from "../parse/facts.ts";
import { closing } from "./brackets.ts";
import { tablesOf } from "./file-tables.ts";
import type { GraphFile } from "./view.ts";

const NAME =
  /^[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*(?:\s*\.\s*[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)*/;
/** Types that take nothing away from a union: what is left has the members. */
const EMPTY = new Set(["null", "undefined", "void", "never"]);
/** Code units of a declaration that are looked at. */
const MOST = 6_000;

/** The type written behind the name of a variable, a field or an alias; of an accessor, what it gives. */
export function annotatedType(symbol: SyntaxSymbol, file: GraphFile): string {
  const text = afterName(symbol, file);
  if (symbol.kind === "type") return typeAt(text, aliasValue(text));
  if (symbol.kind === "method") {
    return /(?:^|\s)get\s/.test(symbol.signature) ? resultType(symbol, file) : "";
  }
  const mark = /^\s*[!?]?\s*:/.exec(text);
  return mark === null ? "" : typeAt(text, mark[0].length);
}

/** A variable or a property with a written type that is not `const`. */
export function isOpen(symbol: SyntaxSymbol, file: GraphFile): boolean {
  return symbol.kind !== "constant" && /^\s*[!?]?\s*:/.test(afterName(symbol, file));
}

function aliasValue(text: string): number {
  let at = skipSpace(text, 0);
  if (text[at] === "<") at = skipSpace(text, angleEnd(text, at) + 1);
  return text[at] === "=" ? at + 1 : text.length;
}

/** What a call gives: of a function, of a method, of a field or a variable that holds one. */
export function resultType(symbol: SyntaxSymbol, file: GraphFile): string {
  const text = afterName(symbol, file);
  let at = skipSpace(text, 0);
  if (text[at] === "?" || text[at] === "!") at = skipSpace(text, at + 1);
  if (text[at] === ":") return resultOfFunctionType(text, at + 1);
  if (text[at] === "=") {
    at = skipSpace(text, at + 1);
    at = skipWords(text, at);
  }
  if (text[at] === "<") at = skipSpace(text, angleEnd(text, at) + 1);
  if (text[at] !== "(") return "";
  const close = closing(text, at);
  if (close === -1) return "";
  at = skipSpace(text, close + 1);
  if (text[at] === ":") {
    const type = typeAt(text, at + 1);
    return /^\s*asserts\s|^\s*[\w$]+\s+is\s/.test(text.slice(at + 1, at + 60)) ? "" : type;
  }
  return symbol.bodyStart === 0 ? "" : returnedType(text, at);
}

function skipWords(text: string, from: number): number {
  const words = /^(?:async\b\s*)?(?:function\b\s*\*?\s*(?:[\w$]+\s*)?)?/.exec(text.slice(from, from + 200));
  return skipSpace(text, from + (words?.[0].length ?? 0));
}

/** `(a: A) => B` written as a type. */
function resultOfFunctionType(text: string, from: number): string {
  let at = skipSpace(text, from);
  if (text[at] === "<") at = skipSpace(text, angleEnd(text, at) + 1);
  if (text[at] !== "(") return "";
  const close = closing(text, at);
  if (close === -1) return "";
  at = skipSpace(text, close + 1);
  return text.startsWith("=>", at) ? typeAt(text, at + 2) : "";
}

/** Without an annotation: `return new X(…)`, `return this`, `return make()`, where all that returns says the same. */
function returnedType(text: string, from: number): string {
  let at = from;
  let body: string;
  if (text.startsWith("=>", at)) {
    at = skipSpace(text, at + 2);
    if (text[at] !== "{") return valueType(text.slice(at, at + 200));
  }
  if (text[at] !== "{") return "";
  const close = closing(text, at);
  if (close === -1) return "";
  body = text.slice(at + 1, close);
  // What functions inside return is not told apart.
  if (/=>|\bfunction\b|\byield\b/.test(body)) return "";
  const returns = [...body.matchAll(/\breturn\b(?!\s*[;}])\s*([^;\n]*)/g)].map((m) => valueType(m[1]!));
  const [first] = returns;
  return first !== undefined && returns.every((r) => r === first) ? first : "";
}

function valueType(value: string): string {
  const text = value.trim().replace(/[;,]$/, "");
  if (/^this$/.test(text)) return "this";
  const made = /^new\s+([\w$.]+)\s*(?:<[^()]*>)?\s*(\()?/.exec(text);
  if (made === null) return "";
  if (made[2] === undefined) return made[1]!;
  const close = closing(text, made[0].length - 1);
  if (close === -1) return "";
  return text.slice(close + 1).trim() === "" ? made[1]! : "";
}

/**
 * The type that begins at the offset: a name with its arguments, a list, `typeof x`; of `X | null` X; `A & B` with those
 * that have names; `A | B`. Else empty.
 */
export function typeAt(text: string, from: number): string {
  const parts: string[] = [];
  let both: string[] = [];
  let at = skipSpace(text, from);
  if (text[at] === "|" || text[at] === "&") at = skipSpace(text, at + 1);
  for (let steps = 0; steps < 16; steps++) {
    const part = oneType(text, at);
    if (part === null) {
      // Of an intersection what can be named is enough; an object written out ends the reading.
      return parts.length === 0 && both.length > 0 && text[at] === "{" ? both.join(" & ") : "";
    }
    at = skipSpace(text, part.end);
    const mark = text[at];
    both.push(part.type);
    if (mark === "&") {
      at = skipSpace(text, at + 1);
      continue;
    }
    const type = both.filter((t) => t !== "").join(" & ");
    both = [];
    if (!EMPTY.has(type)) parts.push(type);
    if (mark === "|") {
      at = skipSpace(text, at + 1);
      continue;
    }
    // What follows makes another type of it.
    if (/^(?:is|extends)\b/.test(text.slice(at, at + 9))) return "";
    return [...new Set(parts)].join(" | ");
  }
  return "";
}

function oneType(text: string, from: number): { type: string; end: number } | null {
  let at = from;
  const readonly = /^readonly\s+/.exec(text.slice(at, at + 20));
  if (readonly !== null) at += readonly[0].length;
  const query = /^typeof\s+/.exec(text.slice(at, at + 20));
  if (query !== null) at += query[0].length;
  if (text[at] === "(") {
    const close = closing(text, at);
    if (close === -1 || text.startsWith("=>", skipSpace(text, close + 1))) return null;
    const inner = typeAt(text.slice(at + 1, close), 0);
    return inner === "" ? null : lists(text, close + 1, inner);
  }
  const literal = /^(?:"[^"\n]*"|'[^'\n]*'|-?\d[\d_.]*|true\b|false\b)/.exec(text.slice(at, at + 200));
  if (literal !== null)
    return { type: /^["']/.test(literal[0]) ? "string" : "number", end: at + literal[0].length };
  const name = NAME.exec(text.slice(at, at + 200));
  if (name === null || /^(?:keyof|infer|unique|new|abstract|asserts)\b/.test(name[0])) return null;
  at += name[0].length;
  const path = name[0].replace(/\s+/g, "");
  if (query !== null) return { type: `typeof ${path}`, end: at };
  const angle = skipSpace(text, at);
  if (text[angle] !== "<") return lists(text, at, path);
  const close = angleEnd(text, angle);
  if (close >= text.length) return null;
  const args = text
    .slice(angle + 1, close)
    .replace(/\s+/g, " ")
    .trim();
  return lists(text, close + 1, `${path}<${args}>`);
}

function lists(text: string, from: number, type: string): { type: string; end: number } | null {
  let at = from;
  let made = type;
  for (;;) {
    const open = skipBlank(text, at);
    if (text[open] !== "[") return { type: made, end: at };
    const close = closing(text, open);
    if (close === -1) return null;
    // `Foo["key"]` is the type of a member.
    if (text.slice(open + 1, close).trim() !== "") return null;
    made += "[]";
    at = close + 1;
  }
}

function afterName(symbol: SyntaxSymbol, file: GraphFile): string {
  const tables = tablesOf(file)!;
  const from = tables.endOf(symbol.nameRange);
  // Beyond its own end stands another declaration, but for parameters the type may reach as far as the symbol alone.
  const text = file.text.slice(from, Math.min(tables.endOf(symbol.range), from + MOST));
  // A name written as a string ends before its quote.
  return /^["'\]]/.test(text) ? text.slice(1) : text;
}

/** Offset of the `>` that closes, or the text's length. */
function angleEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const c = text[at]!;
    if (c === "<") depth++;
    else if (c === ">" && text[at - 1] !== "=" && --depth === 0) return at;
    else if (c === "(" || c === "{" || c === "[") {
      const close = closing(text, at);
      if (close === -1) return text.length;
      at = close;
    } else if (c === ";") return text.length;
  }
  return text.length;
}

/** White space and comments. */
function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < text.length && /\s/.test(text[at]!)) at++;
    if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      if (end === -1) return text.length;
      at = end + 2;
    } else if (text.startsWith("//", at)) {
      const end = text.indexOf("\n", at);
      if (end === -1) return text.length;
      at = end + 1;
    } else return at;
  }
}

/** White space of the same line. */
function skipBlank(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}
