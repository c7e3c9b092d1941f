// Where in a JSON text with comments does what stand? The parsed tree with offsets, and the steps over blanks and comments
// that its users need. Whoever has two members of one name has the last: so clients read them.
import { parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import { broken, placeOf } from "./edit-refused.ts";

export type JsonNode = Node;

export interface JsonText {
  text: string;
  /** Undefined: nothing but blanks and comments. */
  root: JsonNode | undefined;
}

const BOM = "\uFEFF";
/** `ParseErrorCode.ValueExpected`: the enumeration has no values at run time that types may use. */
const VALUE_EXPECTED = 4;

/** Throws EDIT_REFUSED with line and column. Offsets are those of the whole text, its byte order mark included. */
export function parseJson(file: string, text: string): JsonText {
  // A blank in the place of the mark keeps the offsets.
  const readable = text.startsWith(BOM) ? ` ${text.slice(1)}` : text;
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(readable, errors, { allowTrailingComma: true });
  } catch (error) {
    throw broken(file, { line: 1, column: 1 }, "it is nested too deep", error);
  }
  if (root === undefined && errors.every(({ error }) => error === VALUE_EXPECTED)) return { text, root };
  const [first] = errors;
  if (first !== undefined) {
    const why = printParseErrorCode(first.error).replaceAll(/(?<=[a-z])[A-Z]/g, (c) => ` ${c.toLowerCase()}`);
    throw broken(file, placeOf(text, first.offset), why.toLowerCase());
  }
  return { text, root };
}

export function endOf(node: JsonNode): number {
  return node.offset + node.length;
}

export function property(object: JsonNode, key: string): JsonNode | undefined {
  return object.children?.findLast((child) => child.children?.[0]?.value === key);
}

export function valueOf(object: JsonNode, key: string): JsonNode | undefined {
  return property(object, key)?.children?.[1];
}

/** The node at the end of the path; undefined where a step is missing or leads through something else than an object. */
export function nodeAt(root: JsonNode | undefined, path: readonly string[]): JsonNode | undefined {
  let node = root;
  for (const key of path) node = node?.type === "object" ? valueOf(node, key) : undefined;
  return node;
}

/** Whether a node says exactly this value; members in any order. */
export function says(node: JsonNode | undefined, value: unknown): boolean {
  if (node === undefined) return false;
  if (Array.isArray(value)) {
    const { children = [] } = node;
    return (
      node.type === "array" &&
      children.length === value.length &&
      value.every((item, i) => says(children[i], item))
    );
  }
  if (typeof value !== "object" || value === null) return node.type !== "object" && node.value === value;
  const entries = Object.entries(value);
  return (
    node.type === "object" &&
    (node.children ?? []).length === entries.length &&
    entries.every(([key, member]) => says(valueOf(node, key), member))
  );
}

/** The first place at or behind `at` that is neither blank nor comment. */
export function skipTrivia(text: string, at: number): number {
  for (;;) {
    if (/\s|\uFEFF/.test(text[at] ?? "")) at++;
    else if (text.startsWith("//", at)) at = lineEnd(text, at);
    else if (text.startsWith("/*", at)) at = blockEnd(text, at);
    else return at;
  }
}

/** Before the line's end, `\r\n` or `\n`. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  if (end === -1) return text.length;
  return end > at && text[end - 1] === "\r" ? end - 1 : end;
}

function blockEnd(text: string, at: number): number {
  const end = text.indexOf("*/", at + 2);
  return end === -1 ? text.length : end + 2;
}

/** Behind the comments that end on the line of `at`, if nothing else follows on it; else `at` itself. */
export function behindComments(text: string, at: number): number {
  let end = at;
  for (;;) {
    while (text[end] === " " || text[end] === "\t") end++;
    if (text.startsWith("//", end)) return lineEnd(text, end);
    if (!text.startsWith("/*", end)) break;
    const behind = blockEnd(text, end);
    if (text.slice(end, behind).includes("\n")) return at;
    end = behind;
  }
  return end === lineEnd(text, end) ? end : at;
}

/** Blanks at the beginning of the line of `at`. */
export function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at).replace(BOM, ""))![0];
}
