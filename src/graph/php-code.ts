// Where do brackets close in the code of a PHP file, and where do functions and types begin and end?
import type { FileTables } from "./file-tables.ts";
import { codeOf } from "./php-blanks.ts";

export interface PhpCode {
  /** As long as the text. The marks of strings stay. */
  readonly code: string;
  /** Offset of the other bracket at each bracket, or -1. */
  readonly other: Int32Array;
  /** Functions, closures and types by their beginnings. */
  readonly regions: readonly Region[];
  /** For each of them the one around it, or -1. */
  readonly outer: Int32Array;
}

export interface Region {
  readonly kind: "function" | "closure" | "arrow" | "type";
  /** Where its word stands. */
  readonly start: number;
  /** Brackets of the parameters; -1 for types. */
  readonly open: number;
  readonly close: number;
  /** Variables that a closure takes from outside. */
  readonly taken: string;
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

const made = new WeakMap<FileTables, PhpCode>();

export function phpCode(tables: FileTables): PhpCode {
  let known = made.get(tables);
  if (known === undefined) {
    const code = codeOf(tables.file.text);
    const other = brackets(code);
    const regions = regionsOf(code, other);
    made.set(tables, (known = { code, other, regions, outer: outerOf(regions) }));
  }
  return known;
}

/** Brackets that are left open before one that is closed. */
const MOST_UNCLOSED = 50;

function brackets(code: string): Int32Array {
  const other = new Int32Array(code.length).fill(-1);
  const open: number[] = [];
  const pairs: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
  for (const match of code.matchAll(/[()[\]{}]/g)) {
    const c = match[0];
    if (c === "(" || c === "[" || c === "{") {
      open.push(match.index);
      continue;
    }
    // A bracket that is closed by none ends with the one around it.
    let at = open.length - 1;
    const least = Math.max(0, at - MOST_UNCLOSED);
    while (at >= least && code[open[at]!] !== pairs[c]) at--;
    if (at < least) continue;
    other[open[at]!] = match.index;
    other[match.index] = open[at]!;
    open.length = at;
  }
  return other;
}

const WORDS =
  /(?<![\w$\u0080-\uffff>:\\])(?:(function|fn)\b\s*&?\s*([\w\u0080-\uffff]*)\s*\(|(class|interface|trait|enum)\b(?!\s*(?:::|[=;,)\]]))[^;{}()]*(?:\(|\{))/gi;

function regionsOf(code: string, other: Int32Array): Region[] {
  const found: Region[] = [];
  for (const match of code.matchAll(WORDS)) {
    const start = match.index;
    const last = start + match[0].length - 1;
    if (match[3] !== undefined) {
      // `new class(…) extends Base { … }`
      let open = last;
      if (code[last] === "(") {
        const close = other[last]!;
        open = close === -1 ? -1 : skipTo(code, close + 1, "{");
      }
      const end = open === -1 ? -1 : other[open]!;
      if (end !== -1)
        found.push({ kind: "type", start, open: -1, close: -1, taken: "", bodyStart: open, bodyEnd: end });
      continue;
    }
    const close = other[last]!;
    if (close === -1) continue;
    if (match[1]!.toLowerCase() === "fn") {
      const arrow = code.indexOf("=>", close);
      if (arrow === -1) continue;
      found.push({
        kind: "arrow",
        start,
        open: last,
        close,
        taken: "",
        bodyStart: arrow + 2,
        bodyEnd: valueEnd(code, other, arrow + 2),
      });
      continue;
    }
    let at = close + 1;
    const taken = /^\s*use\s*\(/i.exec(code.slice(at, at + 200));
    let uses = "";
    if (taken !== null) {
      const from = at + taken[0].length;
      const to = other[from - 1]!;
      if (to === -1) continue;
      uses = code.slice(from, to);
      at = to + 1;
    }
    const open = skipTo(code, at, "{");
    const end = open === -1 ? -1 : other[open]!;
    if (end === -1) continue;
    const kind = match[2] === "" ? "closure" : "function";
    found.push({ kind, start, open: last, close, taken: uses, bodyStart: open, bodyEnd: end });
  }
  return found;
}

/** The mark behind a written type or a list of names; -1 where something else comes first. */
function skipTo(code: string, from: number, mark: string): number {
  const end = code.slice(from, from + 2_000).search(/[;{}=]/);
  return end !== -1 && code[from + end] === mark ? from + end : -1;
}

/** Where the expression that begins at the offset ends. */
export function valueEnd(code: string, other: Int32Array, from: number): number {
  const stop = /[()[\]{},;]/g;
  stop.lastIndex = from;
  for (let match = stop.exec(code); match !== null; match = stop.exec(code)) {
    const at = match.index;
    if (!"([{".includes(match[0])) return at;
    const close = other[at]!;
    if (close === -1) return at;
    stop.lastIndex = close + 1;
  }
  return code.length;
}

/** Regions around the offset, the innermost first. Parameters belong to their function. */
export function regionsAt(php: PhpCode, offset: number): Region[] {
  return around(php.regions, php.outer, offset).filter(
    (region) => (region.kind === "type" ? region.bodyStart : region.open) <= offset,
  );
}

/** Of extents in the order of their beginnings, each with the one around it: those around the offset. */
export function around<Extent extends { readonly start: number; readonly bodyEnd: number }>(
  extents: readonly Extent[],
  outer: Int32Array,
  offset: number,
): Extent[] {
  let low = 0;
  let high = extents.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (extents[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  const found: Extent[] = [];
  for (let at = low - 1; at >= 0; at = outer[at]!)
    if (extents[at]!.bodyEnd >= offset) found.push(extents[at]!);
  return found;
}

/** For each extent the one around it, or -1. */
export function outerOf(
  extents: readonly { readonly start: number; readonly bodyEnd: number }[],
): Int32Array {
  const outer = new Int32Array(extents.length);
  const open: number[] = [];
  for (const [at, { start }] of extents.entries()) {
    while (open.length > 0 && extents[open.at(-1)!]!.bodyEnd < start) open.pop();
    outer[at] = open.at(-1) ?? -1;
    open.push(at);
  }
  return outer;
}

interface Bracket {
  readonly start: number;
  readonly bodyEnd: number;
}

const bracketed = new WeakMap<PhpCode, { readonly all: readonly Bracket[]; readonly outer: Int32Array }>();

/** The innermost bracket around the offset that opens not before `least`; -1 where there is none. */
export function bracketAround(php: PhpCode, offset: number, least: number): number {
  let known = bracketed.get(php);
  if (known === undefined) {
    const all: Bracket[] = [];
    for (const match of php.code.matchAll(/[([{]/g)) {
      const close = php.other[match.index]!;
      if (close !== -1) all.push({ start: match.index, bodyEnd: close });
    }
    bracketed.set(php, (known = { all, outer: outerOf(all) }));
  }
  const found = around(known.all, known.outer, offset - 1).find(({ bodyEnd }) => bodyEnd >= offset);
  return found === undefined || found.start < least ? -1 : found.start;
}

export function skipBack(code: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(code[at - 1]!)) at--;
  return at;
}

export function skipBlank(code: string, from: number): number {
  let at = from;
  while (at < code.length && /\s/.test(code[at]!)) at++;
  return at;
}
