// What the text of a Java file says that its facts do not keep: parameters of a method, arguments of a call, result
// types, type parameters, bodies of classes without a name.
import type { Reference, SyntaxSymbol } from "../parse/facts.ts";
import { closing } from "./brackets.ts";
import type { FileTables } from "./file-tables.ts";

export interface Parameter {
  /** Simple name of its type without arguments, with `[]` for each dimension. */
  readonly type: string;
  readonly variadic: boolean;
}

const memo = new WeakMap<FileTables, Map<number, readonly Parameter[] | null>>();

/** Parameters of a method or constructor; of a record's short constructor, or where they can't be read: null. */
export function parametersOf(tables: FileTables, at: number): readonly Parameter[] | null {
  let known = memo.get(tables);
  if (known === undefined) memo.set(tables, (known = new Map()));
  let made = known.get(at);
  if (made === undefined) known.set(at, (made = readParameters(tables, at)));
  return made;
}

function readParameters(tables: FileTables, at: number): Parameter[] | null {
  const { text } = tables.file;
  const open = skipBlank(text, tables.endOf(tables.facts.symbols[at]!.nameRange));
  if (text[open] !== "(") return null;
  const parts = divided(text, open);
  return parts?.filter((part) => !/\bthis$/.test(part)).map(parameter) ?? null;
}

function parameter(written: string): Parameter {
  let text = written.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, " ");
  text = withoutAnnotations(text).replace(/\bfinal\s/g, " ");
  const variadic = text.includes("...");
  const name = /([\w$\u0080-\uffff]+)\s*((?:\[\s*\]\s*)*)$/.exec(text.trim());
  const behind = (name?.[2] ?? "").replace(/\s/g, "");
  const type = text.trim().slice(0, name?.index ?? 0);
  return { type: simpleType(type.replace("...", "[]") + behind), variadic };
}

/** `java.util.Map.Entry<K, V>[]` is `Entry[]`. */
export function simpleType(written: string): string {
  const plain = withoutArguments(withoutAnnotations(written)).replace(/\s+/g, "");
  const lists = /(?:\[\])+$/.exec(plain)?.[0] ?? "";
  const name = plain.slice(0, plain.length - lists.length);
  return name.slice(name.lastIndexOf(".") + 1) + lists;
}

export function withoutAnnotations(text: string): string {
  return text.replace(/@(?!interface\b)[\w$.]+\s*(?:\((?:[^()]|\([^()]*\))*\))?/g, " ");
}

export function withoutArguments(written: string): string {
  let text = written;
  for (;;) {
    const next = text.replace(/<[^<>]*>/g, "");
    if (next === text) return text;
    text = next;
  }
}

/** The parts between the commas of the bracket that opens at the offset; null where it is not closed. */
export function divided(text: string, open: number): string[] | null {
  const close = closing(text, open);
  if (close === -1) return null;
  const parts: string[] = [];
  let from = open + 1;
  for (let at = open + 1; at < close; at++) {
    const c = text[at]!;
    if (c === "(" || c === "[" || c === "{") {
      const end = closing(text, at);
      if (end === -1) return null;
      at = end;
    } else if (c === '"' || c === "'") {
      at = stringEnd(text, at);
    } else if (c === "/" && text[at + 1] === "/") {
      at = text.indexOf("\n", at);
      if (at === -1) return null;
    } else if (c === "/" && text[at + 1] === "*") {
      at = text.indexOf("*/", at + 2) + 1;
      if (at === 0) return null;
    } else if (c === "<") {
      const end = angleEnd(text, at);
      if (end !== -1) at = end;
    } else if (c === ",") {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  const last = text.slice(from, close).trim();
  if (last !== "" || parts.length > 0) parts.push(last);
  if (parts.length === 1 && /^(?:\/\*[^]*\*\/|\/\/[^\n]*)$/.test(parts[0]!)) return [];
  return parts;
}

function stringEnd(text: string, start: number): number {
  if (text.startsWith('"""', start)) {
    const end = text.indexOf('"""', start + 3);
    return end === -1 ? start : end + 2;
  }
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === text[start]) return at;
    else if (text[at] === "\n") return start;
  }
  return start;
}

/** Where arguments of a type end; -1 where the mark compares. */
function angleEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length && at < open + 500; at++) {
    const c = text[at]!;
    if (c === "<") depth++;
    else if (c === ">" && --depth === 0) return at;
    else if (!/[\w$\s,.?&@[\]<>\u0080-\uffff]/.test(c)) return -1;
  }
  return -1;
}

export function skipBlank(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (/\s/.test(text[at] ?? "")) at++;
    if (!text.startsWith("/*", at)) return at;
    const end = text.indexOf("*/", at + 2);
    if (end === -1) return at;
    at = end + 2;
  }
}

/** Arguments of the call; null where it is none (a method's reference). */
export function argumentsOf(tables: FileTables, reference: Reference): readonly string[] | null {
  const { text } = tables.file;
  let at = skipBlank(text, tables.endOf(reference.range));
  if (text[at] === "<") {
    const end = angleEnd(text, at);
    if (end === -1) return null;
    at = skipBlank(text, end + 1);
  }
  return text[at] === "(" ? divided(text, at) : null;
}

