// Does a name at the top of a file of Python mean one thing? Several declarations or imports of it, another value, `del`.
import type { ImportFact } from "../parse/facts.ts";
import type { FileTables } from "./file-tables.ts";
import { pythonText } from "./python-text.ts";

export function distinct(facts: readonly ImportFact[]): ImportFact[] {
  return [...new Map(facts.map((f) => [`${f.module}\0${f.imported}`, f])).values()];
}

/** `import a` and `import a.b` bind `a`, the package at the top; `import a.b as c` binds `c` to `a.b`. */
export function isPlain(tables: FileTables, fact: ImportFact): boolean {
  if (fact.imported !== "*" || fact.local !== fact.module.split(".")[0]) return false;
  return !/\sas\s/.test(tables.file.text.slice(tables.startOf(fact.range), tables.endOf(fact.range)));
}

export function isAtTop(tables: FileTables, { range }: ImportFact): boolean {
  const at = tables.enclosing(range.start, range.startColumn);
  return at === -1;
}

/** Several declarations or imports of one name at the top, or one that is given another value or deleted. */
export function isRebound(tables: FileTables, name: string): boolean {
  const { facts } = tables;
  const symbols = tables.top.get(name) ?? [];
  const groups = new Set(symbols.map((s) => tables.first[s]!));
  const imports = distinct(facts.imports.filter((i) => i.local === name && isAtTop(tables, i)));
  const plain = imports.every((i) => isPlain(tables, i));
  if (groups.size > 1 || (groups.size > 0 && imports.length > 0) || (imports.length > 1 && !plain))
    return true;
  if (groups.size + imports.length === 0) return false;
  if (deleted(tables).has(name)) return true;
  const [only] = groups;
  const kind = only === undefined ? "" : facts.symbols[only]!.kind;
  if (kind === "variable" || kind === "constant") return false;
  if (boundOtherwise(tables).has(name)) return true;
  return (tables.byName.get(name) ?? []).some((i) => {
    const { role, receiver, enclosing, target } = facts.references[i]!;
    return (
      role === "write" && receiver === "" && (enclosing === -1 || (only !== undefined && target === only))
    );
  });
}

const known = new WeakMap<FileTables, ReadonlySet<string>>();

/** Names behind `del`, found once for a file. */
function deleted(tables: FileTables): ReadonlySet<string> {
  let names = known.get(tables);
  if (names === undefined) {
    const found = new Set<string>();
    if (/^[ \t]*del[ \t(]/m.test(tables.file.text)) {
      for (const [, list] of pythonText(tables.file).code.matchAll(/^[ \t]*del\b([^\n]*)/gm)) {
        for (const [name] of list!.matchAll(/(?<![\w.])[^\W\d]\w*(?![\w.[])/g)) found.add(name);
      }
    }
    known.set(tables, (names = found));
  }
  return names;
}

const bound = new WeakMap<FileTables, ReadonlySet<string>>();
/** What a statement binds without an assignment: targets of `for`, names behind `as`, names in a pattern of `case`. */
const BINDING =
  /^(?:(?:async\s+)?for\s+([^]+?)\s+in\b|(?:async\s+)?(?:with|except)\b\*?([^]*)|case\s([^]+?):)/;

/** Names at the top of a file that get a value otherwise than by an assignment; found once for a file. */
export function boundOtherwise(tables: FileTables): ReadonlySet<string> {
  let names = bound.get(tables);
  if (names === undefined) {
    const found = new Set<string>();
    const { code, statements } = pythonText(tables.file);
    for (const { start, end } of statements) {
      const text = code.slice(start, end);
      const here = boundBy(text);
      if (here.trim() === "") continue;
      const scope = scopeOf(tables, start, text);
      const globals = scope === -1 ? null : globalsOf(tables).get(scope);
      if (globals === undefined || (globals === null && DECLARES.test(text))) continue;
      for (const [name] of here.matchAll(/(?<![\w.])[^\W\d]\w*/g))
        if (globals === null || globals.has(name)) found.add(name);
    }
    bound.set(tables, (names = found));
  }
  return names;
}

/** What declarations and imports bind at the top the facts say. */
const DECLARES = /^(?:import|from|(?:async\s+)?def|class)\s/;

/** The names among these words. */
function boundBy(text: string): string {
  const declared = /^(?:async\s+)?(?:def|class)\s+(\w+)/.exec(text)?.[1];
  if (declared !== undefined) return declared;
  const imported = /^(?:import|from\b[^]*?\bimport)\s([^]*)/.exec(text)?.[1];
  if (imported !== undefined) return imported;
  const [, targets, entered, pattern] = BINDING.exec(text) ?? [];
  const behindAs = [...(entered ?? "").matchAll(/\bas\s+([^:]*)/g)].map((m) => m[1]);
  const inside = [...text.matchAll(/([^\W\d]\w*)\s*:=/g)].map((m) => m[1]);
  return [targets, pattern, ...behindAs, ...inside].join(" ");
}

/** The symbol in whose body a statement stands, or -1. */
function scopeOf(tables: FileTables, start: number, text: string): number {
  const { line, column } = tables.position(start);
  const at = tables.enclosing(line, column);
  // A declaration stands in what is around its own symbol.
  const isOwn = at !== -1 && /^(?:async\s+)?(?:def|class)\s/.test(text);
  return isOwn && tables.startOf(tables.facts.symbols[at]!.nameRange) < start + text.length
    ? tables.facts.symbols[at]!.parent
    : at;
}

const globals = new WeakMap<FileTables, ReadonlyMap<number, ReadonlySet<string>>>();

/** Names of the file's top that functions say they bind (`global`), by the symbol of the function. */
function globalsOf(tables: FileTables): ReadonlyMap<number, ReadonlySet<string>> {
  let made = globals.get(tables);
  if (made === undefined) {
    const found = new Map<number, Set<string>>();
    const { code, statements } = pythonText(tables.file);
    for (const { start, end } of /\bglobal\s/.test(code) ? statements : []) {
      const match = /(?:^|:\s*|;\s*)global\s+([\w\s,]+)/.exec(code.slice(start, end));
      if (match === null) continue;
      const { line, column } = tables.position(start);
      const scope = tables.enclosing(line, column);
      const names = found.get(scope) ?? new Set<string>();
      for (const name of match[1]!.split(",")) names.add(name.trim());
      found.set(scope, names);
    }
    globals.set(tables, (made = found));
  }
  return made;
}

/** Whether a function binds the name at the top of the file. */
export function isBoundByFunction(tables: FileTables, name: string): boolean {
  return [...globalsOf(tables).values()].some((names) => names.has(name));
}
