// What does the expression before a dot stand for? Read backwards from the dot, over the text and the references that
// the parser found in it: names, members, calls, `new`, `this`, `await`. Anything else is not known.
import type { Range, Reference } from "../parse/facts.ts";
import { closedBy, closing } from "./brackets.ts";
import { entityKey } from "./exported-names.ts";
import type { FileTables, Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import {
  NOTHING_KNOWN,
  OUTSIDE_SPACE,
  OUTSIDE_VALUE,
  PLAIN,
  UNKNOWN,
  type Entity,
  type Meaning,
  type Valued,
} from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import { isContainer } from "./written-types.ts";
import type { WrittenValue } from "./language-graph.ts";
import { baseEntity, selfEntity } from "./self.ts";
import { resultOf, valueOf } from "./values.ts";
import type { GraphFile } from "./view.ts";

const IN_NAME = /[\w$#\u0080-\uffff]/;
const OUTSIDE: Valued = { entity: OUTSIDE_VALUE, rule: "same-file" };
const SPACE: Valued = { entity: OUTSIDE_SPACE, rule: "same-file" };
const LITERAL: Valued = { entity: PLAIN, rule: "same-file" };
/** Words before a bracket that make no call of it. */
const KEYWORDS = new Set(
  "if while for switch return await typeof void delete in of instanceof case do else yield throw new catch with function and or not when match".split(
    " ",
  ),
);

/** What the receiver of a reference stands for. */
export async function receiverOf(r: Resolver, file: GraphFile, index: number): Promise<Valued> {
  const tables = r.tables(file)!;
  const comment = r.family(file)!.lineComment ?? "//";
  const end = receiverEnd(file.text, tables.startOf(tables.facts.references[index]!.range), comment);
  if (end === -1) return NOTHING_KNOWN;
  return valueBefore(r, tables, end, index);
}

/** The end of what stands before the dot, or -1 if there is no dot. */
function receiverEnd(text: string, start: number, comment: string): number {
  let at = codeBefore(text, start, comment);
  if (text.startsWith("::", at - 2) || text.startsWith("->", at - 2)) at -= 2;
  else if (text[at - 1] === ".") at--;
  else return -1;
  if (text[at - 1] === "?") at--;
  return at;
}

/** What the expression that ends at the offset stands for. `next` is the reference whose receiver it is. */
export async function valueBefore(
  r: Resolver,
  tables: FileTables,
  offset: number,
  next: number,
): Promise<Valued> {
  const { text } = tables.file;
  const comment = r.family(tables.file)!.lineComment ?? "//";
  let end = codeBefore(text, offset, comment);
  while (end > 0 && (text[end - 1] === "!" || text[end - 1] === "?"))
    end = codeBefore(text, end - 1, comment);
  const last = text[end - 1] ?? "";
  if (last === ")") return bracketed(r, tables, end, next);
  if (last === '"' || last === "'" || last === "`") return LITERAL;
  if (last === "]") return indexed(r, tables, end, next);
  if (!IN_NAME.test(last)) return NOTHING_KNOWN;
  let start = end;
  while (start > 0 && IN_NAME.test(text[start - 1]!)) start--;
  return named(r, tables, start, text.slice(start, end), next);
}

/** A list that is written out is the language's own; of one that is known the element is meant. */
async function indexed(r: Resolver, tables: FileTables, end: number, next: number): Promise<Valued> {
  const { text } = tables.file;
  const open = closedBy(text, end - 1);
  if (open === -1) return NOTHING_KNOWN;
  let at = open;
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at--;
  const before = text[at - 1] ?? "";
  if (IN_NAME.test(before)) {
    let start = at;
    while (start > 0 && IN_NAME.test(text[start - 1]!)) start--;
    if (KEYWORDS.has(text.slice(start, at))) return OUTSIDE;
  } else if (!/[)\]!?.>]/.test(before)) return OUTSIDE;
  const list = await valueBefore(r, tables, text.endsWith("?.", at) ? at - 2 : at, next);
  const family = r.family(tables.file)!;
  if (family.local !== undefined && /[:,]/.test(text.slice(open + 1, end - 1))) return NOTHING_KNOWN;
  if (list.entity.kind === "list") return { entity: list.entity.of, rule: list.rule };
  // Members by a name in quotes are ECMAScript's.
  if (family.offers !== "exports") return NOTHING_KNOWN;
  const key = /^\s*(["'])([^"'\\]*)\1\s*$/.exec(text.slice(open + 1, end - 1))?.[2];
  if (key === undefined) return NOTHING_KNOWN;
  const found = await r.members(list.entity, key, false);
  if (found.kind !== "found" || found.places.length !== 1) return NOTHING_KNOWN;
  return valueOf(r, found.places[0]!, list.entity, list.rule);
}

async function named(
  r: Resolver,
  tables: FileTables,
  start: number,
  word: string,
  next: number,
): Promise<Valued> {
  const { file, facts } = tables;
  const family = r.family(file)!;
  const following = next === -1 ? undefined : facts.references[next]!;
  if (family.self.includes(word)) return selfEntity(r, file, placed(tables, start, word));
  if (family.base.includes(word))
    return following === undefined ? NOTHING_KNOWN : baseEntity(r, file, following);
  if (/^\d/.test(word)) return LITERAL;
  const index = tables.referenceAt(start);
  if (index !== -1) {
    const reference = facts.references[index]!;
    if (reference.name !== word) return NOTHING_KNOWN;
    const meaning = await r.meaning(file, index);
    if (meaning.kind === "external") return readOutside(r, file, index);
    return ofMeaning(r, meaning, reference.receiver === "" ? file : null, word);
  }
  if (family.local !== undefined) return family.local(r, tables, word, start);
  // A local variable or a parameter: what is known of it stands with the reference that follows.
  if (following !== undefined && following.receiver.replace(/[!?]+$/, "") !== word) return NOTHING_KNOWN;
  const type = following?.receiverType ?? "";
  // What a generic type of the language's own holds, the facts do not keep.
  if (following !== undefined && type !== "" && !(family.localValue !== undefined && isContainer(type))) {
    const entity = await r.typed(type, file, following.enclosing);
    if (entity.kind !== "unknown" || !type.endsWith("()"))
      return { entity, rule: ruleOfLocal(tables, following.enclosing, word, type, start) };
  }
  return givenValue(r, tables, word, start);
}

/** What a local variable is given where it is declared. */
function givenValue(r: Resolver, tables: FileTables, name: string, offset: number): Promise<Valued> {
  const { file } = tables;
  const value = r.family(file)!.localValue?.(tables, name, offset) ?? null;
  if (value === null) return Promise.resolve(NOTHING_KNOWN);
  const key = value.from === "type" ? `${value.type}:${offset}` : JSON.stringify(value);
  return r.once(`l${file.index}:${key}`, NOTHING_KNOWN, async () => {
    let entity: Entity;
    if (value.from === "type") {
      const { line, column } = tables.position(offset);
      entity = await r.typed(value.type, file, tables.enclosing(line, column));
    } else if (value.from === "element") {
      const list = await writtenValue(r, tables, [value.of]);
      const inner = list.kind === "later" ? list.of : list;
      entity = inner.kind === "list" ? inner.of : UNKNOWN;
    } else entity = await writtenValue(r, tables, value.of);
    const rule: Rule = value.from === "type" ? "parameter-type" : "variable-type";
    if (value.from === "element" || value.member === "") return { entity, rule };
    const found = await r.members(entity, value.member, false);
    if (found.kind === "outside") return OUTSIDE;
    if (found.kind !== "found" || found.places.length !== 1) return NOTHING_KNOWN;
    return valueOf(r, found.places[0]!, entity, rule);
  });
}

/** What one of several written values is: the same for all, or one of them. */
export async function writtenValue(
  r: Resolver,
  tables: FileTables,
  values: readonly WrittenValue[],
): Promise<Entity> {
  const found = new Map<string, Entity>();
  for (const { end, awaited } of values) {
    const { entity } = await valueBefore(r, tables, end, -1);
    const value = awaited && entity.kind === "later" ? entity.of : entity;
    if (value.kind === "unknown") return value;
    found.set(entityKey(value), value);
  }
  const all = [...found.values()];
  if (all.length === 0) return UNKNOWN;
  return all.length === 1 ? all[0]! : { kind: "either", of: all, sure: true };
}

/** A word that is no reference, as if it were one. */
function placed(tables: FileTables, offset: number, name: string): Reference {
  const { line, column } = tables.position(offset);
  return {
    name,
    range: { start: line, startColumn: column, end: line, endColumn: column + name.length },
    enclosing: tables.enclosing(line, column),
    role: "read",
    receiver: "",
    binding: "this",
    receiverType: "",
    target: -1,
  };
}

/** How a local variable got its type: written as a parameter, made by `new`, given by a call. */
function ruleOfLocal(
  tables: FileTables,
  enclosing: number,
  name: string,
  type: string,
  before: number,
): Rule {
  if (type.endsWith("()")) return "result-type";
  const from = enclosing === -1 ? 0 : tables.startOf(tables.facts.symbols[enclosing]!.range);
  const near = tables.file.text.slice(Math.max(from, before - 20_000), before);
  const word = escaped(name);
  if (new RegExp(`\\b${word}\\s*(?::[^=;\\n]*)?=\\s*new\\b`).test(near)) return "new-expression";
  if (new RegExp(`\\b(?:const|let|var|val|auto)\\s+${word}\\b`).test(near)) return "variable-type";
  return "parameter-type";
}

/** A value that a reference leads to. `head` is the file where the reference has no receiver. */
async function ofMeaning(
  r: Resolver,
  meaning: Meaning,
  head: GraphFile | null,
  word: string,
): Promise<Valued> {
  switch (meaning.kind) {
    case "external":
      return OUTSIDE;
    case "module":
      return {
        entity: { kind: "module", files: meaning.files, callable: meaning.callable },
        rule: "namespace",
      };
    case "proven": {
      const receiver: Entity | undefined =
        meaning.receiver === undefined ? undefined : { kind: "instance", place: meaning.receiver };
      // A declaration beside its implementation: what one of them knows, unless the other knows better.
      let value: Valued = NOTHING_KNOWN;
      for (const place of meaning.targets) {
        const next = await valueOf(r, place, receiver, meaning.rule);
        if (next.entity.kind === "unknown") continue;
        if (value !== NOTHING_KNOWN && entityKey(value.entity) !== entityKey(next.entity)) {
          if (!(await isPair(r, meaning.targets))) return NOTHING_KNOWN;
        }
        value = next;
      }
      return value;
    }
    case "possible":
      return head !== null && r.family(head)?.isBuiltin?.(word) === true && meaning.global === true
        ? SPACE
        : { entity: { kind: "unknown", why: meaning.why }, rule: "same-file" };
    case "elsewhere":
      return NOTHING_KNOWN;
  }
}

/** Whether the places are in a file of JavaScript and in the file that declares its types. */
async function isPair(r: Resolver, places: readonly Place[]): Promise<boolean> {
  if (places.length !== 2) return false;
  const [a, b] = places.map(({ file }) => r.view.paths[file]!.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, ""));
  return a === b;
}

/** `f(…)`, `a.f(…)`, `new X(…)`, `(…)`. */
async function bracketed(r: Resolver, tables: FileTables, end: number, next: number): Promise<Valued> {
  const { file, facts } = tables;
  const { text } = file;
  const open = closedBy(text, end - 1);
  if (open === -1) return NOTHING_KNOWN;
  let at = open;
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at--;
  if (text.startsWith("?.", at - 2)) at -= 2;
  // `f!(…)`
  if (text[at - 1] === "!" && /[\w$)\]]/.test(text[at - 2] ?? "")) at--;
  if (text[at - 1] === ">" && text[at - 2] !== "=") {
    const angle = openAngle(text, at - 1);
    if (angle !== -1 && IN_NAME.test(text[angle - 1] ?? "")) at = angle;
  }
  let start = at;
  while (start > 0 && IN_NAME.test(text[start - 1]!)) start--;
  const word = text.slice(start, at);
  const behind = /\.\s*$/.test(text.slice(Math.max(0, start - 20), start));
  if (word === "" || (KEYWORDS.has(word) && !behind)) {
    // What is called is no name: the result of a call, an element.
    if (word === "" && /[)\]>}"'`]/.test(text[at - 1] ?? "")) return NOTHING_KNOWN;
    return inBrackets(r, tables, open + 1, end - 1, next);
  }
  const family = r.family(file)!;
  if (family.base.includes(word))
    return family.local === undefined ? NOTHING_KNOWN : calledBase(r, tables, open, end, next);
  if (family.offers === "exports" && (word === "require" || word === "import"))
    return required(r, file, text.slice(open + 1, end - 1), word);
  const index = tables.referenceAt(start);
  if (index === -1 || facts.references[index]!.name !== word) return NOTHING_KNOWN;
  return calledValue(r, file, index);
}

