// What does a type extend, and what extends it? Bases by the names that the source writes, resolved where they stand;
// implementors by the files that hold the name. Of a member: the members that override or implement it.
import { compareStrings } from "../base/order.ts";
import { partsOf } from "./whole-declarations.ts";
import { declarationAt, placeOf } from "./declarations.ts";
import { isType, placeKey, type FileTables, type Place } from "./file-tables.ts";
import type { Declaration, NotLooked, PossibleSite, Relative, RelativesAnswer } from "./graph.ts";
import type { Entity } from "./meaning.ts";
import type { MethodSets } from "./language-graph.ts";
import { membersOf } from "./members.ts";
import { otherNames } from "./other-names.ts";
import type { Resolver } from "./resolve.ts";
import { FoundPossible, FoundSite, possibleAt, siteOfReference } from "./sites.ts";

/** Types above or below that are followed. */
const MOST_TYPES = 2_000;

/** One step up or down, with the reference that names the base. */
interface Link {
  place: Place;
  tables: FileTables;
  reference: number;
  symbol: number;
}

export async function basesOf(r: Resolver, declaration: Declaration): Promise<RelativesAnswer> {
  const tables = r.tables(await r.file(declaration.file));
  const proven: Relative[] = [];
  const possible: PossibleSite[] = [];
  if (tables === null) return { proven, possible, notLooked: [] };
  const { parent } = tables.facts.symbols[declaration.symbols[0]!]!;
  if (!isType(declaration.kind)) {
    return parent === -1 ? { proven, possible, notLooked: [] } : overridden(r, tables, declaration);
  }
  const seen = new Set([placeKey(placeOf(declaration))]);
  let level = [placeOf(declaration)];
  for (let distance = 1; level.length > 0 && seen.size < MOST_TYPES; distance++) {
    const next: Place[] = [];
    for (const place of level) {
      for (const { entity, link } of await namedBases(r, place)) {
        if (entity.kind === "unknown") {
          if (distance === 1 && link.reference !== -1)
            possible.push(possibleAt(link.tables, link.reference, "unresolved-base"));
          continue;
        }
        if (entity.kind !== "instance" && entity.kind !== "declared") continue;
        if (seen.has(placeKey(entity.place))) continue;
        seen.add(placeKey(entity.place));
        const home = r.tables(await r.file(entity.place.file))!;
        proven.push({ declaration: declarationAt(home, entity.place.at), distance, site: siteOf(link) });
        next.push(entity.place);
      }
    }
    level = next;
  }
  const links: Link[] = [];
  const sets = await r.family(tables.file)?.implemented?.(r, placeOf(declaration));
  const notLooked = await addBySets(r, sets, seen, links, possible);
  for (const link of links)
    proven.push({ declaration: declarationAt(link.tables, link.place.at), distance: 1, site: siteOf(link) });
  return { proven, possible, notLooked };
}

/** Members of bases that a member overrides or implements. */
async function overridden(
  r: Resolver,
  tables: FileTables,
  declaration: Declaration,
): Promise<RelativesAnswer> {
  const proven: Relative[] = [];
  const { parent, name } = tables.facts.symbols[declaration.symbols[0]!]!;
  const owner = declarationAt(tables, tables.first[parent]!);
  if (!isType(owner.kind)) return { proven, possible: [], notLooked: [] };
  const { proven: bases, possible } = await basesOf(r, owner);
  for (const base of bases) {
    for (const at of await ownMember(r, base.declaration, name)) {
      const home = r.tables(await r.file(base.declaration.file))!;
      proven.push({ declaration: declarationAt(home, at), distance: base.distance, site: base.site });
    }
  }
  return { proven, possible, notLooked: [] };
}

export async function implementorsOf(r: Resolver, declaration: Declaration): Promise<RelativesAnswer> {
  const tables = r.tables(await r.file(declaration.file));
  if (tables === null) return { proven: [], possible: [], notLooked: [] };
  if (isType(declaration.kind)) return typesBelow(r, declaration);
  const { parent, name } = tables.facts.symbols[declaration.symbols[0]!]!;
  if (parent === -1) return { proven: [], possible: [], notLooked: [] };
  const owner = declarationAt(tables, tables.first[parent]!);
  if (!isType(owner.kind)) return { proven: [], possible: [], notLooked: [] };
  const below = await typesBelow(r, owner);
  const proven: Relative[] = [];
  for (const type of below.proven) {
    for (const { file, at } of await memberOf(r, type.declaration, name)) {
      const home = r.tables(await r.file(file))!;
      const found = declarationAt(home, at);
      const { nameRange } = home.facts.symbols[at]!;
      const site = new FoundSite(home.file, nameRange.start, nameRange.startColumn, at, null);
      proven.push({ declaration: found, distance: type.distance, site });
    }
  }
  return { ...below, proven };
}

