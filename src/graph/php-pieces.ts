// What is the last piece of an expression of PHP that ends at an offset: a variable, a call, a member, brackets? And where
// does the whole chain of such pieces begin?
import { type PhpCode, skipBack } from "./php-code.ts";

export interface Piece {
  readonly kind:
    | "variable"
    | "method"
    | "static-method"
    | "property"
    | "static-property"
    | "constant"
    | "function"
    | "new"
    | "brackets"
    | "name"
    | "text"
    | "list"
    | "class"
    | "other";
  /** Where the piece begins; of a member its name. */
  readonly start: number;
  /** Name with its namespace; of a variable with its mark. */
  readonly name: string;
  /** Where its name ends. */
  readonly end: number;
  /** Where what stands before `->` or `::` ends; -1 where there is none. */
  readonly before: number;
  /** Opening bracket of arguments, or of the inside. */
  readonly open: number;
}

const IN_NAME = /[\w\u0080-\uffff]/;
const IN_PATH = /[\w\\\u0080-\uffff]/;
/** Words before a bracket that do not call. */
const WORDS = new Set(
  `if while for foreach switch catch elseif return print echo and or xor clone yield throw include include_once require
  require_once instanceof case use function fn match new else do exit die from as insteadof declare default`.split(
    /\s+/,
  ),
);

export function pieceBefore({ code, other, regions }: PhpCode, offset: number): Piece | null {
  const end = skipBack(code, offset);
  const last = code[end - 1] ?? "";
  const none = { name: "", end, before: -1, open: -1 };
  if (last === ")") {
    const open = other[end - 1]!;
    if (open === -1) return null;
    const head = skipBack(code, open);
    const named = nameBefore(code, head);
    if (named === null) {
      const before = code[head - 1] ?? "";
      if (/[)\]"'`]/.test(before) || isComputed(code, other, head))
        return { ...none, kind: "other", start: open, before: head, open };
      return { ...none, kind: "brackets", start: open, open };
    }
    const { name, start } = named;
    if (name.startsWith("$")) return { ...none, kind: "other", start, open };
    const word = name.toLowerCase();
    const arrow = arrowBefore(code, start);
    if (arrow !== null)
      return {
        kind: arrow.mark === "::" ? "static-method" : "method",
        start,
        name,
        end: head,
        before: arrow.at,
        open,
      };
    if (word === "array" || word === "list") return { ...none, kind: "list", start, open };
    if (word === "isset" || word === "empty") return { ...none, kind: "text", start, open };
    if (word === "static" || word === "class" || (word === "self" && !isMade(code, start))) {
      const made = madeBefore(code, start);
      if (made !== -1 && word !== "class")
        return { kind: "new", start: made, name, end: head, before: -1, open };
      return { ...none, kind: "other", start: made === -1 ? start : made, open };
    }
    const made = madeBefore(code, start);
    if (made !== -1) return { kind: "new", start: made, name, end: head, before: -1, open };
    if (WORDS.has(word)) {
      if (word === "match") return { ...none, kind: "other", start, open };
      return { ...none, kind: "brackets", start: open, open };
    }
    return { kind: "function", start, name, end: head, before: -1, open };
  }
  if (last === "]") {
    const open = other[end - 1]!;
    if (open === -1) return null;
    const head = skipBack(code, open);
    const before = code[head - 1] ?? "";
    const word = /[\w\u0080-\uffff]+$/.exec(code.slice(Math.max(0, head - 40), head))?.[0] ?? "";
    const isIndex =
      /[)\]"'`]/.test(before) ||
      isComputed(code, other, head) ||
      (IN_NAME.test(before) && !WORDS.has(word.toLowerCase()));
    return isIndex
      ? { ...none, kind: "other", start: open, before: head, open }
      : { ...none, kind: "list", start: open, open };
  }
  if (last === "}") {
    const type = regions.find(({ kind, bodyEnd }) => kind === "type" && bodyEnd === end - 1);
    const made = type === undefined ? -1 : madeBefore(code, type.start);
    if (type !== undefined && made !== -1)
      return { kind: "class", start: made, name: "class", end: type.start, before: -1, open: type.start };
    const open = other[end - 1]!;
    if (open === -1) return null;
    const arrow = arrowBefore(code, open);
    return { ...none, kind: "other", start: open, before: arrow?.at ?? -1, open };
  }
  if (last === '"' || last === "'" || last === "`") {
    const start = code.lastIndexOf(last, end - 2);
    return start === -1 ? null : { ...none, kind: "text", start };
  }
  const named = nameBefore(code, end);
  if (named === null) return null;
  const { name, start } = named;
  const arrow = arrowBefore(code, start);
  if (name.startsWith("$")) {
    if (code[start - 1] === "$") return { ...none, kind: "other", start: start - 1 };
    if (arrow === null) return { kind: "variable", start, name, end, before: -1, open: -1 };
    if (arrow.mark === "::")
      return {
        kind: "static-property",
        start: start + 1,
        name: name.slice(1),
        end,
        before: arrow.at,
        open: -1,
      };
    return { ...none, kind: "other", start, before: arrow.at };
  }
  if (arrow !== null) {
    const kind = arrow.mark === "::" ? "constant" : "property";
    return { kind, start, name, end, before: arrow.at, open: -1 };
  }
  const made = madeBefore(code, start);
  if (made !== -1) return { kind: "new", start: made, name, end, before: -1, open: -1 };
  if (/^\d/.test(name)) return { ...none, kind: "text", start };
  return { kind: "name", start, name, end, before: -1, open: -1 };
}

/** `->{…}` and `${…}` end there; any other `}` ends a block. */
function isComputed(code: string, other: Int32Array, end: number): boolean {
  const open = code[end - 1] === "}" ? other[end - 1]! : -1;
  return open !== -1 && /(?:->|::|\$)\s*$/.test(code.slice(Math.max(0, open - 20), open));
}

/** Beginning of the chain of members and calls that ends at the offset; -1 where it is none. */
export function chainStart(php: PhpCode, offset: number): number {
  let piece = pieceBefore(php, offset);
  for (let steps = 0; piece !== null && steps < 1_000; steps++) {
    if (piece.before === -1) return piece.start;
    piece = pieceBefore(php, piece.before);
  }
  return -1;
}

function nameBefore(code: string, end: number): { name: string; start: number } | null {
  let start = end;
  while (start > 0 && IN_PATH.test(code[start - 1]!)) start--;
  if (start === end) return null;
  if (code[start - 1] === "$") start--;
  return { name: code.slice(start, end), start };
}

function arrowBefore(code: string, start: number): { mark: "->" | "::"; at: number } | null {
  const end = skipBack(code, start);
  if (code.endsWith("::", end) && code.slice(end - 2, end) === "::")
    return { mark: "::", at: skipBack(code, end - 2) };
  if (code.slice(end - 2, end) !== "->") return null;
  const at = code[end - 3] === "?" ? end - 3 : end - 2;
  return { mark: "->", at: skipBack(code, at) };
}

/** Where `new` begins before a name; -1 where it does not stand there. */
function madeBefore(code: string, start: number): number {
  const head = code.slice(Math.max(0, start - 300), start);
  const found = /(?<![\w$>:\\])new\s+(?:#\[[^\]]*\]\s*)?(?:readonly\s+)?$/i.exec(head);
  return found === null ? -1 : start - (head.length - found.index);
}

function isMade(code: string, start: number): boolean {
  return madeBefore(code, start) !== -1;
}
