// What has a type of C++ under a name? Members written in it or behind its name, then those of its bases. A name that more
// than one type has is no type that anything is proven of: specializations, types of one name in several namespaces.
import { placeKey, type FileTables, type Place } from "./file-tables.ts";
import { CLASSES, named, type Named } from "./c-names.ts";
import { sameFunction } from "./c-signatures.ts";
import { usesName } from "./c-text.ts";
import type { Resolver } from "./resolve.ts";

export type ClassNamed =
  | { readonly kind: "one"; readonly place: Place; readonly tables: FileTables }
  | { readonly kind: "none" | "several" };

/** The one type that has the name; an alias is followed to the type that it names. */
export function classNamed(r: Resolver, written: string): Promise<ClassNamed> {
  const name = simpleName(written);
  if (name === "") return Promise.resolve({ kind: "none" });
  return r.once(`c-class ${name}`, { kind: "several" } as ClassNamed, async () => {
    const { all, cut } = await named(r, name);
    const types = all.filter(({ symbol }) => CLASSES.has(symbol.kind) && symbol.bodyStart !== 0);
    const aliases = all.filter(({ symbol }) => symbol.kind === "type");
    const others = all.filter(({ symbol }) => symbol.kind === "macro" || symbol.kind === "namespace");
    if (cut || others.length > 0) return { kind: "several" };
    if (types.length === 1 && aliases.every(({ symbol }) => isItself(symbol.signature, name))) {
      const [{ place, tables }] = types as [Named];
      return { kind: "one", place, tables };
    }
    if (types.length === 0 && aliases.length === 1) {
      const target = aliasTarget(aliases[0]!.symbol.signature, name);
      return target === "" || target === name ? { kind: "several" } : classNamed(r, target);
    }
    return { kind: types.length + aliases.length === 0 ? "none" : "several" };
  });
}

/** `typedef struct Foo Foo;` */
function isItself(signature: string, name: string): boolean {
  return new RegExp(`\\b(?:struct|class|enum|union)\\s+${name}\\s+${name}\\b`).test(signature);
}

/** What an alias without pointers names. */
function aliasTarget(signature: string, name: string): string {
  const using = /^(?:template[^=]*)?using\s+\w+\s*=\s*([^;]+);?$/.exec(signature)?.[1];
  const typedef = new RegExp(`^typedef\\s+([^;()]+?)\\s+${name}\\s*;?$`).exec(signature)?.[1];
  return typeName(using ?? typedef ?? "");
}

/** `const ns::Foo<T>&` is `Foo`; empty for what is no plain type. */
export function typeName(written: string): string {
  const plain = written
    .replace(
      /\b(?:const|volatile|struct|class|enum|union|typename|constexpr|static|mutable|inline|extern)\b/g,
      " ",
    )
    .replace(/[&*\s]+$/, "")
    .trim();
  const match = /^(?:::\s*)?(?:[A-Za-z_]\w*\s*::\s*)*([A-Za-z_]\w*)$/.exec(withoutArguments(plain).trim());
  return match === null || /^\s*std\s*::/.test(plain) ? "" : match[1]!;
}

/** Without what stands in pointed brackets; they stay where they do not close. */
function withoutArguments(type: string): string {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < type.length; at++) {
    if (type[at] === "<" && depth++ === 0) parts.push(type.slice(from, at));
    else if (type[at] === ">" && depth > 0 && --depth === 0) from = at + 1;
  }
  return depth > 0 ? type : parts.join("") + type.slice(from);
}

function simpleName(written: string): string {
  return /^[A-Za-z_]\w*$/.test(written) ? written : typeName(written);
}

export type Members =
  /** All members of the name; they are one function, or several. */
  | { readonly kind: "found"; readonly all: readonly Named[]; readonly owner: Place }
  | { readonly kind: "none" }
  /** A base is not known, or lies outside: it may have the name. */
  | { readonly kind: "unknown" };

