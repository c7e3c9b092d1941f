// Which constructor does `new`, `this(…)` or `super(…)` mean? The number of the arguments tells; where several take as
// many, each is possible.
import type { Reference } from "../parse/facts.ts";
import type { FileTables } from "./file-tables.ts";
import type { PossibleSite, ProvenSite } from "./graph.ts";
import { argumentsOf, bodiesOf, divided, parametersOf, takes } from "./java-text.ts";
import { FoundPossible, FoundSite } from "./sites.ts";

/** Whether a call with so many arguments can mean the method or constructor. */
export function takesCount(home: FileTables, at: number, count: number): boolean {
  const { kind } = home.facts.symbols[at]!;
  if (kind !== "method" && kind !== "constructor") return true;
  const parameters = parametersOf(home, at);
  return parameters === null || takes(parameters, count);
}

export function constructs(
  home: FileTables,
  at: number,
  caller: FileTables,
  reference: Reference,
): boolean | null {
  const args = argumentsOf(caller, reference);
  const sure = among(home, at, args?.length ?? -1);
  if (sure !== true) return sure;
  // A body makes a class of its own, whose constructor passes the arguments on.
  return bodiesOf(caller).some((b) => caller.facts.references[b.made] === reference) ? null : true;
}

function among(home: FileTables, at: number, count: number): boolean | null {
  const { parent } = home.facts.symbols[at]!;
  const all = home.children(parent).filter((s) => home.facts.symbols[s]!.kind === "constructor");
  if (count === -1) return all.length === 1 ? true : null;
  if (!takesCount(home, at, count)) return false;
  return all.every((s) => s === at || !takesCount(home, s, count)) ? true : null;
}

class ConstructorCall extends FoundSite implements ProvenSite {
  readonly rule: "super-method" | "this-method";

  constructor(tables: FileTables, at: { line: number; column: number; symbol: number }, word: string) {
    super(tables.file, at.line, at.column, at.symbol, "call");
    this.rule = word === "super" ? "super-method" : "this-method";
  }
}

/** `word(…)` at the beginning of the types' constructors. */
export function constructorCalls(
  home: FileTables,
  at: number,
  caller: FileTables,
  types: readonly number[],
  word: string,
): { proven: ProvenSite[]; possible: PossibleSite[] } {
  const { symbols } = caller.facts;
  const { text } = caller.file;
  const proven: ProvenSite[] = [];
  const possible: PossibleSite[] = [];
  for (const s of types.flatMap((t) => caller.children(t))) {
    if (symbols[s]!.kind !== "constructor") continue;
    const start = caller.endOf(symbols[s]!.nameRange);
    const body = text.slice(start, caller.endOf(symbols[s]!.range));
    for (const match of body.matchAll(new RegExp(`(?<![\\w$.])${word}\\s*\\(`, "g"))) {
      const line = body.slice(body.lastIndexOf("\n", match.index) + 1, match.index);
      if (/\/\/|^\s*\*/.test(line)) continue;
      const args = divided(text, start + match.index + match[0].length - 1);
      const sure = among(home, at, args?.length ?? -1);
      if (sure === false) continue;
      const place = { ...caller.position(start + match.index), symbol: s };
      if (sure === true) proven.push(new ConstructorCall(caller, place, word));
      else possible.push(new FoundPossible(caller.file, place, "call", "ambiguous-declaration"));
    }
  }
  return { proven, possible };
}
