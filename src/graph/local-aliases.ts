// May a local variable hold what is asked for, under the same name?
import type { FileTables } from "./file-tables.ts";

/** By reference. Made once for a file. */
const known = new WeakMap<FileTables, Map<number, boolean>>();

/** A local variable of the name may hold the declaration: taken out of an object, or assigned from a member. */
export function mayAlias(tables: FileTables, index: number): boolean {
  let ofFile = known.get(tables);
  if (ofFile === undefined) known.set(tables, (ofFile = new Map()));
  let may = ofFile.get(index);
  if (may === undefined) ofFile.set(index, (may = holds(tables, index)));
  return may;
}

function holds(tables: FileTables, index: number): boolean {
  const { symbols, references } = tables.facts;
  const { name, enclosing } = references[index]!;
  let outer = enclosing;
  while (outer !== -1 && symbols[outer]!.parent !== -1) outer = symbols[outer]!.parent;
  const { text: whole } = tables.file;
  const text =
    outer === -1
      ? whole
      : whole.slice(tables.startOf(symbols[outer]!.range), tables.endOf(symbols[outer]!.range));
  const word = name.replace(/[$^.*+?()[\]{}|\\/-]/g, "\\$&");
  const taken = new RegExp(
    `[{,]\\s*(?:[\\w$]+\\s*:\\s*)?${word}\\s*(?:=[^,{}]*)?(?:,[^{}]*)?\\}[\\s}\\]]*(?::[^=;)]{0,200})?(?:=[^=>]|\\)|,)`,
  );
  const assigned = new RegExp(`(?:^|[^\\w$.])${word}\\s*(?::[^=;]*)?=[^=>][^;\\n]*[.?]\\s*${word}\\b`);
  return taken.test(text) || assigned.test(text);
}
