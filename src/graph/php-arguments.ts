// Can a call of PHP mean a declaration by what kind of name it is, and by the number of its arguments? A call that gives
// fewer than a function asks for is none of it; more are ignored.
import type { FileTables } from "./file-tables.ts";
import { phpCode, skipBlank, type PhpCode } from "./php-code.ts";

export function accepts(
  home: FileTables,
  symbols: readonly number[],
  caller: FileTables,
  index: number,
): boolean {
  const { role, range } = caller.facts.references[index]!;
  return symbols.some((s) => {
    const { kind } = home.facts.symbols[s]!;
    const isFunction = kind === "method" || kind === "function";
    if (role === "call") {
      if (kind === "property" || kind === "constant") return false;
      if (!isFunction) return true;
      const given = argumentCount(phpCode(caller), caller.endOf(range));
      return given === -1 || given >= required(home, s);
    }
    if (role === "read" || role === "write") return !isFunction;
    return true;
  });
}

/** Arguments behind the name; -1 where they can't be counted. */
function argumentCount({ code, other }: PhpCode, end: number): number {
  const open = skipBlank(code, end);
  const close = code[open] === "(" ? other[open]! : -1;
  if (close === -1) return -1;
  const inside = code.slice(open + 1, close);
  if (inside.includes("...")) return -1;
  return partsOf(code, other, open, close);
}

function partsOf(code: string, other: Int32Array, open: number, close: number): number {
  let count = 0;
  let filled = false;
  for (let at = open + 1; at < close; at++) {
    const c = code[at]!;
    if ((c === "(" || c === "[" || c === "{") && other[at]! !== -1) at = other[at]!;
    if (c === ",") {
      count++;
      filled = false;
    } else if (!/\s/.test(c)) filled = true;
  }
  return filled ? count + 1 : count;
}

/** How many arguments a function asks for. */
function required(home: FileTables, at: number): number {
  const { code, other } = phpCode(home);
  const open = skipBlank(code, home.endOf(home.facts.symbols[at]!.nameRange));
  const close = code[open] === "(" ? other[open]! : -1;
  if (close === -1) return 0;
  let count = 0;
  let from = open + 1;
  let last = 0;
  for (let i = open + 1; i <= close; i++) {
    const c = code[i]!;
    if (i < close && (c === "(" || c === "[" || c === "{") && other[i]! !== -1) {
      i = other[i]!;
      continue;
    }
    if (c !== "," && i !== close) continue;
    const part = code.slice(from, i);
    from = i + 1;
    if (!part.includes("$")) continue;
    count++;
    if (!/\.\.\.|\$[\w\u0080-\uffff]+\s*=/.test(part)) last = count;
  }
  return last;
}
