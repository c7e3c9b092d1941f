// What does a member by a name in quotes mean (`x["name"]`)? What the receiver's type says, as with a dot.
import type { Reference } from "../parse/facts.ts";
import { checkedTargets } from "./checked.ts";
import { takenApart } from "./ecmascript-taken-apart.ts";
import { valueBefore } from "./expressions.ts";
import { isValue, type FileTables, type Place } from "./file-tables.ts";
import type { ProvenSite, Site } from "./graph.ts";
import type { LocalValue } from "./language-graph.ts";
import { writtenValue } from "./local-values.ts";
import { UNKNOWN, type Entity, type Members } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import { ProvenInText } from "./sites.ts";
import { valueOf } from "./values.ts";

/** The receiver's chain, as far as names, dots and members in quotes go. */
const CHAIN = /(?:[\w$.!?\u0080-\uffff]|\[\s*(["'`])[^"'`\n]*\1\s*\])+$/u;
/** Before it in a type, or in what may be one. */
const IN_TYPE =
  /(?:[<|&:,]|=>|\b(?:keyof|typeof|extends|is|as|satisfies|infer|readonly)|\btype\s+[\w$]+[^=;]*=)\s*$/;
const CALLED = /^["'`]\s*\]\s*!?(?:\?\.)?\s*(?:\(|<[^()=;]*>\()/;

export interface QuotedMember {
  readonly site: ProvenSite;
  /** `type` in `Type["name"]`, where nothing runs, and where it may be that. */
  readonly role: "call" | "read" | "type";
  readonly targets: readonly Place[];
  /** Types of the receiver. */
  readonly receivers: readonly Place[];
}

/** `at`: where the name begins, behind its quote. Null where the receiver does not tell. */
export async function quotedMember(
  r: Resolver,
  tables: FileTables,
  at: Site,
  name: string,
): Promise<QuotedMember | null> {
  const { text } = tables.file;
  if (r.family(tables.file)?.offers !== "exports") return null;
  const offset = tables.offset(at.line, at.column);
  const open = text.slice(0, offset - 1).trimEnd().length - 1;
  if (text[open] !== "[") return null;
  const role = CALLED.test(text.slice(offset + name.length, offset + name.length + 200)) ? "call" : "read";
  const checked = r.view.checked?.(tables.file.index, offset - 1) ?? null;
  const said = checked === null ? null : await checkedTargets(r, checked);
  if (said !== null) {
    const site = new ProvenInText(tables, offset - 1, role, "checker");
    return { site, role, targets: said.targets, receivers: said.receivers };
  }
  const end = text.endsWith("?.", open) ? open - 2 : open;
  const { entity, rule } = await valueBefore(r, tables, end, -1);
  // Of one of several types nothing is said where no dot is read: checks before it may choose.
  if (entity.kind !== "instance" && entity.kind !== "declared") return null;
  const chain = chainBefore(text, end);
  const found = await membersAt(r, tables, entity, name, chain, offset);
  if (found.kind !== "found") return null;
  const before = text.slice(Math.max(0, end - chain.length - 120), end - chain.length);
  const inType = role === "read" && (IN_TYPE.test(before) || (await isTypeAlone(r, entity)));
  return {
    site: new ProvenInText(tables, offset - 1, inType ? "type" : role, rule),
    role: inType ? "type" : role,
    targets: found.places,
    receivers: [entity.place],
  };
}

function chainBefore(text: string, end: number): string {
  return CHAIN.exec(text.slice(Math.max(0, end - 400), end))?.[0] ?? "";
}

/** What a type has under a name, where the code before does not say more of the receiver than its type does. */
async function membersAt(
  r: Resolver,
  tables: FileTables,
  entity: Entity,
  name: string,
  receiver: string,
  offset: number,
): Promise<Members> {
  const found = await r.members(entity, name, false);
  const narrowed = r.family(tables.file)?.narrowed;
  if (narrowed === undefined || receiver === "") return found;
  const { line, column } = tables.position(offset);
  const reference: Reference = {
    name,
    range: { start: line, end: line, startColumn: column, endColumn: column + name.length },
    enclosing: tables.enclosing(line, column),
    role: "read",
    receiver,
    binding: "member",
    receiverType: "",
    target: -1,
  };
  return narrowed(r, tables, reference, entity, found);
}

async function isTypeAlone(r: Resolver, entity: Entity): Promise<boolean> {
  if (entity.kind !== "declared") return false;
  const tables = r.tables(await r.file(entity.place.file));
  const symbols = tables?.symbolsOf(entity.place.at) ?? [];
  return !symbols.some((s) => isValue(tables!.facts.symbols[s]!.kind));
}

export interface TakenMember {
  readonly targets: readonly Place[];
  readonly receivers: readonly Place[];
  /** The value, or one of several, does not tell. */
  readonly unsure: boolean;
}

/** What `const { name } = value` takes, at the place of the name. */
export async function takenMember(
  r: Resolver,
  tables: FileTables,
  at: Site,
  name: string,
): Promise<TakenMember> {
  const offset = tables.offset(at.line, at.column);
  const { path, given } = takenApart(tables, offset) ?? { path: [], given: null };
  const targets: Place[] = [];
  const receivers: Place[] = [];
  let unsure = given === null;
  for (const value of given === null ? [] : valuesOf(given)) {
    const outer = await entityOf(r, tables, value, offset);
    const chain = chainOf(tables, value);
    const [key] = path;
    const narrow = key !== undefined && (await membersAt(r, tables, outer, key, chain, offset)).kind;
    const entity = narrow === "unknown" ? UNKNOWN : await inside(r, outer, path);
    if (entity === null || entity.kind === "outside") continue;
    const found = await membersAt(r, tables, entity, name, path.length === 0 ? chain : "", offset);
    if (found.kind === "found") {
      targets.push(...found.places);
      if ("place" in entity) receivers.push(entity.place);
    } else if (found.kind === "unknown" || found.kind === "none") unsure = true;
  }
  return { targets, receivers, unsure };
}

/** The names of a value that checks before it may speak of. */
function chainOf(tables: FileTables, value: LocalValue): string {
  const [one] = value.from === "value" ? value.of : [];
  return one === undefined || one.awaited ? "" : chainBefore(tables.file.text, one.end);
}

/** Each of several values by itself. */
function valuesOf(value: LocalValue): LocalValue[] {
  return value.from === "value" ? value.of.map((one) => ({ ...value, of: [one] })) : [value];
}

/** What keys lead to; null where that is nothing of the repository. */
async function inside(r: Resolver, of: Entity, path: readonly string[]): Promise<Entity | null> {
  let entity = of;
  for (const key of path) {
    const found = await r.members(entity, key, false);
    if (found.kind === "outside") return null;
    if (found.kind === "module") entity = found;
    else if (found.kind === "found" && found.places.length === 1)
      ({ entity } = await valueOf(r, found.places[0]!, entity, "variable-type"));
    else return UNKNOWN;
  }
  return entity;
}

async function entityOf(r: Resolver, tables: FileTables, value: LocalValue, offset: number): Promise<Entity> {
  if (value.from === "value") return writtenValue(r, tables, value.of);
  if (value.from === "type") {
    const { line, column } = tables.position(offset);
    return r.typed(value.type, tables.file, tables.enclosing(line, column));
  }
  if (value.from !== "element") return UNKNOWN;
  const list = await writtenValue(r, tables, [value.of]);
  const inner = list.kind === "later" ? list.of : list;
  return inner.kind === "list" ? inner.of : UNKNOWN;
}
