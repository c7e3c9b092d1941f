// By which rule is a member proven? By what has it: a namespace, an enumeration, a type itself, an object.
import type { Rule } from "./graph.ts";
import type { Entity } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";

export async function memberRule(r: Resolver, entity: Entity, rule: Rule): Promise<Rule> {
  if (entity.kind === "module") return "namespace";
  if (entity.kind !== "declared" || rule === "this-method" || rule === "super-method") return rule;
  const { facts } = r.tables(await r.file(entity.place.file))!;
  switch (facts.symbols[entity.place.at]!.kind) {
    case "enum":
      return "enum-member";
    case "namespace":
    case "module":
      return "namespace";
    case "class":
    case "struct":
    case "interface":
    case "trait":
    case "type":
      return "static-method";
    default:
      return "object-member";
  }
}