/** Members of the name in a type or above it; known once, since bases may be reached by many ways. */
export function membersNamed(r: Resolver, tables: FileTables, at: number, name: string): Promise<Members> {
  const key = `c-members ${placeKey(tables.place(at))} ${name}`;
  return r.once<Members>(key, { kind: "unknown" }, () => findMembers(r, tables, at, name));
}

async function findMembers(r: Resolver, tables: FileTables, at: number, name: string): Promise<Members> {
  const own = await ownMembers(r, tables, at, name);
  if (own === null) return { kind: "unknown" };
  if (own.length > 0) return { kind: "found", all: own, owner: tables.place(at) };
  let found: Members = { kind: "none" };
  for (const base of tables.facts.symbols[at]!.bases) {
    const type = await classNamed(r, base);
    if (type.kind !== "one") return { kind: "unknown" };
    const above = await membersNamed(r, type.tables, type.place.at, name);
    if (above.kind === "unknown") return above;
    if (above.kind === "none") continue;
    if (found.kind === "found" && placeKey(found.owner) !== placeKey(above.owner)) return { kind: "unknown" };
    found = above;
  }
  return found;
}

/**
 * Members that the type declares, with their definitions elsewhere; null where that can't be told, as where it takes those
 * of another one in as well.
 */
async function ownMembers(
  r: Resolver,
  tables: FileTables,
  at: number,
  name: string,
): Promise<Named[] | null> {
  const { all, cut } = await named(r, name);
  if (cut) return null;
  const { symbols } = tables.facts;
  const type = symbols[at]!;
  if (usesName(tables, at, name)) return null;
  const declared = all.filter((n) => n.inside && n.tables === tables && n.symbol.parent === at);
  if (declared.length === 0) return [];
  const qualifier = `${type.qualified}::${name}`;
  const defined = all.filter(
    (n) =>
      !n.inside &&
      n.owner === type.name &&
      (qualifier === n.symbol.qualified ||
        qualifier.endsWith(`::${n.symbol.qualified}`) ||
        n.symbol.qualified.endsWith(`::${type.name}::${name}`)),
  );
  return [...declared, ...defined];
}

/**
 * Whether all are one function: a declaration with its definition, or definitions under conditions. What only its own unit
 * sees (`static`) is another one than what others see, and than that of another unit.
 */
export function areOne(all: readonly Named[]): boolean {
  const [first] = all;
  return all.every(
    (n) =>
      n === first ||
      (n.own === first!.own &&
        (!n.own || n.tables === first!.tables) &&
        sameFunction(first!.symbol, n.symbol)),
  );
}

/** The type around a place: the one that holds it, or that qualifies the function around it. */
export async function classAround(
  r: Resolver,
  tables: FileTables,
  enclosing: number,
): Promise<
  | { readonly kind: "one"; readonly tables: FileTables; readonly at: number }
  | { readonly kind: "none" | "unknown" }
> {
  const { symbols } = tables.facts;
  for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
    const symbol = symbols[at]!;
    if (CLASSES.has(symbol.kind)) return { kind: "one", tables, at };
    const parent = symbol.parent === -1 ? "" : symbols[symbol.parent]!.qualified;
    const written = symbol.qualified.slice(0, -symbol.name.length - 2);
    const callable = symbol.kind === "method" || symbol.kind === "function" || symbol.kind === "constructor";
    if (callable && written.length > parent.length) {
      const owner = written.slice(written.lastIndexOf(":") + 1);
      const type = await classNamed(r, owner);
      if (type.kind === "one") return { kind: "one", tables: type.tables, at: type.place.at };
      // A function of a namespace that is defined outside of it looks the same.
      return { kind: "unknown" };
    }
  }
  // What a macro makes (`TEST_F(Fixture, name) { … }`) may stand in a type.
  for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
    if (symbols[at]!.kind === "macro" || isMadeByMacro(symbols[at]!.signature)) return { kind: "unknown" };
  }
  return { kind: "none" };
}

/** `NAME(…)` without a type before it. */
function isMadeByMacro(signature: string): boolean {
  return /^\s*(?:static\s+|inline\s+)*[A-Z_][A-Z0-9_]*\s*\(/.test(signature);
}
