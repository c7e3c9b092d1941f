// What has a type, an object, a namespace or a module under a name? Types are walked up through their bases; the walk
// ends at the first that has the name, whatever kind of member it is, and at a base that is not known.
import { offered } from "./exported-names.ts";
import { isType, isValue, placeKey, type FileTables, type Place } from "./file-tables.ts";
import type { Entity, Members } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import { ofBoth, ofEither } from "./several-members.ts";
import { isWhole } from "./whole-modules.ts";

const NONE: Members = { kind: "none" };
const OUTSIDE: Members = { kind: "outside" };
/** Members of every promise. */
const OF_PROMISES = new Set(["then", "catch", "finally"]);

export async function membersOf(
  r: Resolver,
  entity: Entity,
  name: string,
  wantsType: boolean,
): Promise<Members> {
  switch (entity.kind) {
    case "outside":
      return OUTSIDE;
    case "unknown":
      return { kind: "unknown", why: entity.why, places: [] };
    case "later":
      // It may have been awaited: of what it is a promise the facts of a local variable do not say.
      return OF_PROMISES.has(name) ? OUTSIDE : membersOf(r, entity.of, name, wantsType);
    case "both":
      return ofBoth(r, entity.of, name, wantsType);
    case "either":
      return ofEither(r, entity.of, entity.sure, name, wantsType);
    case "list":
      return OUTSIDE;
    case "module":
      return ofModule(r, entity.files, entity.callable, name, wantsType);
    case "instance":
      return r.once(`I${placeKey(entity.place)}:${name}`, unknownBase(), () =>
        walk(r, entity.place, name, false, new Set()),
      );
    case "declared":
      return r.once(`D${placeKey(entity.place)}:${name}:${wantsType}`, unknownBase(), () =>
        ofDeclared(r, entity.place, name, wantsType),
      );
  }
}

function unknownBase(): Members {
  return { kind: "unknown", why: "unresolved-base", places: [] };
}

async function ofModule(
  r: Resolver,
  files: readonly number[],
  callable: boolean,
  name: string,
  wantsType: boolean,
): Promise<Members> {
  const found = await offered(r, files, name);
  if (found.entities.length === 0) {
    const whole = callable ? await r.wholeEntity(files) : null;
    if (whole !== null) return membersOf(r, whole, name, wantsType);
    return { kind: "unknown", why: "unresolved-module", places: [] };
  }
  const [first] = found.entities;
  if (found.entities.length === 1 && first!.kind === "module")
    return { kind: "module", files: first!.files, callable: first!.callable };
  const places: Place[] = [];
  for (const entity of found.entities) {
    if (entity.kind === "declared") places.push(entity.place);
    else if (entity.kind === "outside") return OUTSIDE;
  }
  const fitting = await fittingPlaces(r, places, wantsType);
  if (found.ambiguous) return { kind: "unknown", why: "ambiguous-export", places };
  if (fitting.length === 0) return { kind: "unknown", why: "unresolved-module", places };
  return { kind: "found", places: fitting };
}

/** Of a value and a type that share a name, the one that is asked for. */
async function fittingPlaces(r: Resolver, places: readonly Place[], wantsType: boolean): Promise<Place[]> {
  if (places.length <= 1) return [...places];
  const wanted: Place[] = [];
  for (const place of places) {
    const tables = r.tables(await r.file(place.file));
    const kinds = tables?.symbolsOf(place.at).map((s) => tables.facts.symbols[s]!.kind) ?? [];
    if (kinds.some(wantsType ? isType : isValue)) wanted.push(place);
  }
  return wanted.length > 0 ? wanted : [...places];
}

/** Static members, members of enumerations, namespaces and objects. */
async function ofDeclared(r: Resolver, place: Place, name: string, wantsType: boolean): Promise<Members> {
  const tables = r.tables(await r.file(place.file));
  if (tables === null) return unknownBase();
  const own = ownMembers(r, tables, place.at, name, true);
  if (own.length > 0) return { kind: "found", places: await fittingPlaces(r, own, wantsType) };
  switch (tables.facts.symbols[place.at]!.kind) {
    case "class":
    case "struct":
      return walk(r, place, name, true, new Set());
    case "enum":
    case "namespace":
    case "module":
      return NONE;
    default: {
      // `module.exports = f; exports.g = …`: what the module exports are members of it.
      const { exports, symbols } = tables.facts;
      if (exports.some((e) => e.local === symbols[place.at]!.name && isWhole(tables.file, e))) {
        const found = await offered(r, [place.file], name);
        const places = found.entities.flatMap((e) => (e.kind === "declared" ? [e.place] : []));
        if (places.length > 0 && places.length === found.entities.length) return { kind: "found", places };
        if (found.entities.some((e) => e.kind === "outside")) return OUTSIDE;
      }
      return { kind: "unknown", why: "unresolved-receiver", places: [] };
    }
  }
}

/** Members that the declaration itself has. Null sides fit both. */
function ownMembers(r: Resolver, tables: FileTables, at: number, name: string, isStatic: boolean): Place[] {
  const { symbols } = tables.facts;
  const family = r.family(tables.file)!;
  const { qualified, kind, parent } = symbols[at]!;
  const sided = kind === "class" || kind === "struct";
  const seen = new Set<number>();
  const places: Place[] = [];
  for (const s of tables.byQualified.get(`${qualified}${family.separator}${name}`) ?? []) {
    const symbol = symbols[s]!;
    const inside = symbol.parent !== -1 && tables.first[symbol.parent] === at;
    // Qualified by the name alone (`Foo.prototype.x`): of a declaration at the top.
    if (!inside && (symbol.parent !== -1 || parent !== -1)) continue;
    if (inside && family.isApart?.(tables, at, s) === true) continue;
    if (sided) {
      const own = family.isStatic(symbol, tables.file);
      if (own !== null && own !== isStatic) continue;
    }
    if (symbol.kind === "constructor" && !isStatic && name !== (family.constructorName ?? "constructor"))
      continue;
    const first = tables.first[s]!;
    if (seen.has(first)) continue;
    seen.add(first);
    places.push(tables.place(s));
  }
  return places;
}

