// What does a path of Rust mean? Names of functions and blocks around first, then those of the module: its items, its
// imports, what globs bring; then crates. Types and values are apart; what has two meanings keeps both.
import type { ImportFact } from "../parse/facts.ts";
import { tablesOf, type FileTables } from "./file-tables.ts";
import { moduleAround, parentsOf, rootsOf, type Module } from "./rust-crates.ts";
import { holderOf, importsIn, isMod } from "./rust-imports.ts";
import {
  crateNamed,
  isOf,
  itemsOf,
  joined,
  NO_ITEMS,
  ofModules,
  OUTSIDE,
  OWN_CRATES,
  UNSURE,
  variant,
  type Item,
  type Items,
  type Space,
} from "./rust-items.ts";
import { membersNamed } from "./rust-members.ts";
import { bareType, pathOf, typeParameters } from "./rust-text.ts";
import type { Resolver } from "./resolve.ts";

/** What the path means at a place inside of the symbol. */
export async function pathAt(
  r: Resolver,
  tables: FileTables,
  path: string,
  enclosing: number,
  space: Space,
): Promise<Items> {
  return r.once(`rx${tables.file.index}:${enclosing}:${space}:${path}`, UNSURE, async () => {
    const segments = path
      .replace(/^::/, "")
      .split("::")
      .filter((s) => s !== "");
    const alone = segments.length === 1;
    const head = await headAt(
      r,
      tables,
      segments[0]!,
      enclosing,
      alone ? space : "type",
      path.startsWith("::"),
    );
    return follow(r, head, segments.slice(1), space);
  });
}

async function follow(r: Resolver, head: Items, rest: readonly string[], space: Space): Promise<Items> {
  let found = head;
  for (const [i, segment] of rest.entries()) {
    const last = i === rest.length - 1;
    const next: Items[] = [];
    for (const item of found.items) {
      next.push(await step(r, item, segment, last ? space : "type"));
    }
    const all = joined(next, "qualified");
    found = {
      ...all,
      outside: found.outside || all.outside,
      unsure: found.unsure || all.unsure,
      rule: found.items.some((item) => item.kind === "module") ? "qualified" : "static-method",
    };
  }
  return found;
}

async function step(r: Resolver, item: Item, name: string, space: Space): Promise<Items> {
  if (item.kind === "module") {
    if (name === "self") return { ...NO_ITEMS, items: [item] };
    if (name === "super") return ofModules(await parentsOf(r, item.module));
    const found = await inModule(r, item.module, name, space, new Set());
    return found.items.length > 0 || found.outside ? found : { ...found, unsure: true };
  }
  const members = await membersNamed(r, item, name);
  const items = members.places.map((place): Item => ({ kind: "place", place }));
  return { items, outside: members.outside, unsure: members.unsure, rule: "static-method" };
}

async function headAt(
  r: Resolver,
  tables: FileTables,
  name: string,
  enclosing: number,
  space: Space,
  absolute: boolean,
): Promise<Items> {
  const { symbols } = tables.facts;
  const module: Module = { file: tables.file.index, at: moduleAround(symbols, enclosing) };
  if (absolute) return crateNamed(r, tables, name);
  if (name === "crate" || name === "$crate") return ofModules(await rootsOf(r, module));
  if (name === "self") return ofModules([module]);
  if (name === "super") return ofModules(await parentsOf(r, module));
  if (name === "Self") return ofSelf(r, tables, enclosing);
  // Of functions around: type parameters, items inside, imports inside.
  for (let at = enclosing; at !== -1 && symbols[at]!.kind !== "module"; at = symbols[at]!.parent) {
    if (space !== "value") {
      const bounds = typeParameters(symbols[at]!).get(name);
      if (bounds !== undefined)
        return { ...NO_ITEMS, items: [{ kind: "parameter", bounds, at, file: tables.file.index }] };
    }
    if (symbols[at]!.kind !== "function" && symbols[at]!.kind !== "method") continue;
    const found = await inScope(r, tables, at, name, space, new Set());
    if (found.items.length > 0 || found.outside) return found;
  }
  const found = await inModule(r, module, name, space, new Set());
  if (found.items.length > 0 || found.outside || space === "value") return found;
  const crate = await crateNamed(r, tables, name);
  return crate.items.length > 0
    ? crate
    : { ...crate, unsure: crate.unsure || found.unsure, outside: crate.outside && !found.unsure };
}

/** The type of the `impl` around, or the trait around. */
async function ofSelf(r: Resolver, tables: FileTables, enclosing: number): Promise<Items> {
  const { symbols } = tables.facts;
  for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
    const { kind } = symbols[at]!;
    if (kind === "trait" || kind === "struct" || kind === "enum")
      return { ...NO_ITEMS, items: [{ kind: "place", place: tables.place(at) }], rule: "this-method" };
    if (kind === "implementation") return implemented(r, tables, at);
  }
  return UNSURE;
}

/** The type that an `impl` is for. */
export function implemented(r: Resolver, tables: FileTables, at: number): Promise<Items> {
  return r.once(`ri${tables.file.index}:${at}`, UNSURE, async () => {
    const symbol = tables.facts.symbols[at]!;
    const start = tables.startOf(symbol.nameRange);
    const reference = tables.referenceAt(start);
    const { receiver = "" } = reference === -1 ? {} : tables.facts.references[reference]!;
    const written = receiver === "" ? symbol.name : `${receiver}::${symbol.name}`;
    // `impl Trait for Box<T>` is written for the box and not for what it holds.
    const path = pathOf(written.replace(/\s/g, ""));
    if (path === null) return OUTSIDE;
    const found = await pathAt(r, tables, path.path, at, "type");
    return { ...(await aliased(r, found)), rule: "this-method" };
  });
}

