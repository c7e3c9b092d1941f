// Which constructor of a C# type does `new`, `: this(…)` or `: base(…)` mean? The one in the head of the type has no symbol
// of its own: the type stands for it.
import type { Reference } from "../parse/facts.ts";
import { closing } from "./brackets.ts";
import { amongConstructors, headCalls, type HeadCall } from "./constructor-choice.ts";
import { isStatic, memberAt, takes } from "./csharp-members.ts";
import { argumentsIn, callAt, parametersOf, parametersStart, seenText, type Call } from "./csharp-text.ts";
import type { FileTables } from "./file-tables.ts";
import type { PossibleSite, ProvenSite } from "./graph.ts";
import { takesCall } from "./call-shapes.ts";
import { TYPES } from "./csharp-library.ts";

/** Between a type and `new(…)`: a variable, a property, what a method gives. */
export const MADE_BESIDE =
  /^(?:<[\w\s,.<>?[\]]*>)?\??\s+[\w@]+\s*(?:(?:\{[^{}]*\}\s*)?=|(?:<[\w\s,]*>\s*)?(?:\([^(){};]*\)\s*)?=>)\s*new\s*\(/;

export function constructs(
  home: FileTables,
  at: number,
  caller: FileTables,
  reference: Reference,
): boolean | null {
  const call = callAt(caller, reference) ?? madeBeside(caller, reference);
  if (reference.role !== "decorator") return among(home, at, call);
  // What an attribute sets by name are its properties.
  const args = (call?.args ?? []).filter(({ text }) => !/^@?\w+\s*=(?![=>])/.test(text));
  return among(home, at, { args, arity: 0 });
}

/** `Foo name = new(…)`. */
function madeBeside(caller: FileTables, { role, range }: Reference): Call | null {
  if (role !== "type") return null;
  const text = seenText(caller.file);
  const from = caller.endOf(range);
  const made = MADE_BESIDE.exec(text.slice(from, from + 300));
  const args = made === null ? null : argumentsIn(text, from + made[0].length - 1);
  return args === null ? null : { args, arity: 0 };
}

function among(home: FileTables, at: number, call: Call | null): boolean | null {
  const { symbols } = home.facts;
  const { parent } = symbols[at]!;
  if (isStatic(home, at)) return false;
  const all = home
    .symbolsOf(home.first[parent]!)
    .flatMap((s) => home.children(s))
    .filter((s) => symbols[s]!.kind === "constructor" && !isStatic(home, s));
  if (parametersStart(home, parent) !== -1) all.push(parent);
  // The type's arguments are no arguments of its constructor.
  const own = call === null ? null : { ...call, arity: 0 };
  const found = amongConstructors(at, all, (s) =>
    s === parent
      ? takesCall(TYPES, parametersOf(home, s), own?.args ?? null) !== "no"
      : takes(memberAt(home, s), own) !== "no",
  );
  // Another part of the type may have one that fits as well.
  return found === true && /\bpartial\s/.test(symbols[parent]!.signature) && own?.args.length !== 0
    ? null
    : found;
}

export function constructorCalls(
  home: FileTables,
  at: number,
  caller: FileTables,
  types: readonly number[],
  word: string,
): { proven: ProvenSite[]; possible: PossibleSite[] } {
  return headCalls(caller, types, word, callOf, (open) => {
    const args = argumentsIn(seenText(caller.file), open);
    return among(home, at, args === null ? null : { args, arity: 0 });
  });
}

function callOf(caller: FileTables, constructor: number): HeadCall | null {
  const { text } = caller.file;
  const open = parametersStart(caller, constructor);
  const close = open === -1 ? -1 : closing(text, open);
  const call = close === -1 ? null : /^\s*:\s*(this|base)\s*\(/.exec(text.slice(close + 1, close + 300));
  if (call === null) return null;
  const offset = close + 1 + call[0].indexOf(call[1]!);
  return { offset, word: call[1] === "base" ? "super" : "this", open: close + call[0].length };
}
