// Which of several constructors does a construction, a call of another constructor of the same class or of the base's mean
// (Kotlin, C#)? The arguments tell; where several take them, each is possible.
import type { FileTables } from "./file-tables.ts";
import type { PossibleSite, ProvenSite } from "./graph.ts";
import { FoundPossible, FoundSite } from "./sites.ts";

/** A call of a constructor in the head of another one. */
export interface HeadCall {
  readonly offset: number;
  readonly word: "this" | "super";
  /** Where the arguments' bracket opens. */
  readonly open: number;
}

/** `fits`: whether the constructor can take the call; `all`: the constructors of the class, what has no symbol as well. */
export function amongConstructors(
  at: number,
  all: readonly number[],
  fits: (constructor: number) => boolean,
): boolean | null {
  if (!fits(at)) return false;
  return all.some((s) => s !== at && fits(s)) ? null : true;
}

class ConstructorCall extends FoundSite implements ProvenSite {
  readonly rule: "super-method" | "this-method";

  constructor(tables: FileTables, at: { line: number; column: number; symbol: number }, word: string) {
    super(tables.file, at.line, at.column, at.symbol, "call");
    this.rule = word === "super" ? "super-method" : "this-method";
  }
}

/** Calls in the heads of the types' constructors. `sure`: whether the call with the bracket means the constructor. */
export function headCalls(
  caller: FileTables,
  types: readonly number[],
  word: string,
  callOf: (caller: FileTables, constructor: number) => HeadCall | null,
  sure: (open: number) => boolean | null,
): { proven: ProvenSite[]; possible: PossibleSite[] } {
  const { symbols } = caller.facts;
  const proven: ProvenSite[] = [];
  const possible: PossibleSite[] = [];
  for (const s of types.flatMap((t) => caller.children(t))) {
    if (symbols[s]!.kind !== "constructor") continue;
    const call = callOf(caller, s);
    if (call === null || call.word !== word) continue;
    const means = sure(call.open);
    if (means === false) continue;
    const place = { ...caller.position(call.offset), symbol: s };
    if (means === true) proven.push(new ConstructorCall(caller, place, word));
    else possible.push(new FoundPossible(caller.file, place, "call", "ambiguous-declaration"));
  }
  return { proven, possible };
}
