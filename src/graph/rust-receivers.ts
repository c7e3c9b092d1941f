// What does a name behind a dot mean in Rust? Of `self` by the `impl` or trait around, else by the type of what stands
// there; fields and functions apart. Also which answer the members found make.
import type { Reference } from "../parse/facts.ts";
import { tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { EXTERNAL, possible, type Meaning, type Valued } from "./meaning.ts";
import { STANDARD, UNSURE, type Items } from "./rust-items.ts";
import { hasMethod, isBox } from "./rust-library.ts";
import { givenBy } from "./rust-library-results.ts";
import { membersNamed, ofBounds, traitsFor, type RustMembers } from "./rust-members.ts";
import { implemented } from "./rust-paths.ts";
import { itemsOfType, simpleName, unaliased, type RustType } from "./rust-types.ts";
import { derefOf, selfValue, type RustValue } from "./rust-results.ts";
import { valueEndingAt } from "./rust-values.ts";
import type { Resolver } from "./resolve.ts";

/** Where the facts cut a receiver, in UTF-16 code units. */
const CUT = 80;

export async function member(
  r: Resolver,
  tables: FileTables,
  reference: Reference,
  receiver: () => Promise<Valued>,
): Promise<Meaning> {
  const { name, enclosing, role } = reference;
  const after = tables.endOf(reference.range);
  // `(x.f)()` calls what the field holds.
  const isCall = role === "call" && !/^\s*\)\s*\(/.test(tables.file.text.slice(after, after + 20));
  if (reference.receiver === "self") {
    const owner = ownerAt(tables, enclosing);
    if (owner === -1) return possible("unresolved-receiver");
    const meaning = await ofOwner(r, tables, owner, name, isCall);
    const self = isCall ? selfValue(tables, enclosing) : null;
    return self === null ? meaning : byReference(r, meaning, self.type);
  }
  const end = tables.startOf(reference.range);
  const before = tables.file.text.slice(0, end).trimEnd();
  const value = await valueEndingAt(r, tables, before.length - 1);
  if (value !== null) return ofType(r, value, name, isCall);
  // Members by number, elements and parts of lists are read above or not at all.
  if (/(?:^|\.)\d+$/.test(reference.receiver) || /\]\s*\.$/.test(before))
    return possible("unresolved-receiver");
  const { entity, rule } = await receiver();
  switch (entity.kind) {
    case "outside":
    case "list": {
      // Any value may be of a type that leads to one of the repository.
      if (entity.kind !== "outside" || entity.of !== "plain") return possible("unresolved-receiver");
      const declaring = isCall ? await traitsFor(r, name, "") : [];
      return declaring.length > 0 ? possible("unresolved-receiver", declaring) : EXTERNAL;
    }
    case "later": {
      // An option or a result: what it holds, where it was unwrapped on the way.
      return entity.of.kind === "instance" &&
        reference.receiver.length < CUT &&
        reference.receiver.endsWith("?")
        ? ofPlace(r, entity.of.place, name, rule, isCall)
        : possible("unresolved-receiver");
    }
    case "instance":
      return ofPlace(r, entity.place, name, rule, isCall);
    case "unknown":
      return possible(entity.why);
    default:
      return possible("unresolved-receiver");
  }
}

/** Boxes inside of each other. */
const MOST_BOXES = 8;

/** A member of a type: what boxes and `Deref` lead to has its turn where the type itself does not have the name. */
async function ofType(r: Resolver, value: RustValue, name: string, isCall: boolean): Promise<Meaning> {
  const before: Place[] = [];
  const meaning = await behind(r, value, name, isCall, before);
  if (before.length === 0 || (meaning.kind === "possible" && meaning.targets.length === 0)) return meaning;
  const further = meaning.kind === "proven" || meaning.kind === "possible" ? meaning.targets : [];
  return possible("unresolved-receiver", [...before, ...further]);
}

