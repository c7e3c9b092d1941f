// What does a name behind a dot mean in Rust? Of `self` by the `impl` or trait around, else by the type of what stands
// there; fields and functions apart. Also which answer the members found make.
import type { Reference } from "../parse/facts.ts";
import { tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { EXTERNAL, possible, type Meaning, type Valued } from "./meaning.ts";
import { membersNamed, ofBounds, traitsWith, type RustMembers } from "./rust-members.ts";
import { implemented } from "./rust-paths.ts";
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
  const isCall = role === "call";
  if (reference.receiver === "self") {
    const owner = ownerAt(tables, enclosing);
    if (owner === -1) return possible("unresolved-receiver");
    return ofOwner(r, tables, owner, name, isCall);
  }
  const { entity, rule } = await receiver();
  switch (entity.kind) {
    case "outside":
    case "list": {
      const declaring = isCall ? await traitsWith(r, name) : [];
      return declaring.length === 0 ? EXTERNAL : possible("unresolved-receiver", declaring);
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
  if (unsure) return possible("unresolved-receiver", places);
  if (places.length > 1) return possible("ambiguous-declaration", places);
  return trait === null
    ? { kind: "proven", rule, targets: places }
    : { kind: "proven", rule, targets: places, receiver: trait };
}
