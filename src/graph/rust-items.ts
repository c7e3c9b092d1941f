// What can a name of Rust stand for? Declarations, modules and type parameters, of which there may be several; and the items
// that symbols of a file, modules and crates make.
import type { SpanKind } from "../base/span.ts";
import { placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { libraryNamed } from "./rust-crates.ts";
import { filesOfMod, type Module } from "./rust-modules.ts";
import type { Resolver } from "./resolve.ts";

/** `type` is for heads of paths as well: modules are types here. */
export type Space = "type" | "value" | "any";

export type Item =
  | { readonly kind: "place"; readonly place: Place }
  | { readonly kind: "module"; readonly module: Module }
  /** A type parameter with its bounds, at the symbol that has it. */
  | {
      readonly kind: "parameter";
      readonly bounds: readonly string[];
      readonly at: number;
      readonly file: number;
    };

export interface Items {
  readonly items: readonly Item[];
  /** It lies outside of the repository. */
  readonly outside: boolean;
  /** The crate in which it lies outside, `std` for those of the language itself; empty where that is not known. */
  readonly crate: string;
  /** Something on the way is not known. */
  readonly unsure: boolean;
  readonly rule: Rule;
}

export const NO_ITEMS: Items = {
  items: [],
  outside: false,
  crate: "",
  unsure: false,
  rule: "same-file",
};
export const OUTSIDE: Items = { ...NO_ITEMS, outside: true };
/** Of the language itself. */
export const STANDARD: Items = { ...OUTSIDE, crate: "std" };
export const UNSURE: Items = { ...NO_ITEMS, unsure: true };

const TYPES = new Set<SpanKind>(["struct", "enum", "trait", "type", "module"]);
const VALUES = new Set<SpanKind>(["function", "constant", "variable", "struct"]);
/** Crates of the language itself. */
export const OWN_CRATES = new Set(["std", "core", "alloc", "proc_macro", "test"]);
/** Has the types of `std` over again, to stand for them in tests: https://docs.rs/loom. */
const LIKE_STANDARD = "loom";

export function isOf(kind: SpanKind, space: Space): boolean {
  if (space === "type") return TYPES.has(kind);
  if (space === "value") return VALUES.has(kind);
  return TYPES.has(kind) || VALUES.has(kind) || kind === "macro";
}

/** Items of all that was found, each once. */
export function joined(all: readonly Items[], rule: Rule): Items {
  const items = new Map<string, Item>();
  for (const { items: own } of all) for (const item of own) items.set(keyOf(item), item);
  return {
    items: [...items.values()],
    outside: all.some((a) => a.outside),
    crate: crateOf(all.filter((a) => a.outside)),
    unsure: all.some((a) => a.unsure),
    rule: all.find((a) => a.items.length > 0)?.rule ?? rule,
  };
}

/** The one crate outside of all. */
function crateOf(all: readonly Items[]): string {
  const [first] = all;
  return first !== undefined && all.every((a) => a.crate === first.crate) ? first.crate : "";
}

/** What is found behind something that was found. */
export function behind(found: Items, next: Items): Items {
  return {
    ...next,
    outside: found.outside || next.outside,
    crate: crateOf([found, next].filter((f) => f.outside)),
    unsure: found.unsure || next.unsure,
  };
}

/** Whether two findings say the same. */
export function sameItems(a: Items, b: Items): boolean {
  if (
    a.outside !== b.outside ||
    a.crate !== b.crate ||
    a.unsure !== b.unsure ||
    a.items.length !== b.items.length
  )
    return false;
  const keys = new Set(a.items.map(keyOf));
  return b.items.every((item) => keys.has(keyOf(item)));
}

function keyOf(item: Item): string {
  switch (item.kind) {
    case "place":
      return placeKey(item.place);
    case "module":
      return `m${item.module.file}:${item.module.at}`;
    case "parameter":
      return `p${item.file}:${item.at}`;
  }
}

export function orUnsure(found: Items): Items {
  return found.items.length > 0 || found.outside ? found : { ...found, unsure: true };
}

export async function itemsOf(r: Resolver, tables: FileTables, symbols: readonly number[]): Promise<Item[]> {
  const items: Item[] = [];
  for (const s of symbols) {
    const symbol = tables.facts.symbols[s]!;
    if (symbol.kind !== "module") items.push({ kind: "place", place: tables.place(s) });
    else if (symbol.bodyStart !== 0)
      items.push({ kind: "module", module: { file: tables.file.index, at: s } });
    else {
      for (const file of await filesOfMod(r, tables.file.index, s))
        items.push({ kind: "module", module: { file, at: -1 } });
    }
  }
  return items;
}

export function ofModules(modules: readonly Module[]): Items {
  if (modules.length === 0) return UNSURE;
  return {
    ...NO_ITEMS,
    items: modules.map((module): Item => ({ kind: "module", module })),
    rule: "qualified",
  };
}

export async function crateNamed(r: Resolver, tables: FileTables, name: string): Promise<Items> {
  if (OWN_CRATES.has(name)) return STANDARD;
  const { library, crate } = await libraryNamed(r.view, tables.file.path, name);
  if (library === -2) return UNSURE;
  if (library === -1) return crate === LIKE_STANDARD ? STANDARD : { ...OUTSIDE, crate };
  return ofModules([{ file: library, at: -1 }]);
}

export async function variant(r: Resolver, place: Place, name: string): Promise<Items> {
  const tables = tablesOf(await r.file(place.file));
  if (tables === null) return UNSURE;
  const found = tables.children(place.at).filter((s) => tables.facts.symbols[s]!.name === name);
  return { ...NO_ITEMS, items: await itemsOf(r, tables, found) };
}
