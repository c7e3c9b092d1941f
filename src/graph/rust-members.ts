// What has a type or a trait of Rust under a name? Functions of its own `impl` blocks anywhere in the repository, those of
// traits that it implements, what the traits themselves give. Two that can be meant are both given.
import { basesFirst } from "./bases-first.ts";
import { placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Item, Items } from "./rust-items.ts";
import { implemented, pathAt } from "./rust-paths.ts";
import { aliasOf, bareType, pathOf } from "./rust-text.ts";
import { targetOf } from "./rust-types.ts";
import type { Resolver } from "./resolve.ts";

export interface RustMembers {
  readonly places: readonly Place[];
  /** It may come from outside of the repository, and from nowhere else. */
  readonly outside: boolean;
  readonly unsure: boolean;
  /** The trait through which it was found: what implements it may be meant as well. */
  readonly trait: Place | null;
  /** The type leads to another one, which may have it as well. */
  readonly derefs?: boolean;
}

const NOTHING: RustMembers = { places: [], outside: false, unsure: false, trait: null };
const OUTSIDE: RustMembers = { ...NOTHING, outside: true };
const UNSURE: RustMembers = { ...NOTHING, unsure: true };

function found(places: readonly Place[], trait: Place | null = null): RustMembers {
  const once = new Map(places.map((p) => [placeKey(p), p]));
  return { ...NOTHING, places: [...once.values()], trait };
}

/** Members of a type, a trait, or of what the bounds of a type parameter say. */
export async function membersNamed(r: Resolver, item: Item, name: string): Promise<RustMembers> {
  if (item.kind === "module") return NOTHING;
  if (item.kind === "parameter") {
    const tables = tablesOf(await r.file(item.file));
    if (tables === null) return UNSURE;
    // Bounds may lead to each other: `<A: B, B: A>`.
    const key = `rb${item.file}:${item.at}:${item.bounds.join("+")}:${name}`;
    return r.once(key, UNSURE, () => ofBounds(r, tables, item.bounds, item.at, name));
  }
  const key = (at: Place) => `rm${placeKey(at)}:${name}`;
  const make = (at: Place) => r.once(key(at), UNSURE, () => ofPlace(r, at, name));
  await basesFirst(r, item.place, key, (at) => traitsAbove(r, at, name), make);
  return make(item.place);
}

/** The traits above a trait that is asked for what it does not have itself. */
async function traitsAbove(r: Resolver, place: Place, name: string): Promise<Place[]> {
  const tables = tablesOf(await r.file(place.file));
  const { symbols } = tables?.facts ?? { symbols: [] };
  const trait = symbols[place.at];
  if (tables === null || trait?.kind !== "trait") return [];
  if (tables.children(place.at).some((s) => symbols[s]!.name === name)) return [];
  const above: Place[] = [];
  for (const bound of trait.bases) {
    const items = await itemsOfBound(r, tables, bound, place.at);
    for (const item of items?.items ?? []) if (item.kind === "place") above.push(item.place);
  }
  return above;
}

