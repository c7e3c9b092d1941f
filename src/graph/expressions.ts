// What does the expression before a dot stand for? Read backwards from the dot, over the text and the references that
// the parser found in it: names, members, calls, `new`, `this`, `await`. Anything else is not known.
import { closedBy } from "./brackets.ts";
import { codeBefore, isSpace, openAngle, receiverEnd } from "./code-before.ts";
import { entityKey } from "./exported-names.ts";
import type { FileTables } from "./file-tables.ts";
import { calledLocal, givenValue, placed, ruleOfLocal } from "./local-values.ts";
import { NOTHING_KNOWN, type Entity, type Meaning, type Valued } from "./meaning.ts";
import { calledOutside, LITERAL, OUTSIDE, readOutside, SPACE } from "./outside-values.ts";
import type { Resolver } from "./resolve.ts";
import { baseEntity, selfEntity } from "./self.ts";
import { resultOf, valueOf } from "./values.ts";
import type { GraphFile } from "./view.ts";
import { isPair, wholes } from "./whole-declarations.ts";
import { isContainer } from "./written-types.ts";

const IN_NAME = /[\w$#\u0080-\uffff]/;
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
  const family = r.family(tables.file)!;
  const open = closedBy(text, end - 1);
  if (open === -1) return NOTHING_KNOWN;
  let at = open;
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at--;
  const before = text[at - 1] ?? "";
  if (IN_NAME.test(before)) {
    let start = at;
    while (start > 0 && IN_NAME.test(text[start - 1]!)) start--;
    if (KEYWORDS.has(text.slice(start, at))) return OUTSIDE;
  } else if (before === "}" && family.offers !== "exports") {
    // An element of what is made there: `[]T{…}[0]`, `new T[] { … }[0]`.
    return NOTHING_KNOWN;
  } else if (!/[)\]!?.>]/.test(before)) return OUTSIDE;
  const list = await valueBefore(r, tables, text.endsWith("?.", at) ? at - 2 : at, next);
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
    if (meaning.kind === "elsewhere" && family.localValue !== undefined)
      return givenValue(r, tables, word, start);
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
      for (const place of await wholes(r, meaning.targets)) {
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
  if (meaning.kind === "elsewhere") return calledLocal(r, file, index);
  if (meaning.kind === "module") {
    const whole = meaning.callable ? await r.wholeEntity(meaning.files) : null;
    if (whole?.kind !== "declared") return NOTHING_KNOWN;
    return resultOf(r, whole.place, reference.role === "new", undefined);
  }
  const targets = meaning.kind === "proven" ? await wholes(r, meaning.targets) : [];
  if (meaning.kind !== "proven" || targets.length !== 1) return NOTHING_KNOWN;
  const self: Entity | undefined =
    meaning.receiver === undefined ? undefined : { kind: "instance", place: meaning.receiver };
  return resultOf(r, targets[0]!, reference.role === "new", self);
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