/** `super().f`: what stands in the brackets would name another base. */
async function calledBase(
  r: Resolver,
  tables: FileTables,
  open: number,
  end: number,
  next: number,
): Promise<Valued> {
  const { file, facts } = tables;
  if (next === -1 || file.text.slice(open + 1, end - 1).trim() !== "") return NOTHING_KNOWN;
  return baseEntity(r, file, facts.references[next]!);
}

/** What a call or a construction gives. */
export async function calledValue(r: Resolver, file: GraphFile, index: number): Promise<Valued> {
  const reference = file.facts!.references[index]!;
  const meaning = await r.meaning(file, index);
  if (meaning.kind === "external") return calledOutside(r, file, index);
  if (meaning.kind === "module") {
    const whole = meaning.callable ? await r.wholeEntity(meaning.files) : null;
    if (whole?.kind !== "declared") return NOTHING_KNOWN;
    return resultOf(r, whole.place, reference.role === "new", undefined);
  }
  if (meaning.kind !== "proven" || meaning.targets.length !== 1) return NOTHING_KNOWN;
  const self: Entity | undefined =
    meaning.receiver === undefined ? undefined : { kind: "instance", place: meaning.receiver };
  return resultOf(r, meaning.targets[0]!, reference.role === "new", self);
}

/** What is read of something outside: of a module what it has; a value may hold one of the repository. */
async function readOutside(r: Resolver, file: GraphFile, index: number): Promise<Valued> {
  if (file.facts!.references[index]!.receiver === "") return SPACE;
  const { entity } = await receiverOf(r, file, index);
  if (entity.kind !== "outside" || entity.of === "value") return NOTHING_KNOWN;
  return entity.of === "space" ? SPACE : LITERAL;
}

