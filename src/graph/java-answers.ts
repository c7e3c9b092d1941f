// How do a type that was found in Java and a member that was chosen become an answer? Also what is carried along while one
// name of a file is asked.
import type { Reference } from "../parse/facts.ts";
import type { FileTables, Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import type { Choice } from "./java-choice.ts";
import type { Members } from "./java-members.ts";
import type { Context, TypeFound } from "./java-types.ts";
import { EXTERNAL, possible, type Meaning } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";

/** Where the facts cut a receiver, in UTF-16 code units. */
export const CUT = 80;

export interface Asked {
  readonly r: Resolver;
  readonly tables: FileTables;
  readonly reference: Reference;
  readonly offset: number;
}

export function typeMeaning(found: TypeFound): Meaning {
  if (found.kind === "declared") return { kind: "proven", rule: found.rule, targets: [found.place] };
  if (found.kind === "unknown") return possible("unresolved-module");
  return EXTERNAL;
}

/** A choice among members becomes a meaning. */
export function memberMeaning(choice: Choice, rule: Rule, receiver: Place | null): Meaning {
  if (choice.kind === "outside") return EXTERNAL;
  if (choice.kind === "unknown") return possible(choice.why, choice.places);
  const { member } = choice;
  const { signature } = member.tables.facts.symbols[member.at]!;
  const fixed = /(?:^|\s)(?:private|static|final)\s/.test(signature.slice(0, 80)) || receiver === null;
  const targets = [member.place];
  return fixed ? { kind: "proven", rule, targets } : { kind: "proven", rule, targets, receiver };
}

export function placesOf({ found }: Members): Place[] {
  return found.map((m) => m.place);
}

/** The class around whose instances are meant; of a body without a name nothing is below. */
export function receiverOf(tables: FileTables, { symbol }: Context): Place | null {
  return symbol === -1 ? null : tables.place(symbol);
}
