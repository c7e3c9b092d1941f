// What does the compiler say that a name means, where the checker pass has asked it? It settles what is possible; and
// where it contradicts what the rules of the graph prove, it is right: it is the language itself.
import type { Reference } from "../parse/facts.ts";
import { isType, isValue, placeKey, type FileTables, type Place } from "./file-tables.ts";
import { ELSEWHERE, EXTERNAL, possible, type Meaning } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { CheckedName, CheckedPlace, GraphFile } from "./view.ts";

/** `own`: what the graph finds by itself, which stands where the compiler says nothing, or the same. */
export async function checkedMeaning(
  r: Resolver,
  file: GraphFile,
  index: number,
  own: Meaning,
): Promise<Meaning> {
  const tables = r.tables(file);
  if (r.view.checked === undefined || tables === null) return own;
  const reference = tables.facts.references[index]!;
  const checked = r.view.checked(file.index, tables.startOf(reference.range));
  if (checked === null) return own;
  // Of a package or of the language.
  if (checked.targets.length === 0) return own.kind === "elsewhere" ? own : EXTERNAL;
  const found = await checkedTargets(r, checked);
  if (found === null) return own;
  if (found.targets.length === 0) return ofValues(own, await placesOf(r, checked.values), checked.bound);
  const targets = await ofRole(r, found.targets, reference);
  const same = own.kind === "proven" && sameKeys(own.targets, targets);
  if (same && own.receiver !== undefined) return own;
  const [receiver, ...receivers] = found.receivers;
  const held = checked.bound ? null : await placesOf(r, checked.values);
  return {
    kind: "proven",
    rule: same ? own.rule : "checker",
    targets,
    ...(receiver === undefined ? {} : { receiver, receivers }),
    ...(held === null || held.length === 0 ? {} : { held }),
  };
}

/**
 * It means a parameter, a property of an object, an export without a name: no declaration that can be asked for. What that
 * holds is called as well.
 */
function ofValues(own: Meaning, values: readonly Place[] | null, bound: boolean): Meaning {
  if (values === null) return own;
  if (own.kind === "proven" && !bound) {
    const held = new Set(values.map(placeKey));
    // The rules look through it.
    if (own.targets.every((t) => held.has(placeKey(t)))) return own;
    if (values.length > 0) return possible("ambiguous-declaration", [...own.targets, ...values]);
  }
  return values.length > 0 ? possible("handed-on", values) : ELSEWHERE;
}

/** The declarations that are meant, and the types through which; null where its places tell nothing any more. */
export async function checkedTargets(
  r: Resolver,
  checked: CheckedName,
): Promise<{ targets: readonly Place[]; receivers: readonly Place[] } | null> {
  const targets = await placesOf(r, checked.targets);
  if (targets === null) return null;
  return { targets, receivers: await receiversOf(r, checked, targets) };
}

/** Null where a file's content is not the one that the compiler saw, so that its places tell nothing. */
async function placesOf(r: Resolver, named: readonly CheckedPlace[]): Promise<Place[] | null> {
  const found = new Map<string, Place>();
  for (const { file, offset } of named) {
    const home = r.tables(await r.file(file));
    if (home === null || r.view.isChanged?.(file) === true) return null;
    const symbol = symbolsAt(home).get(offset);
    if (symbol === undefined) continue;
    const place = home.place(symbol);
    found.set(placeKey(place), place);
  }
  return [...found.values()];
}

/** Of a name that is a type and a value, the declarations that the role asks for. */
async function ofRole(r: Resolver, places: readonly Place[], { role }: Reference): Promise<readonly Place[]> {
  if (places.length === 1 || role === "import") return places;
  const wants = role === "type" ? isType : isValue;
  const wanted: Place[] = [];
  for (const place of places) {
    const tables = r.tables(await r.file(place.file))!;
    if (tables.symbolsOf(place.at).some((s) => wants(tables.facts.symbols[s]!.kind))) wanted.push(place);
  }
  return wanted.length > 0 ? wanted : places;
}

/** The types through which a member is reached: what lies below them may be meant as it runs. */
async function receiversOf(r: Resolver, checked: CheckedName, targets: readonly Place[]): Promise<Place[]> {
  if (checked.exact) return [];
  const known = (await placesOf(r, checked.receivers)) ?? [];
  const found = new Map(known.map((place) => [placeKey(place), place]));
  if (found.size === 0 || found.size < checked.receivers.length) {
    // A type without a name: as wide as the types that declare what is meant.
    for (const target of targets) {
      const tables = r.tables(await r.file(target.file))!;
      const { parent } = tables.facts.symbols[target.at]!;
      if (parent === -1 || !isType(tables.facts.symbols[parent]!.kind)) continue;
      const owner = tables.place(parent);
      found.set(placeKey(owner), owner);
    }
  }
  return [...found.values()];
}

function sameKeys(some: readonly Place[], others: readonly Place[]): boolean {
  const keys = new Set(some.map(placeKey));
  return (
    keys.size === new Set(others.map(placeKey)).size && others.every((place) => keys.has(placeKey(place)))
  );
}

const byOffset = new WeakMap<FileTables, Map<number, number>>();

/** Symbols by the offset of their names. */
function symbolsAt(tables: FileTables): Map<number, number> {
  let made = byOffset.get(tables);
  if (made === undefined) {
    made = new Map();
    for (const [i, { nameRange }] of tables.facts.symbols.entries()) {
      const offset = tables.startOf(nameRange);
      // A parameter that is a property as well: the first stands around the second.
      if (!made.has(offset)) made.set(offset, i);
    }
    byOffset.set(tables, made);
  }
  return made;
}