/** Methods of lists that give an element, and those that give a list of the same. */
const ELEMENT = new Set(["find", "findLast", "pop", "shift", "at"]);
const SAME_LIST = new Set(
  "filter slice concat sort reverse toSorted toReversed splice with fill copyWithin values".split(" "),
);

/** What a call of something outside gives: where values of the repository can flow through it, that is not known. */
async function calledOutside(r: Resolver, file: GraphFile, index: number): Promise<Valued> {
  const { name, receiver, role, range } = file.facts!.references[index]!;
  if (role === "new") return OUTSIDE;
  const tables = r.tables(file)!;
  const closed = hasClosedArguments(file.text, tables.endOf(range));
  if (receiver === "") return closed ? OUTSIDE : NOTHING_KNOWN;
  const { entity, rule } = await receiverOf(r, file, index);
  if (entity.kind === "list") {
    if (ELEMENT.has(name)) return { entity: entity.of, rule };
    return SAME_LIST.has(name) ? { entity, rule } : NOTHING_KNOWN;
  }
  if (entity.kind !== "outside" || entity.of === "value") return NOTHING_KNOWN;
  if (entity.of === "plain") return OUTSIDE;
  return closed || r.family(file)!.givesNothing?.(receiver) === true ? OUTSIDE : NOTHING_KNOWN;
}

