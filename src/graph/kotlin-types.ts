// What does the name of a type mean at a place in a Kotlin file? Inner scopes first: type parameters, classes inside of
// functions, members of the classes around with those that they inherit, then imports, the package, imports of all names.
import { isType, placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { contextsAt } from "./kotlin-contexts.ts";
import { isSeen, KOTLIN, packageAt } from "./kotlin-packages.ts";
import { typeParametersOf } from "./kotlin-text.ts";
import { plainType, typeEnd } from "./kotlin-written-types.ts";
import { namedIn, nearestOf } from "./packaged-names.ts";
import type { Resolver } from "./resolve.ts";

export type TypeFound =
  | { readonly kind: "declared"; readonly place: Place; readonly rule: Rule }
  /** By its simple name; `=>` for functions. */
  | { readonly kind: "outside"; readonly name: string }
  /** A type parameter: it can be anything. */
  | { readonly kind: "parameter" }
  | { readonly kind: "unknown" };

export const UNKNOWN_TYPE: TypeFound = { kind: "unknown" };
const PARAMETER: TypeFound = { kind: "parameter" };

/** What is written, with aliases followed. */
export async function typeAt(
  r: Resolver,
  tables: FileTables,
  written: string,
  offset: number,
  enclosing: number,
): Promise<TypeFound> {
  const found = await namedType(r, tables, written, offset, enclosing);
  return found.kind === "declared" ? followed(r, found) : found;
}

/** What an alias stands for. */
export function followed(r: Resolver, found: TypeFound & { kind: "declared" }): Promise<TypeFound> {
  return r.once(`kf${placeKey(found.place)}`, UNKNOWN_TYPE, async () => {
    const tables = tablesOf(await r.file(found.place.file));
    const symbol = tables?.facts.symbols[found.place.at];
    if (tables === null || symbol?.kind !== "type") return found;
    const { text } = tables.file;
    const equals = text.indexOf("=", tables.endOf(symbol.nameRange));
    if (equals === -1 || equals > tables.endOf(symbol.range)) return UNKNOWN_TYPE;
    const written = text.slice(equals + 1, typeEnd(text, equals + 1));
    return typeAt(r, tables, written, tables.startOf(symbol.range), found.place.at);
  });
}

/** `enclosing`: the symbol around the offset, whose type parameters count. */
export function namedType(
  r: Resolver,
  tables: FileTables,
  written: string,
  offset: number,
  enclosing: number,
): Promise<TypeFound> {
  const plain = plainType(written);
  if (plain === "=>") return Promise.resolve({ kind: "outside", name: "=>" });
  if (!/^[\w$.\u0080-\uffff]+$/.test(plain)) return Promise.resolve(UNKNOWN_TYPE);
  const inner = contextsAt(tables, offset, -1)[0]?.start ?? -1;
  return r.once(`kt${tables.file.index}:${enclosing}:${inner}:${plain}`, UNKNOWN_TYPE, async () => {
    const parts = plain.split(".");
    let found = await simple(r, tables, parts[0]!, offset, enclosing);
    if (parts.length === 1 || found.kind === "parameter" || found.kind === "unknown") return found;
    if (found.kind === "outside") {
      const qualified = await qualifiedType(r, tables, plain);
      return qualified.kind === "outside" ? { kind: "outside", name: parts.at(-1)! } : qualified;
    }
    for (const part of parts.slice(1)) {
      if (found.kind !== "declared") return found;
      found = (await memberType(r, found.place, part, new Set())) ?? { kind: "outside", name: part };
    }
    return found;
  });
}

async function simple(
  r: Resolver,
  tables: FileTables,
  name: string,
  offset: number,
  enclosing: number,
): Promise<TypeFound> {
  const { symbols, imports } = tables.facts;
  for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
    const parameter = typeParametersOf(tables, at).find((p) => p.name === name);
    if (parameter !== undefined) {
      // What is known of it is its bound.
      if (parameter.bound === "" || parameter.bound === name) return PARAMETER;
      const bound = await typeAt(r, tables, parameter.bound, offset, enclosing);
      return bound.kind === "declared" ? bound : PARAMETER;
    }
    if (isType(symbols[at]!.kind)) continue;
    const local = tables.children(at).find((s) => isType(symbols[s]!.kind) && symbols[s]!.name === name);
    if (local !== undefined) return declared(tables.place(local), "same-file");
  }
  for (const context of contextsAt(tables, offset, -1)) {
    if (context.kind !== "class") continue;
    const found = await memberType(r, tables.place(context.symbol), name, new Set());
    if (found !== null) return found;
  }
  for (const fact of imports) {
    if (fact.local !== name || fact.imported === "*") continue;
    const found = await qualifiedType(r, tables, `${fact.module}.${fact.imported}`);
    if (found.kind === "declared") return { ...found, rule: "import" };
    return found.kind === "outside" ? { kind: "outside", name: fact.imported } : found;
  }
  const own = await typesOf(r, tables, packageAt(tables), name);
  if (own.kind !== "outside")
    return own.kind !== "declared"
      ? own
      : { ...own, rule: own.place.file === tables.file.index ? "same-file" : "same-package" };
  const stars: TypeFound[] = [];
  for (const fact of imports) {
    if (fact.imported !== "*") continue;
    const found = await qualifiedType(r, tables, `${fact.module}.${name}`);
    if (found.kind !== "outside") stars.push(found);
  }
  if (stars.length === 0) return { kind: "outside", name };
  const [first] = stars;
  if (first!.kind !== "declared") return first!;
  const same = stars.every((s) => s.kind === "declared" && placeKey(s.place) === placeKey(first!.place));
  return same ? { ...first!, rule: "star-import" } : UNKNOWN_TYPE;
}

