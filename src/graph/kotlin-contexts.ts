// What stands around a place in a Kotlin file and gives names a meaning without a receiver: classes, objects without a
// name, functions that extend a type, lambdas. The innermost first.
import { isType, type FileTables } from "./file-tables.ts";
import { blocksAt, type Block } from "./kotlin-blocks.ts";
import { extensionOf } from "./kotlin-text.ts";

export type Context =
  /** `fixed`: of the classes around it instances are not at hand here, only what belongs to the class itself. */
  | { readonly kind: "class"; readonly symbol: number; readonly start: number; readonly fixed: boolean }
  | { readonly kind: "object"; readonly block: Block; readonly start: number }
  | { readonly kind: "lambda"; readonly block: Block; readonly start: number }
  | { readonly kind: "extension"; readonly symbol: number; readonly start: number };

export function isObject(tables: FileTables, at: number): boolean {
  const { kind, nameRange, range } = tables.facts.symbols[at]!;
  if (kind !== "class") return false;
  const name = tables.startOf(nameRange);
  const head = tables.file.text.slice(Math.max(tables.startOf(range), name - 80), name);
  return /\bobject\s*$/.test(head) || isCompanion(tables, at);
}

export function isCompanion(tables: FileTables, at: number): boolean {
  const { kind, nameRange, range, parent } = tables.facts.symbols[at]!;
  if (kind !== "class" || parent === -1) return false;
  const name = tables.startOf(nameRange);
  const text = tables.file.text;
  return (
    /\bcompanion\s+object\s*$/.test(text.slice(Math.max(tables.startOf(range), name - 80), name)) ||
    /^companion\s+object\b/.test(text.slice(name, name + 60))
  );
}

const companions = new WeakMap<FileTables, Map<number, number>>();

/** The companion of a class, or -1. */
export function companionOf(tables: FileTables, at: number): number {
  let known = companions.get(tables);
  if (known === undefined) companions.set(tables, (known = new Map()));
  let made = known.get(at);
  if (made === undefined)
    known.set(at, (made = tables.children(at).find((s) => isCompanion(tables, s)) ?? -1));
  return made;
}

/** Constants of an enumeration, not those that `const` declares. */
export function isEntry(tables: FileTables, at: number): boolean {
  const { kind, parent, range, nameRange } = tables.facts.symbols[at]!;
  if (kind !== "constant" || parent === -1 || tables.facts.symbols[parent]!.kind !== "enum") return false;
  return !/\bval\s*$/.test(tables.file.text.slice(tables.startOf(range), tables.startOf(nameRange)));
}

/** Whether a member belongs to its class and not to instances of it. Members of objects count as those of an instance. */
export function isStatic(tables: FileTables, at: number): boolean {
  const { symbols } = tables.facts;
  const { parent, kind, range } = symbols[at]!;
  if (parent === -1) return false;
  if (isEntry(tables, at) || (isType(kind) && !isObject(tables, parent))) return true;
  const companion = companionOf(tables, parent);
  if (companion === -1 || companion === at) return companion === at;
  return (
    tables.startOf(symbols[companion]!.range) <= tables.startOf(range) &&
    tables.endOf(symbols[companion]!.range) >= tables.endOf(range)
  );
}

const owners = new WeakMap<FileTables, Map<Block, number>>();

/** The class whose body the block is, or -1. */
function ownerOf(tables: FileTables, block: Block): number {
  let known = owners.get(tables);
  if (known === undefined) owners.set(tables, (known = new Map()));
  let made = known.get(block);
  if (made === undefined) {
    made = -1;
    tables.facts.symbols.forEach((symbol, i) => {
      if (symbol.kind !== "constant" ? !isType(symbol.kind) : !isEntry(tables, i)) return;
      if (tables.endOf(symbol.range) === block.end && tables.startOf(symbol.range) < block.start) made = i;
    });
    known.set(block, made);
  }
  return made;
}

/** `enclosing`: the innermost symbol around the offset. */
export function contextsAt(tables: FileTables, offset: number, enclosing: number): Context[] {
  const { symbols } = tables.facts;
  const found: Context[] = [];
  for (const block of blocksAt(tables, offset)) {
    const { start } = block;
    if (block.kind === "object") found.push({ kind: "object", block, start });
    else if (block.kind === "class" || block.kind === "lambda") {
      const symbol = ownerOf(tables, block);
      if (symbol !== -1) found.push({ kind: "class", symbol, start, fixed: false });
      else if (block.kind === "lambda") found.push({ kind: "lambda", block, start });
    }
  }
  for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
    const start = tables.endOf(symbols[at]!.nameRange);
    if (offset >= start && extensionOf(tables, at) !== "")
      found.push({ kind: "extension", symbol: at, start });
  }
  found.sort((a, b) => b.start - a.start);
  let fixed = false;
  return found.map((context) => {
    if (context.kind !== "class") return context;
    const own = { ...context, fixed };
    if (!passesOn(tables, context.symbol)) fixed = true;
    return own;
  });
}

/** Whether instances of the classes around are at hand in the class. */
function passesOn(tables: FileTables, at: number): boolean {
  const { symbols } = tables.facts;
  const { kind, parent, signature } = symbols[at]!;
  if (kind === "constant" || parent === -1) return true;
  const outer = symbols[parent]!;
  return !isType(outer.kind) || /\binner\b/.test(signature.slice(0, 80));
}