/** Whether a call's arguments are literals alone, and it has no type arguments: nothing of the repository goes in. */
function hasClosedArguments(text: string, after: number): boolean {
  const open = /^\s*(?:\?\.)?\s*\(/.exec(text.slice(after, after + 40));
  if (open === null) return false;
  const start = after + open[0].length;
  const close = closing(text, start - 1);
  if (close === -1 || close - start > 2_000) return false;
  const words = text
    .slice(start, close)
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, "")
    .replace(/[\w$]+\s*:/g, "")
    .replace(/\b(?:true|false|null|undefined|-?\d[\w.]*)\b/g, "");
  return !/[\w$`]/.test(words);
}

async function required(r: Resolver, file: GraphFile, argument: string, word: string): Promise<Valued> {
  const module = /^\s*(["'`])([^"'`]*)\1\s*$/.exec(argument)?.[2];
  if (module === undefined) return NOTHING_KNOWN;
  const target = await r.module(file, module, "*");
  if (target.external) return SPACE;
  if (target.files.length === 0) return NOTHING_KNOWN;
  const entity: Entity = { kind: "module", files: target.files, callable: word === "require" };
  return { entity: word === "import" ? { kind: "later", of: entity } : entity, rule: "namespace" };
}

/** The inside of plain brackets: a chain, `await` before one, a cast. */
async function inBrackets(
  r: Resolver,
  tables: FileTables,
  from: number,
  to: number,
  next: number,
): Promise<Valued> {
  const inside = tables.file.text.slice(from, to);
  const cast = /\bas\s+(?!const\b|any\b|unknown\b)([\w$.\u0080-\uffff]+)\s*$/.exec(inside)?.[1];
  const enclosing = next === -1 ? -1 : tables.facts.references[next]!.enclosing;
  if (cast !== undefined)
    return { entity: await r.typed(cast, tables.file, enclosing), rule: "variable-type" };
  const awaited = /^\s*await\s/.test(inside);
  if (!isChain(inside.replace(/^\s*await\s/, ""))) return NOTHING_KNOWN;
  const value = await valueBefore(r, tables, to, next);
  if (!awaited || value.entity.kind !== "later") return value;
  return { entity: value.entity.of, rule: value.rule };
}

/** Names, members, calls and `new` alone: no operator at its own level. */
export function isChain(text: string): boolean {
  let depth = 0;
  const chain = text.trim().replace(/^new\s+/, "");
  for (let at = 0; at < chain.length; at++) {
    const c = chain[at]!;
    if (c === "(" || c === "[" || c === "{") depth++;
    else if (c === ")" || c === "]" || c === "}") depth--;
    else if (depth === 0) {
      if (IN_NAME.test(c) || c === "." || c === "!" || (c === "?" && chain[at + 1] === ".")) continue;
      if (c === "<") {
        const close = closeAngle(chain, at);
        if (close === -1) return false;
        at = close;
        continue;
      }
      // White space is part of a chain beside a dot alone.
      if (isSpace(c.charCodeAt(0)) && /^\s*[.?]|[.]\s*$/.test(around(chain, at))) continue;
      return false;
    }
  }
  return depth === 0;
}

function around(text: string, at: number): string {
  const after = text.slice(at).trimStart();
  if (after.startsWith(".") || after.startsWith("?.")) return ".";
  return text.slice(0, at).trimEnd().endsWith(".") ? "." : "x";
}

function closeAngle(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length && at < open + 500; at++) {
    if (text[at] === "<") depth++;
    else if (text[at] === ">" && text[at - 1] !== "=" && --depth === 0) return at;
    else if (text[at] === ";") return -1;
  }
  return -1;
}