function declared(place: Place, rule: Rule): TypeFound {
  return { kind: "declared", place, rule };
}

/** Types of a package, as they are seen from a file: of an expected class and its actual ones the expected one. */
async function typesOf(r: Resolver, from: FileTables, pack: string, name: string): Promise<TypeFound> {
  const { places, unread } = await namedIn(r, KOTLIN, pack, name);
  const seen: { place: Place; tables: FileTables }[] = [];
  for (const place of places) {
    const tables = tablesOf(await r.file(place.file));
    const symbol = tables?.facts.symbols[place.at];
    if (tables === null || symbol === undefined || !isType(symbol.kind)) continue;
    if (isPrivate(tables, place.at) && place.file !== from.file.index) continue;
    if (!isSeen(from.file.path, tables.file.path)) continue;
    seen.push({ place, tables });
  }
  if (seen.length === 0) return unread ? UNKNOWN_TYPE : { kind: "outside", name };
  if (seen.length === 1) return declared(seen[0]!.place, "qualified");
  const expected = seen.filter(({ tables, place }) => isExpected(tables, place.at));
  if (expected.length === 1 && seen.every((s) => expected.includes(s) || isActual(s.tables, s.place.at)))
    return declared(expected[0]!.place, "qualified");
  const near = nearestOf(r, from.file.path, seen, (s) => s.place);
  return near.length === 1 ? declared(near[0]!.place, "qualified") : UNKNOWN_TYPE;
}

export function isPrivate(tables: FileTables, at: number): boolean {
  return hasModifier(tables, at, "private");
}

export function isExpected(tables: FileTables, at: number): boolean {
  return hasModifier(tables, at, "expect");
}

export function isActual(tables: FileTables, at: number): boolean {
  return hasModifier(tables, at, "actual");
}

function hasModifier(tables: FileTables, at: number, word: string): boolean {
  const { signature, name } = tables.facts.symbols[at]!;
  const head = signature.slice(0, Math.max(0, signature.indexOf(name)));
  return new RegExp(`(?:^|\\s)${word}\\s`).test(head);
}

/** `com.example.Tool.Part`: a class of a package, and what it has inside. Only the last name may begin small. */
export function qualifiedType(r: Resolver, from: FileTables, path: string): Promise<TypeFound> {
  const key = `kq${from.file.index}:${path}`;
  return r.once(key, UNKNOWN_TYPE, async () => {
    const parts = path.split(".");
    for (let cut = parts.length - 1; cut >= 0; cut--) {
      if (cut < parts.length - 1 && !/^[\p{Lu}_]/u.test(parts[cut]!)) continue;
      const found = await typesOf(r, from, parts.slice(0, cut).join("."), parts[cut]!);
      if (found.kind === "outside") continue;
      let type: TypeFound = found;
      for (const part of parts.slice(cut + 1)) {
        if (type.kind !== "declared") return type;
        type = (await memberType(r, type.place, part, new Set())) ?? { kind: "outside", name: part };
      }
      return type.kind === "declared" ? { ...type, rule: "qualified" } : type;
    }
    return { kind: "outside", name: parts.at(-1)! };
  });
}

/** A class inside of a class, or of one of its bases. */
export async function memberType(
  r: Resolver,
  place: Place,
  name: string,
  seen: Set<string>,
): Promise<TypeFound | null> {
  if (seen.has(placeKey(place))) return null;
  seen.add(placeKey(place));
  const tables = tablesOf(await r.file(place.file));
  if (tables === null) return null;
  const { symbols } = tables.facts;
  const own = tables.children(place.at).find((s) => isType(symbols[s]!.kind) && symbols[s]!.name === name);
  if (own !== undefined) return declared(tables.place(own), "same-file");
  for (const { type } of await baseTypes(r, place)) {
    if (type.kind !== "declared") continue;
    const found = await memberType(r, type.place, name, seen);
    if (found !== null) return found;
  }
  return null;
}

export interface Base {
  readonly name: string;
  readonly type: TypeFound;
}

/** What a class, an object or an interface names as its bases. */
export function baseTypes(r: Resolver, place: Place): Promise<readonly Base[]> {
  return r.once(`kb${placeKey(place)}`, [] as readonly Base[], async () => {
    const tables = tablesOf(await r.file(place.file));
    if (tables === null) return [];
    const symbol = tables.facts.symbols[place.at]!;
    const start = tables.startOf(symbol.range);
    const found: Base[] = [];
    for (const name of symbol.bases)
      found.push({ name, type: await typeAt(r, tables, name, start, place.at) });
    return found;
  });
}

/** Whether the first type is the other one or below it; null where it is not known. */
export async function isBelow(r: Resolver, place: Place, above: Place): Promise<boolean | null> {
  const wanted = placeKey(above);
  const seen = new Set<string>();
  const open = [place];
  let known = true;
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (placeKey(next) === wanted) return true;
    if (seen.has(placeKey(next))) continue;
    seen.add(placeKey(next));
    for (const { type } of await baseTypes(r, next)) {
      if (type.kind === "declared") open.push(type.place);
      else if (type.kind !== "outside") known = false;
    }
  }
  return known ? false : null;
}
