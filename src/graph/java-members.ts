// Which methods or fields of a name has a class of Java, its bases included? All overloads that are not overridden, with
// a word on what may stand in bases outside of the repository.
import { basesFirst, placesOf } from "./bases-first.ts";
import { isType, placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import { mayHave } from "./java-library.ts";
import { parametersOf, takes, typeParameters } from "./java-text.ts";
import { baseTypes, isEnumConstant, madeType, ownedBy, type Context, type TypeFound } from "./java-types.ts";
import type { Resolver } from "./resolve.ts";

export interface Member {
  readonly tables: FileTables;
  readonly at: number;
  readonly place: Place;
  /** The component of a record, called as a method. */
  readonly component: boolean;
}

export interface Members {
  readonly found: readonly Member[];
  /** A base outside may have the name as well. */
  readonly outside: boolean;
  /** So may the class that the class extends, as an overload of what is found. */
  readonly outsideClass: boolean;
  /** A base is not known. */
  readonly unsure: boolean;
}

export type MemberKind = "method" | "field";

const NOTHING: Members = { found: [], outside: false, outsideClass: false, unsure: false };
const UNSURE: Members = { found: [], outside: false, outsideClass: false, unsure: true };

export async function membersOf(r: Resolver, place: Place, name: string, kind: MemberKind): Promise<Members> {
  const key = (at: Place) => `jm${placeKey(at)}:${kind}:${name}`;
  const above = async (at: Place) => placesOf((await baseTypes(r, at)).map(({ type }) => type));
  await basesFirst(r, place, key, above, (at) => membersOfType(r, at, name, kind));
  return membersOfType(r, place, name, kind);
}

function membersOfType(r: Resolver, place: Place, name: string, kind: MemberKind): Promise<Members> {
  return r.once(`jm${placeKey(place)}:${kind}:${name}`, UNSURE, async () => {
    const tables = tablesOf(await r.file(place.file));
    if (tables === null) return UNSURE;
    const own = tables
      .children(place.at)
      .filter((s) => isMember(tables, s, name, kind) && belongs(tables, s, place.at))
      .map((s) => member(tables, s, kind));
    const { kind: of, parent } = tables.facts.symbols[place.at]!;
    const bases = isEnumConstant(tables, place.at)
      ? [{ name: "", type: known(tables.place(parent)), isClass: true }]
      : await baseTypes(r, place);
    const all = await withBases(r, own, bases, name, kind);
    return implied(all, of, name, kind);
  });
}

function known(place: Place): TypeFound {
  return { kind: "declared", place, rule: "same-file" };
}

/** Members of a body without a name. */
async function membersOfBody(
  r: Resolver,
  tables: FileTables,
  body: Context,
  name: string,
  kind: MemberKind,
): Promise<Members> {
  const own: Member[] = [];
  tables.facts.symbols.forEach((_, s) => {
    if (isMember(tables, s, name, kind) && ownedBy(tables, s) === body) own.push(member(tables, s, kind));
  });
  const reference = tables.facts.references[body.made]!;
  const base = { name: reference.name, type: await madeType(r, tables, body), isClass: true };
  return implied(await withBases(r, own, [base], name, kind), "class", name, kind);
}

export function membersOfContext(
  r: Resolver,
  tables: FileTables,
  context: Context,
  name: string,
  kind: MemberKind,
): Promise<Members> {
  if (context.symbol === -1) return membersOfBody(r, tables, context, name, kind);
  return membersOf(r, tables.place(context.symbol), name, kind);
}

function isMember(tables: FileTables, at: number, name: string, kind: MemberKind): boolean {
  const symbol = tables.facts.symbols[at]!;
  if (symbol.name !== name) return false;
  if (kind === "field") return symbol.kind === "field" || symbol.kind === "constant";
  return symbol.kind === "method" || isComponent(tables, at);
}

function isComponent(tables: FileTables, at: number): boolean {
  const { kind, parent, range } = tables.facts.symbols[at]!;
  if (kind !== "field" || parent === -1) return false;
  const record = tables.facts.symbols[parent]!;
  if (!/\brecord\s/.test(record.signature)) return false;
  const body = tables.file.text.indexOf("{", tables.endOf(record.nameRange));
  return tables.startOf(range) < body;
}

function member(tables: FileTables, at: number, kind: MemberKind): Member {
  const component = kind === "method" && tables.facts.symbols[at]!.kind === "field";
  return { tables, at, place: tables.place(at), component };
}

/** Symbols of a body without a name in an initializer have the class for their parent. */
function belongs(tables: FileTables, at: number, owner: number): boolean {
  const context = ownedBy(tables, at);
  // Components stand before the body.
  return context === null || context.symbol === owner || isComponent(tables, at);
}

async function withBases(
  r: Resolver,
  own: readonly Member[],
  bases: readonly { name: string; type: TypeFound; isClass: boolean }[],
  name: string,
  kind: MemberKind,
): Promise<Members> {
  const found = own.some((m) => !m.component) ? own.filter((m) => !m.component || !hasPlain(own)) : [...own];
  if (kind === "field" && found.length > 0) return { ...NOTHING, found };
  let outside = false;
  let outsideClass = false;
  let unsure = false;
  for (const { name: base, type, isClass } of bases) {
    if (type.kind === "outside") {
      if (!mayHave(base, name)) continue;
      outside = true;
      if (isClass) outsideClass = true;
      continue;
    }
    if (type.kind !== "declared") {
      unsure = true;
      continue;
    }
    const above = await membersOfType(r, type.place, name, kind);
    outside ||= above.outside;
    outsideClass ||= above.outsideClass;
    unsure ||= above.unsure;
    const isInterface =
      tablesOf(await r.file(type.place.file))?.facts.symbols[type.place.at]!.kind === "interface";
    for (const next of above.found) {
      const { signature } = next.tables.facts.symbols[next.at]!;
      if (/(?:^|\s)private\s/.test(signature.slice(0, 80))) continue;
      if (kind === "method" && isInterface && isStatic(next)) continue;
      if (found.some((m) => m.place.file === next.place.file && m.at === next.at)) continue;
      if (kind === "method" && found.some((m) => overrides(m, next))) continue;
      found.push(next);
    }
  }
  return { found, outside, outsideClass, unsure };
}

function hasPlain(own: readonly Member[]): boolean {
  return own.some((m) => !m.component && (parametersOf(m.tables, m.at)?.length ?? -1) === 0);
}

/** What every class, every enumeration and every record has. */
function implied(members: Members, kind: string, name: string, of: MemberKind): Members {
  if (of === "field") return members;
  const has = mayHave("Object", name) || (kind === "enum" && mayHave("Enum", name));
  return has ? { ...members, outside: true } : members;
}

export function isStatic({ tables, at }: Member): boolean {
  return isStaticSymbol(tables, at);
}

export function isStaticSymbol(tables: FileTables, at: number): boolean {
  const { signature, kind, parent } = tables.facts.symbols[at]!;
  if (/(?:^|\s)static\s/.test(signature.slice(0, 160).replace(/\([^]*$/, ""))) return true;
  const owner = parent === -1 ? undefined : tables.facts.symbols[parent]!;
  if (owner === undefined) return false;
  // Constants of enumerations and interfaces, and types inside of types that are no inner classes.
  if (kind === "constant") return true;
  if (kind === "field") return owner.kind === "interface";
  return isType(kind);
}

/** Whether the symbols are methods of which one can override the other. */
export function overridesMember(below: FileTables, at: number, above: FileTables, other: number): boolean {
  return overrides(member(below, at, "method"), member(above, other, "method"));
}

/** Same parameters; a type parameter of the base can be any type. */
export function overrides(below: Member, above: Member): boolean {
  if (below.component || above.component) return countOf(below) === 0 && countOf(above) === 0;
  const own = parametersOf(below.tables, below.at);
  const other = parametersOf(above.tables, above.at);
  if (own === null || other === null || own.length !== other.length) return false;
  return other.every(
    ({ type }, i) => type === own[i]!.type || hasParameter(above, type.replace(/[[\]]/g, "")),
  );
}

/** Whether the name is a type parameter where the member stands. */
export function hasParameter({ tables, at }: Member, name: string): boolean {
  const { symbols } = tables.facts;
  for (let s = at; s !== -1; s = symbols[s]!.parent) if (typeParameters(symbols[s]!).has(name)) return true;
  return false;
}

function countOf({ tables, at, component }: Member): number {
  return component ? 0 : (parametersOf(tables, at)?.length ?? -1);
}

/** Whether a call with so many arguments can mean it; true where that can't be told. */
export function canTake({ tables, at, component }: Member, count: number): boolean {
  if (component) return count === 0;
  const parameters = parametersOf(tables, at);
  return parameters === null || takes(parameters, count);
}
