// What does a written type of PHP stand for, and what are the bases of a type: what it extends, what it implements, the
// traits that it uses?
import { isType, placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import { PLAIN, UNKNOWN, type Entity } from "./meaning.ts";
import { around, phpCode, regionsAt, skipBlank } from "./php-code.ts";
import { declaredAs, fullName, type FullName } from "./php-names.ts";
import type { Rule } from "./graph.ts";
import type { Resolver } from "./resolve.ts";

export type TypeFound =
  | { readonly kind: "declared"; readonly place: Place; readonly rule: Rule }
  | { readonly kind: "unknown"; readonly places: readonly Place[] }
  /** `path`: its full name. */
  | { readonly kind: "outside"; readonly path: string };

/** A name of a type, not `self` and its kind. */
export async function typeNamed(
  r: Resolver,
  tables: FileTables,
  written: string,
  offset: number,
): Promise<TypeFound> {
  const full = fullName(tables, written, offset, "type");
  const found = await declaredAs(r, full.path, "type", tables.file);
  if (found.kind === "declared")
    return { kind: "declared", place: found.place, rule: ruleOf(tables, full, found.place) };
  if (found.kind === "unknown") return found;
  return { kind: "outside", path: full.path };
}

export function ruleOf(tables: FileTables, { by }: FullName, place: Place): Rule {
  if (by === "import") return "import";
  if (place.file === tables.file.index) return "same-file";
  return by === "qualified" ? "qualified" : "same-package";
}

export function entityOf(found: TypeFound): Entity {
  switch (found.kind) {
    case "declared":
      return { kind: "instance", place: found.place };
    case "outside":
      return { kind: "outside", of: "value", name: found.path };
    default:
      return UNKNOWN;
  }
}

const SCALARS = new Set(
  "int integer float double bool boolean string array iterable null void never false true resource".split(
    " ",
  ),
);
const ANYTHING = new Set(["mixed", "object", "callable"]);

/**
 * A written type: `?A`, `A|B|null`, `A&B`. `owner` is the type around it; `self` what `static` stands for, where more
 * is known than that.
 */
export async function writtenEntity(
  r: Resolver,
  tables: FileTables,
  written: string,
  offset: number,
  owner: Place | null,
  self: Entity | null,
): Promise<Entity> {
  const plain = written.replace(/[\s?()]+/g, "");
  if (plain === "") return UNKNOWN;
  if (plain.includes("|") && plain.includes("&")) return UNKNOWN;
  if (plain.includes("&")) {
    const both: Entity[] = [];
    for (const part of plain.split("&")) both.push(await one(r, tables, part, offset, owner, self));
    return { kind: "both", of: both };
  }
  const found = new Map<string, Entity>();
  for (const part of plain.split("|")) {
    const entity = await one(r, tables, part, offset, owner, self);
    if (entity.kind === "unknown") return entity;
    if (entity === PLAIN && plain.includes("|")) continue;
    found.set("place" in entity ? placeKey(entity.place) : JSON.stringify(entity), entity);
  }
  const all = [...found.values()];
  if (all.length === 0) return PLAIN;
  return all.length === 1 ? all[0]! : { kind: "either", of: all, sure: true };
}

async function one(
  r: Resolver,
  tables: FileTables,
  name: string,
  offset: number,
  owner: Place | null,
  self: Entity | null,
): Promise<Entity> {
  const lower = name.toLowerCase();
  if (SCALARS.has(lower)) return PLAIN;
  if (ANYTHING.has(lower)) return UNKNOWN;
  if (lower === "self") return owner === null ? UNKNOWN : ofOwner(r, owner);
  if (lower === "static" || lower === "$this")
    return self ?? (owner === null ? UNKNOWN : { kind: "instance", place: owner });
  if (lower === "parent") {
    const above = owner === null ? null : await parentOf(r, owner);
    return above === null ? UNKNOWN : entityOf(above);
  }
  if (!/^\\?[\w\\\u0080-\uffff]+$/.test(name)) return UNKNOWN;
  return entityOf(await typeNamed(r, tables, name, offset));
}

/** `self` of a trait is whatever uses it. */
async function ofOwner(r: Resolver, owner: Place): Promise<Entity> {
  const kind = tablesOf(await r.file(owner.file))?.facts.symbols[owner.at]!.kind;
  return kind === "trait" ? UNKNOWN : { kind: "instance", place: owner };
}

const typesByWord = new WeakMap<FileTables, ReadonlyMap<number, number>>();

/** The type around the offset, its symbol in the file; -1 where there is none. */
export function typeAround(tables: FileTables, offset: number): number {
  const php = phpCode(tables);
  const region = regionsAt(php, offset).find(({ kind }) => kind === "type");
  if (region === undefined) return -1;
  let known = typesByWord.get(tables);
  if (known === undefined) {
    const found = new Map<number, number>();
    tables.facts.symbols.forEach(({ kind, nameRange }, at) => {
      if (!isType(kind) || kind === "namespace") return;
      const start = tables.startOf(nameRange);
      const own = around(php.regions, php.outer, start)[0];
      if (own !== undefined && start < own.bodyStart) found.set(own.start, at);
    });
    typesByWord.set(tables, (known = found));
  }
  return known.get(region.start) ?? -1;
}

export interface Base {
  readonly name: string;
  readonly how: "extends" | "implements" | "uses";
  readonly type: TypeFound;
}

/** Named by a type as its bases, in their order: what it extends, what it implements, its traits. */
export function basesOf(r: Resolver, place: Place): Promise<readonly Base[]> {
  return r.once(`pb${placeKey(place)}`, [] as readonly Base[], async () => {
    const tables = tablesOf(await r.file(place.file));
    if (tables === null) return [];
    const found: Base[] = [];
    for (const s of tables.symbolsOf(place.at)) {
      for (const { name, how } of namedBases(tables, s)) {
        const type = await typeNamed(r, tables, name, tables.startOf(tables.facts.symbols[s]!.nameRange));
        found.push({ name, how, type });
      }
    }
    return found;
  });
}

function namedBases(tables: FileTables, at: number): { name: string; how: Base["how"] }[] {
  const { bases, kind, nameRange } = tables.facts.symbols[at]!;
  const { code, other } = phpCode(tables);
  let from = tables.endOf(nameRange);
  const bracket = skipBlank(code, from);
  // `new class(…) extends Base`
  if (code[bracket] === "(" && other[bracket]! !== -1) from = other[bracket]! + 1;
  const body = code.indexOf("{", from);
  const head = code.slice(from, body === -1 ? code.length : body);
  const parts = /^(?:\s*:\s*\w+)?\s*(?:extends\s+([^]*?))?\s*(?:\bimplements\s+([^]*))?$/i.exec(head);
  const count = (list: string | undefined) => (list === undefined ? 0 : list.split(",").length);
  const above = count(parts?.[1]);
  const interfaces = count(parts?.[2]);
  return bases.map((name, i) => {
    if (i < above) return { name, how: kind === "interface" ? "implements" : "extends" } as const;
    return { name, how: i < above + interfaces ? "implements" : "uses" } as const;
  });
}

/** The class that a class extends; null where it names none. */
export async function parentOf(r: Resolver, place: Place): Promise<TypeFound | null> {
  return (await basesOf(r, place)).find(({ how }) => how === "extends")?.type ?? null;
}
