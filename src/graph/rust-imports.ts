// Which imports of a Rust file stand in a module or a function? Those that are written there and not in one further in;
// `mod name;` is told from `use`.
import type { ImportFact } from "../parse/facts.ts";
import type { FileTables } from "./file-tables.ts";

/** Where an import stands: the function around it, else the module. */
export function holderOf(tables: FileTables, fact: ImportFact): number {
  const { symbols } = tables.facts;
  for (
    let at = tables.enclosing(fact.range.start, fact.range.startColumn);
    at !== -1;
    at = symbols[at]!.parent
  ) {
    const { kind, nameRange } = symbols[at]!;
    // `mod name;` is its own import.
    if (kind === "module" && nameRange.start === fact.range.start && symbols[at]!.bodyStart === 0) continue;
    if (kind === "function" || kind === "method" || kind === "module") return at;
  }
  return -1;
}

const holders = new WeakMap<FileTables, Map<number, ImportFact[]>>();

export function importsIn(tables: FileTables, holder: number): readonly ImportFact[] {
  let made = holders.get(tables);
  if (made === undefined) {
    made = new Map();
    for (const fact of tables.facts.imports) {
      const at = holderOf(tables, fact);
      const list = made.get(at);
      if (list === undefined) made.set(at, [fact]);
      else list.push(fact);
    }
    holders.set(tables, made);
  }
  return made.get(holder) ?? [];
}

export function isMod(tables: FileTables, fact: ImportFact): boolean {
  return fact.imported === "*" && /^(?:pub\s*(?:\([^)]*\)\s*)?)?mod\b/.test(textAt(tables, fact));
}

/** UTF-16 code units of one `use` with its lists that are looked at. */
const LONGEST_USE = 4_000;

/** `pub use`, at whatever width: `pub(crate)` is seen by the whole crate. */
export function isPublic(tables: FileTables, { range }: ImportFact): boolean {
  const start = tables.startOf(range);
  const before = tables.file.text.slice(Math.max(0, start - LONGEST_USE), start);
  const use = /(\bpub\s*(?:\([^)]*\)\s*)?)?\buse\s[^;]*$/.exec(before.slice(before.lastIndexOf(";") + 1));
  if (use !== null) return use[1] !== undefined;
  // `pub mod name;`, `pub extern crate name;`
  return /^pub\b/.test(textAt(tables, { range }));
}

/** Whether an item is written with `pub`, in a module that may itself be seen by few. */
export function isPublicItem(tables: FileTables, at: number): boolean {
  const { exported, range, nameRange } = tables.facts.symbols[at]!;
  const head = tables.file.text.slice(tables.startOf(range), tables.startOf(nameRange));
  return exported || /\bpub\b(?!\s*\(\s*(?:in\s+)?self\s*\))[^;{}]*$/.test(head);
}

function textAt(tables: FileTables, { range }: Pick<ImportFact, "range">): string {
  const start = tables.startOf(range);
  const text = tables.file.text.slice(start, Math.min(tables.endOf(range), start + 400));
  return text.replace(/^(?:\s|#\[[^\]]*\]|\/\/[^\n]*\n)+/, "");
}
