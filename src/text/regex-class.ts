// What is inside the brackets? `[a-z]`, nested classes, POSIX names, and the set operators && -- ~~.
import type { Cursor } from "./regex-cursor.ts";
import { parseEscape } from "./regex-escape.ts";
import { type ClassItem, type ClassOperator, type ClassSet, NEST_LIMIT } from "./regex-tree.ts";

/** The ASCII classes of POSIX, each as the inside of a JS class. */
const POSIX: Record<string, string> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: "\\x00-\\x7f",
  blank: "\\t\\x20",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "\\x21-\\x7e",
  lower: "a-z",
  print: "\\x20-\\x7e",
  punct: "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e",
  space: "\\t-\\r\\x20",
  upper: "A-Z",
  word: "0-9A-Za-z_",
  xdigit: "0-9A-Fa-f",
};

const OPERATORS: readonly ClassOperator[] = ["&&", "--", "~~"];

/** Reads the bracketed class that starts here. */
export function parseClass(cursor: Cursor, depth = 1): ClassItem {
  const start = cursor.at;
  if (depth > NEST_LIMIT) throw cursor.invalid(`classes nest deeper than ${NEST_LIMIT}`);
  cursor.nextThenBlanks();
  const negated = cursor.char === "^";
  if (negated) cursor.nextThenBlanks();
  let left: { operator: ClassOperator; set: ClassSet } | null = null;
  let items = leadingItems(cursor);
  for (;;) {
    cursor.skipBlanks();
    if (cursor.done) throw cursor.invalid("the `]` of this class is missing", start);
    const operator = OPERATORS.find((o) => cursor.startsWith(o));
    if (cursor.char === "]") {
      cursor.next();
      return { type: "bracket", body: joined(left, items), negated };
    }
    if (operator !== undefined) {
      left = { operator, set: joined(left, items) };
      items = [];
      cursor.take(operator);
    } else if (cursor.char === "[") {
      items.push(parsePosix(cursor) ?? parseClass(cursor, depth + 1));
    } else {
      items.push(parseRange(cursor, start));
    }
  }
}

/** Operators have one rank and are read from the left. */
function joined(left: { operator: ClassOperator; set: ClassSet } | null, items: ClassItem[]): ClassSet {
  const right: ClassSet = { type: "union", items };
  return left === null ? right : { type: "operation", operator: left.operator, left: left.set, right };
}

/** Any `-` at the start are themselves; so is a `]` that comes first. */
function leadingItems(cursor: Cursor): ClassItem[] {
  const items: ClassItem[] = [];
  while (cursor.char === "-") items.push(character(cursor));
  if (items.length === 0 && cursor.char === "]") items.push(character(cursor));
  return items;
}

function character(cursor: Cursor): ClassItem {
  return { type: "char", char: cursor.nextThenBlanks().codePointAt(0)! };
}

function parseRange(cursor: Cursor, classStart: number): ClassItem {
  const start = cursor.at;
  const first = parseItem(cursor);
  cursor.skipBlanks();
  if (cursor.done) throw cursor.invalid("the `]` of this class is missing", classStart);
  // A `-` before `]` or another `-` is no range.
  if (cursor.char !== "-" || ["]", "-"].includes(cursor.peekBehind())) return first;
  cursor.nextThenBlanks();
  if (cursor.done) throw cursor.invalid("the `]` of this class is missing", classStart);
  const last = parseItem(cursor);
  if (first.type !== "char" || last.type !== "char") {
    throw cursor.invalid("a range needs a single character on each side", start);
  }
  if (first.char > last.char) throw cursor.invalid("the range ends before it starts", start);
  return { type: "range", first: first.char, last: last.char };
}

function parseItem(cursor: Cursor): ClassItem {
  if (cursor.char !== "\\") return { type: "char", char: cursor.next().codePointAt(0)! };
  const start = cursor.at;
  const escape = parseEscape(cursor);
  if (escape.type === "assertion") throw cursor.invalid("a place such as \\b cannot be in a class", start);
  return escape.item;
}

/** `[:alpha:]` or `[:^alpha:]`; anything else is a nested class and null is given. */
function parsePosix(cursor: Cursor): ClassItem | null {
  const found = /^\[:(\^?)([a-z]+):\]/.exec(cursor.pattern.slice(cursor.at, cursor.at + 16));
  const source = found !== null && Object.hasOwn(POSIX, found[2]!) ? POSIX[found[2]!] : undefined;
  if (found === null || source === undefined) return null;
  cursor.at += found[0].length;
  return { type: "posix", source, negated: found[1] === "^" };
}
