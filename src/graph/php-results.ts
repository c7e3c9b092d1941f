// What does a call of a function or method of PHP give, and what does a property hold? By the type that the code writes; where
// it writes none, by what is returned or assigned, if nothing below or outside can make it another.
import { placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import { PLAIN, UNKNOWN, type Entity } from "./meaning.ts";
import {
  bracketAround,
  phpCode,
  regionsAt,
  skipBlank,
  valueEnd,
  type PhpCode,
  type Region,
} from "./php-code.ts";
import { isPrivate, membersBelow, membersOf, modifiersOf, typesBelow } from "./php-members.ts";
import { ownerAt } from "./php-locals.ts";
import { basesOf, writtenEntity } from "./php-types.ts";
import { eitherOf, NULL, valueOf } from "./php-values.ts";
import type { Resolver } from "./resolve.ts";

/** `self`: what `static` is for the caller, or null where that is the type itself. */
export async function resultEntity(r: Resolver, place: Place, self: Entity | null): Promise<Entity> {
  const tables = tablesOf(await r.file(place.file));
  if (tables === null) return UNKNOWN;
  const found: Entity[] = [];
  for (const s of tables.symbolsOf(place.at)) found.push(await resultOfSymbol(r, tables, s, self));
  return eitherOf(found);
}

async function resultOfSymbol(
  r: Resolver,
  tables: FileTables,
  at: number,
  self: Entity | null,
): Promise<Entity> {
  const { kind, nameRange } = tables.facts.symbols[at]!;
  if (kind !== "function" && kind !== "method") return UNKNOWN;
  const php = phpCode(tables);
  const name = tables.endOf(nameRange);
  const open = skipBlank(php.code, name);
  const close = php.code[open] === "(" ? php.other[open]! : -1;
  if (close === -1) return UNKNOWN;
  const written = /^\s*:\s*([^;{]+)/.exec(php.code.slice(close + 1, close + 500))?.[1]?.trim() ?? "";
  const owner = ownerAt(tables, name);
  if (written !== "") {
    const entity = await writtenEntity(r, tables, written, name, owner, self);
    return entity.kind === "instance" ? doubted(entity, await saidInDocs(r, tables, at, 0)) : entity;
  }
  const region = php.regions.find((o) => o.kind === "function" && o.open === open);
  if (region === undefined) return UNKNOWN;
  return r.once(`pr${tables.file.index}:${at}:${keyOf(self)}`, UNKNOWN, async () => {
    if (kind === "method" && !(await isLast(r, tables.place(at)))) return UNKNOWN;
    return returned(r, tables, php, region, self);
  });
}

/** What a tag of the comment above a declaration says, without type arguments. */
function docOf(tables: FileTables, at: number, tag: string): string {
  const { doc } = tables.facts.symbols[at]!;
  if (!doc.includes(`@${tag}`)) return "";
  let text = new RegExp(`@(?:phpstan-|psalm-)?${tag}\\s+([^@]*)`).exec(doc)?.[1] ?? "";
  for (let next = ""; next !== text; text = next) next = text.replace(/<[^<>]*>|\{[^{}]*\}/g, "");
  // A condition says one of several.
  if (text.startsWith("(")) return text;
  return /^\??[\w\\\u0080-\uffff]+(?:\s*\|\s*[\w\\\u0080-\uffff]+)*/.exec(text)?.[0] ?? "";
}

/** Where a comment names other types than the code does, a member is that of one of them. */
function doubted(entity: Entity, said: readonly Entity[]): Entity {
  const own = entity.kind === "either" ? entity.of : [entity];
  if (!own.every((e) => e.kind === "instance")) return entity;
  const known = new Set(own.map((e) => placeKey(e.place)));
  const others = said.filter((e) => e.kind === "instance" && !known.has(placeKey(e.place)));
  return others.length === 0 ? entity : { kind: "either", of: [...own, ...others], sure: false };
}

/** The types that the tag of the declaration's own comment names. */
async function namedInDoc(r: Resolver, tables: FileTables, at: number, tag: string): Promise<Entity[]> {
  const offset = tables.startOf(tables.facts.symbols[at]!.nameRange);
  const owner = ownerAt(tables, offset);
  const found: Entity[] = [];
  for (const [word] of docOf(tables, at, tag).matchAll(/[\w\\\u0080-\uffff]+/g))
    if (!/^(?:self|static|this|parent|null|mixed|object|is|class|string)$/i.test(word))
      found.push(await writtenEntity(r, tables, word, offset, owner, null));
  return found;
}

/** Types above whose comments are read. */
const MOST_ABOVE = 8;

/** The types that the comment of a method says that it gives; where it says nothing, what those above it say. */
async function saidInDocs(r: Resolver, tables: FileTables, at: number, depth: number): Promise<Entity[]> {
  const { name, nameRange } = tables.facts.symbols[at]!;
  const owner = ownerAt(tables, tables.startOf(nameRange));
  if (docOf(tables, at, "return") !== "") return namedInDoc(r, tables, at, "return");
  const found: Entity[] = [];
  if (owner === null || depth === MOST_ABOVE) return found;
  for (const { type } of await basesOf(r, owner)) {
    if (type.kind !== "declared") continue;
    for (const place of (await membersOf(r, type.place, name, "method")).found) {
      const home = tablesOf(await r.file(place.file));
      if (home !== null) found.push(...(await saidInDocs(r, home, place.at, depth + 1)));
    }
  }
  return found;
}

function keyOf(self: Entity | null): string {
  return self === null ? "" : "place" in self ? `${self.place.file}:${self.place.at}` : self.kind;
}

/** Whether no method below can take its place. */
async function isLast(r: Resolver, place: Place): Promise<boolean> {
  const modifiers = await modifiersOf(r, place);
  if (/\b(?:private|final)\b/.test(modifiers)) return true;
  const tables = tablesOf(await r.file(place.file))!;
  const { parent, name } = tables.facts.symbols[place.at]!;
  if (parent === -1) return true;
  return (await membersBelow(r, tables.place(parent), name, "method")).length === 0;
}

async function returned(
  r: Resolver,
  tables: FileTables,
  php: PhpCode,
  region: Region,
  self: Entity | null,
): Promise<Entity> {
  const { code, other } = php;
  const found: Entity[] = [];
  const pattern = /(?<![\w$>:\\])(return|yield)(?![\w\u0080-\uffff])/gi;
  pattern.lastIndex = region.bodyStart;
  for (
    let match = pattern.exec(code);
    match !== null && match.index < region.bodyEnd;
    match = pattern.exec(code)
  ) {
    if (regionsAt(php, match.index)[0] !== region) continue;
    if (match[1]!.toLowerCase() === "yield") return UNKNOWN;
    const from = match.index + match[0].length;
    const end = valueEnd(code, other, from);
    if (code.slice(from, end).trim() === "$this" && self !== null) {
      found.push(self);
      continue;
    }
    const { entity } = await valueOf(r, tables, from, end);
    if (entity.kind === "unknown") return UNKNOWN;
    found.push(entity);
  }
  return found.length === 0 ? PLAIN : eitherOf(found);
}

/** What a property holds. */
export function propertyEntity(r: Resolver, place: Place, self: Entity | null): Promise<Entity> {
  return r.once(`pp${place.file}:${place.at}:${keyOf(self)}`, UNKNOWN, async () => {
    const tables = tablesOf(await r.file(place.file));
    if (tables === null) return UNKNOWN;
    const { nameRange } = tables.facts.symbols[place.at]!;
    const at = tables.startOf(nameRange) - 1;
    const written = propertyType(phpCode(tables), at);
    const entity =
      written === ""
        ? await given(r, tables, place, at)
        : await writtenEntity(r, tables, written, at, ownerAt(tables, at), self);
    return doubted(entity, await namedInDoc(r, tables, place.at, "var"));
  });
}

/** The type that is written before `$name`, without modifiers. */
function propertyType(php: PhpCode, at: number): string {
  const { code, other } = php;
  let start = at;
  while (start > 0 && !";{},(".includes(code[start - 1]!)) {
    const c = code[start - 1]!;
    const open = c === ")" || c === "]" ? other[start - 1]! : -1;
    start = open === -1 ? start - 1 : open;
  }
  let head = code.slice(start, at);
  // `private A $a, $b;`
  if (code[start - 1] === "," && bracketAround(php, at, Math.max(0, at - 5_000)) !== -1) {
    const around = bracketAround(php, at, Math.max(0, at - 5_000));
    if (code[around] === "{") {
      const from = Math.max(code.lastIndexOf(";", at), around, code.lastIndexOf("}", at)) + 1;
      head = code.slice(from, code.indexOf("$", from));
    }
  }
  return head
    .replace(/^\s*(?:#\[[^\]]*\]\s*)+/, "")
    .replace(/\b(?:public|protected|private|static|readonly|var|final|abstract)\b(?:\s*\(\s*set\s*\))?/gi, "")
    .replace(/&\s*$/, "")
    .trim();
}

/** Types below that are read for what they assign. */
const MOST_BELOW = 50;

/** What an untyped property is given, where all that can give it something is here. */
async function given(r: Resolver, tables: FileTables, place: Place, at: number): Promise<Entity> {
  const { name, parent } = tables.facts.symbols[place.at]!;
  const modifiers = await modifiersOf(r, place);
  const own = await isPrivate(r, place);
  if (!own && !/\bprotected\b/.test(modifiers)) return UNKNOWN;
  const owner = parent === -1 ? null : ownerAt(tables, at);
  if (owner === null || tables.facts.symbols[owner.at]!.kind !== "class") return UNKNOWN;
  const values: Entity[] = [];
  const php = phpCode(tables);
  const initial = /^\s*=/.exec(php.code.slice(at + 1 + name.length, at + 1 + name.length + 20));
  if (initial !== null) {
    const from = at + 1 + name.length + initial[0].length;
    values.push((await valueOf(r, tables, from, valueEnd(php.code, php.other, from))).entity);
  }
  const below = own ? [] : await typesBelow(r, owner);
  if (below.length > MOST_BELOW) return UNKNOWN;
  for (const type of [owner, ...below]) {
    const home = tablesOf(await r.file(type.file));
    if (home === null) return UNKNOWN;
    const found = await assignedIn(r, home, type.at, name);
    if (found === null) return UNKNOWN;
    values.push(...found);
  }
  const all = eitherOf(values);
  return all === NULL || values.some((v) => v.kind === "unknown") ? UNKNOWN : all;
}

/** Null where it is given something that is not read. */
async function assignedIn(
  r: Resolver,
  tables: FileTables,
  at: number,
  name: string,
): Promise<Entity[] | null> {
  const php = phpCode(tables);
  const { code, other } = php;
  const { range } = tables.facts.symbols[at]!;
  const from = tables.startOf(range);
  const to = tables.endOf(range);
  const found: Entity[] = [];
  for (const index of tables.byName.get(name) ?? []) {
    const place = tables.facts.references[index]!.range;
    const start = tables.startOf(place);
    if (start < from || start >= to) continue;
    const before = code.slice(Math.max(0, start - 100), start);
    const mark = /(?:\??->\s*|::\s*\$)$/.exec(before);
    if (mark === null) continue;
    const end = tables.endOf(place);
    const head = before.slice(0, mark.index);
    if (/(?:[(,=[]|=>|\bas)\s*&\s*(?:\$\w+|static|self)$/i.test(head)) return null;
    if (/\bas\s+(?:\$\w+\s*=>\s*)?(?:\$\w+|static|self)$/i.test(head)) return null;
    const equals = /^\s*(?:\?\?)?=(?![=>])\s*(&?)/.exec(code.slice(end, end + 40));
    if (equals === null) {
      if (/^\s*(?:[-+*/.%|&^])=/.test(code.slice(end, end + 20))) return null;
      if (/^\s*[\],][^;{}]*\]\s*=(?!=)/.test(code.slice(end, end + 200)) && /\[[^\]]*$/.test(head))
        return null;
      continue;
    }
    if (equals[1] === "&") return null;
    const given = end + equals[0].length;
    const { entity } = await valueOf(r, tables, given, valueEnd(code, other, given));
    if (entity.kind === "unknown") return null;
    found.push(entity);
  }
  return found;
}
