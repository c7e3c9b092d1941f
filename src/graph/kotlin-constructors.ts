// Which constructor of a Kotlin class does a call of it, `this(…)` or `super(…)` mean? The arguments tell; where several
// take them, each is possible. The one in the head of the class has no symbol of its own.
import type { Reference } from "../parse/facts.ts";
import { closing } from "./brackets.ts";
import { takesCall, type Argument } from "./call-shapes.ts";
import type { FileTables } from "./file-tables.ts";
import type { PossibleSite, ProvenSite } from "./graph.ts";
import { divided } from "./java-text.ts";
import { TYPES } from "./kotlin-library.ts";
import { argumentsOf, parametersOf, parametersStart } from "./kotlin-text.ts";
import { FoundPossible, FoundSite } from "./sites.ts";

export function constructs(
  home: FileTables,
  at: number,
  caller: FileTables,
  reference: Reference,
): boolean | null {
  return among(home, at, argumentsOf(caller, reference));
}

function among(home: FileTables, at: number, args: readonly Argument[] | null): boolean | null {
  const { symbols } = home.facts;
  const { parent } = symbols[at]!;
  const fits = (s: number) => takesCall(TYPES, parametersOf(home, s), args) !== "no";
  if (!fits(at)) return false;
  const others = home.children(parent).filter((s) => s !== at && symbols[s]!.kind === "constructor");
  if (parametersStart(home, parent) !== -1) others.push(parent);
  return others.some(fits) ? null : true;
}

class ConstructorCall extends FoundSite implements ProvenSite {
  readonly rule: "super-method" | "this-method";

  constructor(tables: FileTables, at: { line: number; column: number; symbol: number }, word: string) {
    super(tables.file, at.line, at.column, at.symbol, "call");
    this.rule = word === "super" ? "super-method" : "this-method";
  }
}

/** `constructor(…) : word(…)` in the types. */
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
    const open = parametersStart(caller, s);
    const close = open === -1 ? -1 : closing(text, open);
    const call = close === -1 ? null : /^\s*:\s*(this|super)\s*\(/.exec(text.slice(close + 1, close + 200));
    if (call === null || call[1] !== word) continue;
    const bracket = close + call[0].length;
    const parts = divided(text, bracket);
    const args = parts?.map((part): Argument => ({ name: "", text: part, trailing: false })) ?? null;
    const sure = among(home, at, args);
    if (sure === false) continue;
    const place = { ...caller.position(text.indexOf(word, close)), symbol: s };
    if (sure === true) proven.push(new ConstructorCall(caller, place, word));
    else possible.push(new FoundPossible(caller.file, place, "call", "ambiguous-declaration"));
  }
  return { proven, possible };
}
