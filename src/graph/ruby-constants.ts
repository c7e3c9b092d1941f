// What does a constant of Ruby mean where it stands? The modules around it, the innermost first, then what the innermost one
// inherits, then the top. A class or module is one, in however many files it is opened.
import { placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";
import { rubyCode } from "./ruby-code.ts";
import { lineageOf } from "./ruby-lineage.ts";

export type ConstantFound =
  /** All declarations of it. */
  | { readonly kind: "declared"; readonly path: string; readonly places: readonly Place[] }
  | { readonly kind: "outside"; readonly path: string }
  | { readonly kind: "unknown" };

/** Files that are read in search of one name. */
const MOST_FILES = 3_000;
const UNKNOWN: ConstantFound = { kind: "unknown" };

export function isSpace(kind: string): boolean {
  return kind === "class" || kind === "module";
}

/** Classes, modules and constants of the full name, in the order of files. */
export function declaredAs(r: Resolver, path: string): Promise<readonly Place[] | null> {
  return r.once(`rc${path}`, null as readonly Place[] | null, async () => {
    const last = path.slice(path.lastIndexOf(":") + 1);
    const files = r.view.naming(last).filter((f) => r.view.languageOf(f) === "ruby");
    if (files.length > MOST_FILES) return null;
    const places = new Map<string, Place>();
    for await (const file of r.each(files)) {
      const tables = tablesOf(file);
      for (const at of tables?.byQualified.get(path) ?? []) {
        const { kind } = tables!.facts.symbols[at]!;
        if (!isSpace(kind) && kind !== "constant") continue;
        const place = tables!.place(at);
        places.set(placeKey(place), place);
      }
    }
    return [...places.values()].sort((a, b) => a.file - b.file || a.at - b.at);
  });
}

/** Full names of the classes and modules around a symbol, itself included, the innermost first. */
function nestingOf(tables: FileTables, symbol: number): string[] {
  const { symbols } = tables.facts;
  const found: string[] = [];
  for (let at = symbol; at !== -1; at = symbols[at]!.parent)
    if (isSpace(symbols[at]!.kind)) found.push(symbols[at]!.qualified);
  return found;
}

/** `path` as written, from within the symbol. */
export async function constantAt(
  r: Resolver,
  tables: FileTables,
  path: string,
  symbol: number,
): Promise<ConstantFound> {
  const plain = path.replace(/\s+/g, "");
  if (!/^(?:::)?[A-Z\u0080-\uffff][\w\u0080-\uffff]*(?:::[A-Z\u0080-\uffff][\w\u0080-\uffff]*)*$/.test(plain))
    return UNKNOWN;
  const nesting = plain.startsWith("::") ? [] : nestingOf(tables, symbol);
  return r.once(`rn${nesting.join(" ")}>${plain}`, UNKNOWN, () => look(r, nesting, plain.replace(/^::/, "")));
}

async function look(r: Resolver, nesting: readonly string[], path: string): Promise<ConstantFound> {
  const [first, ...rest] = path.split("::");
  let found: ConstantFound | null = null;
  for (const around of nesting) {
    found = await named(r, `${around}::${first}`);
    if (found !== null) break;
  }
  if (found === null && nesting.length > 0) found = await inherited(r, nesting[0]!, first!);
  found ??= await named(r, first!);
  // A module outside may hold classes that are opened here: `class Minitest::Test`.
  for (let taken = 1; found === null && taken <= rest.length; taken++) {
    found = await named(r, [first, ...rest.slice(0, taken)].join("::"));
    if (found !== null) rest.splice(0, taken);
  }
  found ??= { kind: "outside", path };
  for (const part of rest) {
    if (found.kind !== "declared") return found.kind === "outside" ? { kind: "outside", path } : found;
    const space = await spaceOf(r, found);
    if (space === null) return UNKNOWN;
    const next: ConstantFound | null =
      (await named(r, `${space.path}::${part}`)) ?? (await inherited(r, space.path, part));
    found = next ?? { kind: "outside", path };
  }
  return found;
}

async function named(r: Resolver, path: string): Promise<ConstantFound | null> {
  const places = await declaredAs(r, path);
  if (places === null) return UNKNOWN;
  return places.length === 0 ? null : { kind: "declared", path, places };
}

async function inherited(r: Resolver, path: string, name: string): Promise<ConstantFound | null> {
  const places = await declaredAs(r, path);
  const [first] = places ?? [];
  if (first === undefined) return null;
  for (const next of await lineageOf(r, first, "instance")) {
    if (typeof next === "string") continue;
    const found = await named(r, `${next.path}::${name}`);
    if (found !== null) return next.late ? UNKNOWN : found;
  }
  return null;
}

/** The class or module that is meant: itself, or what a constant is given (`A = B`). Null where that is not known. */
export async function spaceOf(
  r: Resolver,
  found: Extract<ConstantFound, { kind: "declared" }>,
): Promise<Extract<ConstantFound, { kind: "declared" }> | null> {
  const kinds = new Set<string>();
  for (const { file, at } of found.places) kinds.add(tablesOf(await r.file(file))!.facts.symbols[at]!.kind);
  if (!kinds.has("constant")) return found;
  if (kinds.size > 1 || found.places.length > 1) return null;
  const [place] = found.places;
  const tables = tablesOf(await r.file(place!.file))!;
  const symbol = tables.facts.symbols[place!.at]!;
  const end = tables.endOf(symbol.nameRange);
  const value = /^\s*=\s*((?:::)?[A-Z][\w:]*)\s*$/.exec(
    rubyCode(tables).code.slice(end, tables.endOf(symbol.range)),
  )?.[1];
  if (value === undefined) return null;
  return r.once(`rs${placeKey(place!)}`, null, async () => {
    const next = await constantAt(r, tables, value, symbol.parent);
    return next.kind === "declared" ? spaceOf(r, next) : null;
  });
}

/** Every place at which the class or module of the symbol is opened; itself alone where it is neither. */
export async function partsOf(r: Resolver, place: Place): Promise<readonly Place[]> {
  const tables = tablesOf(await r.file(place.file));
  const symbol = tables?.facts.symbols[place.at];
  if (symbol === undefined || !isSpace(symbol.kind)) return [place];
  const all = (await declaredAs(r, symbol.qualified)) ?? [place];
  return all.some((p) => placeKey(p) === placeKey(place)) ? all : [place, ...all];
}
