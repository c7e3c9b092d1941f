// What does a member by a name in quotes mean (`x["name"]`)? What the receiver's type says, as with a dot.
import { checkedTargets } from "./checked.ts";
import { valueBefore } from "./expressions.ts";
import { isValue, type FileTables, type Place } from "./file-tables.ts";
import type { ProvenSite, Site } from "./graph.ts";
import { writtenValue } from "./local-values.ts";
import type { Entity } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import { ProvenInText } from "./sites.ts";

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
  const found = await r.members(entity, name, false);
  if (found.kind !== "found") return null;
  const head = text.slice(Math.max(0, end - 400), end);
  const before = head.slice(0, head.length - (CHAIN.exec(head)?.[0].length ?? 0)).slice(-120);
  const inType = role === "read" && (IN_TYPE.test(before) || (await isTypeAlone(r, entity)));
  return {
    site: new ProvenInText(tables, offset - 1, inType ? "type" : role, rule),
    role: inType ? "type" : role,
    targets: found.places,
    receivers: [entity.place],
  };
}

async function isTypeAlone(r: Resolver, entity: Entity): Promise<boolean> {
  if (entity.kind !== "declared") return false;
  const tables = r.tables(await r.file(entity.place.file));
  const symbols = tables?.symbolsOf(entity.place.at) ?? [];
  return !symbols.some((s) => isValue(tables!.facts.symbols[s]!.kind));
}

/** What `const { name } = value` takes, at the place of the name; null where the value does not tell. */
export async function takenMember(
  r: Resolver,
  tables: FileTables,
  at: Site,
  name: string,
): Promise<{ targets: readonly Place[]; receivers: readonly Place[] } | null> {
  const offset = tables.offset(at.line, at.column);
  const { text } = tables.file;
  const close = text.indexOf("}", offset);
  const local =
    /^\s*:\s*([\w$]+)/.exec(text.slice(offset + name.length, offset + name.length + 200))?.[1] ?? name;
  const value = close === -1 ? null : r.family(tables.file)?.localValue?.(tables, local, close + 2);
  if (value?.from !== "value" || value.member !== name) return null;
  const entity = await writtenValue(r, tables, value.of);
  if (entity.kind === "outside") return { targets: [], receivers: [] };
  if (entity.kind !== "instance" && entity.kind !== "declared") return null;
  const found = await r.members(entity, name, false);
  return found.kind === "found" ? { targets: found.places, receivers: [entity.place] } : null;
}