/** `before`: gets what types on the way may have by a trait for all types. */
async function behind(
  r: Resolver,
  { type: from, rule }: RustValue,
  name: string,
  isCall: boolean,
  before: Place[],
): Promise<Meaning> {
  let type: RustType | null = from;
  const through: string[] = [];
  for (let boxes = 0; type !== null && boxes < MOST_BOXES; boxes++) {
    type = await unaliased(r, type);
    if (type.path === "?") break;
    const found = await standingFor(r, type);
    const [item] = found.items;
    if (found.items.length > 1 || found.unsure || item?.kind === "module") break;
    if (item === undefined) {
      if (isBox(type) && (isCall ? givenBy(type, name) === null : true)) {
        if (name === "clone" && isCall) return EXTERNAL;
        through.push(simpleName(type));
        type = type.args[0]!;
        continue;
      }
      if (!found.outside) break;
      // Outside nothing knows the repository's types but what holds one: that may lead to it, unless it is known to have the
      // method itself.
      const isTuple = type.path === "()" && isCall;
      const has = isCall ? hasMethod(type, name) : isPlace(type, name);
      if (type.args.length > 0 && !isTuple && !has) break;
      const declaring = isCall ? await traitsFor(r, name, type.path) : [];
      if (declaring.length > 0) return possible("unresolved-receiver", declaring);
      return EXTERNAL;
    }
    if (item.kind === "parameter") {
      const members = await membersNamed(r, item, name);
      return ofMembers(members, rule);
    }
    const place: Place = item.place;
    const home: FileTables | null = tablesOf(await r.file(place.file));
    if (home === null) return possible("unparsed-file");
    if (!isCall) {
      const fields = home
        .children(place.at)
        .filter((s) => home.facts.symbols[s]!.name === name && home.facts.symbols[s]!.kind === "field");
      if (fields.length === 1) return { kind: "proven", rule, targets: [home.place(fields[0]!)] };
    } else {
      const members = await membersNamed(r, item, name);
      if (members.derefs === true) {
        const next: RustType | null = await derefOf(r, place, type);
        if (next === null) return possible("unresolved-receiver");
        before.push(...members.places);
        type = next;
        continue;
      }
      if (members.places.length > 0 || members.unsure) {
        const next: RustType | null = members.places.length > 0 ? null : await derefOf(r, place, type);
        if (next === null) return byReference(r, ofMembers(members, rule), type, through);
        type = next;
        continue;
      }
      if (members.outside) {
        const next: RustType | null = await derefOf(r, place, type);
        if (next === null) return EXTERNAL;
        type = next;
        continue;
      }
    }
    type = await derefOf(r, place, type);
  }
  return possible("unresolved-receiver");
}

async function standingFor(r: Resolver, type: RustType): Promise<Items> {
  if (/^[\w:$]+$/.test(type.path)) return itemsOfType(r, type);
  return type.path === "[]" || type.path === "()" ? STANDARD : UNSURE;
}

/** `x.0` of a tuple, `x.start` of a range. */
function isPlace(type: RustType, name: string): boolean {
  return type.path === "()" ? /^\d+$/.test(name) : type.crate === "std" && /^(?:start|end)$/.test(name);
}

/** Traits that the library implements for references and boxes of whatever has them. */
const EVERYWHERE = new Set(
  "AsRef Borrow Clone Debug Display Error Fn Future Hash Hasher Iterator Ord PartialEq PartialOrd Pointer Read Write BufRead Seek ToString".split(
    " ",
  ),
);

/**
 * Behind `&mut x` a function of a trait that takes `&self` is that of `impl Trait for &mut T`, if there is one, and through
 * a box that of the box: the compiler looks for it with the receiver as it is before it looks behind the reference.
 */
