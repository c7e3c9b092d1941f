// What is a parameter of a function that is handed to a call, and has no type of its own? What the called function says of the
// functions that it takes: `run((helpers) => …)`, where `function run(use: (helpers: Helpers) => void)`.
import { divided, closing } from "./brackets.ts";
import { skipSpace } from "./ecmascript-chains.ts";
import type { Code } from "./ecmascript-code.ts";
import { typeAt } from "./ecmascript-types.ts";
import type { FileTables } from "./file-tables.ts";
import { UNKNOWN, type Entity } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";

/** Arguments and parameters that are counted. */
const MOST_ARGUMENTS = 16;
/** Code units of a head that are read. */
const MOST_HEAD = 4_000;
/** Types that stand for other ones, followed in turn. */
const DEEPEST = 4;
const CALLEE = /[\w$\u0080-\uffff]\s*(?:\?\.)?\s*(?:<[^<>()]*>)?\s*$/;

export interface CallbackPlace {
  /** Offset behind the name of what is called. */
  readonly callee: number;
  readonly argument: number;
}

/** The call to which the function that begins at the offset is handed, or null. */
export function callbackPlace(code: Code, start: number): CallbackPlace | null {
  const { text } = code;
  const words = /(?:\basync\s*)?(?:\bfunction\s*\*?\s*[\w$]*\s*)?$/.exec(
    text.slice(Math.max(0, start - 80), start),
  );
  const at = start - (words?.[0].length ?? 0);
  if (!/[(,]\s*$/.test(text.slice(Math.max(0, at - 200), at))) return null;
  const open = code.innermost(at);
  if (open === -1 || text[open] !== "(") return null;
  const head = CALLEE.exec(text.slice(Math.max(0, open - 200), open));
  if (head === null) return null;
  const argument = commasBefore(code, open, at);
  return argument === -1 ? null : { callee: open - head[0].length + 1, argument };
}

/** How many commas stand in the bracket before the offset, those of brackets inside left out; -1 where they can't be told. */
export function commasBefore(code: Code, open: number, offset: number): number {
  const { text } = code;
  let commas = 0;
  for (let at = open + 1; at < offset; at++) {
    const c = text[at]!;
    if (c === "," && !code.isHidden(at)) commas++;
    else if ((c === "(" || c === "[" || c === "{") && !code.isHidden(at)) {
      const close = code.closes(at);
      if (close === -1) return -1;
      at = close;
    } else if (c === "<" && /[\w$]/.test(text[at - 1] ?? "")) {
      const close = /^<[^<>(){}=;]*>/.exec(text.slice(at, at + 200));
      if (close !== null) at += close[0].length - 1;
    }
    if (commas > MOST_ARGUMENTS) return -1;
  }
  return commas;
}

/** What the function says of a parameter of the function that it takes as an argument. */
export async function callbackParameter(
  r: Resolver,
  home: FileTables,
  symbol: number,
  argument: number,
  parameter: number,
): Promise<Entity> {
  const { nameRange, range } = home.facts.symbols[symbol]!;
  const from = home.endOf(nameRange);
  const { text } = home.file;
  const to = Math.min(home.endOf(range), from + MOST_HEAD);
  const open = parametersAt(text, from, to);
  const written = open === -1 ? null : typeOfParameter(text, open, argument);
  if (written === null) return UNKNOWN;
  return ofFunctionType(r, home, symbol, written, parameter, 0);
}

/** Where the parameters of a declaration begin: `f(`, `f<T>(`, `f = async (`, `f = function (`, `f: (`; or -1. */
function parametersAt(text: string, from: number, to: number): number {
  const head = /^["'\]]?\s*[!?]?\s*(?:[=:]\s*(?:async\s*)?(?:function\s*\*?\s*[\w$]*\s*)?)?/.exec(
    text.slice(from, to),
  );
  let at = from + (head?.[0].length ?? 0);
  if (text[at] === "<") at = behindAngles(text, at, to);
  at = skipSpace(text, at);
  return at < to && text[at] === "(" ? at : -1;
}

/** Behind the angles that open at the offset. */
function behindAngles(text: string, open: number, to: number): number {
  let depth = 0;
  for (let at = open; at < to; at++) {
    if (text[at] === "<") depth++;
    else if (text[at] === ">" && text[at - 1] !== "=" && --depth === 0) return at + 1;
  }
  return to;
}

/** Where the type of a parameter begins, in the brackets that open at the offset. */
function typeOfParameter(text: string, open: number, index: number): number | null {
  const close = closing(text, open);
  if (close === -1) return null;
  const parts = divided(text.slice(open + 1, close), ",", "types");
  // `this: Type` is no parameter that is given.
  const given = /^\s*this\s*:/.test(parts[0]!) ? index + 1 : index;
  const part = parts[given];
  if (part === undefined || /^\s*\.\.\./.test(part)) return null;
  const before = parts.slice(0, given).reduce((sum, p) => sum + p.length + 1, open + 1);
  const mark =
    /^\s*(?:(?:public|private|protected|readonly|override)\s+)*(?:[\w$\u0080-\uffff]+|\{[^{}]*\})\s*\??\s*:\s*/.exec(
      part,
    );
  return mark === null ? null : before + mark[0].length;
}

/** A parameter of the function type that is written at the offset, or that a name there stands for. */
async function ofFunctionType(
  r: Resolver,
  home: FileTables,
  symbol: number,
  from: number,
  parameter: number,
  depth: number,
): Promise<Entity> {
  const { text } = home.file;
  let at = skipSpace(text, from);
  if (text[at] === "<") at = skipSpace(text, behindAngles(text, at, Math.min(text.length, at + MOST_HEAD)));
  if (text[at] === "(") {
    const close = closing(text, at);
    if (close === -1) return UNKNOWN;
    // `(…) => …`, and not a type in brackets: of that what is inside.
    if (!text.startsWith("=>", skipSpace(text, close + 1)))
      return depth < DEEPEST ? ofFunctionType(r, home, symbol, at + 1, parameter, depth + 1) : UNKNOWN;
    const type = typeOfParameter(text, at, parameter);
    const written = type === null ? "" : typeAt(text, type);
    return written === "" ? UNKNOWN : r.typed(written, home.file, symbol);
  }
  const index = home.referenceAt(at);
  if (index === -1 || depth >= DEEPEST) return UNKNOWN;
  const meaning = await r.meaning(home.file, index);
  if (meaning.kind !== "proven" || meaning.targets.length !== 1) return UNKNOWN;
  const [place] = meaning.targets;
  const next = r.tables(await r.file(place!.file));
  if (next === null || next.facts.symbols[place!.at]!.kind !== "type") return UNKNOWN;
  const end = next.endOf(next.facts.symbols[place!.at]!.nameRange);
  const value = /^\s*=\s*/.exec(next.file.text.slice(end, end + 40));
  // What a type parameter stands for here is not read.
  return value === null
    ? UNKNOWN
    : ofFunctionType(r, next, place!.at, end + value[0].length, parameter, depth + 1);
}
