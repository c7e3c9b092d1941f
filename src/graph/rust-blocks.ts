// Which items and imports of a Rust function stand in a block further in (`{ use a::f; … }`), where only that block sees them?
import type { FileTables } from "./file-tables.ts";
import { importsIn } from "./rust-imports.ts";
import { tokenAt, tokensOf, wordAt } from "./rust-tokens.ts";

/** Tokens of one `use` with its lists that are looked at. */
const LONGEST_USE = 2_000;

/** By the symbol of a function: what was found out of it. */
const kept = new WeakMap<FileTables, Map<number, Blocks>>();

interface Blocks {
  /** Whether it holds any; null as long as nobody has asked. */
  has: boolean | null;
  /** By the offset at which something begins: each name that is looked up asks it of every import. */
  readonly deeper: Map<number, boolean>;
}

function blocksOf(tables: FileTables, holder: number): Blocks {
  let known = kept.get(tables);
  if (known === undefined) kept.set(tables, (known = new Map()));
  let blocks = known.get(holder);
  if (blocks === undefined) known.set(holder, (blocks = { has: null, deeper: new Map() }));
  return blocks;
}

/** Whether the function holds any. */
export function hasDeeper(tables: FileTables, holder: number): boolean {
  const blocks = blocksOf(tables, holder);
  if (blocks.has === null) {
    const { symbols } = tables.facts;
    blocks.has =
      tables.children(holder).some((s) => isDeeper(tables, holder, tables.startOf(symbols[s]!.nameRange))) ||
      importsIn(tables, holder).some(({ range }) => isDeeper(tables, holder, tables.startOf(range)));
  }
  return blocks.has;
}

/** Whether what begins at the offset stands in a block inside of the function's own. */
export function isDeeper(tables: FileTables, holder: number, offset: number): boolean {
  if (holder === -1 || tables.facts.symbols[holder]!.kind === "module") return false;
  const { deeper } = blocksOf(tables, holder);
  let is = deeper.get(offset);
  if (is === undefined) deeper.set(offset, (is = findDeeper(tables, holder, offset)));
  return is;
}

function findDeeper(tables: FileTables, holder: number, offset: number): boolean {
  const { symbols } = tables.facts;
  const tokens = tokensOf(tables);
  const last = tokenAt(tokens, tables.endOf(symbols[holder]!.range) - 1);
  const body = last === -1 || wordAt(tokens, last) !== "}" ? -1 : tokens.pairs[last]!;
  if (body === -1) return false;
  let at = tokenAt(tokens, offset);
  // Of an import the beginning of its statement, before the lists around it.
  for (let back = at, steps = 0; back > body && steps < LONGEST_USE; back--, steps++) {
    const word = wordAt(tokens, back);
    if (word === ";" || word === "fn") break;
    if (word !== "use") continue;
    at = back;
    break;
  }
  for (at--; at > body; at--) {
    const word = wordAt(tokens, at);
    if (word === "{") return true;
    if (word === "}" || word === ")" || word === "]") {
      const open = tokens.pairs[at]!;
      if (open === -1) return false;
      at = open;
    }
  }
  return false;
}