async function byReference(
  r: Resolver,
  meaning: Meaning,
  type: RustType,
  through: readonly string[] = [],
): Promise<Meaning> {
  if (meaning.kind !== "proven" || (!type.isMut && through.length === 0)) return meaning;
  const [target] = meaning.targets;
  const tables = tablesOf(await r.file(target!.file));
  const symbol = tables?.facts.symbols[target!.at];
  if (symbol === undefined || symbol.parent === -1) return meaning;
  const takesRef = /\(\s*&\s*(?:'\w+\s+)?self\b/.test(symbol.signature);
  const before = [
    ...(type.isMut && takesRef ? ["&\\s*(?:'\\w+\\s+)?mut\\b"] : []),
    ...through.map((t) => `(?:\\w+::)*${t}\\s*<`),
  ];
  const parent = tables!.facts.symbols[symbol.parent]!;
  const trait = parent.kind === "trait" ? parent.name : (parent.bases[0] ?? "");
  const simple = /(\w+)\s*(?:<[^]*)?$/.exec(trait)?.[1] ?? "";
  if (before.length > 0 && EVERYWHERE.has(simple)) return possible("unresolved-receiver", meaning.targets);
  for (const target of simple === "" ? [] : before)
    if (await isImplementedFor(r, simple, target)) return possible("unresolved-receiver", meaning.targets);
  return meaning;
}

/** Whether the trait is implemented for `&mut T`, for `Box<T>`: in an `impl` or in a macro that makes one. */
function isImplementedFor(r: Resolver, trait: string, target: string): Promise<boolean> {
  return r.once(`rfor${trait} ${target}`, true, async () => {
    const files = r.view.naming(trait).filter((i) => r.view.paths[i]!.endsWith(".rs"));
    const shape = new RegExp(`\\b${trait}\\b(?:<[^{};]*>)?\\s+for\\s+${target}`);
    for await (const file of r.each(files)) if (shape.test(file.text)) return true;
    return false;
  });
}

function ownerAt(tables: FileTables, enclosing: number): number {
  const { symbols } = tables.facts;
  for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
    if (symbols[at]!.kind === "implementation" || symbols[at]!.kind === "trait") return at;
  }
  return -1;
}

async function ofOwner(
  r: Resolver,
  tables: FileTables,
  owner: number,
  name: string,
  isCall: boolean,
): Promise<Meaning> {
  const { symbols } = tables.facts;
  if (symbols[owner]!.kind === "trait") {
    const place = tables.place(owner);
    return ofMembers(await membersNamed(r, { kind: "place", place }, name), "this-method");
  }
  const type = await implemented(r, tables, owner);
  const [item] = type.items;
  if (type.items.length === 1 && item!.kind === "place" && !type.unsure)
    return ofPlace(r, item!.place, name, "this-method", isCall);
  if (type.items.length === 1 && item!.kind === "parameter" && !type.unsure) {
    const own = tables.children(owner).filter((s) => symbols[s]!.name === name);
    if (own.length > 0)
      return possible(
        "unresolved-receiver",
        own.map((s) => tables.place(s)),
      );
    return ofMembers(await ofBounds(r, tables, item!.bounds, item!.at, name), "this-method");
  }
  // A type outside: what the block itself has is a trait's function for it.
  const own = tables
    .children(owner)
    .filter((s) => symbols[s]!.name === name && symbols[s]!.kind === "method");
  if (own.length === 1 && type.outside && !type.unsure && isCall)
    return { kind: "proven", rule: "this-method", targets: [tables.place(own[0]!)] };
  return possible("unresolved-receiver");
}

async function ofPlace(
  r: Resolver,
  place: Place,
  name: string,
  rule: Rule,
  isCall: boolean,
): Promise<Meaning> {
  const home = tablesOf(await r.file(place.file));
  if (home === null) return possible("unparsed-file");
  if (!isCall) {
    const fields = home
      .children(place.at)
      .filter((s) => home.facts.symbols[s]!.name === name && home.facts.symbols[s]!.kind === "field");
    if (fields.length === 1) return { kind: "proven", rule, targets: [home.place(fields[0]!)] };
    return possible("unresolved-receiver");
  }
  return ofMembers(await membersNamed(r, { kind: "place", place }, name), rule);
}

export function ofMembers(members: RustMembers, rule: Rule): Meaning {
  const { places, outside, unsure, trait } = members;
  if (places.length === 0) return outside && !unsure ? EXTERNAL : possible("unresolved-receiver");
  // What the type leads to is not looked into here: it may be any member of the name.
  if (unsure) return possible("unresolved-receiver", members.derefs === true ? [] : places);
  if (places.length > 1) return possible("ambiguous-declaration", places);
  return trait === null
    ? { kind: "proven", rule, targets: places }
    : { kind: "proven", rule, targets: places, receiver: trait };
}
