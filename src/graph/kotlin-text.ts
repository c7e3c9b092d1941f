// What the text of a Kotlin file says that its facts do not keep: its package, what a function extends, parameters,
// arguments, written types.
import type { Reference, SyntaxSymbol } from "../parse/facts.ts";
import { closing } from "./brackets.ts";
import type { Argument, Parameter } from "./call-shapes.ts";
import type { FileTables } from "./file-tables.ts";
import { divided, skipBlank, withoutAnnotations } from "./java-text.ts";
import { anglesEnd, typeEnd } from "./kotlin-written-types.ts";
import type { GraphFile } from "./view.ts";

export function packageOf(file: GraphFile): string {
  const found = /^[ \t]*package\s+([\w.`\u0080-\uffff]+)/m.exec(file.text.slice(0, 50_000));
  return (found?.[1] ?? "").replaceAll("`", "");
}

const extensions = new WeakMap<FileTables, Map<number, string>>();

/** The type that a function or a property extends, as written; empty for none. */
export function extensionOf(tables: FileTables, at: number): string {
  let known = extensions.get(tables);
  if (known === undefined) extensions.set(tables, (known = new Map()));
  let made = known.get(at);
  if (made === undefined) known.set(at, (made = readExtension(tables, at)));
  return made;
}

function readExtension(tables: FileTables, at: number): string {
  const { kind, range, nameRange } = tables.facts.symbols[at]!;
  if (kind !== "function" && kind !== "method" && kind !== "property") return "";
  const head = tables.file.text.slice(tables.startOf(range), tables.startOf(nameRange)).trimEnd();
  if (!head.endsWith(".")) return "";
  const keyword = [...head.matchAll(/(?<![\w.@])(?:fun|val|var)(?=[\s<])/g)].at(-1);
  if (keyword === undefined) return "";
  let from = skipBlank(head, keyword.index + 3);
  if (head[from] === "<") {
    const end = anglesEnd(head, from);
    if (end === -1) return "";
    from = skipBlank(head, end);
  }
  return head.slice(from, -1).trim();
}

export interface TypeParameter {
  readonly name: string;
  /** Empty for none. */
  readonly bound: string;
}

const typeParameters = new WeakMap<SyntaxSymbol, readonly TypeParameter[]>();

export function typeParametersOf(tables: FileTables, at: number): readonly TypeParameter[] {
  const symbol = tables.facts.symbols[at]!;
  let made = typeParameters.get(symbol);
  if (made === undefined) typeParameters.set(symbol, (made = readTypeParameters(tables, at)));
  return made;
}

function readTypeParameters(tables: FileTables, at: number): TypeParameter[] {
  const { text } = tables.file;
  const { kind, range, nameRange } = tables.facts.symbols[at]!;
  let open = skipBlank(text, tables.endOf(nameRange));
  if (kind === "function" || kind === "method" || kind === "property") {
    const start = tables.startOf(range);
    const head = text.slice(start, tables.startOf(nameRange));
    const keyword = [...head.matchAll(/(?<![\w.@])(?:fun|val|var)(?=[\s<])/g)].at(-1);
    if (keyword === undefined) return [];
    open = skipBlank(text, start + keyword.index + 3);
  }
  if (text[open] !== "<") return [];
  const end = anglesEnd(text, open);
  if (end === -1) return [];
  const parts = divided(`(${text.slice(open + 1, end - 1)})`, 0) ?? [];
  return parts.map((part) => {
    const [name = "", bound = ""] = withoutAnnotations(part).split(/:(.*)/s);
    return { name: name.replace(/\b(?:in|out|reified)\s+/g, "").trim(), bound: bound.trim() };
  });
}

/** Where the list of parameters opens; -1 where there is none. */
export function parametersStart(tables: FileTables, at: number): number {
  const { text } = tables.file;
  const { kind, nameRange, range } = tables.facts.symbols[at]!;
  let from = skipBlank(text, tables.endOf(nameRange));
  if (kind === "class" || kind === "interface" || kind === "enum") {
    if (text[from] === "<") from = skipBlank(text, Math.max(from, anglesEnd(text, from)));
    const modifiers =
      /^(?:(?:@[\w.]+(?:\([^()]*\))?|private|protected|internal|public)\s+)*constructor\s*/.exec(
        text.slice(from, from + 400),
      );
    if (modifiers !== null) from += modifiers[0].length;
  }
  return text[from] === "(" && from < tables.endOf(range) ? from : -1;
}

export const parameters = new WeakMap<SyntaxSymbol, readonly Parameter[]>();

/** Null where there is no list, or it can't be read. */
export function parametersOf(tables: FileTables, at: number): readonly Parameter[] | null {
  const symbol = tables.facts.symbols[at]!;
  const known = parameters.get(symbol);
  if (known !== undefined) return known;
  const open = parametersStart(tables, at);
  const parts = open === -1 ? null : divided(tables.file.text, open);
  if (parts === null) return null;
  const made = parts.map(readParameter);
  parameters.set(symbol, made);
  return made;
}

function readParameter(written: string): Parameter {
  const text = withoutAnnotations(written.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, " ")).trim();
  const head =
    /^((?:(?:vararg|noinline|crossinline|val|var|private|protected|internal|public|override|final|open)\s+)*)(`[^`]+`|[\w\u0080-\uffff]+)\s*:\s*/.exec(
      text,
    );
  if (head === null) return { name: "", type: "", optional: false, variadic: false };
  const end = typeEnd(text, head[0].length);
  return {
    name: head[2]!.replaceAll("`", ""),
    type: text.slice(head[0].length, end).trim(),
    optional: /^\s*=/.test(text.slice(end)),
    variadic: /\bvararg\b/.test(head[1]!),
  };
}

