// What does the name of a type mean at a place in a C# file? Type parameters, types inside of the types around with those
// that they inherit, then namespaces from the inside out, then what is named by `using`. The number of type arguments
// belongs to the name; all parts of a partial type are one.
import { CSHARP, namespacesAt, projectOf, usingsAt } from "./csharp-namespaces.ts";
import { headOf, isPartial, partsOf } from "./csharp-parts.ts";
import { arityOf, boundOf, readType, typeParametersOf, writtenBases } from "./csharp-text.ts";
import { type FileTables, isType, type Place, placeKey, tablesOf } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { namedIn } from "./packaged-names.ts";
import type { Resolver } from "./resolve.ts";

export type TypeFound =
  /** `place` stands for all its parts. */
  | { readonly kind: "declared"; readonly place: Place; readonly rule: Rule }
  /** By its simple name. */
  | { readonly kind: "outside"; readonly name: string }
  /** A list of a type. */
  | { readonly kind: "list"; readonly of: TypeFound }
  /** What is awaited gives it. */
  | { readonly kind: "later"; readonly of: TypeFound }
  | { readonly kind: "parameter" }
  | { readonly kind: "unknown" };

export const UNKNOWN_TYPE: TypeFound = { kind: "unknown" };

const PARAMETER: TypeFound = { kind: "parameter" };

const LISTS = new Set(
  "IEnumerable IList List ICollection IReadOnlyList IReadOnlyCollection HashSet ISet Queue Stack Collection IQueryable".split(
    " ",
  ),
);

const LATER = new Set(["Task", "ValueTask"]);

/** Types around the offset, the innermost first. */
export function typesAround(tables: FileTables, enclosing: number): number[] {
  const { symbols } = tables.facts;
  const found: number[] = [];
  for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
    const { kind } = symbols[at]!;
    if (isType(kind) && kind !== "namespace" && kind !== "type") found.push(at);
  }
  return found;
}

/** `enclosing`: the symbol around the offset. */
export function typeAt(
  r: Resolver,
  tables: FileTables,
  written: string,
  offset: number,
  enclosing: number,
): Promise<TypeFound> {
  const read = readType(written);
  if (read === null) return Promise.resolve(UNKNOWN_TYPE);
  const inner = namespacesAt(tables, offset)[0]!;
  const key = `st${tables.file.index}:${enclosing}:${inner}:${written}`;
  return r.once(key, UNKNOWN_TYPE, async () => {
    const { name, args, list } = read;
    let found = await path(r, tables, name, args.length, offset, enclosing);
    if (found.kind === "outside" && args.length === 1) {
      if (LATER.has(found.name))
        found = { kind: "later", of: await typeAt(r, tables, args[0]!, offset, enclosing) };
      else if (LISTS.has(found.name))
        found = { kind: "list", of: await typeAt(r, tables, args[0]!, offset, enclosing) };
    }
    return list ? { kind: "list", of: found } : found;
  });
}

async function path(
  r: Resolver,
  tables: FileTables,
  written: string,
  arity: number,
  offset: number,
  enclosing: number,
): Promise<TypeFound> {
  const parts = written.split(".");
  const [head] = parts;
  if (parts.length === 1) return simple(r, tables, head!, arity, offset, enclosing);
  // Outer types of a nested one may have arguments of their own, which are left out of what is written.
  const outer = await simple(r, tables, head!, -1, offset, enclosing);
  if (outer.kind === "declared") return inside(r, outer, parts.slice(1), arity);
  if (outer.kind !== "outside") return outer;
  for (const { alias, path: meant } of await usingsAt(r, tables, offset))
    if (alias === head) return qualified(r, tables, [meant, ...parts.slice(1)].join("."), arity);
  for (const space of namespacesAt(tables, offset)) {
    const found = await qualified(r, tables, space === "" ? written : `${space}.${written}`, arity);
    if (found.kind !== "outside") return found;
  }
  return { kind: "outside", name: parts.at(-1)! };
}

