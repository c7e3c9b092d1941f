// What may a name in a Kotlin file mean, by the order in which the language looks for it? Members of receivers, functions
// that extend them, then what imports, the package and imports of all names bring. Each candidate knows its level.
import { placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { companionOf, isEntry, isObject } from "./kotlin-contexts.ts";
import { isOutsideBelow } from "./kotlin-library.ts";
import { memberAt, membersOf, type Member } from "./kotlin-members.ts";
import { isSeen, KOTLIN, packageAt } from "./kotlin-packages.ts";
import { extensionOf } from "./kotlin-text.ts";
import { plainType } from "./kotlin-written-types.ts";
import { isBelow, isPrivate, qualifiedType, typeAt, type TypeFound } from "./kotlin-types.ts";
import { namedIn, nearestOf } from "./packaged-names.ts";
import type { Resolver } from "./resolve.ts";

export interface Candidate {
  readonly member: Member;
  readonly rule: Rule;
  /** The type of the receiver, where what is below it may be meant. */
  readonly receiver: Place | null;
  /** Lower ones go first. */
  readonly level: number;
  /** Whether it surely extends the receiver. */
  readonly sure: boolean;
}

/** What the top of packages offers under a name, as a file sees it. */
export interface Offered {
  readonly members: readonly { readonly member: Member; readonly rule: Rule; readonly order: number }[];
  /** An import by name leads out of the repository. */
  readonly outside: boolean;
  readonly unsure: boolean;
}

const NOTHING: Offered = { members: [], outside: false, unsure: true };

/** Names by imports (order 0), of the package (1), by imports of all names (2). Extensions are among them. */
export function offeredTo(r: Resolver, tables: FileTables, name: string): Promise<Offered> {
  return r.once(`ko${tables.file.index}:${name}`, NOTHING, async () => {
    const members: { member: Member; rule: Rule; order: number }[] = [];
    let outside = false;
    let unsure = false;
    const add = async (pack: string, wanted: string, rule: Rule, order: number): Promise<number> => {
      const { places, unread } = await namedIn(r, KOTLIN, pack, wanted);
      unsure ||= unread;
      const seen: Member[] = [];
      for (const place of places) {
        const home = tablesOf(await r.file(place.file));
        if (home === null) continue;
        if (isPrivate(home, place.at) && place.file !== tables.file.index) continue;
        if (!isSeen(tables.file.path, home.file.path)) continue;
        seen.push(memberAt(home, place.at));
      }
      for (const member of seen) members.push({ member, rule, order });
      return seen.length;
    };
    for (const fact of tables.facts.imports) {
      if (fact.imported === "*" || fact.local !== name) continue;
      let count = await add(fact.module, fact.imported, "import", 0);
      count += await ofOwner(r, tables, fact.module, fact.imported, (member) =>
        members.push({ member, rule: "import", order: 0 }),
      );
      if (count === 0) outside = true;
    }
    await add(packageAt(tables), name, "same-package", 1);
    for (const fact of tables.facts.imports) {
      if (fact.imported !== "*") continue;
      if (fact.module !== packageAt(tables)) await add(fact.module, name, "star-import", 2);
      await ofOwner(r, tables, fact.module, name, (member) =>
        members.push({ member, rule: "star-import", order: 2 }),
      );
    }
    return { members, outside, unsure };
  });
}

/** Members of an object, entries and companion's members of a class that is imported from. */
async function ofOwner(
  r: Resolver,
  tables: FileTables,
  path: string,
  name: string,
  add: (member: Member) => void,
): Promise<number> {
  const last = path.slice(path.lastIndexOf(".") + 1);
  if (!/^[\p{Lu}_]/u.test(last)) return 0;
  const owner = await qualifiedType(r, tables, path);
  if (owner.kind !== "declared") return 0;
  const home = tablesOf(await r.file(owner.place.file))!;
  const side = isObject(home, owner.place.at) ? "instance" : "static";
  const { found } = await membersOf(r, owner.place, name, side);
  for (const member of found) add(member);
  return found.length;
}

/** A receiver, by its type. */
export interface Received {
  readonly type: TypeFound;
  /** The class or the object itself is meant. */
  readonly itself: boolean;
}

/** Whether a function that extends a type extends the receiver. */
export async function extendsReceiver(
  r: Resolver,
  member: Member,
  received: Received,
): Promise<"no" | "maybe" | "sure"> {
  const { tables, at } = member;
  const written = extensionOf(tables, at);
  if (written === "") return "no";
  const wanted = await typeAt(r, tables, written, tables.startOf(tables.facts.symbols[at]!.range), at);
  const { type } = received;
  if (wanted.kind === "unknown" || type.kind === "unknown" || type.kind === "parameter") return "maybe";
  if (wanted.kind === "parameter") return "sure";
  if (wanted.kind === "outside") {
    if (wanted.name === "Any") return "sure";
    if (type.kind === "outside") {
      const below = isOutsideBelow(type.name, wanted.name);
      return below === null ? "maybe" : below ? "sure" : "no";
    }
    return (await hasOutsideBase(r, type.place, plainType(written))) ? "maybe" : "no";
  }
  if (type.kind === "outside") return "no";
  if (received.itself && (await isCompanionType(r, type.place, wanted.place))) return "sure";
  if (received.itself && !(await isObjectPlace(r, type.place))) return "no";
  const below = await isBelow(r, type.place, wanted.place);
  return below === null ? "maybe" : below ? "sure" : "no";
}

async function isObjectPlace(r: Resolver, place: Place): Promise<boolean> {
  const tables = tablesOf(await r.file(place.file));
  return tables !== null && (isObject(tables, place.at) || isEntry(tables, place.at));
}

/** `fun Foo.Companion.make()`, called on `Foo`. */
async function isCompanionType(r: Resolver, place: Place, wanted: Place): Promise<boolean> {
  const tables = tablesOf(await r.file(place.file));
  const companion = tables === null ? -1 : companionOf(tables, place.at);
  return companion !== -1 && placeKey(tables!.place(companion)) === placeKey(wanted);
}

/** Whether something above the type lies outside, so that it may be what is asked for. */
async function hasOutsideBase(r: Resolver, place: Place, wanted: string): Promise<boolean> {
  const { baseTypes } = await import("./kotlin-types.ts");
  const seen = new Set<string>();
  const open = [place];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (seen.has(placeKey(next))) continue;
    seen.add(placeKey(next));
    for (const { type } of await baseTypes(r, next)) {
      if (type.kind === "declared") open.push(type.place);
      else if (type.kind !== "outside") return true;
      else if (isOutsideBelow(type.name, wanted) !== false) return true;
    }
  }
  return false;
}

