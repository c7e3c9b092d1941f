// What does `<Type as Trait>::name` mean in Rust? What the `impl` of the trait for the type has; where it has none, what the
// trait gives. What the type has of its own under the name is never meant.
import type { Reference } from "../parse/facts.ts";
import { placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import { EXTERNAL, possible, type Meaning } from "./meaning.ts";
import type { Item, Items } from "./rust-items.ts";
import { itemsOfBound, membersNamed } from "./rust-members.ts";
import { aliased, implemented, pathAt, PRELUDE } from "./rust-paths.ts";
import { ofMembers } from "./rust-receivers.ts";
import { pathOf } from "./rust-text.ts";
import { targetOf } from "./rust-types.ts";
import type { Resolver } from "./resolve.ts";

export async function qualifiedPath(
  r: Resolver,
  tables: FileTables,
  reference: Reference,
  text: string,
  start: number,
): Promise<Meaning> {
  const before = text.slice(Math.max(0, start - 200), start);
  const shape = /<\s*((?:[^<>]|<[^<>]*>)+?)\s+as\s+([\w:]+)\s*(?:<[^<>]*>)?\s*>\s*::\s*$/.exec(before);
  if (shape === null) return possible("unresolved-receiver");
  const [, written = "", trait = ""] = shape;
  const { enclosing, name } = reference;
  const traits = await pathAt(r, tables, trait, enclosing, "type");
  const path = pathOf(written.replace(/\s/g, ""));
  const types =
    path === null ? null : await aliased(r, await pathAt(r, tables, path.path, enclosing, "type"));
  const open = types !== null && (await isOpen(r, types));
  const given = !open && (await isTrait(r, traits)) ? await givenBy(r, traits, trait, name) : [];
  const { own, other } = divided(given, written, types);
  if (own.length === 1 && other.length === 0 && !traits.unsure)
    return { kind: "proven", rule: "static-method", targets: own };
  if (traits.items.length !== 1 || traits.unsure) {
    if (own.length > 0) return possible("ambiguous-declaration", [...own, ...other]);
    return traits.outside && !traits.unsure ? EXTERNAL : possible("unresolved-receiver");
  }
  const members = await membersNamed(r, traits.items[0]!, name);
  // A type parameter, or the trait itself: any type may stand for it.
  if (open) return ofMembers(members, "static-method");
  if (own.length > 0 || other.length > 0)
    return possible("ambiguous-declaration", [...own, ...other, ...members.places]);
  return ofMembers({ ...members, trait: null }, "static-method");
}

/** Whether it is a trait, inside or outside. */
async function isTrait(r: Resolver, { items, outside }: Items): Promise<boolean> {
  const [item] = items;
  return item === undefined ? outside : (await kindOf(r, item)) === "trait";
}

/** A type parameter, or `Self` of a trait. */
async function isOpen(r: Resolver, { items }: Items): Promise<boolean> {
  for (const item of items) if (/^(?:parameter|trait)$/.test(await kindOf(r, item))) return true;
  return false;
}

async function kindOf(r: Resolver, item: Item): Promise<string> {
  if (item.kind !== "place") return item.kind;
  return tablesOf(await r.file(item.place.file))?.facts.symbols[item.place.at]!.kind ?? "";
}

interface Given {
  readonly place: Place;
  readonly target: Items;
  /** Of its trait only the name is known. */
  readonly unsure: boolean;
  /** What the `impl` is for, as it is written. */
  readonly written: string;
}

/** What `impl` blocks of the trait have under the name. */
function givenBy(r: Resolver, traits: Items, trait: string, name: string): Promise<readonly Given[]> {
  const key = traits.items.map((i) => (i.kind === "place" ? placeKey(i.place) : "")).join(" ");
  return r.once(`rQ${key || trait}:${name}`, [] as readonly Given[], async () => {
    const found: Given[] = [];
    const last = trait.slice(trait.lastIndexOf(":") + 1);
    const rust = r.view.naming(name).filter((file) => r.view.paths[file]!.endsWith(".rs"));
    for (const file of await r.load(rust)) {
      const tables = tablesOf(file);
      if (tables === null) continue;
      const { symbols } = tables.facts;
      for (const [at, symbol] of symbols.entries()) {
        const impl = symbol.name === name ? symbols[symbol.parent] : undefined;
        if (impl?.kind !== "implementation" || impl.bases.length === 0) continue;
        const bases = await itemsOfBound(r, tables, impl.bases[0]!, symbol.parent);
        const known = (bases?.items.length ?? 0) > 0;
        const isSame =
          known && traits.items.length > 0
            ? bases!.items.some((one) => traits.items.some((other) => areSame(one, other)))
            : /(?:^|::)(\w+)\s*(?:<[^]*)?$/.exec(impl.bases[0]!)?.[1] === last;
        if (!isSame) continue;
        // Of two traits outside the names are all that is known; one of the repository is none of them.
        const unsure = known !== traits.items.length > 0;
        const target = await implemented(r, tables, symbol.parent);
        found.push({ place: tables.place(at), target, unsure, written: targetOf(impl.signature) });
      }
    }
    return found;
  });
}

function areSame(one: Item, other: Item): boolean {
  return one.kind === "place" && other.kind === "place" && placeKey(one.place) === placeKey(other.place);
}

/** Those that are surely for the type, and those that may be: for all types, or for one that is not known. */
function divided(
  given: readonly Given[],
  written: string,
  types: Items | null,
): { own: Place[]; other: Place[] } {
  const own: Place[] = [];
  const other: Place[] = [];
  const [type] = types === null || types.unsure || types.items.length !== 1 ? [] : types.items;
  const known = types === null || !types.unsure;
  for (const one of given) {
    const { items, unsure } = one.target;
    if (type !== undefined && items.some((item) => areSame(item, type)))
      (one.unsure ? other : own).push(one.place);
    else if (one.unsure || unsure || !known || items.some((item) => item.kind !== "place"))
      other.push(one.place);
    else if (type === undefined && headOf(one.written) === headOf(written)) own.push(one.place);
    else if (!(type !== undefined || isOwn(written)) || !(items.length > 0 || isOwn(one.written)))
      other.push(one.place);
  }
  return { own, other };
}

/** `Vec` of `Vec<u8>`: two blocks for one type of a library would not be compiled unless their arguments differ. */
function headOf(written: string): string {
  const plain = written.replace(/\s/g, "");
  const path = pathOf(plain)?.path ?? plain;
  return path.slice(path.lastIndexOf(":") + 1);
}

/** A type of the language itself, or a reference to one: no other name for anything else. */
function isOwn(written: string): boolean {
  return PRELUDE.has(headOf(written.replace(/^(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)+/, "")));
}
