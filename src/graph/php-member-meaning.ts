// What does a member of a PHP type mean where it is used? The one that the type has, or takes from a trait under another name;
// with what types below it may have in its place.
import { tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { EXTERNAL, possible, type Meaning } from "./meaning.ts";
import { takenOver } from "./php-aliases.ts";
import { membersBelow, membersOf, modifiersOf, type MemberKind } from "./php-members.ts";
import { typeAround } from "./php-types.ts";
import type { Resolver } from "./resolve.ts";

export interface Asked {
  readonly r: Resolver;
  readonly tables: FileTables;
  readonly index: number;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A call by another name that a type gives to a method of a trait means that method as well. */
export async function among(
  asked: Asked,
  place: Place,
  kind: MemberKind,
  rule: Rule,
  receiver: Place | null,
  isOwn: boolean,
): Promise<Meaning> {
  const meaning = await amongOwn(asked, place, kind, rule, receiver, isOwn);
  if (kind !== "method" || (meaning.kind !== "proven" && meaning.kind !== "possible")) return meaning;
  const targets = [...meaning.targets];
  for (const target of meaning.targets) {
    const originals = await takenOver(asked.r, target);
    // Where it can't be told which one is taken, none is meant surely.
    if (originals.length > 1 && meaning.kind === "proven")
      return possible("ambiguous-declaration", [...targets, ...originals]);
    targets.push(...originals);
  }
  return targets.length === meaning.targets.length ? meaning : { ...meaning, targets };
}

/** A member of a type, or of what is below it. `isOwn`: `$this`, `self`, a named type: nothing else can be meant. */
async function amongOwn(
  { r, tables, name, start }: Asked,
  place: Place,
  kind: MemberKind,
  rule: Rule,
  receiver: Place | null,
  isOwn: boolean,
): Promise<Meaning> {
  const members = await membersOf(r, place, name, kind);
  const { found } = members;
  if (found.length > 0) {
    if (members.unsure || members.outside)
      return possible("unresolved-base", await withBelow(r, found, receiver, name, kind));
    if (found.length > 1)
      return possible("ambiguous-declaration", await withBelow(r, found, receiver, name, kind));
    const [target] = found;
    const modifiers = await modifiersOf(r, target!);
    // What is private is seen in its own type alone; a subclass that has the name has another one.
    const fixed = receiver === null || /\b(?:private|final)\b/.test(modifiers);
    if (/\bprivate\b/.test(modifiers) && !(await isWithin(r, tables, start, target!)))
      return possible("unresolved-receiver", await withBelow(r, found, place, name, kind));
    return fixed
      ? { kind: "proven", rule, targets: [target!] }
      : { kind: "proven", rule, targets: [target!], receiver: receiver! };
  }
  const below = receiver === null && !isOwn ? [] : await membersBelow(r, place, name, kind);
  if (members.magic) return possible("dynamic-access");
  if (members.unsure) return possible("unresolved-base");
  if (below.length > 0) return possible("dispatch", below);
  if (members.outside) return EXTERNAL;
  return possible("unresolved-receiver");
}

async function withBelow(
  r: Resolver,
  found: readonly Place[],
  receiver: Place | null,
  name: string,
  kind: MemberKind,
): Promise<Place[]> {
  return receiver === null ? [...found] : [...found, ...(await membersBelow(r, receiver, name, kind))];
}

/** Whether the place is in the type that declares the member, or the member came there with a trait. */
async function isWithin(r: Resolver, tables: FileTables, offset: number, member: Place): Promise<boolean> {
  const at = typeAround(tables, offset);
  const home = tablesOf(await r.file(member.file))!;
  const owner = typeAround(home, home.startOf(home.facts.symbols[member.at]!.nameRange));
  if (owner === -1) return true;
  if (home.facts.symbols[owner]!.kind === "trait") return true;
  return at !== -1 && tables.file.index === home.file.index && tables.first[at] === home.first[owner];
}