async function typesBelow(r: Resolver, declaration: Declaration): Promise<RelativesAnswer> {
  const proven: Relative[] = [];
  const possible: PossibleSite[] = [];
  const notLooked: NotLooked[] = [];
  const seen = new Set([placeKey(placeOf(declaration))]);
  let level = [declaration];
  for (let distance = 1; level.length > 0; distance++) {
    const next: Declaration[] = [];
    for (const above of level) {
      const found = await directlyBelow(r, above);
      if (distance === 1) possible.push(...found.possible);
      notLooked.push(...found.notLooked);
      for (const link of found.links) {
        if (seen.has(placeKey(link.place))) continue;
        if (seen.size >= MOST_TYPES) {
          notLooked.push({ what: `types below ${above.qualified}`, why: `ceiling of ${MOST_TYPES} types` });
          break;
        }
        seen.add(placeKey(link.place));
        const below = declarationAt(link.tables, link.place.at);
        proven.push({ declaration: below, distance, site: siteOf(link) });
        next.push(below);
      }
    }
    level = next;
  }
  proven.sort(
    (a, b) =>
      a.distance - b.distance ||
      compareStrings(a.declaration.path, b.declaration.path) ||
      a.declaration.line - b.declaration.line,
  );
  return { proven, possible, notLooked };
}

interface Below {
  links: Link[];
  possible: PossibleSite[];
  notLooked: NotLooked[];
}

/** Types whose own list of bases names the declaration. */
export function directlyBelow(r: Resolver, declaration: Declaration): Promise<Below> {
  const key = placeKey(placeOf(declaration));
  const none: Below = { links: [], possible: [], notLooked: [] };
  return r.once(`below ${key}`, none, async () => {
    const home = r.tables(await r.file(declaration.file))!;
    const keys = new Set((await partsOf(r, placeOf(declaration))).map(placeKey));
    const names = await otherNames(r, home, declaration.name, keys, false);
    const links: Link[] = [];
    const possible: PossibleSite[] = [];
    const unparsed: NotLooked[] = [];
    for await (const file of r.each(names.files)) {
      const tables = r.tables(file);
      const family = r.family(file);
      if (tables === null && family !== null && family === r.family(home.file) && file.skip !== null)
        unparsed.push({ what: file.path, why: file.skip });
      if (tables === null || family === null) continue;
      const own = names.local.get(file.index);
      const wanted = (base: string) => {
        const last = lastName(base);
        if (family.foldsCase === true && names.names.some((n) => n.toLowerCase() === last.toLowerCase()))
          return true;
        return names.names.includes(last) || own?.has(last) === true;
      };
      for (const [s, symbol] of tables.facts.symbols.entries()) {
        const bases = family.basesOf?.(symbol, file) ?? symbol.bases;
        for (const base of bases) {
          if (!wanted(base)) continue;
          const entity = await r.typed(base, file, s);
          const reference = referenceOf(tables, s, lastName(base));
          const link = { place: tables.place(s), tables, reference, symbol: s };
          if ((entity.kind === "instance" || entity.kind === "declared") && keys.has(placeKey(entity.place)))
            links.push(link);
          else if (entity.kind === "unknown" && reference !== -1)
            possible.push(possibleAt(tables, reference, "unresolved-base"));
        }
      }
    }
    const sets = await r.family(home.file)?.implementing?.(r, placeOf(declaration));
    const known = new Set(links.map(({ place }) => placeKey(place)));
    const notLooked = await addBySets(r, sets, known, links, possible);
    return { links, possible, notLooked: [...unparsed, ...notLooked] };
  });
}

