// What does a written type stand for? Its name is looked up as the reference that the parser found where it is written,
// so that scopes, type parameters and imports count as they do everywhere; a type parameter has no such reference.
import { divided } from "./brackets.ts";
import { calledValue } from "./expressions.ts";
import { OUTSIDE_VALUE, PLAIN, UNKNOWN, type Entity, type Meaning } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import { resultOf, valueOf } from "./values.ts";
import type { GraphFile } from "./view.ts";

const NAME = /^([\w$#.:\\\u0080-\uffff]+?)(?:<([^]*)>)?((?:\[\])*)$/;
/** Types whose members are those of what they are made of. */
const SAME_MEMBERS = new Set([
  "Partial",
  "Required",
  "Readonly",
  "NonNullable",
  "Pick",
  "Omit",
  "DeepPartial",
]);
/** Types that are made of others by rules that are not followed. */
const MADE = new Set([
  "any",
  "unknown",
  "object",
  "Object",
  "Function",
  "Exclude",
  "Extract",
  "Parameters",
  "ConstructorParameters",
  "ThisType",
]);
const LISTS = new Set([
  "Array",
  "ReadonlyArray",
  "Set",
  "ReadonlySet",
  "Iterable",
  "IterableIterator",
  "AsyncIterable",
]);
const OTHERS = new Set(["Awaited", "ReturnType", "InstanceType", "Map", "WeakMap", "Record"]);
const PLAIN_TYPES = new Set(["string", "number", "boolean", "bigint", "symbol"]);
const PROMISES = new Set(["Promise", "PromiseLike", "Thenable"]);

/**
 * `written`: `Foo`, `ns.Foo<T>`, `Promise<Foo>`, `Foo[]`, `typeof x`, `this`; `make()` for what a call gives; `a & b` for
 * what is both.
 */
export async function typeEntity(
  r: Resolver,
  written: string,
  file: GraphFile,
  enclosing: number,
  self?: Entity,
): Promise<Entity> {
  if (written === "") return UNKNOWN;
  if (written === "this") return self ?? UNKNOWN;
  const family = r.family(file);
  return r.once(`t${file.index}:${enclosing}:${written}`, UNKNOWN, () =>
    family?.typed === undefined
      ? read(r, written, file, enclosing, self)
      : family.typed(r, written, file, enclosing, self),
  );
}

async function read(
  r: Resolver,
  written: string,
  file: GraphFile,
  enclosing: number,
  self: Entity | undefined,
): Promise<Entity> {
  const choices = divided(written, " | ", "types");
  if (choices.length > 1) {
    const of: Entity[] = [];
    for (const choice of choices) of.push(await r.typed(choice, file, enclosing, self));
    return { kind: "either", of, sure: true };
  }
  const parts = divided(written, " & ", "types");
  if (parts.length > 1) {
    const of: Entity[] = [];
    for (const part of parts) of.push(await r.typed(part, file, enclosing, self));
    return { kind: "both", of };
  }
  if (written.endsWith("()")) return calledType(r, written.slice(0, -2), file, enclosing);
  if (written.startsWith("typeof ")) {
    const meaning = await meaningOf(r, written.slice(7).trim(), file, enclosing, "value");
    const place = single(meaning);
    if (meaning?.kind === "module")
      return { kind: "module", files: meaning.files, callable: meaning.callable };
    return place === null ? UNKNOWN : (await valueOf(r, place, undefined, "variable-type")).entity;
  }
  const named = NAME.exec(written);
  if (named === null) return UNKNOWN;
  const [, name, args = "", lists] = named;
  if (lists !== "") {
    const of = await r.typed(written.slice(0, -2), file, enclosing, self);
    return { kind: "list", of };
  }
  if (PLAIN_TYPES.has(name!)) return PLAIN;
  const inner = firstArgument(args);
  if (name === "Awaited") {
    const later = await r.typed(inner, file, enclosing, self);
    return later.kind === "later" ? later.of : later;
  }
  if (SAME_MEMBERS.has(name!) && inner === "" && !isDeclared(r, name!, file)) return UNKNOWN;
  // `new Proxy(x, …)` has what it stands for.
  if (name === "Proxy" && !isDeclared(r, name, file)) return UNKNOWN;
  if (LISTS.has(name!)) return { kind: "list", of: await r.typed(inner, file, enclosing, self) };
  if (MADE.has(name!)) return UNKNOWN;
  if (name === "ReturnType" && inner.startsWith("typeof ")) {
    const place = single(await meaningOf(r, inner.slice(7).trim(), file, enclosing, "value"));
    return place === null ? UNKNOWN : (await resultOf(r, place, false, undefined)).entity;
  }
  if (name === "ReturnType") return UNKNOWN;
  if (PROMISES.has(name!)) {
    return { kind: "later", of: await r.typed(inner, file, enclosing, self) };
  }
  if (SAME_MEMBERS.has(name!) && inner !== "") return r.typed(inner, file, enclosing, self);
  if (name === "InstanceType") {
    const made = await r.typed(inner, file, enclosing);
    return made.kind === "declared" ? { kind: "instance", place: made.place } : UNKNOWN;
  }
  const meaning = await meaningOf(r, name!, file, enclosing, "type");
  if (meaning === null) return r.family(file)!.isBuiltin?.(name!) === true ? OUTSIDE_VALUE : UNKNOWN;
  if (meaning.kind === "external") return OUTSIDE_VALUE;
  if (meaning.kind === "possible") {
    if (meaning.global === true && r.family(file)!.isBuiltin?.(name!) === true) return OUTSIDE_VALUE;
    return { kind: "unknown", why: meaning.why };
  }
  const place = single(meaning);
  return place === null ? UNKNOWN : instanceOf(r, place);
}

function firstArgument(args: string): string {
  return divided(args, ",", "types")[0]!.trim();
}

/** A type of the language's own library that is made of another one. */
export function isContainer(name: string): boolean {
  return (
    SAME_MEMBERS.has(name) || MADE.has(name) || LISTS.has(name) || PROMISES.has(name) || OTHERS.has(name)
  );
}

function isDeclared(r: Resolver, name: string, file: GraphFile): boolean {
  const tables = r.tables(file);
  return tables !== null && (tables.top.has(name) || tables.facts.imports.some((i) => i.local === name));
}

/** A value of the declared type; of a type alias what it stands for. */
export async function instanceOf(r: Resolver, place: { file: number; at: number }): Promise<Entity> {
  const file = await r.file(place.file);
  const tables = r.tables(file);
  if (tables === null) return UNKNOWN;
  const symbol = tables.facts.symbols[place.at]!;
  if (symbol.kind !== "type") return { kind: "instance", place };
  // A type of its own members stands for itself.
  if (tables.children(place.at).length > 0) return { kind: "instance", place };
  const written = r.family(file)!.typeOf(symbol, file);
  return written === "" ? UNKNOWN : r.typed(written, file, place.at);
}

/** What a call of the path gives where it is written. */
export async function calledType(
  r: Resolver,
  path: string,
  file: GraphFile,
  enclosing: number,
): Promise<Entity> {
  const references = referencesOf(r, path, file, enclosing, (role) => role === "call" || role === "new");
  if (references.length === 0) return UNKNOWN;
  let result: Entity | null = null;
  for (const index of references) {
    const { entity } = await calledValue(r, file, index);
    if (result !== null && key(result) !== key(entity)) return UNKNOWN;
    result = entity;
  }
  return result ?? UNKNOWN;
}

function key(entity: Entity): string {
  return JSON.stringify(entity);
}

/** What the path of names means where it is written as a type, or as a value; null where it is no reference. */
export async function meaningOf(
  r: Resolver,
  path: string,
  file: GraphFile,
  enclosing: number,
  space: "type" | "value",
): Promise<Meaning | null> {
  const fits = (role: string) =>
    space === "type"
      ? role === "type" || role === "new" || role === "call" || role === "read"
      : role !== "import";
  const references = referencesOf(r, path, file, enclosing, fits);
  if (references.length === 0) return null;
  let first: Meaning | null = null;
  for (const index of references) {
    const meaning = await r.meaning(file, index);
    // The same words in one symbol that mean different things: which one is meant is not known.
    if (first !== null && meaningKey(first) !== meaningKey(meaning))
      return { kind: "possible", why: "unresolved-receiver", targets: [] };
    first = meaning;
  }
  return first;
}

function meaningKey(meaning: Meaning): string {
  return meaning.kind === "proven" ? JSON.stringify(meaning.targets) : meaning.kind;
}

/**
 * References that are written like the path, in the innermost symbol around that has one. Of types those in the role of a
 * type come first.
 */
function referencesOf(
  r: Resolver,
  path: string,
  file: GraphFile,
  enclosing: number,
  fits: (role: string) => boolean,
): number[] {
  const tables = r.tables(file);
  if (tables === null) return [];
  const { separator } = r.family(file)!;
  const cut = Math.max(path.lastIndexOf("."), path.lastIndexOf(separator) + separator.length - 1);
  const name = path.slice(cut + 1);
  const receiver =
    cut <= 0 ? "" : path.slice(0, cut + 1 - (path.endsWith(separator + name) ? separator.length : 1));
  const { references, symbols } = tables.facts;
  const all = (tables.byName.get(name) ?? []).filter(
    (i) => references[i]!.receiver === receiver && fits(references[i]!.role),
  );
  if (all.length === 0) return [];
  for (let at = enclosing; ; at = symbols[at]!.parent) {
    const here = all.filter((i) => references[i]!.enclosing === at);
    if (here.length > 0) {
      const typed = here.filter((i) => references[i]!.role === "type" || references[i]!.role === "new");
      return (typed.length > 0 ? typed : here).slice(0, 20);
    }
    if (at === -1) return [];
  }
}

function single(meaning: Meaning | null): { file: number; at: number } | null {
  if (meaning?.kind !== "proven") return null;
  return meaning.targets.length === 1 ? meaning.targets[0]! : null;
}
