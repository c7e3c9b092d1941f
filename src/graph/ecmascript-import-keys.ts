// Where does a pattern name what it takes out of a module (`const { run: go } = require("./x")`)? There stands no reference
// of the parser: the keys are found in the text before the import.
import { hasBlocks } from "./ecmascript-blocks.ts";
import { codeOf, type Code } from "./ecmascript-code.ts";
import { beginsKey, mayBeginKey } from "./ecmascript-keys.ts";
import type { FileTables } from "./file-tables.ts";

/** Behind a key that a pattern takes: `key,`, `key: local`, `key = value`. */
const BEHIND_KEY =
  /^\s*(?:[,}=]|\/[/*]|:\s*(?:[\w$\u0080-\uffff]+\s*[,}=]|[{[]|\/[/*]|[\w$\u0080-\uffff]+\s*\/[/*]))/;
/** Between a pattern and the module that it takes apart. */
const TAKES = /\}\s*(?::[^=;{}]{0,300})?=\s*(?:\(\s*)*(?:await\b\s*)?(?:\(\s*)*$/;
const LONGEST_BETWEEN = 400;

/** Offsets at which a word may be the key of a pattern, ascending; `quote` is 1 where it stands in quotes. */
export function* possibleKeys(
  text: string,
  name: string,
  from = 0,
  to = text.length,
): Generator<{ at: number; quote: 0 | 1 }> {
  for (let at = text.indexOf(name, from); at !== -1 && at < to; at = text.indexOf(name, at + name.length)) {
    const quote = /["']/.test(text[at - 1] ?? "") && text[at + name.length] === text[at - 1] ? 1 : 0;
    if (!mayBeginKey(text, at - quote)) continue;
    const end = at + name.length + quote;
    if (BEHIND_KEY.test(text.slice(end, end + 80))) yield { at, quote };
  }
}

const made = new WeakMap<FileTables, ReadonlyMap<number, number>>();

/** Keys by which values of modules are taken apart: offset of the key, and the number of the import. */
export function importKeys(tables: FileTables): ReadonlyMap<number, number> {
  let keys = made.get(tables);
  if (keys === undefined) made.set(tables, (keys = find(tables)));
  return keys;
}

function find(tables: FileTables): ReadonlyMap<number, number> {
  const keys = new Map<number, number>();
  const { text, language } = tables.file;
  if (!hasBlocks(language)) return keys;
  for (const [i, fact] of tables.facts.imports.entries()) {
    if (fact.imported === "" || fact.imported === "*") continue;
    const start = tables.startOf(fact.range);
    const from = Math.max(0, start - LONGEST_BETWEEN);
    const between = TAKES.exec(text.slice(from, start));
    const code = between === null ? null : codeOf(tables, text);
    if (code !== null) addKey(keys, code, from + between!.index, fact.imported, i);
  }
  return keys;
}

function addKey(keys: Map<number, number>, code: Code, close: number, name: string, fact: number): void {
  const open = code.innermost(close);
  if (open === -1 || code.closes(open) !== close) return;
  for (const { at, quote } of possibleKeys(code.text, name, open, close)) {
    if (code.innermost(at) !== open || code.isHidden(at - 2 * quote)) continue;
    if (!beginsKey(code, at - quote)) continue;
    keys.set(at, fact);
    return;
  }
}