async function walk(
  r: Resolver,
  place: Place,
  name: string,
  isStatic: boolean,
  seen: Set<string>,
): Promise<Members> {
  if (seen.has(placeKey(place))) return unknownBase();
  seen.add(placeKey(place));
  const file = await r.file(place.file);
  const tables = r.tables(file);
  if (tables === null) return unknownBase();
  const family = r.family(file)!;
  const symbol = tables.facts.symbols[place.at]!;
  const own = ownMembers(r, tables, place.at, name, isStatic);
  const declared = own.filter((p) => family.isAssigned?.(tables.facts.symbols[p.at]!, file) !== true);
  if (declared.length > 0) return { kind: "found", places: declared };
  if (own.length > 0) {
    const above = await walkBases(r, tables, place, name, isStatic, seen);
    return above.kind === "found" ? above : { kind: "found", places: own };
  }
  if (family.memberFiles !== undefined) {
    const further: Place[] = [];
    for (const index of await family.memberFiles(r.view, symbol, file, name)) {
      if (index === file.index) continue;
      further.push(...membersElsewhere(r, r.tables(await r.file(index)), symbol.qualified, name, isStatic));
    }
    if (further.length > 0) return { kind: "found", places: further };
  }
  if (symbol.kind === "type") {
    const target = await r.typed(family.typeOf(symbol, file), file, place.at);
    return ofBase(r, target, name, isStatic, seen);
  }
  return walkBases(r, tables, place, name, isStatic, seen);
}

async function walkBases(
  r: Resolver,
  tables: FileTables,
  place: Place,
  name: string,
  isStatic: boolean,
  seen: Set<string>,
): Promise<Members> {
  const family = r.family(tables.file)!;
  if (family.lineage !== undefined) return along(r, await family.lineage(r, place), name, isStatic);
  let outside = false;
  let unsure = false;
  for (const base of await basesThatGive(r, tables, place.at)) {
    const found = await ofBase(r, base, name, isStatic, seen);
    if (found.kind === "found") {
      // What comes before it may have the name as well.
      return unsure ? { kind: "unknown", why: "unresolved-base", places: found.places } : found;
    }
    if (found.kind === "outside") outside = true;
    if (found.kind === "unknown") unsure = true;
  }
  if (unsure) return unknownBase();
  return outside ? OUTSIDE : NONE;
}

/** The first of several types in their order that has the name. What is not known before it may have it as well. */
async function along(
  r: Resolver,
  order: readonly (Place | "outside" | "unknown")[],
  name: string,
  isStatic: boolean,
): Promise<Members> {
  let before: "outside" | "unknown" | null = null;
  for (const next of order) {
    if (next === "outside" || next === "unknown") {
      if (before !== "unknown") before = next;
      continue;
    }
    const tables = r.tables(await r.file(next.file));
    const own = tables === null ? [] : ownMembers(r, tables, next.at, name, isStatic);
    if (own.length === 0) continue;
    return before === null
      ? { kind: "found", places: own }
      : { kind: "unknown", why: "unresolved-base", places: own };
  }
  if (before === null) return NONE;
  return before === "unknown" ? unknownBase() : OUTSIDE;
}

async function ofBase(
  r: Resolver,
  base: Entity,
  name: string,
  isStatic: boolean,
  seen: Set<string>,
): Promise<Members> {
  if (base.kind === "instance" || base.kind === "declared") return walk(r, base.place, name, isStatic, seen);
  if (base.kind === "both") {
    const all: Members[] = [];
    for (const one of base.of) all.push(await ofBase(r, one, name, isStatic, seen));
    const found = all.find((m) => m.kind === "found");
    return found ?? all.find((m) => m.kind === "unknown") ?? all.find((m) => m.kind === "outside") ?? NONE;
  }
  if (base.kind === "outside") return OUTSIDE;
  return unknownBase();
}

/** Members in another file that are qualified by the type's name: Go's methods, parts of a class, `impl` blocks. */
function membersElsewhere(
  r: Resolver,
  tables: FileTables | null,
  qualified: string,
  name: string,
  isStatic: boolean,
): Place[] {
  if (tables === null) return [];
  const family = r.family(tables.file)!;
  const places: Place[] = [];
  for (const s of tables.byQualified.get(`${qualified}${family.separator}${name}`) ?? []) {
    const own = family.isStatic(tables.facts.symbols[s]!, tables.file);
    if (own === null || own === isStatic) places.push(tables.place(s));
  }
  return places;
}

/** The bases from which a declaration takes members, in the order in which it names them. */
export async function basesThatGive(r: Resolver, tables: FileTables, at: number): Promise<Entity[]> {
  const family = r.family(tables.file)!;
  const entities: Entity[] = [];
  for (const s of tables.symbolsOf(at)) {
    const symbol = tables.facts.symbols[s]!;
    const names = (family.inherits ?? family.basesOf)?.(symbol, tables.file) ?? symbol.bases;
    for (const name of names) entities.push(await r.typed(name, tables.file, s));
  }
  return entities;
}