/** What a trait means where it is written as a bound or behind `impl`; null for what is no path. */
export async function itemsOfBound(
  r: Resolver,
  tables: FileTables,
  bound: string,
  at: number,
): Promise<Items | null> {
  const path = pathOf(bareType(bound.replace(/^\(|\)$/g, "").replace(/\([^]*$/, "")));
  return path === null ? null : pathAt(r, tables, path.path, at, "type");
}

/** A bound proves the trait's member. */
export async function ofBounds(
  r: Resolver,
  tables: FileTables,
  bounds: readonly string[],
  at: number,
  name: string,
): Promise<RustMembers> {
  const all: RustMembers[] = [];
  for (const bound of bounds) {
    const items = await itemsOfBound(r, tables, bound, at);
    if (items === null || items.unsure) return UNSURE;
    for (const item of items.items) all.push(await membersNamed(r, item, name));
  }
  const having = all.filter((m) => m.places.length > 0);
  if (having.length === 1 && !all.some((m) => m.unsure)) return having[0]!;
  if (having.length > 1) return found(having.flatMap((m) => m.places));
  if (all.some((m) => m.unsure)) return UNSURE;
  // What `T: Deref<Target = Key>` leads to is not looked into.
  if (bounds.some((b) => /\bDeref(?:Mut)?\b/.test(b))) return UNSURE;
  // A trait for all types may have it, or one outside.
  const declaring = await traitsWith(r, name);
  if (declaring.length > 0) return { ...found(declaring), unsure: true };
  return OUTSIDE;
}

async function ofPlace(r: Resolver, place: Place, name: string): Promise<RustMembers> {
  const tables = tablesOf(await r.file(place.file));
  if (tables === null) return UNSURE;
  const { symbols } = tables.facts;
  const { kind, bases } = symbols[place.at]!;
  if (kind === "trait") {
    const own = tables.children(place.at).filter((s) => symbols[s]!.name === name);
    if (own.length > 0)
      return found(
        own.map((s) => tables.place(s)),
        place,
      );
    return ofBounds(r, tables, bases, place.at, name);
  }
  if (kind === "type") {
    const path = pathOf(bareType(aliasOf(symbols[place.at]!.signature)));
    if (path === null) return UNSURE;
    return ofItems(r, await pathAt(r, tables, path.path, place.at, "type"), name);
  }
  if (kind !== "struct" && kind !== "enum") return UNSURE;
  const inside = tables.children(place.at).filter((s) => symbols[s]!.name === name);
  if (kind === "enum" && inside.length > 0) return found(inside.map((s) => tables.place(s)));
  return ofImpls(r, place, name);
}

export async function ofItems(
  r: Resolver,
  { items, outside, unsure }: Items,
  name: string,
): Promise<RustMembers> {
  if (unsure || items.length === 0) return outside && !unsure ? OUTSIDE : UNSURE;
  const all: RustMembers[] = [];
  for (const item of items) all.push(await membersNamed(r, item, name));
  const places = all.flatMap((m) => m.places);
  return {
    ...found(places, items.length === 1 ? all[0]!.trait : null),
    outside: places.length === 0 && all.every((m) => m.outside),
    unsure: all.some((m) => m.unsure) || (outside && places.length > 0),
    derefs: all.some((m) => m.derefs === true),
  };
}

async function ofImpls(r: Resolver, place: Place, name: string): Promise<RustMembers> {
  const inherent: Place[] = [];
  const ofTraits: Place[] = [];
  const blanket: Place[] = [];
  const rust = r.view.naming(name).filter((i) => r.view.paths[i]!.endsWith(".rs"));
  for (const file of await r.load(rust)) {
    const tables = tablesOf(file);
    if (tables === null) return UNSURE;
    const { symbols } = tables.facts;
    for (const [s, symbol] of symbols.entries()) {
      if (symbol.name !== name || symbol.parent === -1) continue;
      const impl = symbols[symbol.parent]!;
      if (impl.kind !== "implementation") continue;
      const target = await implemented(r, tables, symbol.parent);
      const same = target.items.some((i) => i.kind === "place" && placeKey(i.place) === placeKey(place));
      if (same) (impl.bases.length > 0 ? ofTraits : inherent).push(tables.place(s));
      else if (target.unsure || target.items.some((i) => i.kind === "parameter"))
        blanket.push(tables.place(s));
    }
  }
  if (inherent.length > 0) return found(inherent);
  const traits = await implementedTraits(r, place);
  const given: Place[] = [];
  for (const trait of traits.places) {
    const tables = tablesOf(await r.file(trait.file))!;
    const own = tables.children(trait.at).filter((s) => tables.facts.symbols[s]!.name === name);
    // What its own `impl` has stands for the trait's one.
    if (own.length > 0 && ofTraits.length === 0) given.push(...own.map((s) => tables.place(s)));
  }
  if (ofTraits.length === 1) return found(ofTraits);
  if (ofTraits.length > 1) return { ...found(ofTraits), unsure: true };
  if (given.length === 1) return found(given);
  if (given.length > 1) return { ...found(given), unsure: true };
  const declaring = await traitsWith(r, name);
  if (blanket.length > 0 || declaring.length > 0)
    return { ...found([...blanket, ...declaring]), unsure: true, derefs: traits.derefs };
  return traits.derefs ? UNSURE : OUTSIDE;
}

/** Traits of the repository that the type implements by a block of its own. */
async function implementedTraits(r: Resolver, place: Place): Promise<{ places: Place[]; derefs: boolean }> {
  return r.once(`rI${placeKey(place)}`, { places: [] as Place[], derefs: true }, async () => {
    const home = tablesOf(await r.file(place.file))!;
    const { name } = home.facts.symbols[place.at]!;
    const places: Place[] = [];
    let derefs = false;
    const rust = r.view.naming(name).filter((i) => r.view.paths[i]!.endsWith(".rs"));
    for (const file of await r.load(rust)) {
      const tables = tablesOf(file);
      if (tables === null) continue;
      for (const [s, symbol] of tables.facts.symbols.entries()) {
        if (symbol.kind !== "implementation" || symbol.bases.length === 0) continue;
        const target = await implemented(r, tables, s);
        if (!target.items.some((i) => i.kind === "place" && placeKey(i.place) === placeKey(place))) continue;
        const base = symbol.bases[0]!.replace(/\s/g, "");
        if (/(?:^|::)(?:Deref|DerefMut)$/.test(base)) derefs = true;
        const items = await pathAt(r, tables, base, s, "type");
        for (const item of items.items) if (item.kind === "place") places.push(item.place);
      }
    }
    return { places, derefs };
  });
}

/** Functions of the name that traits of the repository declare, and that types implement for them. */
export async function traitsWith(r: Resolver, name: string): Promise<readonly Place[]> {
  return r.once(`rT${name}`, [] as readonly Place[], async () => {
    const declared: Place[] = [];
    const implementing: Place[] = [];
    const rust = r.view.naming(name).filter((i) => r.view.paths[i]!.endsWith(".rs"));
    for (const file of await r.load(rust)) {
      const tables = tablesOf(file);
      for (const [s, symbol] of tables?.facts.symbols.entries() ?? []) {
        if (symbol.name !== name || symbol.parent === -1) continue;
        const owner = tables!.facts.symbols[symbol.parent]!;
        if (owner.kind === "trait") declared.push(tables!.place(s));
        if (owner.kind === "implementation" && owner.bases.length > 0) implementing.push(tables!.place(s));
      }
    }
    return declared.length === 0 ? [] : [...declared, ...implementing];
  });
}

/**
 * Those of them that a type outside of the repository may have: what is written for a type of the repository is none, and
 * tuples (`()`) lead to no other type.
 */
export function traitsFor(r: Resolver, name: string, path: string): Promise<readonly Place[]> {
  const isTuple = path === "()";
  return r.once(`rO${isTuple}${name}`, [] as readonly Place[], async () => {
    const found: Place[] = [];
    for (const place of await traitsWith(r, name)) {
      const tables = tablesOf(await r.file(place.file))!;
      const { parent } = tables.facts.symbols[place.at]!;
      const owner = tables.facts.symbols[parent]!;
      if (owner.kind === "implementation") {
        const { items, unsure } = await implemented(r, tables, parent);
        if (!unsure && items.length > 0 && items.every((item) => item.kind === "place")) continue;
        const target = targetOf(owner.signature).replace(/^(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)+/, "");
        if (isTuple && !unsure && items.length === 0 && !target.startsWith("(")) continue;
      }
      found.push(place);
    }
    return found;
  });
}
