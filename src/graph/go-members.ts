// What has a type of Go under a name? Its fields, its methods from every file of its package, and what embedded types
// promote: the shallowest one, if there is but one.
import { placeKey, type FileTables, type Place } from "./file-tables.ts";
import { packageFiles } from "./go-packages.ts";
import { rightSide } from "./go-types.ts";
import type { Entity, Members } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";

/** Levels of embedding that are followed. */
const DEEPEST = 12;

export function goMembers(r: Resolver, place: Place, name: string): Promise<Members> {
  return r.once<Members>(`go ${placeKey(place)}:${name}`, { kind: "none" }, () => find(r, place, name));
}

async function find(r: Resolver, place: Place, name: string): Promise<Members> {
  let level: Entity[] = [{ kind: "instance", place }];
  const seen = new Set<string>();
  let open = false;
  let outside = false;
  let unknown = false;
  for (let depth = 0; level.length > 0 && depth < DEEPEST; depth++) {
    const places = new Map<string, Place>();
    const owners = new Set<string>();
    const next: Entity[] = [];
    let openHere = false;
    for (const entity of level) {
      if (entity.kind !== "instance") {
        openHere = true;
        if (entity.kind === "outside") outside = true;
        else unknown = true;
        continue;
      }
      if (seen.has(placeKey(entity.place))) continue;
      seen.add(placeKey(entity.place));
      const own = await ownMembers(r, entity.place, name);
      for (const found of own) places.set(placeKey(found), found);
      if (own.length > 0) owners.add(placeKey(entity.place));
      else next.push(...(await embedded(r, entity.place)));
    }
    if (places.size > 0) {
      const all = [...places.values()];
      if (open) return { kind: "unknown", why: "unresolved-base", places: all };
      // The same method under several build constraints, or two types at one depth.
      if (all.length > 1) return { kind: "unknown", why: "ambiguous-declaration", places: all };
      return { kind: "found", places: all };
    }
    open ||= openHere;
    level = next;
  }
  // What an embedded type from outside promotes.
  if (outside && !unknown) return { kind: "outside" };
  return open ? { kind: "unknown", why: "unresolved-base", places: [] } : { kind: "none" };
}

async function ownMembers(r: Resolver, place: Place, name: string): Promise<Place[]> {
  const file = await r.file(place.file);
  const tables = r.tables(file);
  if (tables === null) return [];
  const { symbols } = tables.facts;
  const type = symbols[place.at]!;
  const found = (tables.byQualified.get(`${type.qualified}.${name}`) ?? [])
    .filter((s) => symbols[s]!.parent === place.at)
    .map((s) => tables.place(s));
  if (found.length > 0) return found;
  if (type.parent === -1 && type.kind !== "interface") found.push(...(await methodsOf(r, place, name)));
  if (found.length > 0 || type.kind !== "type") return found;
  // `type A B`: A has the fields of B, and none of its methods.
  const right = await r.typed(rightSide(tables, place.at), file, place.at);
  if (right.kind !== "instance" || placeKey(right.place) === placeKey(place)) return [];
  const inner = await goMembers(r, right.place, name);
  if (inner.kind !== "found") return [];
  const home = r.tables(await r.file(inner.places[0]!.file))!;
  return inner.places.filter((p) => home.facts.symbols[p.at]!.parent !== -1);
}

async function methodsOf(r: Resolver, place: Place, name: string): Promise<Place[]> {
  const file = await r.file(place.file);
  const type = file.facts!.symbols[place.at]!;
  const places: Place[] = [];
  for (const other of await packageFiles(r, file)) {
    const tables = r.tables(other);
    for (const s of tables?.byQualified.get(`${type.name}.${name}`) ?? []) {
      const { parent, kind } = tables!.facts.symbols[s]!;
      if (parent === -1 && kind === "method") places.push(tables!.place(s));
    }
  }
  return places;
}

/** Embedded types of a struct or an interface. */
async function embedded(r: Resolver, place: Place): Promise<Entity[]> {
  const file = await r.file(place.file);
  const { bases } = file.facts!.symbols[place.at]!;
  const found: Entity[] = [];
  for (const base of bases) found.push(await r.typed(base, file, place.at));
  return found;
}

/** The type whose method a symbol is, or null. */
export async function goOwner(r: Resolver, tables: FileTables, at: number): Promise<Place | null> {
  const { kind, parent, qualified, name } = tables.facts.symbols[at]!;
  if (kind !== "method") return null;
  if (parent !== -1) return tables.place(parent);
  const entity = await r.typed(qualified.slice(0, -name.length - 1), tables.file, at);
  return entity.kind === "instance" ? entity.place : null;
}

/** Whether a type has all the methods of an interface, by name. */
export async function satisfies(r: Resolver, type: Place, wanted: Place): Promise<boolean> {
  return r.once(`go sat ${placeKey(type)}:${placeKey(wanted)}`, false, async () => {
    const names = await methodNames(r, wanted, new Set());
    if (names === null || names.size === 0) return false;
    for (const name of names) {
      const found = await goMembers(r, type, name);
      if (found.kind === "none") return false;
    }
    return true;
  });
}

/** Names of the methods of an interface; null where the type is none. */
export async function methodNames(r: Resolver, place: Place, seen: Set<string>): Promise<Set<string> | null> {
  if (seen.has(placeKey(place))) return new Set();
  seen.add(placeKey(place));
  const tables = r.tables(await r.file(place.file));
  const symbol = tables?.facts.symbols[place.at];
  if (tables === null || symbol?.kind !== "interface") return null;
  const names = new Set(tables.children(place.at).map((c) => tables.facts.symbols[c]!.name));
  for (const base of await embedded(r, place)) {
    if (base.kind !== "instance") continue;
    for (const name of (await methodNames(r, base.place, seen)) ?? []) names.add(name);
  }
  return names;
}