async function inside(
  r: Resolver,
  outer: TypeFound,
  parts: readonly string[],
  arity: number,
): Promise<TypeFound> {
  let found = outer;
  for (const [i, part] of parts.entries()) {
    if (found.kind !== "declared") return found;
    found = (await memberType(r, found.place, part, i === parts.length - 1 ? arity : -1, new Set())) ?? {
      kind: "outside",
      name: part,
    };
  }
  return found;
}

async function simple(
  r: Resolver,
  tables: FileTables,
  name: string,
  arity: number,
  offset: number,
  enclosing: number,
): Promise<TypeFound> {
  const { symbols } = tables.facts;
  if (arity <= 0) {
    for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
      if (!typeParametersOf(tables, at).includes(name)) continue;
      const bound = boundOf(tables, at, name);
      const found = bound === "" || bound === name ? PARAMETER : await typeAt(r, tables, bound, offset, at);
      return found.kind === "declared" ? found : PARAMETER;
    }
  }
  for (const at of typesAround(tables, enclosing)) {
    const own = symbols[at]!;
    if (
      own.name === name &&
      (arity === -1 || arityOf(tables, at) === arity) &&
      own.parent !== -1 &&
      isType(symbols[own.parent]!.kind) &&
      symbols[own.parent]!.kind !== "namespace"
    )
      return declared((await partsOf(r, tables.place(at)))[0]!, "same-file");
    const found = await memberType(r, tables.place(at), name, arity, new Set());
    if (found !== null) return found;
  }
  const spaces = namespacesAt(tables, offset);
  for (const space of spaces) {
    const found = await typesOf(r, tables, space, name, arity);
    if (found.kind === "outside") continue;
    if (found.kind !== "declared") return found;
    const here = found.place.file === tables.file.index;
    return { ...found, rule: here ? "same-file" : "same-package" };
  }
  const found: TypeFound[] = [];
  for (const { alias, path: meant, isStatic } of await usingsAt(r, tables, offset)) {
    if (alias !== "") {
      if (alias !== name) continue;
      const target = await aliased(r, tables, meant);
      if (target.kind !== "declared")
        return target.kind === "outside" ? { kind: "outside", name: target.name } : target;
      return { ...target, rule: "import" };
    }
    if (isStatic) {
      const owner = await qualified(r, tables, meant, 0);
      const own = owner.kind === "declared" ? await memberType(r, owner.place, name, arity, new Set()) : null;
      if (own !== null) found.push(own);
      continue;
    }
    const next = await typesOf(r, tables, meant, name, arity);
    if (next.kind !== "outside") found.push(next);
  }
  const [first] = found;
  if (first === undefined) return { kind: "outside", name };
  if (first.kind !== "declared") return first;
  const same = found.every((f) => f.kind === "declared" && placeKey(f.place) === placeKey(first.place));
  return same ? { ...first, rule: "star-import" } : UNKNOWN_TYPE;
}

/** `using X = A.B.C<D>;` */
function aliased(r: Resolver, tables: FileTables, meant: string): Promise<TypeFound> {
  const read = readType(meant);
  return read === null
    ? Promise.resolve(UNKNOWN_TYPE)
    : qualified(r, tables, read.name, read.args.length === 0 ? -1 : read.args.length);
}

function declared(place: Place, rule: Rule): TypeFound {
  return { kind: "declared", place, rule };
}

