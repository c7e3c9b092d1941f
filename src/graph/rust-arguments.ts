// Can a call of Rust mean a function by the number of its arguments? No function takes more or fewer than it says, and there are
// no overloads.
import type { FileTables } from "./file-tables.ts";
import { commaAfter } from "./rust-spans.ts";
import { behindAngles, textOf, tokenAt, tokensOf, wordAt, type Tokens } from "./rust-tokens.ts";

/** Tokens of the type arguments between a name and its bracket: a longer list is written by nobody. */
const MOST_TOKENS = 400;

export function accepts(
  home: FileTables,
  symbols: readonly number[],
  caller: FileTables,
  index: number,
): boolean {
  const { range, role } = caller.facts.references[index]!;
  if (role !== "call") return true;
  const tokens = tokensOf(caller);
  const at = tokenAt(tokens, caller.startOf(range));
  const given = argumentsAt(tokens, at);
  if (given === null) return true;
  // `Type::run(x, 1)` gives the object as the first of its arguments.
  const isPath = wordAt(tokens, at - 1) === "::";
  return symbols.some((s) => {
    const takes = parametersAt(home, s);
    if (takes === null) return true;
    const most = takes.count + (takes.self && isPath ? 1 : 0);
    return given.least <= most && most <= given.most;
  });
}

interface Arguments {
  readonly least: number;
  readonly most: number;
}

/** How many arguments stand behind the name; null where that is not told. */
function argumentsAt(tokens: Tokens, name: number): Arguments | null {
  const open = bracketBehind(tokens, name);
  const close = open === -1 ? -1 : tokens.pairs[open]!;
  if (close === -1) return null;
  // A macro may put in any number of them, and a condition leave one out.
  if (/[$#]/.test(textOf(tokens, open, close))) return null;
  let commas = 0;
  let isSure = true;
  for (let at = open + 1; at < close; at++) {
    const word = wordAt(tokens, at);
    if (word === "," && at < close - 1) commas++;
    // Behind a closure's bar and between angles a comma may be one of another list.
    else if (word === "|" || word === "<") isSure = false;
    if ((word === "(" || word === "[" || word === "{") && tokens.pairs[at]! > at) at = tokens.pairs[at]!;
  }
  if (close === open + 1) return { least: 0, most: 0 };
  return { least: isSure ? commas + 1 : 1, most: commas + 1 };
}

/** The bracket of a call or of parameters behind a name and its type arguments, or -1. */
function bracketBehind(tokens: Tokens, name: number): number {
  let at = name + 1;
  if (wordAt(tokens, at) === "::") at++;
  if (wordAt(tokens, at) === "<") {
    at = behindAngles(tokens, at, at + MOST_TOKENS);
    if (at === -1) return -1;
  }
  return wordAt(tokens, at) === "(" ? at : -1;
}

/** The parameters of a function without the object itself; null for anything else. */
function parametersAt(tables: FileTables, symbol: number): { count: number; self: boolean } | null {
  const { kind, nameRange } = tables.facts.symbols[symbol]!;
  if (kind !== "function" && kind !== "method" && kind !== "constructor") return null;
  const tokens = tokensOf(tables);
  const name = tokenAt(tokens, tables.startOf(nameRange));
  if (wordAt(tokens, name - 1) !== "fn") return null;
  const open = bracketBehind(tokens, name);
  const close = open === -1 ? -1 : tokens.pairs[open]!;
  if (close === -1 || /[$#]|\.\.\./.test(textOf(tokens, open, close))) return null;
  let count = 0;
  let self = false;
  for (let from = open + 1; from < close;) {
    const to = commaAfter(tokens, from, close);
    if (count === 0 && !self && /^(?:&\s*(?:'\w+\s*)?)?(?:mut\s+)?self\b/.test(textOf(tokens, from, to)))
      self = true;
    else count++;
    from = to + 1;
  }
  return { count, self };
}
