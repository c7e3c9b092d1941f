// Where may a text of PHP name what is asked for? A function in quotes that is handed on, `[$this, "name"]`, `"Class::name"`,
// a class by its full name in quotes. All of it is possible, and no more.
import type { SyntaxSymbol } from "../parse/facts.ts";
import { isType, type FileTables } from "./file-tables.ts";
import type { PossibleSite } from "./graph.ts";
import { phpCode } from "./php-code.ts";
import { possibleInText } from "./sites.ts";

/** Longest text that is read as a name; a method behind `::`, or behind the `@` of routes. */
const QUOTED =
  /(["'])((?:[A-Za-z_\u0080-\uffff\\][\w\u0080-\uffff\\]{0,200})(?:(?:::|@)[\w\u0080-\uffff]{1,100})?)\1/g;
/** The end of a name that is put together: `C::class . "::NAME"`, `"{$class}::NAME"`, `sprintf("%s::NAME", …)`. */
const COMPOSED =
  /(["'])((?=::|[\w\\\u0080-\uffff]{0,100}[^"'\n\w\\\u0080-\uffff:])[^"'\n]{0,100}::[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]{0,100})\1/g;

interface Quoted {
  /** Offset behind the quote. */
  readonly at: number;
  readonly text: string;
}

const made = new WeakMap<FileTables, readonly Quoted[]>();

function quotedIn(tables: FileTables): readonly Quoted[] {
  let known = made.get(tables);
  if (known !== undefined) return known;
  const { text } = tables.file;
  known = [QUOTED, COMPOSED].flatMap((shape) =>
    Array.from(text.matchAll(shape), (m) => ({ at: m.index + 1, text: m[2]! })),
  );
  made.set(tables, known);
  return known;
}

export function namesInTexts(
  tables: FileTables,
  names: ReadonlySet<string>,
  symbol: SyntaxSymbol,
): PossibleSite[] {
  const found: PossibleSite[] = [];
  const { text } = tables.file;
  // A class that a variable names may be any that the file knows.
  if (symbol.kind === "constructor" || symbol.kind === "class") {
    for (const match of phpCode(tables).code.matchAll(/(?<![\w$>:\\])new\s+(?=[$(])/gi)) {
      const at = match.index + match[0].length;
      if (!/^\(\s*static\s*::/i.test(text.slice(at, at + 40)))
        found.push(possibleInText(tables, at, "dynamic-access"));
    }
  }
  for (const { at, text: quoted } of quotedIn(tables)) {
    const last = /[\w\u0080-\uffff]+$/.exec(quoted)?.[0] ?? "";
    if (!names.has(last)) continue;
    const before = text.slice(Math.max(0, at - 200), at - 1);
    if (/^[ \t]*(?:\*|\/\/|#(?!\[))/.test(before.slice(before.lastIndexOf("\n") + 1))) continue;
    if (!mayMean(symbol, quoted, before, text.slice(at + quoted.length + 1, at + quoted.length + 20)))
      continue;
    found.push(possibleInText(tables, at + quoted.length - last.length, "string"));
  }
  return found;
}

/** Whether one thing and a comma stand between the bracket of a list and the end. */
function isSecondOfTwo(before: string): boolean {
  const comma = /,\s*$/.exec(before);
  if (comma === null) return false;
  let depth = 0;
  for (let at = comma.index - 1; at >= 0; at--) {
    const c = before[at]!;
    if (c === ")" || c === "]" || c === "}") depth++;
    else if (c === "(" || c === "[" || c === "{") {
      if (depth === 0) return c === "[" || (c === "(" && /\barray\s*$/i.test(before.slice(0, at)));
      depth--;
    } else if (depth === 0 && (c === "," || c === ";")) return false;
  }
  return false;
}

function mayMean({ kind }: SyntaxSymbol, quoted: string, before: string, after: string): boolean {
  if (kind === "method") {
    if (/::|@/.test(quoted)) return true;
    if (quoted.includes("\\")) return false;
    if (/\b(?:method_exists|(?:new\s+\\?)?ReflectionMethod)\s*\([^;{}]*,\s*$/i.test(before)) return true;
    if (/->\s*(?:get|has)Method\s*\(\s*$/i.test(before)) return true;
    // `[$this, "name"]`, `array($this, "name")`
    return isSecondOfTwo(before) && /^\s*,?\s*[\])]/.test(after);
  }
  if (quoted.includes("@")) return false;
  if (quoted.includes("::")) return kind === "constant";
  if (kind === "function")
    // Handed on: an argument of a call.
    return quoted.includes("\\") || (/[(,]\s*$/.test(before) && /^\s*[,)]/.test(after));
  return isType(kind) && quoted.includes("\\");
}