/** Types that are below or above by what they can do, without a word. */
async function addBySets(
  r: Resolver,
  found: MethodSets | undefined,
  known: ReadonlySet<string>,
  links: Link[],
  possible: PossibleSite[],
): Promise<NotLooked[]> {
  if (found === undefined) return [];
  for (const place of found.proven) {
    if (known.has(placeKey(place))) continue;
    const tables = r.tables(await r.file(place.file))!;
    links.push({ place, tables, reference: -1, symbol: place.at });
  }
  for (const place of found.possible) {
    if (known.has(placeKey(place))) continue;
    const tables = r.tables(await r.file(place.file))!;
    const { nameRange } = tables.facts.symbols[place.at]!;
    const at = { line: nameRange.start, column: nameRange.startColumn, symbol: place.at };
    possible.push(new FoundPossible(tables.file, at, null, "method-set"));
  }
  if (found.cut === 0) return [];
  return [{ what: `${found.cut} files that hold the names of its methods`, why: "ceiling of files" }];
}

/** What a declaration's own lists of bases name. */
async function namedBases(r: Resolver, place: Place): Promise<{ entity: Entity; link: Link }[]> {
  const found: { entity: Entity; link: Link }[] = [];
  for (const part of await partsOf(r, place)) {
    const tables = r.tables(await r.file(part.file));
    if (tables === null) continue;
    const family = r.family(tables.file);
    for (const s of tables.symbolsOf(part.at)) {
      const symbol = tables.facts.symbols[s]!;
      for (const base of family?.basesOf?.(symbol, tables.file) ?? symbol.bases) {
        const reference = referenceOf(tables, s, lastName(base));
        found.push({
          entity: await r.typed(base, tables.file, s),
          link: { place: part, tables, reference, symbol: s },
        });
      }
    }
  }
  return found;
}

/** Keys of all types above one that are proven, itself included; whether something above it is unknown. */
export function typesAbove(
  r: Resolver,
  place: Place,
): Promise<{ keys: ReadonlySet<string>; whole: boolean }> {
  const key = placeKey(place);
  return r.once(`above ${key}`, { keys: new Set([key]), whole: false }, async () => {
    const keys = new Set((await partsOf(r, place)).map(placeKey));
    let whole = true;
    let level = [place];
    while (level.length > 0 && keys.size < MOST_TYPES) {
      const next: Place[] = [];
      for (const at of level) {
        for (const { entity } of await namedBases(r, at)) {
          if (entity.kind === "unknown") whole = false;
          if (entity.kind !== "instance" && entity.kind !== "declared") continue;
          if (keys.has(placeKey(entity.place))) continue;
          for (const part of await partsOf(r, entity.place)) keys.add(placeKey(part));
          next.push(entity.place);
        }
      }
      level = next;
    }
    return { keys, whole };
  });
}

/** The member of a type, also where it is written outside of it (methods of Go). */
async function memberOf(r: Resolver, type: Declaration, name: string): Promise<Place[]> {
  const own = await ownMember(r, type, name);
  if (own.length > 0) return own.map((at) => ({ file: type.file, at }));
  if (r.family(await r.file(type.file))?.owner === undefined) return [];
  const members = await membersOf(r, { kind: "instance", place: placeOf(type) }, name, false);
  return members.kind === "found" ? [...members.places] : [];
}

async function ownMember(r: Resolver, type: Declaration, name: string): Promise<number[]> {
  const tables = r.tables(await r.file(type.file));
  if (tables === null) return [];
  const found = type.symbols
    .flatMap((s) => tables.children(s))
    .filter((c) => tables.facts.symbols[c]!.name === name);
  return [...new Set(found.map((c) => tables.first[c]!))];
}

function siteOf({ tables, reference, symbol }: Link): FoundSite {
  if (reference !== -1) return siteOfReference(tables, reference);
  const { nameRange } = tables.facts.symbols[symbol]!;
  return new FoundSite(tables.file, nameRange.start, nameRange.startColumn, symbol, null);
}

function referenceOf(tables: FileTables, symbol: number, name: string): number {
  const all = tables.byName.get(name) ?? [];
  return all.find((i) => tables.facts.references[i]!.enclosing === symbol) ?? -1;
}

export function lastName(path: string): string {
  return /[\w$#\u0080-\uffff]+(?=\W*$)/.exec(path.replace(/<.*$/s, "").replace(/\(.*$/s, ""))?.[0] ?? "";
}