/** Functions that extend the receiver, as the file sees them. */
export async function extensionsOf(
  r: Resolver,
  tables: FileTables,
  name: string,
  received: Received,
  level: number,
): Promise<{ candidates: Candidate[]; unsure: boolean }> {
  const candidates: Candidate[] = [];
  const { members, unsure } = await offeredTo(r, tables, name);
  for (const { member, rule, order } of members) {
    const fits = await extendsReceiver(r, member, received);
    if (fits === "no") continue;
    candidates.push({ member, rule, receiver: null, level: level + order / 10, sure: fits === "sure" });
  }
  return { candidates, unsure };
}

/** Of one package's copies those of the file's own module. */
export function nearestCandidates(
  r: Resolver,
  from: FileTables,
  candidates: readonly Candidate[],
): Candidate[] {
  const copies = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const { tables, at } = candidate.member;
    const key = `${candidate.level}\0${tables.facts.symbols[at]!.signature}`;
    const known = copies.get(key);
    if (known === undefined) copies.set(key, [candidate]);
    else known.push(candidate);
  }
  const kept = new Set<Candidate>();
  for (const all of copies.values()) {
    const isOneFile = all.every((c) => c.member.tables === all[0]!.member.tables);
    for (const candidate of all) {
      const others = (c: Candidate) => c === candidate || c.member.tables !== candidate.member.tables;
      const near = isOneFile
        ? [candidate]
        : nearestOf(r, from.file.path, all.filter(others), (c) => c.member.place);
      if (near.includes(candidate)) kept.add(candidate);
    }
  }
  return candidates.filter((c) => kept.has(c));
}
