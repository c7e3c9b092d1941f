// What is the value of a declaration, and what does a call of it give? Classes stand for themselves, objects for their
// members, variables and properties for their type.
import { entityKey } from "./exported-names.ts";
import { initializer } from "./expressions.ts";
import type { Place } from "./file-tables.ts";
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
  switch (symbol.kind) {
    case "variable":
    case "constant":
    case "property":
    case "field":
      break;
    case "method": {
      // An accessor is used as a property.
      const written = r.family(file)!.typeOf(symbol, file);
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
  const value = await initializer(r, file, symbol.range, tables.startOf(symbol.nameRange));
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
    return unknown;
  }
  // Overloads may give different things: only what all say is known.
  let result: Entity | null = null;
  for (const s of symbols) {
    const symbol = tables.facts.symbols[s]!;
    // Callers do not see the signature of an implementation that has overloads.
    if (symbols.length > 1 && symbol.bodyStart !== 0) continue;
    const type = r.family(file)!.resultOf(symbol, file);
    if (type === "") return unknown;
    const entity = type === "this" && self !== undefined ? self : await r.typed(type, file, s, self);
    if (result !== null && entityKey(result) !== entityKey(entity)) return unknown;
    result = entity;
  }
  return result === null ? unknown : { entity: result, rule: "result-type" };
}
