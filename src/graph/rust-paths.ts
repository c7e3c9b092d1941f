// What does a path of Rust mean? Names of functions and blocks around first, then those of the module (`rust-scopes.ts`),
// then crates. Types and values are apart; what has two meanings keeps both.
import { placeKey, tablesOf, type FileTables } from "./file-tables.ts";
import { moduleAround, parentsOf, rootsOf, type Module } from "./rust-modules.ts";
import {
  behind,
  crateNamed,
  joined,
  NO_ITEMS,
  ofModules,
  OUTSIDE,
  sameItems,
  STANDARD,
  UNSURE,
  type Item,
  type Items,
  type Space,
} from "./rust-items.ts";
import { membersNamed } from "./rust-members.ts";
import { hasDeeper } from "./rust-blocks.ts";
import { inModule, inScope } from "./rust-scopes.ts";
import { aliasOf, bareType, pathOf, typeParameters } from "./rust-text.ts";
import type { Resolver } from "./resolve.ts";

/** What is in scope everywhere. */
export const PRELUDE = new Set(
  "Some None Ok Err drop Box Vec String Option Result Default Clone Copy Send Sync Sized Drop Fn FnMut FnOnce Iterator IntoIterator Extend From Into AsRef AsMut ToOwned ToString PartialEq Eq PartialOrd Ord DoubleEndedIterator ExactSizeIterator TryFrom TryInto FromIterator str bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 Debug Hash".split(
    " ",
  ),
);

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
      ...behind(found, all),
      rule: found.items.some((item) => item.kind === "module") ? "qualified" : "static-method",
    };
  }
  return found;
}

async function step(r: Resolver, item: Item, name: string, space: Space): Promise<Items> {
  if (item.kind === "module") {
    if (name === "self") return { ...NO_ITEMS, items: [item] };
    if (name === "super") return ofModules(await parentsOf(r, item.module));
    const found = await inModule(r, item.module, name, space);
    return found.items.length > 0 || found.outside ? found : { ...found, unsure: true };
  }
  const members = await membersNamed(r, item, name);
  const items = members.places.map((place): Item => ({ kind: "place", place }));
  return { ...NO_ITEMS, items, outside: members.outside, unsure: members.unsure, rule: "static-method" };
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
    const found = await inScope(r, tables, at, name, space);
    if (hasDeeper(tables, at)) {
      // What only a block of the function sees, and what the rest of it does.
      const flat = await inScope(r, tables, at, name, space, true);
      if (!sameItems(found, flat)) {
        const hasOwn = flat.items.length > 0 || flat.outside;
        const other = hasOwn ? flat : await headAt(r, tables, name, symbols[at]!.parent, space, false);
        return { ...joined([found, other], found.rule), unsure: true };
      }
    }
    if (found.items.length > 0 || found.outside) return found;
  }
  const found = await inModule(r, module, name, space);
  if (found.items.length > 0 || found.outside || space === "value") return found;
  const crate = await crateNamed(r, tables, name);
  if (crate.outside && PRELUDE.has(name)) return { ...STANDARD, unsure: found.unsure };
  // A type that is declared nowhere and imported from nowhere is made by a macro, or brought by a glob from outside.
  if (crate.items.length === 0 && /^[A-Z]\w*[a-z]/.test(name) && !PRELUDE.has(name)) return UNSURE;
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

/** What type aliases stand for; one that leads back to itself stands for nothing that is known. */
export async function aliased(
  r: Resolver,
  found: Items,
  seen: ReadonlySet<string> = new Set(),
): Promise<Items> {
  const all: Items[] = [];
  for (const item of found.items) {
    const tables = item.kind === "place" ? tablesOf(await r.file(item.place.file)) : null;
    const symbol = tables?.facts.symbols[item.kind === "place" ? item.place.at : 0];
    if (item.kind !== "place" || symbol?.kind !== "type" || symbol.parent !== -1) {
      all.push({ ...NO_ITEMS, items: [item] });
      continue;
    }
    const key = item.kind === "place" ? placeKey(item.place) : "";
    if (seen.has(key)) {
      all.push(UNSURE);
      continue;
    }
    const path = pathOf(bareType(aliasOf(symbol.signature)));
    all.push(
      path === null
        ? UNSURE
        : await aliased(
            r,
            await pathAt(r, tables!, path.path, item.place.at, "type"),
            new Set([...seen, key]),
          ),
    );
  }
  const items = joined(all, found.rule);
  return { ...behind(found, items), rule: found.rule };
}
