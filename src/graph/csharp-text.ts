// What the text of a C# file says that its facts do not keep: type parameters, bases with their arguments, parameters,
// arguments of calls, written types.
import { wholeMembers } from "../lang/csharp-directives.ts";
import type { GraphFile } from "./view.ts";
import type { Reference, SyntaxSymbol } from "../parse/facts.ts";
import { closing } from "./brackets.ts";
import type { Argument, Parameter } from "./call-shapes.ts";
import type { FileTables } from "./file-tables.ts";
import { divided, skipBlank } from "./java-text.ts";

/** Past the bracket of type arguments that opens at the offset; -1 where the mark compares. */
export function anglesEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length && at < open + 1_000; at++) {
    const c = text[at]!;
    if (c === "<") depth++;
    else if (c === ">") {
      if (--depth === 0) return at + 1;
    } else if (!/[\w@\s,.?:*()[\]\u0080-\uffff]/.test(c)) return -1;
  }
  return -1;
}

/** The parts between the commas of what stands in angle brackets. */
function typeArguments(inside: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < inside.length; at++) {
    const c = inside[at]!;
    if (c === "<" || c === "(" || c === "[") depth++;
    else if (c === ">" || c === ")" || c === "]") depth--;
    else if (c === "," && depth === 0) {
      parts.push(inside.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, inside.slice(from).trim()];
}

/** Number of the type arguments that stand at the offset. */
export function arityAt(text: string, at: number): number {
  if (text[at] !== "<") return 0;
  const end = anglesEnd(text, at);
  return end === -1 ? 0 : typeArguments(text.slice(at + 1, end - 1)).length;
}

const names = new WeakMap<SyntaxSymbol, readonly string[]>();

/** Names of the type parameters of a type or a method. */
export function typeParametersOf(tables: FileTables, at: number): readonly string[] {
  const symbol = tables.facts.symbols[at]!;
  let made = names.get(symbol);
  if (made === undefined) {
    const text = seenText(tables.file);
    const open = skipBlank(text, tables.endOf(symbol.nameRange));
    const end = text[open] === "<" ? anglesEnd(text, open) : -1;
    made =
      end === -1
        ? []
        : typeArguments(text.slice(open + 1, end - 1)).map((p) =>
            p.replace(/^(?:\[[^\]]*\]\s*)*(?:(?:in|out)\s+)?/, ""),
          );
    names.set(symbol, made);
  }
  return made;
}

const seen = new WeakMap<GraphFile, string>();

/** The text as the parser saw it: of a condition that cuts through a declaration its first branch. */
export function seenText(file: GraphFile): string {
  let made = seen.get(file);
  if (made === undefined) seen.set(file, (made = wholeMembers(file.text)));
  return made;
}

export function arityOf(tables: FileTables, at: number): number {
  return typeParametersOf(tables, at).length;
}

/** What a type parameter must be: its first bound, as written; empty for none. */
export function boundOf(tables: FileTables, at: number, name: string): string {
  const { range, nameRange } = tables.facts.symbols[at]!;
  const head = seenText(tables.file).slice(tables.endOf(nameRange), tables.endOf(range)).slice(0, 4_000);
  const found = new RegExp(`\\bwhere\\s+${name}\\s*:\\s*([^{;]*?)(?=\\bwhere\\b|[{;]|=>)`).exec(head);
  if (found === null) return "";
  const bounds = typeArguments(found[1]!).filter(
    (b) => !/^(?:class|struct|notnull|unmanaged|new\s*\(\s*\)|default)\??$/.test(b),
  );
  return bounds.length === 1 ? bounds[0]! : "";
}

/** Where the list of parameters opens behind a name; -1 for none. */
export function parametersStart(tables: FileTables, at: number): number {
  const text = seenText(tables.file);
  const { nameRange, range } = tables.facts.symbols[at]!;
  let from = skipBlank(text, tables.endOf(nameRange));
  if (text[from] === "<") from = skipBlank(text, Math.max(from, anglesEnd(text, from)));
  return text[from] === "(" && from < tables.endOf(range) ? from : -1;
}

const bases = new WeakMap<SyntaxSymbol, readonly string[]>();

/** What a type names as its bases, with their arguments. */
export function writtenBases(tables: FileTables, at: number): readonly string[] {
  const symbol = tables.facts.symbols[at]!;
  let made = bases.get(symbol);
  if (made === undefined) bases.set(symbol, (made = readBases(tables, at)));
  return made;
}

