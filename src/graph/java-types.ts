// What does the name of a type mean at a place in a Java file? Inner scopes first: type parameters, classes inside of
// methods, members of the classes around with those that they inherit, then imports, the package, imports on demand.
import type { ImportFact } from "../parse/facts.ts";
import { isType, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { classIn, packageOf } from "./java-packages.ts";
import { bodiesOf, typeParameters, withoutAnnotations, withoutArguments } from "./java-text.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

export type TypeFound =
  | { readonly kind: "declared"; readonly place: Place; readonly rule: Rule }
  | { readonly kind: "outside" }
  /** A type parameter: it can be anything. */
  | { readonly kind: "parameter" }
  | { readonly kind: "unknown" };

const OUTSIDE_TYPE: TypeFound = { kind: "outside" };
export const UNKNOWN_TYPE: TypeFound = { kind: "unknown" };

/** A class around a place: a symbol, or a body without a name, made by a reference. */
export interface Context {
  readonly symbol: number;
  readonly made: number;
  readonly start: number;
  readonly end: number;
}

const contexts = new WeakMap<FileTables, readonly Context[]>();

/** Bodies of all classes of the file, by their beginnings. */
function contextsOf(tables: FileTables): readonly Context[] {
  let made = contexts.get(tables);
  if (made !== undefined) return made;
  const { text } = tables.file;
  const found: Context[] = bodiesOf(tables).map(({ start, end, made: m }) => ({
    symbol: -1,
    made: m,
    start,
    end,
  }));
  tables.facts.symbols.forEach((symbol, i) => {
    const constant = symbol.kind === "constant" && tables.children(i).length > 0 && isEnumConstant(tables, i);
    if (!isType(symbol.kind) && !constant) return;
    const end = tables.endOf(symbol.range);
    const start = text.indexOf("{", tables.endOf(symbol.nameRange));
    if (start !== -1 && start < end) found.push({ symbol: i, made: -1, start, end });
  });
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  contexts.set(tables, (made = found));
  return made;
}

export function isEnumConstant(tables: FileTables, at: number): boolean {
  const { kind, parent } = tables.facts.symbols[at]!;
  return kind === "constant" && parent !== -1 && tables.facts.symbols[parent]!.kind === "enum";
}

/** Classes around the offset, the innermost first. */
export function contextsAt(tables: FileTables, offset: number): Context[] {
  const around: Context[] = [];
  for (const context of contextsOf(tables)) {
    if (context.start > offset) break;
    if (context.end > offset) around.push(context);
  }
  return around.reverse();
}

/** `enclosing`: the symbol around the offset, whose type parameters count. */
export function typeAt(
  r: Resolver,
  tables: FileTables,
  written: string,
  offset: number,
  enclosing: number,
): Promise<TypeFound> {
  const plain = withoutArguments(withoutAnnotations(written))
    .replace(/\s+/g, "")
    .replace(/\[\]|\.\.\./g, "");
  if (!/^[\w$.\u0080-\uffff]+$/.test(plain)) return Promise.resolve(UNKNOWN_TYPE);
  const inner = contextsAt(tables, offset)[0]?.start ?? -1;
  return r.once(`jt${tables.file.index}:${enclosing}:${inner}:${plain}`, UNKNOWN_TYPE, async () => {
    const parts = plain.split(".");
    let found = await simple(r, tables, parts[0]!, offset, enclosing);
    if (parts.length === 1 || found.kind === "parameter" || found.kind === "unknown") return found;
    if (found.kind === "outside") return qualifiedType(r, tables.file, plain);
    for (const part of parts.slice(1)) {
      const place: Place = (found as { place: Place }).place;
      found = (await memberType(r, place, part, new Set())) ?? OUTSIDE_TYPE;
      if (found.kind !== "declared") return found;
    }
    return found;
  });
}

const PRIMITIVE = new Set("int long short byte char boolean float double void".split(" "));

async function simple(
  r: Resolver,
  tables: FileTables,
  name: string,
  offset: number,
  enclosing: number,
): Promise<TypeFound> {
  if (PRIMITIVE.has(name)) return OUTSIDE_TYPE;
  const { symbols } = tables.facts;
  for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
    if (typeParameters(symbols[at]!).has(name)) return { kind: "parameter" };
    if (isType(symbols[at]!.kind)) continue;
    const local = tables.children(at).find((s) => isType(symbols[s]!.kind) && symbols[s]!.name === name);
    if (local !== undefined) return declared(tables.place(local), "same-file");
  }
  for (const context of contextsAt(tables, offset)) {
    const found =
      context.symbol === -1
        ? await inBody(r, tables, context, name)
        : isType(symbols[context.symbol]!.kind)
          ? await memberType(r, tables.place(context.symbol), name, new Set())
          : null;
    if (found !== null) return found;
  }
  const top = (tables.top.get(name) ?? []).find((s) => isType(symbols[s]!.kind));
  if (top !== undefined) return declared(tables.place(top), "same-file");
  for (const fact of tables.facts.imports) {
    if (fact.local !== name || fact.imported === "*") continue;
    const found = await qualifiedType(r, tables.file, `${fact.module}.${fact.imported}`);
    if (found.kind === "outside" && isStaticImport(tables, fact)) continue;
    return found.kind === "declared" ? { ...found, rule: "import" } : found;
  }
  const sibling = await classIn(r, tables.file, packageOf(tables.file), name);
  if (sibling.kind === "declared") return declared(sibling.place, "same-package");
  if (sibling.kind === "unknown") return UNKNOWN_TYPE;
  for (const fact of tables.facts.imports) {
    if (fact.imported !== "*") continue;
    const found = await qualifiedType(r, tables.file, `${fact.module}.${name}`);
    if (found.kind === "outside") continue;
    return found.kind === "declared" ? { ...found, rule: "star-import" } : found;
  }
  return OUTSIDE_TYPE;
}

