// The text of a file of Python as statements: strings and comments are blanked out, so that brackets, words and colons are
// code. Offsets are those of the text.
import { divided } from "./brackets.ts";
import type { FileTables } from "./file-tables.ts";
import type { GraphFile } from "./view.ts";

export interface Statement {
  readonly start: number;
  /** Behind its last code. */
  readonly end: number;
  readonly indent: number;
  /** Place of the statement in whose block it stands, or -1. */
  readonly parent: number;
}

export interface PythonText {
  /** As long as the text. */
  readonly code: string;
  readonly statements: readonly Statement[];
}

const known = new WeakMap<GraphFile, PythonText>();

export function pythonText(file: GraphFile): PythonText {
  let made = known.get(file);
  if (made === undefined) {
    const code = blanked(file.text);
    known.set(file, (made = { code, statements: statementsOf(code) }));
  }
  return made;
}

/** Strings keep their quotes and lose what is in them; comments go. */
function blanked(text: string): string {
  const parts: string[] = [];
  let from = 0;
  const blank = (start: number, end: number) => {
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\n]/g, " "));
    from = end;
  };
  for (const match of text.matchAll(/#[^\n]*|("""|'''|"|')/g)) {
    const { index } = match;
    if (index < from) continue;
    const quote = match[1];
    if (quote === undefined) {
      blank(index, index + match[0].length);
      continue;
    }
    const start = index + quote.length;
    let at = start;
    while (at < text.length && !text.startsWith(quote, at)) {
      if (text[at] === "\\") at++;
      else if (quote.length === 1 && text[at] === "\n") break;
      at++;
    }
    at = Math.min(at, text.length);
    blank(start, at);
    const closed = text.startsWith(quote, at) ? at + quote.length : at;
    parts.push(text.slice(from, closed));
    from = closed;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

function statementsOf(code: string): Statement[] {
  const found: Statement[] = [];
  const open: number[] = [];
  let depth = 0;
  let start = 0;
  const close = (end: number) => {
    const line = code.slice(start, end);
    const trimmed = line.trim();
    if (trimmed !== "") {
      const indent = line.length - line.trimStart().length;
      while (open.length > 0 && found[open.at(-1)!]!.indent >= indent) open.pop();
      const parent = open.at(-1) ?? -1;
      found.push({ start: start + indent, end: start + indent + trimmed.length, indent, parent });
      open.push(found.length - 1);
    }
    start = end + 1;
    depth = 0;
  };
  for (let at = 0; at < code.length; at++) {
    const c = code[at]!;
    if (c === "(" || c === "[" || c === "{") depth++;
    else if (c === ")" || c === "]" || c === "}") depth = Math.max(0, depth - 1);
    else if (c === "\n") {
      if (depth === 0 && code[at - 1] !== "\\") close(at);
      // A bracket that is never closed ends with the next statement that can be nothing else.
      else if (depth > 0 && /^(?:def|class|import|from)\s/.test(code.slice(at + 1, at + 8))) close(at);
    }
  }
  close(code.length);
  return found;
}

/** Decorators that hand on what a call gives. */
export const KEEPING =
  /(?:^|\.)(?:staticmethod|classmethod|abstractmethod|abstractclassmethod|override|overload|final|lru_cache|cache|wraps|setupmethod|deprecated|no_type_check)$/;

export interface Parameter {
  readonly name: string;
  /** As written, or empty. */
  readonly type: string;
  /** `*args`, `**kwargs`. */
  readonly many: boolean;
}

export interface Head {
  readonly parameters: readonly Parameter[];
  /** What is written behind the arrow, or empty. */
  readonly result: string;
  readonly isAsync: boolean;
  /** Names behind `@`, without arguments. */
  readonly decorators: readonly string[];
  /** Offset behind the colon. */
  readonly body: number;
}

/** The head of a function, read from the text; null where it is not written as one. */
export function headOf(tables: FileTables, symbol: number): Head | null {
  const { file, facts } = tables;
  const { range, nameRange } = facts.symbols[symbol]!;
  const { code } = pythonText(file);
  const start = tables.startOf(range);
  const name = tables.startOf(nameRange);
  const before = code.slice(start, name);
  const def = /(?:^|\s)(async\s+)?def\s+$/.exec(before);
  if (def === null) return null;
  const decorators = [...before.slice(0, def.index).matchAll(/(?:^|\n)\s*@\s*([\w.]+)/g)].map((m) => m[1]!);
  let at = tables.endOf(nameRange);
  if (/^\s*\[/.test(code.slice(at, at + 20))) at = closeOf(code, code.indexOf("[", at)) + 1;
  const open = code.indexOf("(", at);
  const close = open === -1 ? -1 : closeOf(code, open);
  if (close === -1) return null;
  const parameters: Parameter[] = [];
  let from = open + 1;
  for (const part of divided(code.slice(open + 1, close), ",")) {
    const match = /^(\s*)(\*{0,2})\s*([^\W\d]\w*)\s*(:)?/.exec(part);
    if (match !== null) {
      const typed = match[4] !== undefined;
      const end = divided(part, "=")[0]!.length;
      const type = typed ? file.text.slice(from + match[0].length, from + end).trim() : "";
      parameters.push({ name: match[3]!, type, many: match[2] !== "" });
    }
    from += part.length + 1;
  }
  const arrow = /^\s*->/.exec(code.slice(close + 1, close + 40));
  const after = close + 1 + (arrow?.[0].length ?? 0);
  let colon = after;
  for (let depth = 0; colon < code.length; colon++) {
    const c = code[colon]!;
    if (c === "(" || c === "[" || c === "{") depth++;
    else if (c === ")" || c === "]" || c === "}") depth--;
    else if (c === ":" && depth === 0) break;
  }
  return {
    parameters,
    result: arrow === null ? "" : file.text.slice(after, colon).trim(),
    isAsync: def[1] !== undefined,
    decorators,
    body: colon + 1,
  };
}

function closeOf(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    const c = code[at]!;
    if (c === "(" || c === "[" || c === "{") depth++;
    else if ((c === ")" || c === "]" || c === "}") && --depth === 0) return at;
  }
  return -1;
}
