// What is the value of a declaration, and what does a call of it give? Classes stand for themselves, objects for their
// members, variables and properties for their type.
import { entityKey } from "./exported-names.ts";
import { initializer } from "./initializers.ts";
import { writtenValue } from "./local-values.ts";
import { placeKey, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { UNKNOWN, type Entity, type Valued } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";

/** What the declaration stands for as a value; `receiver` is what it was reached through. */
export async function valueOf(
  r: Resolver,
  place: Place,
  receiver: Entity | undefined,
  rule: Rule,
): Promise<Valued> {
  const file = await r.file(place.file);
  const tables = r.tables(file);
  if (tables === null) return { entity: UNKNOWN, rule };
  const symbol = tables.facts.symbols[place.at]!;
  const given = await r.family(file)!.given?.(r, place, receiver);
  if (given !== undefined && given !== null) return given;
  switch (symbol.kind) {
    case "variable":
    case "constant":
    case "property":
    case "field":
      break;
    case "method": {
      // An accessor is used as a property.
      const family = r.family(file)!;
      const types = tables.symbolsOf(place.at).map((s) => family.typeOf(tables.facts.symbols[s]!, file));
      const written = types.find((type) => type !== "") ?? "";
      if (written === "") return { entity: { kind: "declared", place }, rule };
      return { entity: await r.typed(written, file, place.at, receiver), rule: "field-type" };
    }
    default:
      return { entity: { kind: "declared", place }, rule };
  }
  const written = r.family(file)!.typeOf(symbol, file);
  const own: Rule = symbol.kind === "property" || symbol.kind === "field" ? "field-type" : ruleOf(written);
  if (written !== "") return { entity: await r.typed(written, file, place.at, receiver), rule: own };
  // An object with members of its own, or a member of an enumeration.
  const parent = symbol.parent === -1 ? undefined : tables.facts.symbols[symbol.parent];
  if (hasMembers(tables.facts.symbols, symbol.qualified) || parent?.kind === "enum")
    return { entity: { kind: "declared", place }, rule };
  const isOpen = r.family(file)!.isOpen?.(symbol, file) === true;
  const value = isOpen ? UNKNOWN : await initializer(r, file, symbol.range, tables.startOf(symbol.nameRange));
  if (value.kind === "unknown" && parent === undefined && /=\s*\{/.test(symbol.signature))
    return { entity: { kind: "declared", place }, rule };
  return { entity: value, rule: own };
}

function ruleOf(written: string): Rule {
  return written.endsWith("()") ? "result-type" : "variable-type";
}

function hasMembers(symbols: readonly { qualified: string }[], qualified: string): boolean {
  return symbols.some(
    (s) => s.qualified.startsWith(qualified) && /^(?:\.|::)/.test(s.qualified.slice(qualified.length)),
  );
}

/** What a call of the declaration gives; `construct` where it is `new`. */
export async function resultOf(
  r: Resolver,
  place: Place,
  construct: boolean,
  self: Entity | undefined,
): Promise<Valued> {
  const file = await r.file(place.file);
  const tables = r.tables(file);
  const unknown: Valued = { entity: UNKNOWN, rule: "result-type" };
  if (tables === null) return unknown;
  const symbols = tables.symbolsOf(place.at);
  const kind = tables.facts.symbols[place.at]!.kind;
  const isClass = symbols.some(
    (s) => tables.facts.symbols[s]!.kind === "class" || tables.facts.symbols[s]!.kind === "struct",
  );
  if (isClass) {
    const family = r.family(file)!;
    if (construct || family.resultOf(tables.facts.symbols[place.at]!, file) !== "")
      return { entity: { kind: "instance", place }, rule: "new-expression" };
    return unknown;
  }
  if (construct) {
    // A constructor function makes objects with its prototype's members.
    if (kind === "function") return { entity: { kind: "instance", place }, rule: "new-expression" };
    const held = (await r.family(file)!.held?.(r, place))?.at(-1);
    return held === undefined ? unknown : resultOf(r, held, true, undefined);
  }
  if (kind === "constant" || kind === "variable" || kind === "property" || kind === "field") {
    const written = r.family(file)!.resultOf(tables.facts.symbols[place.at]!, file);
    if (written === "") return ofValue(r, place, self);
  }
  const family = r.family(file)!;
  // Overloads may give different things: only what all say is known.
  const results = new Map<string, Entity>();
  for (const s of symbols) {
    const symbol = tables.facts.symbols[s]!;
    // Callers do not see the signature of an implementation that has overloads.
    if (symbols.length > 1 && symbol.bodyStart !== 0) continue;
    const type = family.resultOf(symbol, file);
    let entity: Entity;
    if (type === "this" && self !== undefined) entity = self;
    else if (type !== "") entity = await r.typed(type, file, s, self);
    else {
      const returned = symbols.length === 1 ? (family.returned?.(symbol, file) ?? null) : null;
      if (returned === null) return unknown;
      const value = await r.once(`r${placeKey(place)}`, UNKNOWN, () => writtenValue(r, tables, returned.of));
      entity = returned.isAsync && value.kind !== "later" ? { kind: "later", of: value } : value;
    }
    results.set(entityKey(entity), entity);
  }
  const all = [...results.values()];
  if (all.length === 0) return unknown;
  const entity: Entity = all.length === 1 ? all[0]! : { kind: "either", of: all, sure: false };
  return { entity, rule: "result-type" };
}

/** A call of a variable: of the function that it stands for. */
async function ofValue(r: Resolver, place: Place, self: Entity | undefined): Promise<Valued> {
  const value = await valueOf(r, place, self, "result-type");
  const whole =
    value.entity.kind === "module" && value.entity.callable ? await r.wholeEntity(value.entity.files) : null;
  const entity = whole ?? value.entity;
  // What a function of a type outside gives (`Func<Foo>`) may be of the repository.
  if (entity.kind === "outside" && entity.name === undefined) return { entity, rule: "result-type" };
  if (entity.kind !== "declared" || placeKey(entity.place) === placeKey(place))
    return { entity: UNKNOWN, rule: "result-type" };
  return r.once(`c${placeKey(place)}`, { entity: UNKNOWN, rule: "result-type" }, () =>
    resultOf(r, entity.place, false, undefined),
  );
}
