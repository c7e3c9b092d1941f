// What does an expression of PHP stand for? The one that ends before `->` or `::`, and the one that is assigned or returned:
// variables, members, calls, constructions, and the branches of `?:` and `??`.
import { isType, placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { PLAIN, UNKNOWN, type Entity, type Meaning, type Valued } from "./meaning.ts";
import { phpCode, regionsAt, skipBack, skipBlank } from "./php-code.ts";
import { localVariable } from "./php-locals.ts";
import { operatorIn } from "./php-operators.ts";
import { chainStart, pieceBefore, type Piece } from "./php-pieces.ts";
import { propertyEntity, resultEntity } from "./php-results.ts";
import { same } from "./php-names.ts";
import { entityOf, parentOf, typeAround, typeNamed } from "./php-types.ts";
import type { Resolver } from "./resolve.ts";

const NOTHING: Valued = { entity: UNKNOWN, rule: "variable-type" };
/** The value `null`, which says nothing of a type. */
export const NULL: Entity = { kind: "outside", of: "plain" };
const CLOSURE: Entity = { kind: "outside", of: "value", name: "Closure" };

/** What the expression that ends at the offset stands for. */
export async function valueBefore(r: Resolver, tables: FileTables, offset: number): Promise<Valued> {
  const piece = pieceBefore(phpCode(tables), offset);
  return piece === null ? NOTHING : pieceValue(r, tables, piece);
}

async function pieceValue(r: Resolver, tables: FileTables, piece: Piece): Promise<Valued> {
  const { start, name } = piece;
  switch (piece.kind) {
    case "variable":
      if (name === "$this") return { entity: thisAt(tables, start), rule: "this-method" };
      return localVariable(r, tables, name, start);
    case "text":
    case "list":
      return { entity: PLAIN, rule: "variable-type" };
    case "new":
      return { entity: await madeEntity(r, tables, name, start), rule: "new-expression" };
    case "class": {
      const at = classWithoutName(tables, piece.open);
      const entity: Entity = at === -1 ? UNKNOWN : { kind: "instance", place: tables.place(at) };
      return { entity, rule: "new-expression" };
    }
    case "brackets": {
      const { other } = phpCode(tables);
      return valueOf(r, tables, piece.open + 1, other[piece.open]!);
    }
    case "method":
    case "static-method":
    case "function": {
      const meaning = await meaningAt(r, tables, piece);
      return { entity: await resultOf(r, tables, piece, meaning), rule: "result-type" };
    }
    case "property":
    case "static-property":
    case "constant": {
      if (piece.kind === "constant" && same(name, "class")) return { entity: PLAIN, rule: "variable-type" };
      const meaning = await meaningAt(r, tables, piece);
      return { entity: await memberValue(r, meaning), rule: "field-type" };
    }
    case "name":
      if (/^(?:true|false|null)$/i.test(name)) return { entity: NULL, rule: "variable-type" };
      return NOTHING;
    default:
      return NOTHING;
  }
}

/** The object itself: null rules where a closure may be bound to another one. */
function thisAt(tables: FileTables, offset: number): Entity {
  const at = ownerOfThis(tables, offset);
  return at === -1 ? UNKNOWN : { kind: "instance", place: tables.place(at) };
}

/** Symbol of the type whose object `$this` is; -1 where that is not known. */
function ownerOfThis(tables: FileTables, offset: number): number {
  const php = phpCode(tables);
  for (const { kind, start } of regionsAt(php, offset)) {
    if (kind === "type") break;
    if (kind !== "closure" && kind !== "arrow") continue;
    if (rebinds(tables)) return -1;
    // Handed to what gives it another object.
    if (
      /(?:::|->)\s*(?:macro|mixin|bind|bindTo|call|extend)\s*\([^;{}]*$/i.test(
        php.code.slice(Math.max(0, start - 200), start),
      )
    )
      return -1;
  }
  return typeAround(tables, offset);
}

const rebinding = new WeakMap<FileTables, boolean>();

function rebinds(tables: FileTables): boolean {
  let known = rebinding.get(tables);
  if (known === undefined) {
    known = /->\s*bindTo\s*\(|\bClosure\s*::\s*bind\s*\(|->\s*call\s*\(/i.test(phpCode(tables).code);
    rebinding.set(tables, known);
  }
  return known;
}

/** `new Name`. */
async function madeEntity(r: Resolver, tables: FileTables, name: string, offset: number): Promise<Entity> {
  if (name.startsWith("$")) return UNKNOWN;
  if (same(name, "self") || same(name, "static") || same(name, "parent")) {
    const at = typeAround(tables, offset);
    if (at === -1) return UNKNOWN;
    const place = tables.place(at);
    if (same(name, "parent")) {
      const above = await parentOf(r, place);
      return above === null ? UNKNOWN : entityOf(above);
    }
    // Of a trait it is whatever uses it.
    return tables.facts.symbols[at]!.kind === "trait" ? UNKNOWN : { kind: "instance", place };
  }
  return entityOf(await typeNamed(r, tables, name, offset));
}

/** The symbol of `new class`, by its word. */
function classWithoutName(tables: FileTables, word: number): number {
  return tables.facts.symbols.findIndex(
    ({ kind, nameRange }) => isType(kind) && tables.startOf(nameRange) === word,
  );
}

async function meaningAt(r: Resolver, tables: FileTables, piece: Piece): Promise<Meaning | null> {
  const last = piece.start + piece.name.lastIndexOf("\\") + 1;
  const index = tables.referenceAt(last);
  return index === -1 ? null : r.meaning(tables.file, index);
}

async function resultOf(
  r: Resolver,
  tables: FileTables,
  piece: Piece,
  meaning: Meaning | null,
): Promise<Entity> {
  if (meaning?.kind === "external" && piece.kind === "static-method") return ofEnum(r, tables, piece);
  if (meaning?.kind !== "proven" || meaning.targets.length > 8) return UNKNOWN;
  const self = await selfOf(r, tables, piece, meaning);
  const found: Entity[] = [];
  for (const target of meaning.targets) found.push(await resultEntity(r, target, self));
  return eitherOf(found);
}

/** What `static` is in a result: the type of the receiver. */
async function selfOf(
  r: Resolver,
  tables: FileTables,
  piece: Piece,
  meaning: Meaning,
): Promise<Entity | null> {
  if (meaning.kind === "proven" && meaning.receiver !== undefined)
    return (meaning.receivers?.length ?? 0) > 0 ? UNKNOWN : { kind: "instance", place: meaning.receiver };
  if (piece.before === -1) return null;
  const before = pieceBefore(phpCode(tables), piece.before);
  if (before === null) return null;
  if (before.kind !== "name") {
    const { entity } = await pieceValue(r, tables, before);
    return entity.kind === "instance" ? entity : UNKNOWN;
  }
  return madeEntity(r, tables, before.name, before.start);
}

/** `Level::from(…)`, `Level::tryFrom(…)`. */
async function ofEnum(r: Resolver, tables: FileTables, { name, before }: Piece): Promise<Entity> {
  if (!same(name, "from") && !same(name, "tryFrom")) return UNKNOWN;
  const type = pieceBefore(phpCode(tables), before);
  if (type?.kind !== "name") return UNKNOWN;
  const entity = await madeEntity(r, tables, type.name, type.start);
  if (entity.kind !== "instance") return UNKNOWN;
  const kind = tablesOf(await r.file(entity.place.file))?.facts.symbols[entity.place.at]!.kind;
  return kind === "enum" ? entity : UNKNOWN;
}

async function memberValue(r: Resolver, meaning: Meaning | null): Promise<Entity> {
  if (meaning?.kind !== "proven" || meaning.targets.length > 8) return UNKNOWN;
  const self: Entity | null =
    meaning.receiver === undefined ? null : { kind: "instance", place: meaning.receiver };
  const found: Entity[] = [];
  for (const target of meaning.targets) found.push(await valueOfMember(r, target, self));
  return eitherOf(found);
}

async function valueOfMember(r: Resolver, place: Place, self: Entity | null): Promise<Entity> {
  const tables = tablesOf(await r.file(place.file));
  if (tables === null) return UNKNOWN;
  const { kind, parent } = tables.facts.symbols[place.at]!;
  if (kind === "property") return propertyEntity(r, place, self);
  if (kind !== "constant" || parent === -1) return UNKNOWN;
  const isCase =
    tables.facts.symbols[parent]!.kind === "enum" &&
    /^\s*(?:#\[[^\]]*\]\s*)*case\b/i.test(
      phpCode(tables).code.slice(
        tables.startOf(tables.facts.symbols[place.at]!.range),
        tables.startOf(tables.facts.symbols[place.at]!.nameRange),
      ),
    );
  return isCase ? { kind: "instance", place: tables.place(parent) } : UNKNOWN;
}

/** One of several values; null says nothing. */
export function eitherOf(values: readonly Entity[]): Entity {
  const found = new Map<string, Entity>();
  let sure = true;
  for (const value of values) {
    if (value.kind === "unknown") return value;
    if (value === NULL) continue;
    if (value.kind === "either") {
      if (!value.sure) sure = false;
      for (const part of value.of) found.set(keyOf(part), part);
      continue;
    }
    found.set(keyOf(value), value);
  }
  const all = [...found.values()];
  if (all.length === 0) return values.length === 0 ? UNKNOWN : NULL;
  // What is no object has no members: where one is used, it is none of these.
  const objects = all.filter((e) => !(e.kind === "outside" && e.of === "plain"));
  const left = objects.length > 0 ? objects : all.slice(0, 1);
  return left.length === 1 ? left[0]! : { kind: "either", of: left, sure };
}

function keyOf(entity: Entity): string {
  return "place" in entity ? `${entity.kind}:${placeKey(entity.place)}` : JSON.stringify(entity);
}

/** What the expression between the offsets stands for. */
export async function valueOf(r: Resolver, tables: FileTables, from: number, to: number): Promise<Valued> {
  const { code, other } = phpCode(tables);
  const start = skipBlank(code, from);
  const end = skipBack(code, to);
  if (start >= end || end - start > 20_000) return NOTHING;
  const text = code.slice(start, end);
  const rule: Rule = "variable-type";
  if (/^null$/i.test(text)) return { entity: NULL, rule };
  const assigned = /^(?:\$[\w\u0080-\uffff]+)(?:(?:->|::\$?)[\w\u0080-\uffff]+)*\s*(?:\?\?)?=(?![=>&])/.exec(
    text,
  );
  if (assigned !== null) return valueOf(r, tables, start + assigned[0].length, end);
  if (/^(?:throw|exit|die)\b/i.test(text)) return { entity: NULL, rule };
  const operator = operatorIn(code, other, start, end);
  if (operator !== null) {
    if (operator.mark === "??" || operator.mark === "?:") {
      const first = await valueOf(r, tables, start, operator.at);
      const second = await valueOf(r, tables, operator.at + 2, end);
      return { entity: eitherOf([first.entity, second.entity]), rule };
    }
    if (operator.mark === "?") {
      const first = await valueOf(r, tables, operator.at + 1, operator.colon);
      const second = await valueOf(r, tables, operator.colon + 1, end);
      return { entity: eitherOf([first.entity, second.entity]), rule };
    }
    return operator.mark === "" ? NOTHING : { entity: PLAIN, rule };
  }
  const clone = /^clone\b/i.exec(text);
  if (clone !== null) return valueOf(r, tables, start + clone[0].length, end);
  if (/^(?:(?:static\s+)?(?:function|fn)\b)/i.test(text)) return { entity: CLOSURE, rule };
  if (/^\(\s*(?:int|integer|float|double|string|bool|boolean|array|binary)\s*\)/i.test(text))
    return { entity: PLAIN, rule };
  if (text.startsWith("@")) return valueOf(r, tables, start + 1, end);
  if (/^[-+~!]/.test(text) || /^\d/.test(text)) return { entity: PLAIN, rule };
  if (chainStart(phpCode(tables), end) !== start) return NOTHING;
  return valueBefore(r, tables, end);
}
