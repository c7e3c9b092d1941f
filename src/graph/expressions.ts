// What does the expression before a dot stand for? Read backwards from the dot, over the text and the references that
// the parser found in it: names, members, calls, `new`, `this`, `await`. Anything else is not known.
import type { Range, Reference } from "../parse/facts.ts";
import { closedBy } from "./brackets.ts";
import { entityKey } from "./exported-names.ts";
import type { FileTables, Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { NOTHING_KNOWN, UNKNOWN, type Entity, type Meaning, type Valued } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import { baseEntity, selfEntity } from "./self.ts";
import { resultOf, valueOf } from "./values.ts";
import type { GraphFile } from "./view.ts";

const IN_NAME = /[\w$#\u0080-\uffff]/;
const OUTSIDE: Valued = { entity: { kind: "outside" }, rule: "same-file" };
/** Words before a bracket that make no call of it. */
const KEYWORDS = new Set(
  "if while for switch return await typeof void delete in of instanceof case do else yield throw new catch with function and or not when match".split(
    " ",
  ),
);

/** What the receiver of a reference stands for. */
export async function receiverOf(r: Resolver, file: GraphFile, index: number): Promise<Valued> {
  const tables = r.tables(file)!;
  const end = receiverEnd(file.text, tables.startOf(tables.facts.references[index]!.range));
  if (end === -1) return NOTHING_KNOWN;
  return valueBefore(r, tables, end, index);
}

/** The end of what stands before the dot, or -1 if there is no dot. */
function receiverEnd(text: string, start: number): number {
  let at = start;
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at--;
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
  let end = offset;
  while (end > 0 && (isSpace(text.charCodeAt(end - 1)) || text[end - 1] === "!" || text[end - 1] === "?"))
    end--;
  const last = text[end - 1] ?? "";
  if (last === ")") return bracketed(r, tables, end, next);
  if (last === '"' || last === "'" || last === "`") return OUTSIDE;
  if (last === "]") return indexed(tables, end);
  if (!IN_NAME.test(last)) return NOTHING_KNOWN;
  let start = end;
  while (start > 0 && IN_NAME.test(text[start - 1]!)) start--;
  return named(r, tables, start, text.slice(start, end), next);
}

/** A list is the language's own; an element of one is not known. */
function indexed(tables: FileTables, end: number): Valued {
  const { text } = tables.file;
  const open = closedBy(text, end - 1);
  if (open === -1) return NOTHING_KNOWN;
  let at = open;
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at--;
  const before = text[at - 1] ?? "";
  if (IN_NAME.test(before)) {
    let start = at;
    while (start > 0 && IN_NAME.test(text[start - 1]!)) start--;
    return KEYWORDS.has(text.slice(start, at)) ? OUTSIDE : NOTHING_KNOWN;
  }
  return before === ")" ||
    before === "]" ||
    before === "!" ||
    before === "?" ||
    before === "." ||
    before === ">"
    ? NOTHING_KNOWN
    : OUTSIDE;
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
  if (/^\d/.test(word)) return OUTSIDE;
  const index = tables.referenceAt(start);
  if (index !== -1) {
    const reference = facts.references[index]!;
    if (reference.name !== word) return NOTHING_KNOWN;
    return ofMeaning(r, await r.meaning(file, index), reference.receiver === "" ? file : null, word);
  }
  // A local variable or a parameter: what is known of it stands with the reference that follows.
  if (following === undefined || following.receiver.replace(/[!?]+$/, "") !== word) return NOTHING_KNOWN;
  if (following.receiverType !== "") {
    const entity = await r.typed(following.receiverType, file, following.enclosing);
    const known: Valued = {
      entity,
      rule: ruleOfLocal(tables, following.enclosing, word, following.receiverType, start),
    };
    if (entity.kind !== "unknown" || !following.receiverType.endsWith("()")) return known;
  }
  return givenValue(r, tables, word, start);
}

/** The value that a local variable is given where it is declared. */
function givenValue(r: Resolver, tables: FileTables, name: string, offset: number): Promise<Valued> {
  const { file } = tables;
  const value = r.family(file)!.localValue?.(tables, name, offset) ?? null;
  if (value === null) return Promise.resolve(NOTHING_KNOWN);
  return r.once(`l${file.index}:${value.end}:${value.member}`, NOTHING_KNOWN, async () => {
    const given = await valueBefore(r, tables, value.end, -1);
    const entity = value.awaited && given.entity.kind === "later" ? given.entity.of : given.entity;
    if (value.member === "")
      return { entity, rule: entity.kind === "instance" ? "variable-type" : given.rule };
    const found = await r.members(entity, value.member, false);
    if (found.kind === "outside") return OUTSIDE;
    if (found.kind !== "found" || found.places.length !== 1) return NOTHING_KNOWN;
    return valueOf(r, found.places[0]!, entity, "variable-type");
  });
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
        ? OUTSIDE
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
  if (text[at - 1] === ">" && text[at - 2] !== "=") {
    const angle = openAngle(text, at - 1);
    if (angle !== -1 && IN_NAME.test(text[angle - 1] ?? "")) at = angle;
  }
  let start = at;
  while (start > 0 && IN_NAME.test(text[start - 1]!)) start--;
  const word = text.slice(start, at);
  if (word === "" || KEYWORDS.has(word)) {
    if (word === "" && /[)\]]/.test(text[at - 1] ?? "")) return NOTHING_KNOWN;
    return inBrackets(r, tables, open + 1, end - 1, next);
  }
  if (r.family(file)!.base.includes(word)) return NOTHING_KNOWN;
  if (word === "require" || word === "import") return required(r, file, text.slice(open + 1, end - 1), word);
  const index = tables.referenceAt(start);
  if (index === -1 || facts.references[index]!.name !== word) return NOTHING_KNOWN;
  return calledValue(r, file, index);
}

/** What a call or a construction gives. */
export async function calledValue(r: Resolver, file: GraphFile, index: number): Promise<Valued> {
  const reference = file.facts!.references[index]!;
  const meaning = await r.meaning(file, index);
  if (meaning.kind === "external") return OUTSIDE;
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

async function required(r: Resolver, file: GraphFile, argument: string, word: string): Promise<Valued> {
  const module = /^\s*(["'`])([^"'`]*)\1\s*$/.exec(argument)?.[2];
  if (module === undefined) return NOTHING_KNOWN;
  const target = await r.module(file, module, "*");
  if (target.external) return OUTSIDE;
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

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function escaped(text: string): string {
  return text.replace(/[$^.*+?()[\]{}|\\/-]/g, "\\$&");
}