/** The written type of a property or of what a function gives; empty where none is written. */
export function writtenType(tables: FileTables, at: number): string {
  const { text } = tables.file;
  const { kind, nameRange } = tables.facts.symbols[at]!;
  let from = tables.endOf(nameRange);
  if (kind === "function" || kind === "method") {
    const open = parametersStart(tables, at);
    const close = open === -1 ? -1 : closing(text, open);
    if (close === -1) return "";
    from = close + 1;
  }
  const colon = /^\s*:\s*/.exec(text.slice(from, from + 200));
  if (colon === null) return "";
  const start = from + colon[0].length;
  return text.slice(start, typeEnd(text, start)).trim();
}

/** Where the value of a property, or of a function that is one expression, begins; -1 for none. */
export function valueStart(tables: FileTables, at: number): number {
  const { text } = tables.file;
  const symbol = tables.facts.symbols[at]!;
  let from = tables.endOf(symbol.nameRange);
  if (symbol.kind === "function" || symbol.kind === "method") {
    const open = parametersStart(tables, at);
    const close = open === -1 ? -1 : closing(text, open);
    if (close === -1) return -1;
    from = close + 1;
  }
  const colon = /^\s*:\s*/.exec(text.slice(from, from + 200));
  if (colon !== null) from = typeEnd(text, from + colon[0].length);
  const equals = /^\s*=(?!=)\s*/.exec(text.slice(from, from + 200));
  if (equals !== null) return from + equals[0].length;
  if (symbol.kind !== "property") return -1;
  const getter = /^\s*(?:@\w+\s+)*get\(\)\s*=\s*/.exec(text.slice(from, from + 200));
  return getter === null ? -1 : from + getter[0].length;
}

/** Where the expression that begins at the offset ends, as far as its line goes on. */
export function valueEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const c = text[at]!;
    if (c === '"' && text.startsWith('"""', at)) {
      const end = text.indexOf('"""', at + 3);
      if (end === -1) return at;
      at = end + 3;
    } else if (/["'([{]/.test(c)) {
      const end = closing(text, at);
      if (end === -1) return at;
      at = end + 1;
    } else if (c === ")" || c === "]" || c === "}" || c === "," || c === ";") break;
    else if (text.startsWith("//", at)) break;
    else if (c === "\n") {
      const next = skipBlank(text, at);
      if (!/^(?:\?\.|\.(?!\.)|\?:|as\b)/.test(text.slice(next, next + 3))) break;
      at = next;
    } else at++;
  }
  while (at > from && /\s/.test(text[at - 1]!)) at--;
  return at;
}

/** What stands behind the name of a call: its arguments, the lambdas behind the brackets; null where it is no call. */
export function argumentsOf(tables: FileTables, { range }: Reference): readonly Argument[] | null {
  const { text } = tables.file;
  let at = tables.endOf(range);
  if (text[at] === "<") {
    const end = anglesEnd(text, at);
    if (end === -1) return null;
    at = end;
  }
  const blank = /^[ \t]*/.exec(text.slice(at, at + 40))![0].length;
  const args: Argument[] = [];
  let called = false;
  if (text[at + blank] === "(") {
    const open = at + blank;
    const parts = divided(text, open);
    if (parts === null) return null;
    // A comma may stand behind the last one.
    if (parts.at(-1) === "") parts.pop();
    for (const part of parts) {
      const named = /^([\w\u0080-\uffff]+)\s*=(?!=)\s*([^]*)$/.exec(part);
      args.push({ name: named?.[1] ?? "", text: named?.[2] ?? part, trailing: false });
    }
    called = true;
    at = closing(text, open) + 1;
  }
  const lambda = /^[ \t]*(?:[\w]+@[ \t]*)?\{/.exec(text.slice(at, at + 80));
  if (lambda !== null) {
    args.push({ name: "", text: "{", trailing: true });
    called = true;
  }
  return called ? args : null;
}