/** What type aliases stand for. */
export async function aliased(r: Resolver, found: Items): Promise<Items> {
  const all: Items[] = [];
  for (const item of found.items) {
    const tables = item.kind === "place" ? tablesOf(await r.file(item.place.file)) : null;
    const symbol = tables?.facts.symbols[item.kind === "place" ? item.place.at : 0];
    if (item.kind !== "place" || symbol?.kind !== "type" || symbol.parent !== -1) {
      all.push({ ...NO_ITEMS, items: [item] });
      continue;
    }
    const equal = symbol.signature.indexOf("=");
    const path = equal === -1 ? null : pathOf(bareType(symbol.signature.slice(equal + 1).replace(/;$/, "")));
    all.push(
      path === null ? UNSURE : await aliased(r, await pathAt(r, tables!, path.path, item.place.at, "type")),
    );
  }
  const items = joined(all, found.rule);
  return {
    ...items,
    outside: found.outside || items.outside,
    unsure: found.unsure || items.unsure,
    rule: found.rule,
  };
}

async function inModule(
  r: Resolver,
  module: Module,
  name: string,
  space: Space,
  seen: Set<string>,
): Promise<Items> {
  const key = `${module.file}:${module.at}:${name}`;
  if (seen.has(key)) return NO_ITEMS;
  seen.add(key);
  const tables = tablesOf(await r.file(module.file));
  return tables === null ? UNSURE : inScope(r, tables, module.at, name, space, seen);
}

/** Items, imports and globs of a module or a function. */
async function inScope(
  r: Resolver,
  tables: FileTables,
  holder: number,
  name: string,
  space: Space,
  seen: Set<string>,
): Promise<Items> {
  const { symbols } = tables.facts;
  const own = tables
    .children(holder)
    .filter((s) => symbols[s]!.name === name && isOf(symbols[s]!.kind, space));
  const all: Items[] = [];
  if (own.length > 0) {
    const items = await itemsOf(r, tables, own);
    all.push({ ...NO_ITEMS, items, unsure: items.length === 0 });
  }
  const facts = importsIn(tables, holder);
  for (const fact of facts) {
    if (fact.local !== name || isMod(tables, fact)) continue;
    const found = await importedBy(r, tables, fact, space, seen);
    all.push({ ...found, rule: "import" });
  }
  const found = joined(all, "same-file");
  if (found.items.length > 0 || found.outside || found.unsure) return found;
  const stars: Items[] = [];
  for (const fact of facts) {
    if (fact.imported !== "*" || fact.local !== "" || isMod(tables, fact)) continue;
    const from = await pathOfImport(r, tables, fact, fact.module, "type", seen);
    if (from.unsure) stars.push(UNSURE);
    for (const item of from.items) {
      const next =
        item.kind === "module"
          ? await inModule(r, item.module, name, space, seen)
          : item.kind === "place"
            ? await variant(r, item.place, name)
            : NO_ITEMS;
      // What it does not have, another glob may bring; what lies outside of it is not passed on by name.
      stars.push({ ...next, outside: next.items.length === 0 ? false : next.outside, rule: "star-import" });
    }
  }
  return joined(stars, "star-import");
}

async function importedBy(
  r: Resolver,
  tables: FileTables,
  fact: ImportFact,
  space: Space,
  seen: Set<string>,
): Promise<Items> {
  // `use a::b` of one name, `use a::{self}`, `extern crate a`.
  const path = fact.imported === "*" ? fact.module : `${fact.module}::${fact.imported}`;
  if (!path.includes("::") || fact.imported === "*") return pathOfImport(r, tables, fact, path, "type", seen);
  return pathOfImport(r, tables, fact, path, space, seen);
}

/** The path of a `use`: from the module around, from the crates, and in old editions from the root. */
async function pathOfImport(
  r: Resolver,
  tables: FileTables,
  fact: ImportFact,
  path: string,
  space: Space,
  seen: Set<string>,
): Promise<Items> {
  const key = `u${tables.file.index}:${fact.range.start}:${fact.range.startColumn}:${path}:${space}`;
  if (seen.has(key)) return NO_ITEMS;
  seen.add(key);
  const segments = path
    .replace(/^::/, "")
    .split("::")
    .filter((s) => s !== "");
  const [first] = segments;
  const { symbols } = tables.facts;
  const holder = holderOf(tables, fact);
  const module: Module = { file: tables.file.index, at: moduleAround(symbols, holder) };
  let head: Items;
  if (first === "crate" || first === "$crate") head = ofModules(await rootsOf(r, module));
  else if (first === "self") head = ofModules([module]);
  else if (first === "super") head = ofModules(await parentsOf(r, module));
  else {
    const crate = await crateNamed(r, tables, first!);
    const local =
      segments.length > 1 && !path.startsWith("::")
        ? await inModule(r, module, first!, "type", seen)
        : NO_ITEMS;
    if (local.items.length > 0) head = local;
    else if (crate.items.length > 0 || crate.unsure) head = crate;
    else if (OWN_CRATES.has(first!)) return OUTSIDE;
    else {
      const found: Items[] = [];
      for (const root of await rootsOf(r, module)) {
        if (root.file !== module.file || module.at !== -1)
          found.push(await inModule(r, root, first!, "type", seen));
      }
      head = joined(found, "import");
      if (head.items.length === 0) return local.unsure || head.unsure ? UNSURE : OUTSIDE;
    }
  }
  return follow(r, head, segments.slice(1), space);
}

/** What the path of an import means, in all spaces. */
export function meantByImport(r: Resolver, tables: FileTables, fact: ImportFact): Promise<Items> {
  return importedBy(r, tables, fact, "any", new Set());
}
