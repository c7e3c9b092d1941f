// Which of several members does a name in a C# file mean? The nearest that the arguments fit; what can't be told apart is
// possible.
import type { Reference } from "../parse/facts.ts";
import { areTwins, fitsBest, isPrivate, isStatic, type Member, takes } from "./csharp-members.ts";
import { anglesEnd, arityAt, type Call } from "./csharp-text.ts";
import { type TypeFound } from "./csharp-types.ts";
import { partsOf } from "./csharp-parts.ts";
import { type FileTables, isType, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { skipBlank } from "./java-text.ts";
import { EXTERNAL, type Meaning, possible } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";

/** Where the facts cut a receiver, in UTF-16 code units. */
export const CUT = 80;

export interface Asked {
  readonly r: Resolver;
  readonly tables: FileTables;
  readonly reference: Reference;
  readonly offset: number;
  /** Null for what is no call. */
  readonly call: Call | null;
}

/** The arguments of a type behind its name: as many as it has. */
export function argumentsBehind({ tables, reference }: Asked): string {
  const { text } = tables.file;
  const at = skipBlank(text, tables.endOf(reference.range));
  return arityAt(text, at) === 0 ? "" : text.slice(at, anglesEnd(text, at));
}

export async function typeMeaning(r: Resolver, found: TypeFound): Promise<Meaning> {
  if (found.kind === "declared")
    return { kind: "proven", rule: found.rule, targets: await partsOf(r, found.place) };
  return found.kind === "unknown" ? possible("unresolved-module") : EXTERNAL;
}

/** Types are no members that are called, but they are read. */
export function isWanted(asked: Asked, { tables, at }: Member): boolean {
  const { kind } = tables.facts.symbols[at]!;
  if (asked.reference.role === "call") return !isType(kind);
  return true;
}

/** One of the members, by their distance and what the arguments say. */
export function decided(
  asked: Asked,
  members: readonly Member[],
  rule: Rule,
  receiver: Place | null,
  outside: boolean,
  extended = false,
): Meaning {
  const judged = members
    .map((member) => ({ member, takes: takes(member, asked.call, extended) }))
    .filter((j) => j.takes !== "no")
    .sort((a, b) => a.member.distance - b.member.distance);
  if (judged.length === 0) {
    // An overload of a base outside.
    if (outside) return EXTERNAL;
    return possible(
      "ambiguous-declaration",
      members.map((m) => m.place),
    );
  }
  const near = judged.filter((j) => j.member.distance === judged[0]!.member.distance);
  const best = near.filter((j) => fitsBest(j.member, asked.call, extended));
  const first = best.length === 1 ? best[0] : judged[0];
  const twins = judged.every((j) => j === first || areTwins(j.member, first!.member));
  const sure = best.length === 1 || (near.length === 1 && first!.takes === "sure");
  const places = judged.map((j) => j.member.place);
  if (!sure && !twins) return possible("ambiguous-declaration", places);
  // What overrides a method of a class outside may be one overload of several.
  if (!sure && outside && asked.call !== null && /\boverride\s/.test(headOfMember(first!.member)))
    return possible("unresolved-base", places);
  const targets = twins ? places : [first!.member.place];
  const { tables, at } = first!.member;
  const fixed = receiver === null || isPrivate(tables, at) || isStatic(tables, at);
  return fixed ? { kind: "proven", rule, targets } : { kind: "proven", rule, targets, receiver };
}

function headOfMember({ tables, at }: Member): string {
  const { range, nameRange } = tables.facts.symbols[at]!;
  return tables.file.text.slice(tables.startOf(range), tables.startOf(nameRange));
}