function readBases(tables: FileTables, at: number): string[] {
  const { kind, nameRange, range } = tables.facts.symbols[at]!;
  if (kind === "enum" || kind === "type" || kind === "namespace") return [];
  const text = seenText(tables.file);
  let from = skipBlank(text, tables.endOf(nameRange));
  if (text[from] === "<") from = skipBlank(text, Math.max(from, anglesEnd(text, from)));
  if (text[from] === "(") {
    const close = closing(text, from);
    if (close === -1) return [];
    from = skipBlank(text, close + 1);
  }
  if (text[from] !== ":") return [];
  const head = /^[^{;]*/.exec(text.slice(from + 1, tables.endOf(range)))![0];
  const list = head
    .replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, " ")
    .replace(/\bwhere\s+\w+\s*:[^]*$/, "")
    .replace(/^\s*#.*$/gm, "");
  return typeArguments(list)
    .map((base) => withoutCall(base))
    .filter((base) => base !== "");
}

function withoutCall(base: string): string {
  const open = base.indexOf("(");
  return (open === -1 ? base : base.slice(0, open)).trim();
}

const parameters = new WeakMap<SyntaxSymbol, readonly Parameter[]>();

/** Null where there is no list, or it can't be read. The first one of an extension has `this` before its type. */
export function parametersOf(tables: FileTables, at: number): readonly Parameter[] | null {
  const symbol = tables.facts.symbols[at]!;
  const known = parameters.get(symbol);
  if (known !== undefined) return known;
  const open = parametersStart(tables, at);
  const parts = open === -1 ? null : divided(seenText(tables.file), open);
  if (parts === null) return null;
  const made = parts.map(readParameter);
  parameters.set(symbol, made);
  return made;
}

function readParameter(written: string): Parameter {
  let text = written.replace(/\/\*[^]*?\*\/|\/\/[^\n]*|^\s*#.*$/gm, " ").trim();
  while (text.startsWith("[")) {
    const close = closing(text, 0);
    if (close === -1) break;
    text = text.slice(close + 1).trim();
  }
  const variadic = /^params\s/.test(text);
  text = text.replace(/^(?:(?:params|in|scoped|readonly)\s+)+/, "");
  const equals = /\s=(?!=|>)/.exec(text);
  const head = (equals === null ? text : text.slice(0, equals.index)).trim();
  const name = /@?[\w\u0080-\uffff]+$/.exec(head)?.[0] ?? "";
  return {
    name: name.replace("@", ""),
    type: head.slice(0, head.length - name.length).trim(),
    optional: equals !== null,
    variadic,
  };
}

/** Whether the method can be called as if it were one of its first parameter's type. */
export function isExtension(tables: FileTables, at: number): boolean {
  const first = parametersOf(tables, at)?.[0];
  return first !== undefined && /^this\s/.test(first.type);
}

export interface Call {
  readonly args: readonly Argument[];
  /** Number of its type arguments; 0 for none. */
  readonly arity: number;
}

/** Null where it is no call, or can't be read. */
export function callAt(tables: FileTables, { range }: Reference): Call | null {
  const text = seenText(tables.file);
  let at = tables.endOf(range);
  const arity = arityAt(text, at);
  if (arity > 0) at = anglesEnd(text, at);
  at = skipBlank(text, at);
  // An object that is made with an initializer alone.
  if (text[at] === "{") return { args: [], arity };
  if (text[at] !== "(") return null;
  const args = argumentsIn(text, at);
  return args === null ? null : { args, arity };
}

export function argumentsIn(text: string, open: number): Argument[] | null {
  const parts = divided(text, open);
  return (
    parts?.map((part) => {
      const named = /^(@?[\w\u0080-\uffff]+)\s*:(?!:)\s*([^]*)$/.exec(part);
      return { name: named?.[1] ?? "", text: named?.[2] ?? part, trailing: false };
    }) ?? null
  );
}

/** The type that stands before the offset where a name begins: of a field, a property, a parameter, of what is given. */
export function typeBefore(text: string, start: number): string {
  let at = start;
  const back = () => {
    while (at > 0 && /\s/.test(text[at - 1]!)) at--;
  };
  back();
  // `void IDisposable.Dispose()`
  while (text[at - 1] === ".") {
    at--;
    at = nameStart(text, at);
    back();
  }
  const end = at;
  for (;;) {
    const c = text[at - 1] ?? "";
    if (c === "?" || c === "*") at--;
    else if (c === "]") {
      const open = text.lastIndexOf("[", at - 1);
      if (open === -1 || /[^,\s]/.test(text.slice(open + 1, at - 1))) return "";
      at = open;
    } else break;
    back();
  }
  at = nameStart(text, at);
  return at === end ? "" : text.slice(at, end).trim();
}

/** Where a name with its qualifiers and arguments begins that ends at the offset. */
function nameStart(text: string, end: number): number {
  let at = end;
  for (;;) {
    if (text[at - 1] === ">") {
      let depth = 0;
      let open = at - 1;
      for (; open >= 0 && open > at - 600; open--) {
        if (text[open] === ">") depth++;
        else if (text[open] === "<" && --depth === 0) break;
        else if (!/[\w\s,.?[\]():@\u0080-\uffff]/.test(text[open]!)) return end;
      }
      if (depth !== 0) return end;
      at = open;
    } else if (text[at - 1] === ")") {
      const open = text.lastIndexOf("(", at - 1);
      return open === -1 ? end : open;
    }
    const name = /@?[\w\u0080-\uffff]+$/.exec(text.slice(Math.max(0, at - 100), at));
    if (name === null) return end;
    at -= name[0].length;
    if (text[at - 1] === ".") at--;
    else if (text.startsWith("::", at - 2)) at -= 2;
    else return at;
  }
}

export interface Written {
  /** With its qualifiers, without arguments. */
  readonly name: string;
  readonly args: readonly string[];
  /** An array of it. */
  readonly list: boolean;
}

/** Null where the type has no name: tuples, pointers. */
export function readType(written: string): Written | null {
  let text = written
    .trim()
    .replace(/^(?:(?:this|ref|out|in|readonly|scoped)\s+|global\s*::\s*)+/, "")
    .trim();
  text = text.replace(/\?+$/, "").trim();
  if (/\[[\s,]*\]$/.test(text)) {
    const inner = readType(text.replace(/\??\s*\[[\s,]*\]$/, ""));
    return inner === null ? null : { ...inner, list: true };
  }
  let args: string[] = [];
  if (text.endsWith(">")) {
    // Arguments of the last name; those of names before it are left out.
    let depth = 0;
    let open = text.length - 1;
    for (; open >= 0; open--) {
      if (text[open] === ">") depth++;
      else if (text[open] === "<" && --depth === 0) break;
    }
    if (open <= 0) return null;
    args = typeArguments(text.slice(open + 1, -1));
    text = text.slice(0, open);
  }
  const name = text.replace(/<[^<>]*>/g, "").replace(/[\s@]+/g, "");
  return /^[\w.\u0080-\uffff]+$/.test(name) ? { name, args, list: false } : null;
}
