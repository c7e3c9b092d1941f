// What does a function of JavaScript or TypeScript return where no type says it? The values of its own `return`
// statements, those of functions inside left out.
import type { SyntaxSymbol } from "../parse/facts.ts";
import { closing } from "./brackets.ts";
import { skipSpace, valuesAt } from "./ecmascript-chains.ts";
import { codeOf, type Code } from "./ecmascript-code.ts";
import { tablesOf } from "./file-tables.ts";
import type { Returned, WrittenValue } from "./language-graph.ts";
import type { GraphFile } from "./view.ts";

/** Code units of a body that are looked at. */
const MOST_BODY = 20_000;
/** The head of a function inside: an arrow, `function`, a method of an object or a class. */
const INNER =
  /=>\s*\{|\bfunction\b|\b(?!if|for|while|switch|catch|with)[\w$]+\s*\([^()]*\)\s*(?::[^{};()]+)?\{/g;

export function returnedValues(symbol: SyntaxSymbol, file: GraphFile): Returned | null {
  const tables = tablesOf(file)!;
  const code = codeOf(tables, file.text);
  if (code === null || symbol.bodyStart === 0) return null;
  const from = tables.endOf(symbol.nameRange);
  const to = Math.min(tables.endOf(symbol.range), from + MOST_BODY);
  const { text } = file;
  const head = headOf(text, tables.startOf(symbol.range), from, to);
  if (head === null) return null;
  const { at, isAsync } = head;
  if (text[at] !== "{") {
    const of = valuesAt(text, at);
    return of === null || of.length === 0 ? null : { of, isAsync };
  }
  const close = code.closes(at);
  if (close === -1 || close > to) return null;
  const of = returnsIn(code, at + 1, close);
  return of === null || of.length === 0 ? null : { of, isAsync };
}

/** Where the body begins: behind the parameters of a method or a function, or behind the arrow. */
function headOf(
  text: string,
  start: number,
  from: number,
  to: number,
): { at: number; isAsync: boolean } | null {
  let isAsync = /\basync\s[^()]*$/.test(text.slice(start, from));
  let at = skipSpace(text, from);
  if (text[at] === "=" || text[at] === ":") {
    at = skipSpace(text, at + 1);
    const words = /^(?:(async)\b\s*)?(?:function\b\s*(\*)?\s*(?:[\w$]+\s*)?)?/.exec(
      text.slice(at, at + 200),
    )!;
    if (words[2] !== undefined) return null;
    isAsync ||= words[1] !== undefined;
    at = skipSpace(text, at + words[0].length);
  } else if (/\bfunction\s*\*|^\s*(?:static\s+|async\s+)*\*/.test(text.slice(start, from))) return null;
  if (text[at] === "<") {
    const end = text.indexOf("(", at);
    if (end === -1 || end > to) return null;
    at = end;
  }
  if (text[at] !== "(") {
    // `x => …`
    const bare = /^[\w$]+\s*=>/.exec(text.slice(at, at + 100));
    return bare === null ? null : { at: skipSpace(text, at + bare[0].length), isAsync };
  }
  const close = closing(text, at);
  if (close === -1 || close > to) return null;
  at = skipSpace(text, close + 1);
  if (text.startsWith("=>", at)) at = skipSpace(text, at + 2);
  else if (text[at] !== "{") return null;
  return { at, isAsync };
}

function returnsIn(code: Code, from: number, to: number): WrittenValue[] | null {
  const { text } = code;
  const inner: [number, number][] = [];
  INNER.lastIndex = from;
  for (let match = INNER.exec(text); match !== null && match.index < to; match = INNER.exec(text)) {
    if (code.isHidden(match.index)) continue;
    const open = match[0].endsWith("{") ? match.index + match[0].length - 1 : text.indexOf("{", match.index);
    const close = open === -1 ? -1 : code.closes(open);
    if (close === -1) continue;
    inner.push([open, close]);
    INNER.lastIndex = Math.max(INNER.lastIndex, close);
  }
  const values: WrittenValue[] = [];
  for (const match of text.slice(from, to).matchAll(/\b(return|yield)\b(?!\s*:)/g)) {
    const at = from + match.index;
    if (code.isHidden(at) || inner.some(([open, close]) => at > open && at < close)) continue;
    if (match[1] === "yield") return null;
    const start = at + match[0].length;
    // Nothing on the same line: it returns nothing.
    if (/^[ \t]*(?:[;}\n]|$)/.test(text.slice(start, start + 80))) continue;
    const of = valuesAt(text, start);
    if (of === null) return null;
    values.push(...of);
  }
  return values;
}