export function takes(parameters: readonly Parameter[], count: number): boolean {
  const variadic = parameters.at(-1)?.variadic === true;
  return variadic ? count >= parameters.length - 1 : count === parameters.length;
}

/** Names of the type parameters that a declaration has. */
export function typeParameters(symbol: SyntaxSymbol): ReadonlySet<string> {
  let known = parameterNames.get(symbol);
  if (known === undefined) parameterNames.set(symbol, (known = readTypeParameters(symbol)));
  return known;
}

const parameterNames = new WeakMap<SyntaxSymbol, ReadonlySet<string>>();

function readTypeParameters({ kind, name, signature }: SyntaxSymbol): Set<string> {
  const names = new Set<string>();
  const head = withoutAnnotations(signature);
  let open: number;
  if (kind === "method" || kind === "constructor") {
    const own =
      /^\s*(?:(?:public|protected|private|static|final|abstract|synchronized|native|default|strictfp)\s+)*</.exec(
        head,
      );
    open = own === null ? -1 : own[0].length - 1;
  } else {
    const at = new RegExp(`(?:class|interface|record)\\s+${name.replaceAll("$", "\\$")}\\s*<`).exec(head);
    open = at === null ? -1 : at.index + at[0].length - 1;
  }
  if (open === -1) return names;
  let depth = 0;
  let next = true;
  for (let at = open; at < head.length; at++) {
    const c = head[at]!;
    if (c === "<") depth++;
    else if (c === ">") {
      if (--depth === 0) break;
    } else if (c === "," && depth === 1) next = true;
    else if (next && depth === 1 && /[\w$\u0080-\uffff]/.test(c)) {
      names.add(/^[\w$\u0080-\uffff]+/.exec(head.slice(at))![0]);
      next = false;
    }
  }
  return names;
}

const MODIFIERS =
  /^\s*(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed|strictfp|synchronized|native|default|transient|volatile)\s+)*/;

/** The written type of a field, or the result type of a method, without its arguments; empty where there is none. */
export function writtenType(symbol: SyntaxSymbol): string {
  const { kind, name } = symbol;
  let head = withoutAnnotations(symbol.signature).replace(MODIFIERS, "");
  if (kind === "method" && head.startsWith("<")) {
    let depth = 0;
    let at = 0;
    for (; at < head.length; at++) {
      if (head[at] === "<") depth++;
      else if (head[at] === ">" && --depth === 0) break;
    }
    head = head.slice(at + 1);
  }
  const plain = withoutArguments(head.replace(/=[^]*$/, ""));
  const shape = new RegExp(
    `^\\s*([\\w$.\\u0080-\\uffff]+)\\s*((?:\\[\\s*\\]\\s*)*)(?:\\.\\.\\.)?\\s*(?:\\b|(?<=\\s))${name.replaceAll("$", "\\$")}\\s*((?:\\[\\s*\\]\\s*)*)`,
  ).exec(plain);
  if (shape === null) return "";
  const lists = `${shape[2]!}${kind === "method" ? "" : shape[3]!}`.replace(/\s/g, "");
  return shape[1]! + lists + (/\.\.\.\s*[\w$]+\s*$/.test(plain) ? "[]" : "");
}

/** A class without a name: `new Base(…) { … }`. */
export interface Body {
  readonly start: number;
  readonly end: number;
  /** The reference of `new`. */
  readonly made: number;
}

const bodies = new WeakMap<FileTables, readonly Body[]>();

export function bodiesOf(tables: FileTables): readonly Body[] {
  let made = bodies.get(tables);
  if (made !== undefined) return made;
  const found: Body[] = [];
  const { text } = tables.file;
  tables.facts.references.forEach((reference, i) => {
    if (reference.role !== "new") return;
    let at = skipBlank(text, tables.endOf(reference.range));
    if (text[at] === "<") {
      const end = angleEnd(text, at);
      if (end === -1) return;
      at = skipBlank(text, end + 1);
    }
    if (text[at] !== "(") return;
    const close = closing(text, at);
    if (close === -1) return;
    const start = skipBlank(text, close + 1);
    if (text[start] !== "{") return;
    const end = farClosing(text, start);
    found.push({ start, end, made: i });
  });
  bodies.set(tables, (made = found));
  return made;
}

/** Brackets are counted without a limit here; a body that does not end ends with the text. */
function farClosing(text: string, open: number): number {
  const end = closing(text, open);
  if (end !== -1) return end;
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const c = text[at]!;
    if (c === '"' || c === "'") at = stringEnd(text, at);
    else if (c === "/" && text[at + 1] === "/") {
      at = text.indexOf("\n", at);
      if (at === -1) break;
    } else if (c === "/" && text[at + 1] === "*") {
      at = text.indexOf("*/", at + 2) + 1;
      if (at === 0) break;
    } else if (c === "{") depth++;
    else if (c === "}" && --depth === 0) return at;
  }
  return text.length;
}
