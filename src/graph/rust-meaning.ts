// What does a name in a Rust file mean? Paths by modules, imports and crates; behind a dot as `rust-receivers.ts` tells.
// What stands in the arguments of a macro of one's own is possible at most.
import type { Reference } from "../parse/facts.ts";
import { placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import { ELSEWHERE, EXTERNAL, possible, type Meaning, type Valued } from "./meaning.ts";
import type { Items, Space } from "./rust-items.ts";
import { macro, plainMacros } from "./rust-macros.ts";
import { ofOutside, ofUnknown } from "./rust-outside.ts";
import { pathAt, PRELUDE } from "./rust-paths.ts";
import { qualifiedPath } from "./rust-qualified.ts";
import { member } from "./rust-receivers.ts";
import { meantByImport } from "./rust-scopes.ts";
import { inMacro, isMacroCall, looksCalled } from "./rust-text.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

export async function rustMeaning(
  r: Resolver,
  file: GraphFile,
  index: number,
  receiver: () => Promise<Valued>,
): Promise<Meaning> {
  const tables = tablesOf(file)!;
  const reference = tables.facts.references[index]!;
  const meaning = await look(r, tables, reference, receiver);
  if (meaning.kind === "proven" && inMacro(tables, tables.startOf(reference.range), await plainMacros(r)))
    return possible("template", meaning.targets);
  return meaning;
}

async function look(
  r: Resolver,
  tables: FileTables,
  reference: Reference,
  receiver: () => Promise<Valued>,
): Promise<Meaning> {
  const { name, enclosing } = reference;
  const role = looksCalled(tables, reference) ? "call" : reference.role;
  if (role === "import") return imported(r, tables, reference);
  const { text } = tables.file;
  const end = tables.endOf(reference.range);
  if (role === "call" && isMacroCall(text, end)) return macro(r, tables, reference);
  if (role === "decorator") return decorator(r, tables, reference);
  const start = tables.startOf(reference.range);
  const isPath = text
    .slice(Math.max(0, start - 40), start)
    .trimEnd()
    .endsWith("::");
  if (reference.receiver === "" && !isPath) {
    const head = isHead(text, end, role);
    // A local variable that is called.
    if (
      !head &&
      role === "call" &&
      reference.target === -1 &&
      (reference.binding === "local" || reference.binding === "param")
    )
      return ELSEWHERE;
    const found = await pathAt(r, tables, name, enclosing, spaceOf(role, head));
    return ofItems(r, tables, found, name, true);
  }
  if (isPath) {
    const path = pathBefore(text, start);
    if (path === null) return qualifiedPath(r, tables, reference, text, start);
    const head = isHead(text, end, role);
    const found = await pathAt(r, tables, `${path}::${name}`, enclosing, spaceOf(role, head));
    const meaning = await ofItems(r, tables, found, name, false);
    if (meaning.kind === "external" && role === "call") return ofOutside(r, path, name);
    const isValue = role === "call" || (role === "read" && !head);
    if (meaning.kind === "possible" && meaning.targets.length === 0 && isValue)
      return ofUnknown(r, path, name, meaning);
    if (meaning.kind === "proven" && (await isOfTrait(r, meaning.targets[0]!)))
      return possible("ambiguous-declaration", meaning.targets);
    return withTrait(r, tables, meaning, path, enclosing);
  }
  return member(r, tables, reference, receiver);
}

/** Whether more of a path follows: `a::b`, and not `f::<T>()`. */
function isHead(text: string, end: number, role: string): boolean {
  const after = text.slice(end, end + 20);
  return /^\s*::/.test(after) && !(role === "call" && /^\s*::\s*</.test(after));
}

function spaceOf(role: string, head: boolean): Space {
  if (head || role === "type") return "type";
  // A literal of a struct names a type or a variant.
  return role === "new" ? "type" : "value";
}

async function ofItems(
  r: Resolver,
  tables: FileTables,
  found: Items,
  name: string,
  bare: boolean,
): Promise<Meaning> {
  const places: Place[] = [];
  for (const item of found.items) {
    if (item.kind === "place") places.push(item.place);
    else if (item.kind === "parameter") return ELSEWHERE;
    else {
      const tree = tablesOf(await r.file(item.module.file));
      if (tree === null) return possible("unparsed-file");
      if (item.module.at !== -1) places.push(tree.place(item.module.at));
      else if (found.items.length === 1)
        return { kind: "module", files: [item.module.file], callable: false };
    }
  }
  if (places.length === 0) {
    if (found.unsure) return possible("unresolved-module");
    if (found.outside || PRELUDE.has(name)) return EXTERNAL;
    return bare
      ? { kind: "possible", why: "same-name", targets: [], global: true }
      : possible("unresolved-receiver");
  }
  if (found.unsure || found.outside) return possible("unresolved-module", places);
  // Items of one name under conditions: which one is compiled is not known here.
  if (places.length > 1) return possible("ambiguous-declaration", places);
  const own = found.rule === "same-file" && places[0]!.file !== tables.file.index ? "qualified" : found.rule;
  return { kind: "proven", rule: own, targets: places };
}

/** `Trait::f` and `T::f` mean the trait's function, which others implement. */
async function withTrait(
  r: Resolver,
  tables: FileTables,
  meaning: Meaning,
  path: string,
  enclosing: number,
): Promise<Meaning> {
  if (meaning.kind !== "proven") return meaning;
  const owner = await ownerOf(r, meaning.targets[0]!);
  if (owner === null) return meaning;
  const types = await pathAt(r, tables, path, enclosing, "type");
  const through = types.items.some(
    (i) => i.kind === "parameter" || (i.kind === "place" && placeKey(i.place) === placeKey(owner)),
  );
  return through ? { ...meaning, receiver: owner } : meaning;
}

/** A type that an `impl` gives for its trait: `Self::Item` is that of the trait. */
async function isOfTrait(r: Resolver, place: Place): Promise<boolean> {
  const tables = tablesOf(await r.file(place.file));
  const symbol = tables?.facts.symbols[place.at];
  if (symbol?.kind !== "type" || symbol.parent === -1) return false;
  const parent = tables!.facts.symbols[symbol.parent]!;
  return parent.kind === "implementation" && parent.bases.length > 0;
}

/** The trait that declares the place, or null. */
async function ownerOf(r: Resolver, place: Place): Promise<Place | null> {
  const tables = tablesOf(await r.file(place.file));
  const parent = tables?.facts.symbols[place.at]!.parent ?? -1;
  return parent !== -1 && tables!.facts.symbols[parent]!.kind === "trait" ? tables!.place(parent) : null;
}

/** The path of names before `::`, or null for anything else (`<T as Trait>::`). Arguments are left out. */
function pathBefore(text: string, start: number): string | null {
  const before = text.slice(Math.max(0, start - 400), start);
  let at = before.trimEnd().length;
  const parts: string[] = [];
  while (before.slice(0, at).trimEnd().endsWith("::")) {
    at = before.slice(0, at).trimEnd().length - 2;
    let rest = before.slice(0, at).trimEnd();
    if (rest.endsWith(">")) {
      const open = openAngle(rest);
      if (open <= 0) return null;
      rest = rest.slice(0, open).trimEnd();
      if (rest.endsWith("::")) rest = rest.slice(0, -2).trimEnd();
    }
    const word = /\$?[A-Za-z_]\w*$/.exec(rest)?.[0];
    if (word === undefined)
      return parts.length > 0 && /(?:^|[^\w>)\]])$/.test(rest) ? `::${parts.join("::")}` : null;
    parts.unshift(word);
    at = rest.length - word.length;
  }
  return parts.length === 0 ? null : parts.join("::");
}

