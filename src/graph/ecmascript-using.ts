// Does a name mean what `using` declares? The grammar of JavaScript does not know the word yet, so the scopes of a file
// lead past it to what the name means outside.
import { codeOf } from "./ecmascript-code.ts";
import { blockAt } from "./ecmascript-blocks.ts";
import type { FileTables } from "./file-tables.ts";

const memo = new WeakMap<FileTables, ReadonlyMap<string, readonly number[]>>();
const DECLARED = /(?<![\w$.])using[ \t]+([\w$\u0080-\uffff]+)\s*(?:=|:|\bof\b)/g;

/** Offsets at which `using` declares each name. */
function declaredIn(tables: FileTables): ReadonlyMap<string, readonly number[]> {
  const known = memo.get(tables);
  if (known !== undefined) return known;
  const { text } = tables.file;
  const found = new Map<string, number[]>();
  if (text.includes("using ")) {
    const code = codeOf(tables, text);
    for (const match of text.matchAll(DECLARED)) {
      if (code?.isHidden(match.index) === true) continue;
      const at = match.index + match[0].indexOf(match[1]!, "using".length);
      const all = found.get(match[1]!);
      if (all === undefined) found.set(match[1]!, [at]);
      else all.push(at);
    }
  }
  memo.set(tables, found);
  return found;
}

/** Whether the reference, which stands alone, is what a `using` before it in an open block declares. */
export function isUsed(tables: FileTables, index: number): boolean {
  const { name, receiver, range, role, target } = tables.facts.references[index]!;
  if (receiver !== "" || role === "type" || role === "import") return false;
  const declared = declaredIn(tables).get(name);
  if (declared === undefined) return false;
  const at = tables.startOf(range);
  const meant = target === -1 ? -1 : tables.startOf(tables.facts.symbols[target]!.nameRange);
  return declared.some((from) => from <= at && from > meant && isOpen(tables, from, at));
}

/** Whether the block around the first offset is open at the second. */
function isOpen(tables: FileTables, from: number, to: number): boolean {
  const block = blockAt(tables, from);
  for (let at = to; ;) {
    const around = blockAt(tables, at);
    if (around === block) return true;
    if (around === -1 || around >= at) return false;
    at = around;
  }
}
