// Where may a text of PHP name what is asked for? A function in quotes that is handed on, `[$this, "name"]`, `"Class::name"`,
// a class by its full name in quotes. All of it is possible, and no more.
import type { SyntaxSymbol } from "../parse/facts.ts";
import { isType, type FileTables } from "./file-tables.ts";
import type { PossibleSite } from "./graph.ts";
import { possibleInText } from "./sites.ts";

/** Longest text that is read as a name. */
const QUOTED =
  /(["'])((?:[A-Za-z_\u0080-\uffff\\][\w\u0080-\uffff\\]{0,200})(?:::[\w\u0080-\uffff]{1,100})?)\1/g;

interface Quoted {
  /** Offset behind the quote. */
  readonly at: number;
  readonly text: string;
}

const made = new WeakMap<FileTables, readonly Quoted[]>();

function quotedIn(tables: FileTables): readonly Quoted[] {
  let known = made.get(tables);
  if (known !== undefined) return known;
  known = [...tables.file.text.matchAll(QUOTED)].map((m) => ({ at: m.index + 1, text: m[2]! }));
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
  for (const { at, text: quoted } of quotedIn(tables)) {
    const last = /[\w\u0080-\uffff]+$/.exec(quoted)?.[0] ?? "";
    if (!names.has(last)) continue;
    const before = text.slice(Math.max(0, at - 80), at - 1);
    if (/^[ \t]*(?:\*|\/\/|#(?!\[))/.test(before.slice(before.lastIndexOf("\n") + 1))) continue;
    if (!mayMean(symbol, quoted, before, text.slice(at + quoted.length + 1, at + quoted.length + 20)))
      continue;
    found.push(possibleInText(tables, at + quoted.length - last.length, "string"));
  }
  return found;
}

function mayMean({ kind }: SyntaxSymbol, quoted: string, before: string, after: string): boolean {
  if (kind === "method") {
    if (quoted.includes("::")) return true;
    // `[$this, "name"]`, `array($this, "name")`
    return (
      !quoted.includes("\\") &&
      /(?:\[|\barray\s*\()\s*(?:[$\w\\>:()\u0080-\uffff-]+|["'][\w\\]+["'])\s*,\s*$/i.test(before) &&
      /^\s*,?\s*[\])]/.test(after)
    );
  }
  if (quoted.includes("::")) return kind === "constant";
  if (kind === "function")
    // Handed on: an argument of a call.
    return quoted.includes("\\") || (/[(,]\s*$/.test(before) && /^\s*[,)]/.test(after));
  return isType(kind) && quoted.includes("\\");
}
