// Whose members do `this`, `self` and `super` mean where they stand?
import type { SpanKind } from "../base/span.ts";
import type { Reference } from "../parse/facts.ts";
import { NOTHING_KNOWN, UNKNOWN, type Entity, type Valued } from "./meaning.ts";
import type { SelfOwner } from "./language-graph.ts";
import { basesThatGive } from "./members.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

const OWNERS = new Set<SpanKind>(["class", "interface", "trait", "struct", "enum", "implementation"]);

export async function selfEntity(r: Resolver, file: GraphFile, reference: Reference): Promise<Valued> {
  const owner = ownerAt(r, file, reference);
  if (owner === null) return NOTHING_KNOWN;
  return { entity: await entityOf(r, file, owner, reference.enclosing), rule: "this-method" };
}

async function entityOf(r: Resolver, file: GraphFile, owner: SelfOwner, enclosing: number): Promise<Entity> {
  if (owner.symbol === -1) {
    const entity = await r.typed(owner.name, file, enclosing);
    return owner.isStatic && entity.kind === "instance" ? { kind: "declared", place: entity.place } : entity;
  }
  const tables = r.tables(file)!;
  const place = tables.place(owner.symbol);
  const { kind, name } = tables.facts.symbols[owner.symbol]!;
  // `impl Type { … }`: the members of the type, wherever it stands.
  if (kind === "implementation") {
    const entity = await r.typed(name, file, owner.symbol);
    if (entity.kind === "instance")
      return owner.isStatic ? { kind: "declared", place: entity.place } : entity;
  }
  const isObject = kind === "constant" || kind === "variable";
  return owner.isStatic || isObject ? { kind: "declared", place } : { kind: "instance", place };
}

/** What the base of the type around a reference gives. Several bases: the first that is known to have the name. */
export async function baseEntity(r: Resolver, file: GraphFile, reference: Reference): Promise<Valued> {
  const owner = ownerAt(r, file, reference);
  if (owner === null || owner.symbol === -1) return NOTHING_KNOWN;
  const tables = r.tables(file)!;
  const family = r.family(file)!;
  if (family.lineage !== undefined) {
    for (const next of await family.lineage(r, tables.place(owner.symbol))) {
      if (next === "outside" || next === "unknown")
        return { entity: { kind: "unknown", why: "unresolved-base" }, rule: "super-method" };
      const home = r.tables(await r.file(next.file));
      const own = home?.children(next.at).some((c) => home.facts.symbols[c]!.name === reference.name);
      if (own === true)
        return { entity: sided({ kind: "instance", place: next }, owner.isStatic), rule: "super-method" };
    }
    return { entity: { kind: "unknown", why: "unresolved-base" }, rule: "super-method" };
  }
  const bases = await basesThatGive(r, tables, tables.first[owner.symbol]!);
  if (bases.length === 0)
    return { entity: { kind: "unknown", why: "unresolved-base" }, rule: "super-method" };
  if (bases.length > 1) {
    // The order in which bases are asked is the language's: only one that has the name can be proven.
    const having: Entity[] = [];
    for (const base of bases) {
      if (base.kind === "outside" || base.kind === "unknown")
        return { entity: UNKNOWN, rule: "super-method" };
      const found = await r.members(base, reference.name, false);
      if (found.kind === "found") having.push(base);
      else if (found.kind !== "none") return { entity: UNKNOWN, rule: "super-method" };
    }
    if (having.length === 0) return { entity: UNKNOWN, rule: "super-method" };
    return { entity: sided(having[0]!, owner.isStatic), rule: "super-method" };
  }
  return { entity: sided(bases[0]!, owner.isStatic), rule: "super-method" };
}

function sided(entity: Entity, isStatic: boolean): Entity {
  return isStatic && entity.kind === "instance" ? { kind: "declared", place: entity.place } : entity;
}

function ownerAt(r: Resolver, file: GraphFile, reference: Reference): SelfOwner | null {
  const family = r.family(file)!;
  if (family.selfOwner !== undefined) return family.selfOwner(file, reference);
  const { symbols } = file.facts!;
  let isStatic = false;
  for (let at = reference.enclosing; at !== -1; at = symbols[at]!.parent) {
    const symbol = symbols[at]!;
    if (OWNERS.has(symbol.kind)) return { symbol: at, name: "", isStatic };
    const member = symbol.kind === "method" || symbol.kind === "property" || symbol.kind === "field";
    if (member) isStatic = family.isStatic(symbol, file) === true;
    if (symbol.parent === -1 && symbol.qualified !== symbol.name) {
      const name = symbol.qualified.slice(0, -symbol.name.length - family.separator.length);
      return { symbol: -1, name, isStatic };
    }
  }
  return null;
}
