// Which members of a name has a type of Kotlin, its bases included? All overloads that are not overridden, with a word on
// what may stand in bases outside of the repository.
import { basesFirst, placesOf } from "./bases-first.ts";
import { isExact, takesCall, type Argument } from "./call-shapes.ts";
import { isType, placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import { companionOf, isCompanion, isObject, isStatic } from "./kotlin-contexts.ts";
import { OF_ANY, TYPES } from "./kotlin-library.ts";
import { KOTLIN, packageAt } from "./kotlin-packages.ts";
import { extensionOf, parametersOf, typeParametersOf } from "./kotlin-text.ts";
import { plainType } from "./kotlin-written-types.ts";
import { baseTypes, isActual, isExpected, isPrivate } from "./kotlin-types.ts";
import { namedIn } from "./packaged-names.ts";
import type { Resolver } from "./resolve.ts";

export interface Member {
  readonly tables: FileTables;
  readonly at: number;
  readonly place: Place;
  /** Only one platform's declaration of its type has it. */
  readonly partial?: boolean;
}

export interface Members {
  readonly found: readonly Member[];
  /** A base outside may have the name as well. */
  readonly outside: boolean;
  /** A base is not known. */
  readonly unsure: boolean;
}

export type Side = "instance" | "static";

const UNSURE: Members = { found: [], outside: false, unsure: true };

export function memberAt(tables: FileTables, at: number): Member {
  return { tables, at, place: tables.place(at) };
}

/** All declarations of one thing: what is expected, then what is actual. */
export function partsOf(r: Resolver, place: Place): Promise<readonly Place[]> {
  return r.once(`kp${placeKey(place)}`, [place] as readonly Place[], async () => {
    const tables = tablesOf(await r.file(place.file));
    if (tables === null) return [place];
    const { symbols } = tables.facts;
    const { qualified, kind } = symbols[place.at]!;
    let root = place.at;
    while (symbols[root]!.parent !== -1) root = symbols[root]!.parent;
    if (!isExpected(tables, root) && !isActual(tables, root)) return [place];
    const { places } = await namedIn(r, KOTLIN, packageAt(tables), symbols[root]!.name);
    const own = memberAt(tables, place.at);
    const expected: Place[] = [];
    const actual: Place[] = [];
    for (const other of places) {
      const home = tablesOf(await r.file(other.file));
      if (home === null || !(isExpected(home, other.at) || isActual(home, other.at))) continue;
      for (const s of home.byQualified.get(qualified) ?? []) {
        const isCallable = kind === "function" || kind === "method";
        if (
          (home.facts.symbols[s]!.kind === "function" || home.facts.symbols[s]!.kind === "method") !==
          isCallable
        )
          continue;
        const next = memberAt(home, s);
        const isSame = placeKey(next.place) === placeKey(place) || !isCallable || areTwins(own, next);
        if (isSame) (isExpected(home, other.at) ? expected : actual).push(next.place);
      }
    }
    const all = expected.length === 1 ? [...expected, ...actual] : [place];
    return [...new Map(all.map((p) => [placeKey(p), p])).values()];
  });
}

export async function membersOf(r: Resolver, place: Place, name: string, side: Side): Promise<Members> {
  // Whatever the side, what is taken from bases is that of instances.
  const key = (at: Place) => `km${placeKey(at)}:instance:${name}`;
  const above = async (at: Place) => placesOf((await baseTypes(r, at)).map(({ type }) => type));
  await basesFirst(r, place, key, above, (at) => membersOfType(r, at, name, "instance"));
  return membersOfType(r, place, name, side);
}

function membersOfType(r: Resolver, place: Place, name: string, side: Side): Promise<Members> {
  return r.once(`km${placeKey(place)}:${side}:${name}`, UNSURE, async () => {
    const tables = tablesOf(await r.file(place.file));
    if (tables === null) return UNSURE;
    const { symbols } = tables.facts;
    if (side === "instance" && isCompanion(tables, place.at))
      return membersOfType(r, tables.place(symbols[place.at]!.parent), name, "static");
    const found: Member[] = [];
    const parts = await partsOf(r, place);
    // What is seen of an actual class is its own.
    const seen = placeKey(parts[0]!) === placeKey(place) ? parts : [place];
    for (const { file, at } of seen) {
      const part = tablesOf(await r.file(file));
      if (part === null) continue;
      for (const s of part.children(at)) {
        const symbol = part.facts.symbols[s]!;
        if (symbol.name !== name || symbol.kind === "constructor" || part.first[s] !== s) continue;
        if ((side === "static") === isStatic(part, s) && !isLocalOf(part, s))
          found.push(part === tables ? memberAt(part, s) : partial(found, memberAt(part, s), tables));
      }
    }
    const companion = companionOf(tables, place.at);
    let bases: Place[] = [place];
    if (side === "static") bases = companion === -1 ? [] : [tables.place(companion)];
    return withBases(r, found, bases, name, symbols[place.at]!.kind, side);
  });
}

function partial(found: readonly Member[], member: Member, expected: FileTables): Member {
  return found.some((m) => m.tables === expected && areTwins(m, member))
    ? member
    : { ...member, partial: true };
}

/** Members of an object without a name in an initializer have the class around for their parent. */
function isLocalOf(tables: FileTables, at: number): boolean {
  const { symbols } = tables.facts;
  const { range, parent } = symbols[at]!;
  const start = tables.startOf(range);
  // Inside of another member that is no type: a property that is given an object.
  return tables
    .children(parent)
    .some(
      (s) =>
        s !== at &&
        !isType(symbols[s]!.kind) &&
        tables.startOf(symbols[s]!.range) < start &&
        tables.endOf(symbols[s]!.range) > start,
    );
}

async function withBases(
  r: Resolver,
  own: readonly Member[],
  of: readonly Place[],
  name: string,
  kind: string,
  side: Side,
): Promise<Members> {
  const found = [...own];
  let outside =
    OF_ANY.has(name) || (kind === "enum" && /^(?:values|valueOf|entries|name|ordinal|compareTo)$/.test(name));
  let unsure = false;
  for (const place of of) {
    for (const { type } of await baseTypes(r, place)) {
      if (type.kind === "outside") outside = true;
      else if (type.kind !== "declared") unsure = true;
      else {
        const above = await membersOfType(r, type.place, name, "instance");
        outside ||= above.outside;
        unsure ||= above.unsure;
        add(found, above.found, side);
      }
    }
  }
  return { found, outside, unsure };
}

function add(found: Member[], above: readonly Member[], side: Side): void {
  for (const next of above) {
    if (isPrivate(next.tables, next.at)) continue;
    if (found.some((m) => placeKey(m.place) === placeKey(next.place))) continue;
    if (side === "instance" && found.some((m) => overrides(m, next))) continue;
    found.push(next);
  }
}

/** Members of an object without a name: its own and those of what it names as its bases. */
export async function membersOfBases(
  r: Resolver,
  own: readonly Member[],
  bases: readonly Place[],
  name: string,
): Promise<{ found: Member[]; outside: boolean; unsure: boolean }> {
  const found = [...own];
  let outside = OF_ANY.has(name);
  let unsure = false;
  for (const base of bases) {
    const above = await membersOf(r, base, name, "instance");
    outside ||= above.outside;
    unsure ||= above.unsure;
    add(found, above.found, "instance");
  }
  return { found, outside, unsure };
}

/** Same parameters; a type parameter of the base can be any type. */
export function overrides(below: Member, above: Member): boolean {
  const { kind } = below.tables.facts.symbols[below.at]!;
  const other = above.tables.facts.symbols[above.at]!.kind;
  if ((kind === "method") !== (other === "method")) return false;
  if (
    extensionOf(below.tables, below.at) === ""
      ? extensionOf(above.tables, above.at) !== ""
      : extensionOf(above.tables, above.at) === ""
  )
    return false;
  if (kind !== "method") return true;
  const own = parametersOf(below.tables, below.at);
  const wanted = parametersOf(above.tables, above.at);
  if (own === null || wanted === null || own.length !== wanted.length) return false;
  return wanted.every(({ type }, i) => {
    const plain = plainType(type);
    return (
      plain === plainType(own[i]!.type) ||
      hasParameter(above, plain) ||
      aliased(plain) !== aliased(plainType(own[i]!.type))
    );
  });
}

/** An alias may stand for a function. */
function aliased(plain: string): boolean {
  return plain === "=>";
}

function hasParameter({ tables, at }: Member, name: string): boolean {
  const { symbols } = tables.facts;
  for (let s = at; s !== -1; s = symbols[s]!.parent)
    if (typeParametersOf(tables, s).some((p) => p.name === name)) return true;
  return false;
}

/** One declaration in several files: expected and actual. */
export function areTwins(a: Member, b: Member): boolean {
  const of = (m: Member) => {
    const { symbols } = m.tables.facts;
    let root = m.at;
    while (symbols[root]!.parent !== -1) root = symbols[root]!.parent;
    return isExpected(m.tables, root) || isActual(m.tables, root);
  };
  if (!of(a) || !of(b) || a.tables === b.tables) return false;
  const one = parametersOf(a.tables, a.at) ?? [];
  const other = parametersOf(b.tables, b.at) ?? [];
  return (
    a.tables.facts.symbols[a.at]!.qualified === b.tables.facts.symbols[b.at]!.qualified &&
    one.length === other.length &&
    one.every(({ type }, i) => plainType(type) === plainType(other[i]!.type))
  );
}

/** Whether a call can mean it. Of a class its constructors are asked. */
export function takes(member: Member, args: readonly Argument[] | null): "no" | "maybe" | "sure" {
  const { tables, at } = member;
  const { symbols } = tables.facts;
  const symbol = symbols[at]!;
  if (args === null) return "sure";
  switch (symbol.kind) {
    case "function":
    case "method":
      return takesCall(TYPES, parametersOf(tables, at), args);
    case "class": {
      if (isObject(tables, at)) return "maybe";
      const primary = parametersOf(tables, at);
      const secondary = tables.children(at).filter((s) => symbols[s]!.kind === "constructor");
      const all = secondary.map((s) => takesCall(TYPES, parametersOf(tables, s), args));
      if (primary !== null || secondary.length === 0)
        all.push(isExpected(tables, at) ? "maybe" : takesCall(TYPES, primary ?? [], args));
      return all.includes("sure") ? "sure" : all.includes("maybe") ? "maybe" : "no";
    }
    default:
      return "maybe";
  }
}

/** Whether no other overload can fit the call better. */
export function fitsBest({ tables, at }: Member, args: readonly Argument[] | null): boolean {
  const { kind } = tables.facts.symbols[at]!;
  return (kind === "function" || kind === "method") && isExact(TYPES, parametersOf(tables, at), args);
}
