// Which method, property or constant of a name has a type of PHP? Its own, then those of its traits, of the class that it
// extends, of its interfaces; with a word on what can't be seen.
import { basesFirst, placesOf } from "./bases-first.ts";
import { placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import { phpCode } from "./php-code.ts";
import { same } from "./php-names.ts";
import { basesOf, type Base } from "./php-types.ts";
import { directlyBelow } from "./relatives.ts";
import { declarationAt } from "./declarations.ts";
import type { Resolver } from "./resolve.ts";

export type MemberKind = "method" | "property" | "constant";

export interface Members {
  /** Several only where it can't be told which one is meant. */
  readonly found: readonly Place[];
  /** What stands before what was found may have the name as well: a class or a trait outside of the repository. */
  readonly outside: boolean;
  /** Something before it is not known. */
  readonly unsure: boolean;
  /** It takes calls of any name (`__call`). */
  readonly magic: boolean;
}

const UNSURE: Members = { found: [], outside: false, unsure: true, magic: false };

export async function membersOf(r: Resolver, place: Place, name: string, kind: MemberKind): Promise<Members> {
  const folded = kind === "method" ? name.toLowerCase() : name;
  const key = (at: Place) => `pm${placeKey(at)}:${kind}:${folded}`;
  const above = async (at: Place) => placesOf((await basesOf(r, at)).map(({ type }) => type));
  await basesFirst(r, place, key, above, (at) => membersOfType(r, at, folded, kind, key(at)));
  return membersOfType(r, place, folded, kind, key(place));
}

function membersOfType(
  r: Resolver,
  place: Place,
  name: string,
  kind: MemberKind,
  key: string,
): Promise<Members> {
  return r.once(key, UNSURE, async () => {
    const tables = tablesOf(await r.file(place.file));
    if (tables === null) return UNSURE;
    const own = ownMembers(tables, place.at, name, kind);
    let magic = hasMagic(tables, place.at, kind);
    if (own.length > 0) {
      const found = [...new Set(own.map((s) => tables.first[s]!))].map((s) => tables.place(s));
      return { found, outside: false, unsure: false, magic };
    }
    let outside = ofLanguage(tables, place.at, name, kind);
    let unsure = false;
    const bases = await basesOf(r, place);
    const weak: Place[] = [];
    for (const how of ["uses", "extends", "implements"] as const) {
      const found = new Map<string, Place>();
      const from = new Map<string, Base>();
      for (const base of bases) {
        if (base.how !== how) continue;
        if (base.type.kind === "outside") {
          // An interface declares and does not define; what it has is no other than what is found.
          if (how !== "implements") outside ||= mayHave(base.type.path, name, kind);
          else if (kind !== "constant") magic ||= false;
          else outside = true;
          continue;
        }
        if (base.type.kind !== "declared") {
          unsure = true;
          continue;
        }
        const above = await membersOf(r, base.type.place, name, kind);
        outside ||= above.outside;
        unsure ||= above.unsure;
        magic ||= above.magic;
        for (const member of above.found) {
          if (how === "extends" && kind === "constant" && (await isPrivate(r, member))) continue;
          // What a trait declares without a body another one defines.
          if (how === "uses" && (await isAbstract(r, member))) weak.push(member);
          else {
            found.set(placeKey(member), member);
            from.set(placeKey(member), base);
          }
        }
      }
      if (found.size === 0) continue;
      let all = [...found.values()];
      if (how === "uses" && all.length > 1) all = preferred(tables, place.at, name, all, from);
      if (how === "implements") all = all.slice(0, 1);
      return { found: all, outside, unsure, magic };
    }
    return { found: weak.slice(0, 1), outside, unsure, magic };
  });
}

/** Of several traits the one that `insteadof` chooses. */
function preferred(
  tables: FileTables,
  at: number,
  name: string,
  all: Place[],
  from: ReadonlyMap<string, Base>,
): Place[] {
  const { range } = tables.facts.symbols[at]!;
  const body = phpCode(tables).code.slice(tables.startOf(range), tables.endOf(range));
  const chosen = [
    ...body.matchAll(/([\w\\\u0080-\uffff]+)\s*::\s*([\w\u0080-\uffff]+)\s+insteadof\b/gi),
  ].filter((match) => same(match[2]!, name));
  if (chosen.length !== 1) return all;
  const left = all.filter((p) => from.get(placeKey(p))!.name === chosen[0]![1]!);
  return left.length === 1 ? left : all;
}

export function ownMembers(tables: FileTables, at: number, name: string, kind: MemberKind): number[] {
  const { symbols } = tables.facts;
  const own: number[] = [];
  for (const part of tables.symbolsOf(at)) {
    const qualifier = `${symbols[part]!.qualified}::`;
    for (const s of tables.children(part)) if (isMember(tables, s, name, kind)) own.push(s);
    // Parameters of the constructor that are properties stand in it.
    if (kind !== "property") continue;
    for (const s of tables.byQualified.get(qualifier + name) ?? [])
      if (symbols[s]!.parent !== part && isMember(tables, s, name, kind)) own.push(s);
  }
  return own;
}

function isMember(tables: FileTables, at: number, name: string, kind: MemberKind): boolean {
  const symbol = tables.facts.symbols[at]!;
  if (kind === "method")
    return (symbol.kind === "method" || symbol.kind === "constructor") && same(symbol.name, name);
  return symbol.kind === kind && symbol.name === name;
}

function hasMagic(tables: FileTables, at: number, kind: MemberKind): boolean {
  if (kind === "constant") return false;
  const names = kind === "method" ? ["__call", "__callstatic"] : ["__get"];
  return names.some((n) => ownMembers(tables, at, n, "method").length > 0);
}

/** What every enumeration has. */
function ofLanguage(tables: FileTables, at: number, name: string, kind: MemberKind): boolean {
  if (tables.facts.symbols[at]!.kind !== "enum") return false;
  if (kind === "method") return name === "cases" || name === "from" || name === "tryfrom";
  return kind === "property" && (name === "name" || name === "value");
}

const OF_THROWABLE = new Set(
  `getmessage getprevious getcode getfile getline gettrace gettraceasstring __tostring __construct __wakeup
  __clone`.split(/\s+/),
);
const THROWABLE = /(?:^|\\)(?:\w*Exception|\w*Error|Throwable)$/;

/** Whether a class or a trait outside of the repository may have a member of the name. */
function mayHave(path: string, name: string, kind: MemberKind): boolean {
  if (path.includes("\\") || !THROWABLE.test(path)) return true;
  if (kind === "method") return OF_THROWABLE.has(name);
  return kind === "property" && /^(?:message|code|file|line)$/.test(name);
}

export async function symbolAt(r: Resolver, place: Place) {
  return tablesOf(await r.file(place.file))?.facts.symbols[place.at];
}

export async function modifiersOf(r: Resolver, place: Place): Promise<string> {
  const symbol = await symbolAt(r, place);
  if (symbol === undefined) return "";
  const at = symbol.signature.search(/\bfunction\b|\bconst\b|\$/i);
  return symbol.signature.slice(0, at === -1 ? 0 : at).toLowerCase();
}

export async function isPrivate(r: Resolver, place: Place): Promise<boolean> {
  return /\bprivate\b/.test(await modifiersOf(r, place));
}

async function isAbstract(r: Resolver, place: Place): Promise<boolean> {
  const symbol = await symbolAt(r, place);
  return (
    symbol?.kind === "method" && symbol.bodyStart === 0 && /\babstract\b/.test(await modifiersOf(r, place))
  );
}

/** Types that are followed downwards. */
const MOST_BELOW = 500;

/** Types below one that are proven, nearest first; without itself. */
export function typesBelow(r: Resolver, place: Place): Promise<readonly Place[]> {
  return r.once(`pl${placeKey(place)}`, [] as readonly Place[], async () => {
    const seen = new Map<string, Place>([[placeKey(place), place]]);
    for (const at of seen.values()) {
      if (seen.size > MOST_BELOW) break;
      const tables = tablesOf(await r.file(at.file));
      if (tables === null) continue;
      for (const link of (await directlyBelow(r, declarationAt(tables, at.at))).links)
        seen.set(placeKey(link.place), link.place);
    }
    return [...seen.values()].slice(1);
  });
}

/** Members of the name in types below one. */
export async function membersBelow(
  r: Resolver,
  place: Place,
  name: string,
  kind: MemberKind,
): Promise<readonly Place[]> {
  const found: Place[] = [];
  for (const below of await typesBelow(r, place)) {
    const tables = tablesOf(await r.file(below.file));
    if (tables === null) continue;
    for (const s of ownMembers(tables, below.at, name, kind)) found.push(tables.place(s));
  }
  return found;
}