async function inBody(
  r: Resolver,
  tables: FileTables,
  body: Context,
  name: string,
): Promise<TypeFound | null> {
  const { symbols } = tables.facts;
  const own = symbols.findIndex((s, i) => s.name === name && isType(s.kind) && ownedBy(tables, i) === body);
  if (own !== -1) return declared(tables.place(own), "same-file");
  const made = await madeType(r, tables, body);
  return made.kind === "declared" ? memberType(r, made.place, name, new Set()) : null;
}

/** What a body without a name extends. */
export function madeType(r: Resolver, tables: FileTables, body: Context): Promise<TypeFound> {
  const { name, receiver, range, enclosing } = tables.facts.references[body.made]!;
  const path = receiver === "" ? name : `${receiver}.${name}`;
  return typeAt(r, tables, path, tables.startOf(range), enclosing);
}

/** The innermost class that holds the symbol as its member, or null. */
export function ownedBy(tables: FileTables, at: number): Context | null {
  return contextsAt(tables, tables.startOf(tables.facts.symbols[at]!.nameRange))[0] ?? null;
}

function declared(place: Place, rule: Rule): TypeFound {
  return { kind: "declared", place, rule };
}

export function isStaticImport(tables: FileTables, { range }: ImportFact): boolean {
  return /^import\s+static\b/.test(tables.file.text.slice(tables.startOf(range), tables.startOf(range) + 40));
}

/** `com.example.Tool.Part`: the shortest package that has the class, and what it has inside. */
export async function qualifiedType(r: Resolver, from: GraphFile, path: string): Promise<TypeFound> {
  const parts = path.split(".");
  for (let cut = 1; cut < parts.length; cut++) {
    const found = await classIn(r, from, parts.slice(0, cut).join("."), parts[cut]!);
    if (found.kind === "unknown") return UNKNOWN_TYPE;
    if (found.kind === "none") continue;
    let type: TypeFound = declared(found.place, "qualified");
    for (const part of parts.slice(cut + 1)) {
      if (type.kind !== "declared") return type;
      type = (await memberType(r, type.place, part, new Set())) ?? OUTSIDE_TYPE;
    }
    return type.kind === "declared" ? { ...type, rule: "qualified" } : type;
  }
  return OUTSIDE_TYPE;
}

/** A class inside of a class, or of one of its bases. */
export async function memberType(
  r: Resolver,
  place: Place,
  name: string,
  seen: Set<string>,
): Promise<TypeFound | null> {
  const key = `${place.file}:${place.at}`;
  if (seen.has(key)) return null;
  seen.add(key);
  const tables = tablesOf(await r.file(place.file));
  if (tables === null) return null;
  const { symbols } = tables.facts;
  const own = tables.children(place.at).find((s) => isType(symbols[s]!.kind) && symbols[s]!.name === name);
  if (own !== undefined) return declared(tables.place(own), "same-file");
  for (const base of await baseTypes(r, place)) {
    if (base.type.kind !== "declared") continue;
    const found = await memberType(r, base.type.place, name, seen);
    if (found !== null) return found;
  }
  return null;
}

export interface Base {
  /** As written, without arguments. */
  readonly name: string;
  readonly type: TypeFound;
  /** Named behind `extends` by a class. */
  readonly isClass: boolean;
}

/** What a class or an interface names as its bases, the superclass first. */
export function baseTypes(r: Resolver, place: Place): Promise<readonly Base[]> {
  return r.once(`jb${place.file}:${place.at}`, [] as readonly Base[], async () => {
    const tables = tablesOf(await r.file(place.file));
    if (tables === null) return [];
    const symbol = tables.facts.symbols[place.at]!;
    const start = tables.startOf(symbol.range);
    const found: Base[] = [];
    for (const [i, name] of symbol.bases.entries()) {
      // Named outside of its body: what it has and inherits is not seen there.
      const type = await typeAt(r, tables, name, start, place.at);
      found.push({ name: withoutArguments(name), type, isClass: i === 0 && hasSuperclass(tables, place.at) });
    }
    return found;
  });
}

export function hasSuperclass(tables: FileTables, at: number): boolean {
  const { kind, signature } = tables.facts.symbols[at]!;
  return kind === "class" && /\sextends\s/.test(withoutArguments(withoutAnnotations(signature)));
}