/** Types of a namespace with so many type parameters; -1 for any number. */
async function typesOf(
  r: Resolver,
  from: FileTables,
  space: string,
  name: string,
  arity: number,
): Promise<TypeFound> {
  const { places, unread } = await namedIn(r, CSHARP, space, name);
  const seen: { place: Place; tables: FileTables }[] = [];
  for (const place of places) {
    const tables = tablesOf(await r.file(place.file));
    const symbol = tables?.facts.symbols[place.at];
    if (tables === null || symbol === undefined || !isType(symbol.kind) || symbol.kind === "namespace")
      continue;
    if (arity !== -1 && arityOf(tables, place.at) !== arity) continue;
    if (/\bfile\s/.test(headOf(tables, place.at)) && place.file !== from.file.index) continue;
    seen.push({ place, tables });
  }
  if (seen.length === 0) return unread ? UNKNOWN_TYPE : { kind: "outside", name };
  const isOne = (all: typeof seen) =>
    all.length === 1 ||
    (all.every((s) => isPartial(s.tables, s.place.at)) &&
      new Set(all.map((s) => arityOf(s.tables, s.place.at))).size === 1);
  const project = projectOf(r.view, from.file.path);
  const own = seen.filter((s) => projectOf(r.view, s.tables.file.path) === project);
  for (const group of [own, seen]) {
    if (group.length === 0) continue;
    if (!isOne(group)) return UNKNOWN_TYPE;
    return declared(group[0]!.place, "qualified");
  }
  return UNKNOWN_TYPE;
}

/** `A.B.Type.Inner`, from the global namespace. */
export function qualified(r: Resolver, from: FileTables, written: string, arity: number): Promise<TypeFound> {
  const project = projectOf(r.view, from.file.path);
  return r.once(`sq${project}:${written}:${arity}`, UNKNOWN_TYPE, async () => {
    const parts = written.split(".");
    for (let cut = parts.length - 1; cut >= 0; cut--) {
      const whole = cut === parts.length - 1;
      const found = await typesOf(r, from, parts.slice(0, cut).join("."), parts[cut]!, whole ? arity : -1);
      if (found.kind === "outside") continue;
      const type = await inside(r, found, parts.slice(cut + 1), arity);
      return type.kind === "declared" ? { ...type, rule: "qualified" } : type;
    }
    return { kind: "outside", name: parts.at(-1)! };
  });
}

/** A type inside of a type, or of one of its bases. */
export async function memberType(
  r: Resolver,
  place: Place,
  name: string,
  arity: number,
  seen: Set<string>,
): Promise<TypeFound | null> {
  const parts = await partsOf(r, place);
  if (seen.has(placeKey(parts[0]!))) return null;
  seen.add(placeKey(parts[0]!));
  for (const part of parts) {
    const tables = tablesOf(await r.file(part.file));
    if (tables === null) continue;
    const { symbols } = tables.facts;
    for (const own of tables.symbolsOf(part.at).flatMap((s) => tables.children(s))) {
      if (symbols[own]!.name !== name || !isType(symbols[own]!.kind)) continue;
      if (arity !== -1 && arityOf(tables, own) !== arity) continue;
      return declared((await partsOf(r, tables.place(own)))[0]!, "same-file");
    }
  }
  for (const type of await baseTypes(r, place)) {
    if (type.kind !== "declared") continue;
    const found = await memberType(r, type.place, name, arity, seen);
    if (found !== null) return found;
  }
  return null;
}

/** What all parts of a type name as its bases. */
export function baseTypes(r: Resolver, place: Place): Promise<readonly TypeFound[]> {
  return r.once(`sb${placeKey(place)}`, [] as readonly TypeFound[], async () => {
    const found: TypeFound[] = [];
    for (const part of await partsOf(r, place)) {
      const tables = tablesOf(await r.file(part.file));
      if (tables === null) continue;
      for (const s of tables.symbolsOf(part.at)) {
        const { range, parent } = tables.facts.symbols[s]!;
        for (const written of writtenBases(tables, s)) {
          // Named outside of the body: what the type has inside is not seen there, its type parameters are.
          const own = readType(written);
          const isParameter = own !== null && typeParametersOf(tables, s).includes(own.name);
          found.push(
            isParameter ? PARAMETER : await typeAt(r, tables, written, tables.startOf(range), parent),
          );
        }
      }
    }
    return found;
  });
}
