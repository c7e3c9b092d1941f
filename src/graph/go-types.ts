// What does a written type of Go stand for? Names by the file's imports and its package; pointers are what they point to;
// of lists, maps and channels the element is kept.
import { divided } from "./brackets.ts";
import { offered } from "./exported-names.ts";
import type { FileTables, Place } from "./file-tables.ts";
import { goBuiltins } from "./go-names.ts";
import { importsNamed, inPackage } from "./go-packages.ts";
import { OUTSIDE_VALUE, UNKNOWN, type Entity } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";
import { calledType } from "./written-types.ts";

const NAME = /^([\p{L}_][\p{L}\p{N}_]*)(?:\s*\.\s*([\p{L}_][\p{L}\p{N}_]*))?\s*(?:\[|$)/u;

export async function goType(
  r: Resolver,
  written: string,
  file: GraphFile,
  enclosing: number,
): Promise<Entity> {
  if (written.endsWith("()") && !written.startsWith("func"))
    return calledType(r, written.slice(0, -2), file, enclosing);
  const text = written.trim().replace(/^(?:[*&(]\s*)+/, "");
  const list = /^(?:\.\.\.|\[[^\]]*\]|(?:<-\s*)?chan(?:\s*<-)?\s)\s*/.exec(text);
  if (list !== null) return { kind: "list", of: await r.typed(text.slice(list[0].length), file, enclosing) };
  if (text.startsWith("map[")) {
    const value = behindKey(text);
    return value === "" ? UNKNOWN : { kind: "list", of: await r.typed(value, file, enclosing) };
  }
  const match = NAME.exec(text.replace(/[\s)]+$/, ""));
  if (match === null || /^(?:func|struct|interface|map|chan)\b/.test(text)) return UNKNOWN;
  const [, first, second] = match;
  if (second !== undefined) return ofImport(r, file, first!, second);
  return ofPackage(r, file, first!, enclosing);
}

function behindKey(text: string): string {
  let depth = 0;
  for (let at = 3; at < text.length; at++) {
    if (text[at] === "[") depth++;
    else if (text[at] === "]" && --depth === 0) return text.slice(at + 1);
  }
  return "";
}

async function ofImport(r: Resolver, file: GraphFile, name: string, member: string): Promise<Entity> {
  const facts = await importsNamed(r, file, name);
  if (facts.length !== 1) return facts.length === 0 ? OUTSIDE_VALUE : UNKNOWN;
  const target = await r.module(file, facts[0]!.module, "*");
  if (target.external) return OUTSIDE_VALUE;
  if (target.files.length === 0) return UNKNOWN;
  const { entities } = await offered(r, target.files, member);
  const [only] = entities;
  return entities.length === 1 && only?.kind === "declared" ? instance(r, only.place) : UNKNOWN;
}

async function ofPackage(r: Resolver, file: GraphFile, name: string, enclosing: number): Promise<Entity> {
  const { symbols } = file.facts!;
  for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
    // A type parameter.
    if (new RegExp(`\\[[^\\]]*\\b${name}\\b|\\[.*,\\s*${name}\\b`).test(symbols[at]!.signature))
      return UNKNOWN;
    const inner = symbols.findIndex((s) => s.parent === at && s.name === name && isTypeKind(s.kind));
    if (inner !== -1) return instance(r, { file: file.index, at: inner });
  }
  const places = await inPackage(r, file, name);
  if (places.length === 1) return instance(r, places[0]!);
  if (places.length > 1) return UNKNOWN;
  if (goBuiltins.has(name)) return OUTSIDE_VALUE;
  return UNKNOWN;
}

function isTypeKind(kind: string): boolean {
  return kind === "struct" || kind === "interface" || kind === "type";
}

/** A value of the declared type; of an alias what it stands for. */
async function instance(r: Resolver, place: Place): Promise<Entity> {
  const file = await r.file(place.file);
  const tables = r.tables(file);
  const symbol = tables?.facts.symbols[place.at];
  if (tables === null || symbol === undefined || !isTypeKind(symbol.kind)) return UNKNOWN;
  if (symbol.kind !== "type") return { kind: "instance", place };
  const right = rightSide(tables, place.at);
  if (right.startsWith("=")) return r.typed(right.slice(1).trim(), file, place.at);
  return { kind: "instance", place };
}

/** What is written behind the name of a type: `= Foo` of an alias. */
export function rightSide(tables: FileTables, at: number): string {
  const { nameRange, range } = tables.facts.symbols[at]!;
  const text = tables.file.text.slice(tables.endOf(nameRange), tables.endOf(range));
  return text
    .replace(/^\s*\[[^\]=]*\s[^\]=]*\]/, "")
    .trim()
    .replace(/\s*\/\/.*$/, "");
}

/** `T{…}`, `&T{…}` and nothing behind it: the type. */
export function madeType(value: string): string | undefined {
  const text = value.trim();
  const head = /^&?\s*([\w.]+)\s*\{/.exec(text);
  return head !== null && closeOf(text, head[0].length - 1) === text.length - 1 ? head[1] : undefined;
}

/** The results of a function as written: the types alone. */
export function resultsOf(tables: FileTables, at: number): string[] {
  const { file, facts } = tables;
  const { nameRange, range } = facts.symbols[at]!;
  const text = file.text.slice(
    tables.endOf(nameRange),
    Math.min(tables.endOf(range), tables.endOf(nameRange) + 4_000),
  );
  let from = 0;
  if (/^\s*\[/.test(text)) from = closeOf(text, text.indexOf("[")) + 1;
  const open = text.indexOf("(", from);
  const close = open === -1 ? -1 : closeOf(text, open);
  if (close === -1) return [];
  const rest = text.slice(close + 1);
  const begin = rest.length - rest.trimStart().length;
  if (rest[begin] === "(" && !rest.slice(0, begin).includes("\n")) {
    const end = closeOf(rest, begin);
    return end === -1 ? [] : typesOf(divided(rest.slice(begin + 1, end), ","));
  }
  const line = /^[^\n]*/
    .exec(rest)![0]
    .replace(/\s*(?:\/\/.*|\{[^{}]*\}?\s*)$/, "")
    .replace(/\s*\{.*$/, "")
    .trim();
  return line === "" ? [] : [line];
}

/** `n int, err error` and `a, b Foo` are types with names. */
function typesOf(parts: readonly string[]): string[] {
  const word = /^[\p{L}_][\p{L}\p{N}_]*$/u;
  const named = /^[\p{L}_][\p{L}\p{N}_]*\s+(?!\{)(.+)$/su;
  const all = parts.map((p) => p.trim()).filter((p) => p !== "");
  const isNamed = all.some((p) => named.test(p) && !/^(?:chan|func|map|interface|struct)\b/.test(p));
  if (!isNamed) return all;
  return all.map((part, i) => {
    if (!word.test(part)) return named.exec(part)?.[1] ?? part;
    const typed = all.slice(i + 1).find((p) => named.test(p));
    return typed === undefined ? "" : named.exec(typed)![1]!;
  });
}

export function closeOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const c = text[at]!;
    if (c === "(" || c === "[" || c === "{") depth++;
    else if ((c === ")" || c === "]" || c === "}") && --depth === 0) return at;
  }
  return -1;
}
