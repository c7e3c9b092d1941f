// What does a backslash mean? One character, a class of characters, or a place such as a word border.
import type { Cursor } from "./regex-cursor.ts";
import { propertyName } from "./regex-properties.ts";
import type { AssertionKind, ClassItem } from "./regex-tree.ts";

export type Escape = { type: "item"; item: ClassItem } | { type: "assertion"; kind: AssertionKind };

const CONTROL: Record<string, number> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };

const PLACES: Record<string, AssertionKind> = {
  A: "line-start",
  z: "line-end",
  B: "no-word-border",
  "<": "word-start",
  ">": "word-end",
};

const NAMED_BORDERS: Record<string, AssertionKind> = {
  start: "word-start",
  end: "word-end",
  "start-half": "no-word-before",
  "end-half": "no-word-after",
};

/** Digits of `\xFF`, `\uFFFF` and `\UFFFFFFFF`. */
const HEX_DIGITS: Record<string, number> = { x: 2, u: 4, U: 8 };

/** Reads the escape that starts here. */
export function parseEscape(cursor: Cursor): Escape {
  const start = cursor.at;
  cursor.next();
  if (cursor.done) throw cursor.invalid("nothing follows the backslash", start);
  const { char } = cursor;
  if (/[0-9]/.test(char)) throw cursor.unsupported("back-references are not supported", start);
  if (char in HEX_DIGITS) return character(parseHex(cursor));
  if (/[pP]/.test(char)) return { type: "item", item: parseProperty(cursor) };
  cursor.next();
  if (/[dDsSwW]/.test(char)) {
    const kind = char.toLowerCase() as "d" | "s" | "w";
    return { type: "item", item: { type: "perl", kind, negated: char !== kind } };
  }
  const place = PLACES[char];
  if (place !== undefined) return { type: "assertion", kind: place };
  if (char === "b") return { type: "assertion", kind: parseWordBorder(cursor, start) };
  const control = CONTROL[char];
  if (control !== undefined) return character(control);
  if (/[A-Za-z]/.test(char) || char.codePointAt(0)! > 127) {
    throw cursor.invalid(`there is no escape \\${char}`, start);
  }
  return character(char.codePointAt(0)!);
}

function character(char: number): Escape {
  return { type: "item", item: { type: "char", char } };
}

/** `\b`, `\b{start}`, `\b{end}`, `\b{start-half}`, `\b{end-half}`; but `\b{2}` is a repetition. */
function parseWordBorder(cursor: Cursor, start: number): AssertionKind {
  const brace = cursor.at;
  if (cursor.char !== "{") return "word-border";
  cursor.nextThenBlanks();
  if (!/[-A-Za-z]/.test(cursor.char)) {
    cursor.at = brace;
    return "word-border";
  }
  let name = "";
  while (/[-A-Za-z]/.test(cursor.char)) name += cursor.nextThenBlanks();
  if (!cursor.take("}")) throw cursor.invalid("the `}` of this word border is missing", start);
  const kind = Object.hasOwn(NAMED_BORDERS, name) ? NAMED_BORDERS[name] : undefined;
  if (kind === undefined) {
    throw cursor.invalid(`\\b{${name}} is not one of start, end, start-half, end-half`, start);
  }
  return kind;
}

function parseHex(cursor: Cursor): number {
  const start = cursor.at - 1;
  const digits = HEX_DIGITS[cursor.nextThenBlanks()]!;
  let hex = "";
  if (cursor.startsWith("{")) {
    cursor.nextThenBlanks();
    while (!cursor.done && cursor.char !== "}") hex += hexDigit(cursor);
    if (cursor.done) throw cursor.invalid("the `}` of this character is missing", start);
    cursor.nextThenBlanks();
  } else {
    for (let i = 0; i < digits; i++) hex += hexDigit(cursor);
  }
  if (hex === "") throw cursor.invalid("a character needs hexadecimal digits", start);
  const char = Number.parseInt(hex, 16);
  if (char > 0x10ffff || (char >= 0xd800 && char <= 0xdfff)) {
    throw cursor.invalid(`${hex} is not a Unicode character`, start);
  }
  return char;
}

function hexDigit(cursor: Cursor): string {
  if (cursor.done) throw cursor.invalid("a hexadecimal digit is missing");
  if (!/[0-9A-Fa-f]/.test(cursor.char)) throw cursor.invalid(`${cursor.char} is not a hexadecimal digit`);
  return cursor.nextThenBlanks();
}

/** `\pL`, `\p{Greek}`, `\p{Script=Greek}`, `\p{sc:Greek}`, and `\P…`. */
function parseProperty(cursor: Cursor): ClassItem {
  const start = cursor.at - 1;
  const negated = cursor.nextThenBlanks() === "P";
  if (cursor.done) throw cursor.invalid("the name of a property is missing", start);
  let given = "";
  if (cursor.startsWith("{")) {
    cursor.nextThenBlanks();
    while (!cursor.done && cursor.char !== "}") given += cursor.nextThenBlanks();
    if (!cursor.take("}")) throw cursor.invalid("the `}` of this property is missing", start);
  } else {
    if (cursor.char === "\\") throw cursor.invalid("the name of a property is missing", start);
    given = cursor.nextThenBlanks();
  }
  // Rust reads `!=` and then forgets the `!`; nobody could mean that.
  if (given.includes("!=")) throw cursor.unsupported("`!=` is not supported; write \\P{…=…}", start);
  const split = /^(.*?)[:=](.*)$/s.exec(given);
  const found = split === null ? propertyName(given) : propertyName(split[2]!, split[1]!);
  if (found === "unknown") throw cursor.invalid(`there is no property ${given}`, start);
  if (found === "unsupported") throw cursor.unsupported(`the property ${given} is not supported`, start);
  return { type: "property", name: found.js, negated };
}
