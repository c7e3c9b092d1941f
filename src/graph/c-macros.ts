// Does a macro make another name of one that it is given? `#define POSIX(call) ::call` and `#define GET(f) obj.f` do: what
// stands first in such an argument is not the name that it looks like.
import { named } from "./c-names.ts";
import type { FileTables } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";

/** UTF-16 code units before a name in which the bracket of its macro is looked for. */
const FARTHEST = 2_000;

export async function isPasted(r: Resolver, tables: FileTables, start: number): Promise<boolean> {
  const { text } = tables.file;
  const open = openingOf(text, start);
  if (open === -1) return false;
  const macro = /([A-Za-z_]\w*)\s*$/.exec(text.slice(Math.max(0, open - 100), open))?.[1];
  if (macro === undefined) return false;
  for (const { symbol, tables: home } of (await named(r, macro)).all) {
    if (symbol.kind !== "macro") continue;
    const body = home.file.text.slice(home.startOf(symbol.range), home.endOf(symbol.range));
    const list = /^[^(]*\(([^)]*)\)/.exec(body)?.[1] ?? "";
    for (const written of list.split(",")) {
      const parameter = written.trim() === "..." ? "__VA_ARGS__" : written.trim().replace(/\s*\.\.\.$/, "");
      if (/^\w+$/.test(parameter) && pastes(body.slice(list.length), parameter)) return true;
    }
  }
  return false;
}

function pastes(body: string, parameter: string): boolean {
  return new RegExp(`(?:::|\\.|->|##)\\s*\\(?\\s*${parameter}\\b|\\b${parameter}\\s*##`).test(body);
}

/** The bracket of whose arguments the name is the first word of one, or -1. */
function openingOf(text: string, start: number): number {
  let at = start;
  while (at > 0 && /\s/.test(text[at - 1]!)) at--;
  if (text[at - 1] === "(") return at - 1;
  if (text[at - 1] !== ",") return -1;
  let depth = 0;
  for (at -= 2; at >= 0 && at > start - FARTHEST; at--) {
    const c = text[at]!;
    if (c === ")") depth++;
    else if (c === "(" && depth-- === 0) return at;
    else if (c === ";" || c === "{" || c === "}") return -1;
  }
  return -1;
}
