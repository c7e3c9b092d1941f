// What does a module offer under a name? Through lists of exports, re-exports by name, renamed, as `default` or as a
// namespace, and stars, in chains and cycles. Two stars that offer different things under one name are ambiguous.
import type { ExportFact, ImportFact } from "../parse/facts.ts";
import { holds, isValue, placeKey } from "./file-tables.ts";
import { NOT_FOUND, OUTSIDE_SPACE, type Entity, type Found } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";

/**
 * What was met on the way of one question: null while it is being looked at, else what was found, short of what a cycle that
 * goes through it brings. The beginning of the cycle has all of it, and nothing is looked at twice: modules whose stars all
 * lead to each other have more ways between them than can be walked.
 */
type Met = Map<string, Found | null>;

/** What the files of one module offer together. */
export async function offered(r: Resolver, files: readonly number[], name: string): Promise<Found> {
  const found: Found[] = [];
  for (const file of files) found.push(await offeredBy(r, file, name, new Map()));
  return union(found, false);
}

async function offeredBy(r: Resolver, index: number, name: string, met: Met): Promise<Found> {
  const key = `${index}\0${name}`;
  const known = r.offers.get(key);
  if (known !== undefined) return known;
  const before = met.get(key);
  if (before !== undefined) {
    r.cuts++;
    return before ?? NOT_FOUND;
  }
  const cuts = r.cuts;
  const outermost = met.size === 0;
  met.set(key, null);
  const found = await look(r, index, name, met);
  met.set(key, found);
  // Inside a cycle an answer may be short of what the cycle's beginning still finds.
  if (outermost || r.cuts === cuts) r.offers.set(key, found);
  return found;
}

async function look(r: Resolver, index: number, name: string, met: Met): Promise<Found> {
  const file = await r.file(index);
  const family = r.family(file);
  const tables = r.tables(file);
  if (tables === null || family === null) {
    // A file that could not be parsed may offer anything.
    return { entities: [{ kind: "unknown", why: "unparsed-file" }], hops: 0, ambiguous: false };
  }
  if (family.offers !== "exports") return lookAtTop(r, index, name, met);
  const own = tables.facts.exports.filter((e) => e.exported === name);
  if (own.length > 0) {
    const found: Found[] = [];
    for (const fact of own) found.push(await exportedAs(r, index, fact, met));
    return union(found, false);
  }
  // What a default is, a star does not pass on.
  if (name === "default" || name === "=") return NOT_FOUND;
  return throughStars(r, index, name, met);
}

async function throughStars(r: Resolver, index: number, name: string, met: Met): Promise<Found> {
  const file = await r.file(index);
  const found: Found[] = [];
  let unsure = false;
  let outside = false;
  for (const fact of file.facts!.exports) {
    if (fact.exported !== "*" || fact.from === "") continue;
    const target = await r.module(file, fact.from, name);
    if (target.why !== "") unsure = true;
    if (target.external) outside = true;
    for (const next of target.files) found.push(await offeredBy(r, next, name, met));
  }
  const joined = union(found, true);
  if (joined.entities.length === 0) {
    if (unsure) return only({ kind: "unknown", why: "unresolved-module" }, 1);
    return outside ? only(OUTSIDE_SPACE, 1) : joined;
  }
  return { ...joined, hops: joined.hops + 1 };
}

async function exportedAs(r: Resolver, index: number, fact: ExportFact, met: Met): Promise<Found> {
  const file = await r.file(index);
  if (fact.from !== "") {
    const target = await r.module(file, fact.from, fact.local);
    if (target.external) return only(OUTSIDE_SPACE);
    if (target.files.length === 0) return only({ kind: "unknown", why: "unresolved-module" });
    if (fact.local === "*") return only({ kind: "module", files: target.files, callable: false }, 1);
    const found: Found[] = [];
    for (const next of target.files) found.push(await offeredBy(r, next, fact.local, met));
    const joined = union(found, false);
    return { ...joined, hops: joined.hops + 1 };
  }
  const tables = r.tables(file)!;
  const local = fact.local === "" ? fact.exported : fact.local;
  const property = (tables.byQualified.get(`exports.${fact.exported}`) ?? []).filter((s) =>
    holds(fact.range, tables.facts.symbols[s]!.nameRange),
  );
  const symbols = property.length > 0 ? property : (tables.top.get(local) ?? []);
  if (symbols.length > 0) {
    return declared(symbols.map((s) => tables.place(s)));
  }
  const imports = tables.facts.imports.filter((i) => i.local === local);
  if (imports.length > 0) {
    const found: Found[] = [];
    for (const next of imports) found.push(await imported(r, index, next, met));
    const joined = union(found, false);
    return { ...joined, hops: joined.hops + 1 };
  }
  const value = await r.exportedValue(file, fact);
  return only(value);
}

