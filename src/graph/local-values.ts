// What does a local variable or a parameter stand for? Where the facts do not say it, its family reads what it is given.
import type { Reference } from "../parse/facts.ts";
import { entityKey } from "./exported-names.ts";
import { valueBefore } from "./expressions.ts";
import type { FileTables, Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import type { LocalValue, WrittenValue } from "./language-graph.ts";
import { NOTHING_KNOWN, OUTSIDE_VALUE, UNKNOWN, type Entity, type Valued } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import { resultOf, valueOf } from "./values.ts";
import type { GraphFile } from "./view.ts";

/** What a local variable is given where it is declared. */
export function givenValue(r: Resolver, tables: FileTables, name: string, offset: number): Promise<Valued> {
  const { file } = tables;
  const value = r.family(file)!.localValue?.(tables, name, offset) ?? null;
  if (value === null) return Promise.resolve(NOTHING_KNOWN);
  const key = value.from === "type" ? `${value.type}:${offset}` : JSON.stringify(value);
  return r.once(`l${file.index}:${key}`, NOTHING_KNOWN, async () => {
    const entity = await sourceOf(r, tables, value, offset);
    const rule: Rule =
      value.from === "type" || value.from === "callback" ? "parameter-type" : "variable-type";
    if (value.from === "element" || value.member === "") return { entity, rule };
    const found = await r.members(entity, value.member, false);
    if (found.kind === "outside") return { entity: OUTSIDE_VALUE, rule };
    if (found.kind === "module") return { entity: found, rule: "namespace" };
    if (found.kind !== "found" || found.places.length !== 1) return NOTHING_KNOWN;
    return valueOf(r, found.places[0]!, entity, rule);
  });
}

/** What a local name is given, or what the pattern that binds it takes apart. */
async function sourceOf(r: Resolver, tables: FileTables, value: LocalValue, offset: number): Promise<Entity> {
  switch (value.from) {
    case "type": {
      const { line, column } = tables.position(offset);
      return r.typed(value.type, tables.file, tables.enclosing(line, column));
    }
    case "element": {
      const list = await writtenValue(r, tables, [value.of]);
      const inner = list.kind === "later" ? list.of : list;
      return inner.kind === "list" ? inner.of : UNKNOWN;
    }
    case "callback":
      return ofCallback(r, tables, value);
    case "value":
      return writtenValue(r, tables, value.of);
  }
}

/** The member that a pattern gives a local name: `({ run }: Helpers) => run()`. */
async function takenPlace(
  r: Resolver,
  tables: FileTables,
  name: string,
  offset: number,
): Promise<Place | null> {
  const value = r.family(tables.file)!.localValue?.(tables, name, offset) ?? null;
  if (value === null || value.from === "element" || value.member === "") return null;
  const found = await r.members(await sourceOf(r, tables, value, offset), value.member, false);
  return found.kind === "found" && found.places.length === 1 ? found.places[0]! : null;
}

/** A call of a parameter or a local variable that a pattern took out of something: of that member. */
export async function calledLocal(r: Resolver, file: GraphFile, index: number): Promise<Valued> {
  const tables = r.tables(file)!;
  const { name, range, receiver, role } = file.facts!.references[index]!;
  if (receiver !== "" || role !== "call") return NOTHING_KNOWN;
  const place = await takenPlace(r, tables, name, tables.startOf(range));
  return place === null ? NOTHING_KNOWN : resultOf(r, place, false, undefined);
}

/** What the function that is called says of the parameters of those that it takes. */
async function ofCallback(
  r: Resolver,
  tables: FileTables,
  { callee, argument, parameter }: LocalValue & { from: "callback" },
): Promise<Entity> {
  const name = /[\w$\u0080-\uffff]+$/.exec(tables.file.text.slice(Math.max(0, callee - 100), callee));
  const index = name === null ? -1 : tables.referenceAt(callee - name[0].length);
  const meaning = index === -1 ? null : await r.meaning(tables.file, index);
  if (meaning?.kind !== "proven") return UNKNOWN;
  let found: Entity | null = null;
  for (const place of meaning.targets) {
    const home = r.tables(await r.file(place.file));
    const family = home === null ? null : r.family(home.file);
    for (const s of home?.symbolsOf(place.at) ?? []) {
      const entity = (await family?.callbackParameter?.(r, home!, s, argument, parameter)) ?? UNKNOWN;
      if (found !== null && entityKey(found) !== entityKey(entity)) return UNKNOWN;
      found = entity;
    }
  }
  return found ?? UNKNOWN;
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
export function placed(tables: FileTables, offset: number, name: string): Reference {
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
export function ruleOfLocal(
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

function escaped(text: string): string {
  return text.replace(/[$^.*+?()[\]{}|\\/-]/g, "\\$&");
}
