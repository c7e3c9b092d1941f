// Which constructor of a Kotlin class does a call of it, `this(…)` or `super(…)` mean? The one in the head of the class has
// no symbol of its own: the class stands for it.
import type { Reference } from "../parse/facts.ts";
import { closing } from "./brackets.ts";
import { takesCall, type Argument } from "./call-shapes.ts";
import { amongConstructors, headCalls, type HeadCall } from "./constructor-choice.ts";
import type { FileTables } from "./file-tables.ts";
import type { PossibleSite, ProvenSite } from "./graph.ts";
import { divided } from "./java-text.ts";
import { TYPES } from "./kotlin-library.ts";
import { argumentsOf, parametersOf, parametersStart } from "./kotlin-text.ts";

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
  const all = home.children(parent).filter((s) => symbols[s]!.kind === "constructor");
  if (parametersStart(home, parent) !== -1) all.push(parent);
  return amongConstructors(at, all, (s) => takesCall(TYPES, parametersOf(home, s), args) !== "no");
}

/** `constructor(…) : word(…)` in the types. */
export function constructorCalls(
  home: FileTables,
  at: number,
  caller: FileTables,
  types: readonly number[],
  word: string,
): { proven: ProvenSite[]; possible: PossibleSite[] } {
  return headCalls(caller, types, word, callOf, (open) => {
    const parts = divided(caller.file.text, open);
    const args = parts?.map((part): Argument => ({ name: "", text: part, trailing: false })) ?? null;
    return among(home, at, args);
  });
}

function callOf(caller: FileTables, constructor: number): HeadCall | null {
  const { text } = caller.file;
  const open = parametersStart(caller, constructor);
  const close = open === -1 ? -1 : closing(text, open);
  const call = close === -1 ? null : /^\s*:\s*(this|super)\s*\(/.exec(text.slice(close + 1, close + 200));
  if (call === null) return null;
  const offset = close + 1 + call[0].indexOf(call[1]!);
  return { offset, word: call[1] as "this" | "super", open: close + call[0].length };
}