/** What an import brings, by the name that it asks for. */
export async function imported(
  r: Resolver,
  index: number,
  fact: ImportFact,
  met: Met = new Map(),
): Promise<Found> {
  const file = await r.file(index);
  const target = await r.module(file, fact.module, fact.imported);
  if (target.external) return only(OUTSIDE_SPACE);
  if (target.files.length === 0) return only({ kind: "unknown", why: "unresolved-module" });
  if (fact.imported === "*" || target.whole === true) {
    return only({ kind: "module", files: target.files, callable: true });
  }
  const found: Found[] = [];
  for (const next of target.files) found.push(await offeredBy(r, next, fact.imported, met));
  const joined = union(found, false);
  if (joined.entities.length > 0) return joined;
  return r.fromWhole(target.files, fact.imported);
}

/** Languages whose top-level names are the module's. */
async function lookAtTop(r: Resolver, index: number, name: string, met: Met): Promise<Found> {
  const file = await r.file(index);
  const family = r.family(file)!;
  const tables = r.tables(file)!;
  const symbols = (tables.top.get(name) ?? []).filter(
    (s) => family.offers === "top" || tables.facts.symbols[s]!.exported,
  );
  if (symbols.length > 0) {
    const own = declared(symbols.map((s) => tables.place(s)));
    if (family.isRebound?.(tables, name) !== true) return own;
    const all = [own];
    for (const fact of tables.facts.imports) {
      if (fact.local === name) all.push(await imported(r, index, fact, met));
    }
    return { ...union(all, false), ambiguous: true };
  }
  const found: Found[] = [];
  for (const fact of tables.facts.exports) {
    if (fact.exported !== name || fact.from === "") continue;
    found.push(await exportedAs(r, index, fact, met));
  }
  if (found.length === 0 && family.offers === "top") {
    for (const fact of tables.facts.imports) {
      if (fact.local === name) found.push(await imported(r, index, fact, met));
    }
  }
  if (found.length === 0) {
    const stars = tables.facts.exports.some((e) => e.exported === "*")
      ? tables.facts.exports.filter((e) => e.exported === "*").map((e) => e.from)
      : family.offers === "top" && family.starBinds
        ? tables.facts.imports.filter((i) => i.imported === "*" && i.local === "").map((i) => i.module)
        : [];
    for (const module of stars) {
      const target = await r.module(file, module, name);
      for (const next of target.files) found.push(await offeredBy(r, next, name, met));
    }
  }
  const joined = union(found, false);
  if (joined.entities.length === 0) return NOT_FOUND;
  const ambiguous = joined.ambiguous || family.isRebound?.(tables, name) === true;
  return { ...joined, hops: joined.hops + 1, ambiguous };
}

function only(entity: Entity, hops = 0): Found {
  return { entities: [entity], hops, ambiguous: false };
}

function declared(places: readonly { file: number; at: number }[]): Found {
  const seen = new Set<string>();
  const entities: Entity[] = [];
  for (const place of places) {
    if (seen.has(placeKey(place))) continue;
    seen.add(placeKey(place));
    entities.push({ kind: "declared", place });
  }
  return { entities, hops: 0, ambiguous: false };
}

export function entityKey(entity: Entity): string {
  switch (entity.kind) {
    case "declared":
    case "instance":
      return `${entity.kind} ${placeKey(entity.place)}`;
    case "module":
      return `module ${entity.files.join(",")}`;
    case "both":
      return `both ${entity.of.map(entityKey).join("&")}`;
    case "either":
      return `either ${entity.sure} ${entity.of.map(entityKey).join("|")}`;
    case "list":
      return `list ${entityKey(entity.of)}`;
    case "later":
      return `later ${entityKey(entity.of)}`;
    case "outside":
      return `outside ${entity.of} ${entity.name ?? ""}`;
    case "unknown":
      return "unknown";
  }
}

/** Of several ways to a name. By stars (`choice`) two different things are ambiguous. */
function union(found: readonly Found[], choice: boolean): Found {
  const entities = new Map<string, Entity>();
  let hops = 0;
  let ambiguous = false;
  let answers = 0;
  for (const one of found) {
    if (one.entities.length > 0) {
      const fresh = one.entities.filter((e) => !entities.has(entityKey(e)));
      if (choice && answers > 0 && fresh.length > 0) ambiguous = true;
      answers++;
    }
    for (const entity of one.entities) entities.set(entityKey(entity), entity);
    hops = Math.max(hops, one.hops);
    ambiguous ||= one.ambiguous;
  }
  return { entities: [...entities.values()], hops, ambiguous };
}

/** Whether the entity can be meant where a value, or where a type is asked for. */
export async function fits(r: Resolver, entity: Entity, wantsType: boolean): Promise<boolean> {
  if (entity.kind !== "declared") return true;
  const tables = r.tables(await r.file(entity.place.file));
  if (tables === null) return true;
  const kinds = tables.symbolsOf(entity.place.at).map((s) => tables.facts.symbols[s]!.kind);
  return wantsType
    ? kinds.some((k) => k !== "function" && k !== "variable" && k !== "constant")
    : kinds.some(isValue);
}
