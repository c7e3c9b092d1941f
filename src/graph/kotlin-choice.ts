// Which of several candidates does a name in a Kotlin file mean? The first level that has one that the arguments fit; only
// what no other candidate can take away is proven.
import type { Reference } from "../parse/facts.ts";
import type { Argument } from "./call-shapes.ts";
import { type FileTables, type Place, placeKey, tablesOf } from "./file-tables.ts";
import type { Why } from "./graph.ts";
import { type Candidate, nearestCandidates } from "./kotlin-candidates.ts";
import { isStatic } from "./kotlin-contexts.ts";
import { areTwins, fitsBest, type Member, takes } from "./kotlin-members.ts";
import { KOTLIN } from "./kotlin-packages.ts";
import { extensionOf } from "./kotlin-text.ts";
import { isPrivate } from "./kotlin-types.ts";
import { type Meaning, possible } from "./meaning.ts";
import { namedInside } from "./packaged-names.ts";
import type { Resolver } from "./resolve.ts";

/** Where the facts cut a receiver, in UTF-16 code units. */
export const CUT = 80;

export interface Asked {
  readonly r: Resolver;
  readonly tables: FileTables;
  readonly reference: Reference;
  readonly offset: number;
  /** Null for what is no call. */
  readonly args: readonly Argument[] | null;
}

/** Whether a symbol is what the name is used as; of several the functions go first. */
export function isWanted(asked: Asked, { tables, at }: Member): boolean {
  const { kind } = tables.facts.symbols[at]!;
  const { role } = asked.reference;
  if (role === "call") return kind !== "constructor";
  if (isHandedOn(asked)) return kind !== "constructor";
  return kind !== "function" && kind !== "method" && kind !== "constructor";
}

/** `::name`, `Type::name`. */
function isHandedOn({ tables, offset }: Asked): boolean {
  return tables.file.text.slice(Math.max(0, offset - 2), offset) === "::";
}

/** What a level offers for the use: functions that fit, else what can be called otherwise. */
export function wantedOf(asked: Asked, members: readonly Member[]): Member[] {
  return members.filter((m) => isWanted(asked, m));
}

/** Whether what was found goes before all that may follow. */
export function surely(asked: Asked, candidates: readonly Candidate[]): boolean {
  return candidates.some(
    (c) => c.sure && takes(c.member, asked.args) === "sure" && !isProperty(asked, c.member),
  );
}

function isProperty(asked: Asked, { tables, at }: Member): boolean {
  const { kind } = tables.facts.symbols[at]!;
  return asked.reference.role === "call" && (kind === "property" || kind === "constant");
}

/** One of the candidates, by their levels and what the arguments say. */
export function decided(asked: Asked, all: readonly Candidate[], outside: boolean): Meaning {
  const near = nearestCandidates(asked.r, asked.tables, once(all));
  const judged = near
    .map((candidate) => ({ candidate, takes: takes(candidate.member, asked.args) }))
    .filter((j) => j.takes !== "no")
    .sort((a, b) => order(asked, a.candidate) - order(asked, b.candidate));
  if (judged.length === 0)
    return possible(
      "ambiguous-declaration",
      all.map((c) => c.member.place),
    );
  const level = order(asked, judged[0]!.candidate);
  const same = judged.filter((j) => order(asked, j.candidate) === level);
  const best = same.filter((j) => j.candidate.sure && fitsBest(j.candidate.member, asked.args));
  const first = best.length === 1 ? best[0] : judged[0];
  const sure = best.length === 1 || (same.length === 1 && first!.takes === "sure" && first!.candidate.sure);
  const alone =
    judged.length === 1 ||
    judged.every((j) => j === first || areTwins(j.candidate.member, first!.candidate.member));
  // An import by name that leads out may bring an overload.
  if ((sure && level < 100) || (alone && first!.candidate.sure && !outside) || (sure && alone)) {
    const { candidate } = first!;
    // Defaults stand at what is expected: what is actual seems to take fewer calls.
    const twins = near.filter((c) => c === candidate || areTwins(c.member, candidate.member));
    const targets = twins.map((c) => c.member.place);
    return provenAs(candidate, targets);
  }
  const why: Why = first!.candidate.sure ? "ambiguous-declaration" : "unresolved-receiver";
  return possible(
    why,
    judged.map((j) => j.candidate.member.place),
  );
}

function provenAs({ member, rule, receiver }: Candidate, targets: readonly Place[]): Meaning {
  const fixed =
    receiver === null || isPrivate(member.tables, member.at) || isStatic(member.tables, member.at);
  return fixed ? { kind: "proven", rule, targets } : { kind: "proven", rule, targets, receiver };
}

/** Of one level properties that are called come behind functions. */
export function order(asked: Asked, { level, member }: Candidate): number {
  return level + (isProperty(asked, member) ? 0.05 : 0);
}

export function once(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(
    ({ member: { place } }) => !seen.has(placeKey(place)) && seen.add(placeKey(place)),
  );
}

/** Members of classes that extend other types, under the name. */
export async function memberExtensions(asked: Asked): Promise<Place[]> {
  const { places } = await namedInside(asked.r, KOTLIN, asked.reference.name);
  const found: Place[] = [];
  for (const place of places) {
    const home = tablesOf(await asked.r.file(place.file));
    if (home !== null && extensionOf(home, place.at) !== "") found.push(place);
  }
  return found;
}
