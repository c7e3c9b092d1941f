// What does a name mean that no block around it declares? `var` in a block belongs to the whole function around it, and
// so does, where the code is not strict, a function in a block.
import { codeOf, type Code } from "./ecmascript-code.ts";
import type { FileTables, Place } from "./file-tables.ts";

export interface Hoisted {
  readonly places: readonly Place[];
  /** All are declared by `var`. */
  readonly sure: boolean;
}

/** Blocks between a declaration and a use that are looked at. */
const MOST_BLOCKS = 200;

/** For a reference that stands alone and that scopes lead nowhere; null where nothing is hoisted to it. */
export function hoisted(tables: FileTables, index: number): Hoisted | null {
  const { references, symbols } = tables.facts;
  const { name, receiver, role, target, binding, enclosing, range } = references[index]!;
  if (receiver !== "" || target !== -1 || binding !== "unknown" || role === "type" || role === "import")
    return null;
  const named = symbolsNamed(tables).get(name);
  if (named === undefined) return null;
  const code = codeOf(tables, tables.file.text);
  if (code === null) return null;
  const at = tables.startOf(range);
  const around = new Set([-1]);
  for (let s = enclosing; s !== -1; s = symbols[s]!.parent) around.add(s);
  const found: number[] = [];
  for (const s of named) {
    if (!around.has(symbols[s]!.parent)) continue;
    if (reaches(code, tables.startOf(symbols[s]!.nameRange), at)) found.push(s);
  }
  if (found.length === 0) return null;
  const places = [...new Map(found.map((s) => [tables.first[s]!, tables.place(s)])).values()];
  return { places, sure: places.length === 1 && found.every((s) => isVar(tables, s)) };
}

const memo = new WeakMap<FileTables, ReadonlyMap<string, readonly number[]>>();

/** Values declared by `var` or `function`, by name. */
function symbolsNamed(tables: FileTables): ReadonlyMap<string, readonly number[]> {
  let made = memo.get(tables);
  if (made === undefined) {
    const found = new Map<string, number[]>();
    tables.facts.symbols.forEach(({ kind, name, qualified, parent }, s) => {
      if (kind !== "function" && kind !== "variable" && kind !== "class") return;
      if (parent === -1 && qualified !== name) return;
      if (!isVar(tables, s) && !/^(?:async\s+)?function\b/.test(tables.facts.symbols[s]!.signature)) return;
      const known = found.get(name);
      if (known === undefined) found.set(name, [s]);
      else known.push(s);
    });
    memo.set(tables, (made = found));
  }
  return made;
}

function isVar(tables: FileTables, symbol: number): boolean {
  const { text } = tables.file;
  const start = tables.startOf(tables.facts.symbols[symbol]!.nameRange);
  if (/\bvar\s+$/.test(text.slice(Math.max(0, start - 30), start))) return true;
  if (!/,\s*$/.test(text.slice(Math.max(0, start - 200), start))) return false;
  // In a list the word stands before the first name.
  const last = (word: string) => text.lastIndexOf(word, start - 1);
  return last("var ") > Math.max(last("let "), last("const "));
}

/** Whether only blocks that are no functions end between a declaration and a use. */
function reaches(code: Code, from: number, to: number): boolean {
  const uses = new Set<number>([-1]);
  for (let block = blockOf(code, to), i = 0; block !== -1 && i < MOST_BLOCKS; i++) {
    uses.add(block);
    block = blockOf(code, block);
  }
  let block = blockOf(code, from);
  for (let i = 0; i < MOST_BLOCKS; i++) {
    if (uses.has(block)) return true;
    if (block === -1 || isFunctionBody(code, block)) return false;
    block = blockOf(code, block);
  }
  return false;
}

function blockOf(code: Code, offset: number): number {
  for (let at = code.innermost(offset); at !== -1; at = code.innermost(at))
    if (code.text[at] === "{") return at;
  return -1;
}

/** `) {` behind anything but a statement's head, `=> {`, and what is no block at all. */
function isFunctionBody(code: Code, open: number): boolean {
  const before = code.text.slice(Math.max(0, open - 2_000), open).trimEnd();
  if (/(?:[;{}]|\b(?:else|try|finally|do)|[\w$]\s*:)$/.test(before) || before === "") return false;
  if (!before.endsWith(")")) return true;
  let depth = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    if (before[at] === ")") depth++;
    else if (before[at] === "(" && --depth === 0)
      return !/\b(?:if|for|while|switch|with|catch|await)\s*$/.test(before.slice(Math.max(0, at - 20), at));
  }
  return true;
}