function openAngle(text: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ">" && text[at - 1] !== "-") depth++;
    else if (text[at] === "<" && --depth === 0) return at;
  }
  return -1;
}

async function imported(r: Resolver, tables: FileTables, reference: Reference): Promise<Meaning> {
  const start = tables.startOf(reference.range);
  const covering = tables.facts.imports.filter(
    (i) =>
      (i.imported === reference.name || i.local === reference.name || i.module === reference.name) &&
      tables.startOf(i.range) <= start &&
      tables.endOf(i.range) > start,
  );
  const [fact] = covering.sort((a, b) => tables.startOf(b.range) - tables.startOf(a.range));
  if (fact === undefined) return possible("same-name");
  const found = await meantByImport(r, tables, fact);
  const places = found.items.flatMap((i) => (i.kind === "place" ? [i.place] : []));
  if (places.length > 0 && !found.unsure) return { kind: "proven", rule: "import", targets: places };
  if (places.length > 0) return possible("unresolved-module", places);
  return found.outside && !found.unsure ? EXTERNAL : possible("unresolved-module");
}

async function decorator(r: Resolver, tables: FileTables, reference: Reference): Promise<Meaning> {
  if (reference.receiver !== "") return EXTERNAL;
  const found = await pathAt(r, tables, reference.name, reference.enclosing, "any");
  const places = found.items.flatMap((i) => (i.kind === "place" ? [i.place] : []));
  return places.length === 0 ? EXTERNAL : possible("unresolved-module", places);
}
