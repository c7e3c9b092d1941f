// What gives a member of a type of Rust: fields by their written types, calls by the results that functions write, with what
// is known of type parameters; of the library by `rust-library.ts`; through boxes and `Deref`.
import { placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { isBox } from "./rust-library.ts";
import { givenBy } from "./rust-library-results.ts";
import { membersNamed } from "./rust-members.ts";
import { writtenType } from "./rust-text.ts";
import {
  itemsOfType,
  libraryType,
  parametersOf,
  parseType,
  targetOf,
  unaliased,
  type Parameters,
  type RustType,
} from "./rust-types.ts";
import type { Resolver } from "./resolve.ts";

export interface RustValue {
  readonly type: RustType;
  readonly rule: Rule;
}

/** Boxes inside of each other. */
const MOST_BOXES = 6;

/** Functions that traits of `std` give for whatever has them. */
const SAME_OF_OWN = /^(?:clone|to_owned|borrow|borrow_mut|by_ref)$/;

/** What `self` is inside of a symbol. */
export function selfValue(tables: FileTables, enclosing: number): RustValue | null {
  const { symbols } = tables.facts;
  let isMut = false;
  for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
    const { kind, signature } = symbols[at]!;
    if (kind === "method" && /\(\s*&\s*(?:'\w+\s+)?mut\s+self\b/.test(signature)) isMut = true;
    if (kind === "trait" || kind === "implementation") {
      const type = selfType(tables, at);
      return type === null ? null : { type: { ...type, isMut }, rule: "this-method" };
    }
  }
  return null;
}

/** The type of an `impl` or a trait around, for `self`. */
function selfType(tables: FileTables, at: number): RustType | null {
  const symbol = tables.facts.symbols[at]!;
  if (symbol.kind === "trait") return libraryType("Self", [], tables, at);
  return parseType(targetOf(symbol.signature), tables, at);
}

/** All types if they are one, by what they stand for. */
export async function alike(r: Resolver, types: readonly (RustType | null)[]): Promise<RustType | null> {
  const [first] = types;
  if (first === undefined || first === null) return null;
  const key = await keyOf(r, first);
  for (const type of types.slice(1)) if (type === null || (await keyOf(r, type)) !== key) return null;
  return first;
}

async function keyOf(r: Resolver, type: RustType): Promise<string> {
  const { items } = /^[\w:$]+$/.test(type.path) ? await itemsOfType(r, type) : { items: [] };
  const [item] = items;
  const own = items.length === 1 && item!.kind === "place" ? placeKey(item!.place) : type.path;
  const args: string[] = [];
  for (const arg of type.args) args.push(await keyOf(r, arg));
  return `${own}<${args.join(",")}>`;
}

/** What a call of a function gives, to what it is called on. */
export function resultOf(tables: FileTables, at: number, self: RustType | null): RustType | null {
  const symbol = tables.facts.symbols[at]!;
  let written = writtenType(symbol);
  if (written === "") return null;
  const { parent } = symbol;
  const impl = parent === -1 ? undefined : tables.facts.symbols[parent]!;
  const known = new Map<string, RustType>();
  if (self !== null) {
    if (impl?.kind === "implementation")
      for (const [name, type] of parametersOf(tables, parent, self)) known.set(name, type);
    known.set("Self", { ...self, isMut: false });
  } else if (impl?.kind === "implementation") {
    const type = selfType(tables, parent);
    if (type !== null) known.set("Self", type);
  }
  // `Self::Item` of the `impl` around.
  written = written.replace(/\bSelf::(\w+)\b/g, (whole, name: string) => {
    const own =
      parent === -1
        ? -1
        : (tables.children(parent).find((s) => tables.facts.symbols[s]!.name === name) ?? -1);
    const target =
      own === -1 ? undefined : /=\s*([^;]+);?\s*$/.exec(tables.facts.symbols[own]!.signature)?.[1];
    return target ?? whole;
  });
  const type = parseType(written, tables, at, known as Parameters);
  if (
    type === null ||
    !/^(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+|const\s+|default\s+)*async\s/.test(symbol.signature)
  )
    return type;
  return libraryType("std::Future", [type], tables, at);
}

/** What a member gives: of a type of the repository, of the bounds of a parameter, of the library. */
export async function memberType(
  r: Resolver,
  from: RustType,
  name: string,
  isCall: boolean,
): Promise<RustType | null> {
  let type: RustType | null = from;
  for (let boxes = 0; type !== null && boxes < MOST_BOXES; boxes++) {
    type = await unaliased(r, type);
    if (type.path === "()") return /^\d+$/.test(name) ? (type.args[Number(name)] ?? null) : null;
    const found = /^[\w:$]+$/.test(type.path) ? await itemsOfType(r, type) : null;
    const [item] = found?.items ?? [];
    if (found !== null && (found.items.length > 1 || found.unsure)) return null;
    if (item === undefined) {
      if (found !== null && !found.outside && type.path !== "Self") return null;
      const given: RustType | null = isCall ? givenBy(type, name) : null;
      if (given !== null && !isBox(type)) return given;
      if (!isBox(type))
        return !isCall && isClosed(type) ? libraryType(OUTSIDE, [], from.tables, from.at) : null;
      if (name === "clone") return type;
      type = type.args[0]!;
      continue;
    }
    if (item.kind === "module") return null;
    if (item.kind === "place" && !isCall) {
      const field = await fieldOf(r, item.place, type, name);
      if (field !== null) return field;
    } else if (isCall) {
      const members = await membersNamed(r, item, name);
      if (members.places.length > 0) {
        const types: (RustType | null)[] = [];
        for (const place of members.places)
          types.push(resultOf(tablesOf(await r.file(place.file))!, place.at, type));
        return members.unsure && members.places.length === 1 ? null : alike(r, types);
      }
      // What `as_ref` of a type gives its `impl` alone says; `borrow` of a parameter its bounds.
      const same = item.kind === "place" ? SAME_OF_OWN : /^(?:clone|by_ref)$/;
      if (same.test(name)) return type;
    }
    type = item.kind === "place" ? await derefOf(r, item.place, type) : null;
  }
  return null;
}

/** Some type outside, that leads to none of the repository. */
const OUTSIDE = "std::Outside";

/**
 * A type of another crate that takes no types: its fields hold nothing of the repository. What the language's own library
 * makes without arguments may get them later.
 */
function isClosed({ path, crate, args }: RustType): boolean {
  return path === OUTSIDE || (crate !== "" && crate !== "std" && args.length === 0);
}

/** The type of a field; those of a tuple struct have numbers. */
export async function fieldOf(
  r: Resolver,
  place: Place,
  type: RustType,
  name: string,
): Promise<RustType | null> {
  const tables = tablesOf(await r.file(place.file));
  if (tables === null) return null;
  const { symbols } = tables.facts;
  const known = parametersOf(tables, place.at, type);
  if (/^\d+$/.test(name)) {
    const part = tupleParts(symbols[place.at]!.signature)[Number(name)];
    return part === undefined ? null : parseType(part, tables, place.at, known);
  }
  const fields = tables
    .children(place.at)
    .filter((s) => symbols[s]!.name === name && symbols[s]!.kind === "field");
  if (fields.length !== 1) return null;
  return parseType(writtenType(symbols[fields[0]!]!), tables, fields[0]!, known);
}

/** Types in the brackets of `struct P(pub A, B)` and of a variant. */
export function tupleParts(signature: string): string[] {
  const open = signature.search(/\w\s*(?:<[^()]*>)?\s*\(/);
  if (open === -1) return [];
  const start = signature.indexOf("(", open);
  const parts: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < signature.length; at++) {
    const c = signature[at]!;
    if (c === "(" || c === "<" || c === "[") depth++;
    else if (c === ")" || c === "]" || (c === ">" && signature[at - 1] !== "-")) depth--;
    if ((c === "," && depth === 1) || depth === 0) {
      const part = signature
        .slice(from, at)
        .replace(/#\[[^\]]*\]/g, "")
        .trim()
        .replace(/^pub\s*(?:\([^)]*\))?\s*/, "");
      if (part !== "") parts.push(part);
      from = at + 1;
    }
    if (depth === 0) break;
  }
  return parts;
}

/** What `Deref` of the type leads to: `type Target = …` of its `impl`. */
export async function derefOf(r: Resolver, place: Place, type: RustType): Promise<RustType | null> {
  const members = await membersNamed(r, { kind: "place", place }, "deref");
  if (members.places.length !== 1 || members.unsure) return null;
  const [only] = members.places;
  const tables = tablesOf(await r.file(only!.file))!;
  return resultOf(tables, only!.at, type);
}

/** Whether a star before a value of the type may look into it: a box, or what has a `Deref` of its own. */
export async function looksInto(r: Resolver, type: RustType): Promise<boolean> {
  const whole = await unaliased(r, type);
  if (isBox(whole)) return true;
  for (const item of (await itemsOfType(r, whole)).items)
    if (item.kind === "place" && (await derefOf(r, item.place, whole)) !== null) return true;
  return false;
}
