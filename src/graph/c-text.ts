// What the text of C and C++ says that the facts do not keep: parameters of macros and templates, what stands before `::`,
// names that a function takes in by `using`.
import type { Reference } from "../parse/facts.ts";
import type { FileTables } from "./file-tables.ts";

const cpp = new WeakMap<FileTables, boolean>();

/** Whether a file is C++: by its name, and a header by what stands in it. */
export function isCpp(tables: FileTables): boolean {
  let known = cpp.get(tables);
  if (known === undefined) {
    const { file, facts } = tables;
    known =
      file.language === "cpp" ||
      (!file.path.endsWith(".c") &&
        (facts.symbols.some(
          ({ kind, signature }) =>
            kind === "class" ||
            kind === "namespace" ||
            kind === "constructor" ||
            kind === "method" ||
            /^template\b/.test(signature),
        ) ||
          facts.references.some(({ receiver }) => receiver.includes("::"))));
    cpp.set(tables, known);
  }
  return known;
}

/** Whether the name is a parameter of the macro around. */
export function isMacroParameter({ facts }: FileTables, enclosing: number, name: string): boolean {
  const symbol = enclosing === -1 ? undefined : facts.symbols[enclosing]!;
  if (symbol?.kind !== "macro") return false;
  const list = /^#\s*define\s+\w+\(([^)]*)\)/.exec(symbol.signature)?.[1];
  return list !== undefined && list.split(",").some((p) => p.trim() === name);
}

/** Whether the name is a parameter of a template around the place. */
export function isTemplateParameter({ facts }: FileTables, enclosing: number, name: string): boolean {
  for (let at = enclosing; at !== -1; at = facts.symbols[at]!.parent) {
    const { signature } = facts.symbols[at]!;
    if (!signature.includes("template")) continue;
    if (new RegExp(`[<,]\\s*[\\w:]+(?:\\s*\\.\\.\\.)?\\s+${name}\\b`).test(signature)) return true;
  }
  return false;
}

/** In the arguments of a macro a call may be read as a type: `EXPECT(f(), 1)`. */
export function looksCalled(tables: FileTables, { role, range }: Reference): boolean {
  if (role !== "type" && role !== "read") return false;
  const after = tables.file.text.slice(tables.endOf(range), tables.endOf(range) + 200);
  return /^\s*(?:<[^;(){}]*>\s*)?\((?!\s*[*&])/.test(after);
}

/** Names before `::`, outermost first, without the arguments of templates; null where it is no plain path. */
export function qualifierBefore(text: string, start: number): string[] | null {
  let at = trimmed(text, start);
  const template = /(?<![\w])template$/.exec(text.slice(Math.max(0, at - 9), at));
  if (template !== null) at = trimmed(text, at - 8);
  const parts: string[] = [];
  while (text.startsWith("::", at - 2)) {
    at = trimmed(text, at - 2);
    if (text[at - 1] === ">") {
      const open = openAngle(text, at - 1);
      if (open === -1) return null;
      at = trimmed(text, open);
    }
    const word = /[A-Za-z_]\w*$/.exec(text.slice(Math.max(0, at - 200), at))?.[0];
    if (word === undefined) return /[)\]]$/.test(text.slice(0, at)) ? null : parts;
    parts.unshift(word);
    at = trimmed(text, at - word.length);
  }
  return parts;
}

function trimmed(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text[at - 1]!)) at--;
  return at;
}

function openAngle(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0 && at > close - 500; at--) {
    if (text[at] === ">" && text[at - 1] !== "-") depth++;
    else if (text[at] === "<" && --depth === 0) return at;
    else if (text[at] === ";" || text[at] === "{") return -1;
  }
  return -1;
}

/** Whether the function or the type takes the name in by `using a::name;`. */
export function usesName(tables: FileTables, enclosing: number, name: string): boolean {
  if (enclosing === -1) return false;
  const { range } = tables.facts.symbols[enclosing]!;
  const text = tables.file.text.slice(tables.startOf(range), tables.endOf(range));
  return new RegExp(`\\busing\\s+[\\w:\\s]*::\\s*${name}\\s*;`).test(text);
}