function openAngle(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0 && at > close - 500; at--) {
    if (text[at] === ">" && text[at - 1] !== "=") depth++;
    else if (text[at] === "<" && --depth === 0) return at;
    else if (text[at] === ";") return -1;
  }
  return -1;
}

/** The value that a declaration or an export of this extent is given, where it is a plain chain. */
export function initializer(r: Resolver, file: GraphFile, range: Range, from: number): Promise<Entity> {
  return r.once(`i${file.index}:${range.start}:${range.startColumn}`, UNKNOWN, async () => {
    const tables = r.tables(file)!;
    const start = from === -1 ? tables.startOf(range) : from;
    let end = tables.endOf(range);
    const { text } = file;
    while (
      end > start &&
      (isSpace(text.charCodeAt(end - 1)) || text[end - 1] === ";" || text[end - 1] === ",")
    )
      end--;
    const head =
      /^(?:export\s+default\s+|export\s*=\s*|(?:(?:module\s*\.\s*)?exports(?:\.[\w$]+)?\s*=\s*)+|[^=]{0,200}?=\s*)/;
    const written = text.slice(start, end);
    const value = head.exec(written);
    if (value === null || value[0].length === written.length || written.length > 4_000) return UNKNOWN;
    const rest = written.slice(value[0].length);
    const awaited = /^await\s/.test(rest);
    const cast = /\bas\s+(?!const\b|any\b|unknown\b)([\w$.\u0080-\uffff]+)\s*$/.exec(rest)?.[1];
    const { line, column } = tables.position(end - 1);
    const enclosing = tables.enclosing(line, column);
    if (cast !== undefined) return r.typed(cast, file, enclosing);
    if (!isChain(awaited ? rest.replace(/^await\s+/, "") : rest)) return UNKNOWN;
    const { entity } = await valueBefore(r, tables, end, -1);
    return awaited && entity.kind === "later" ? entity.of : entity;
  });
}

/** Offset of the end of the code before the offset: white space and comments are stepped over. */
function codeBefore(text: string, offset: number, comment: string): number {
  let at = offset;
  for (;;) {
    let newLine = false;
    while (at > 0 && isSpace(text.charCodeAt(at - 1))) if (text.charCodeAt(--at) === 10) newLine = true;
    if (text.startsWith("*/", at - 2)) {
      const open = text.lastIndexOf("/*", at - 3);
      if (open === -1) return at;
      at = open;
      continue;
    }
    if (!newLine) return at;
    const lineStart = text.lastIndexOf("\n", at - 1) + 1;
    const mark = commentIn(text.slice(lineStart, at), comment);
    if (mark === -1) return at;
    at = lineStart + mark;
  }
}

/** Where a comment of one line begins, or -1: behind quotes that are closed. */
function commentIn(line: string, comment: string): number {
  for (let at = line.indexOf(comment); at !== -1; at = line.indexOf(comment, at + 1)) {
    const before = line.slice(0, at).replace(/\\./g, "");
    const open = (quote: string) => (before.split(quote).length - 1) % 2 === 1;
    if (!open('"') && !open("'") && !open("`")) return at;
  }
  return -1;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function escaped(text: string): string {
  return text.replace(/[$^.*+?()[\]{}|\\/-]/g, "\\$&");
}
