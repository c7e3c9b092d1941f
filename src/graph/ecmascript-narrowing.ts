// Does the code before a member's use say more of its receiver than the declared type does? `x instanceof A`, a guard
// (`isA(x)`), a comparison of a discriminating member, an assignment: then the member of another type may be meant, or of
// a union not all of its types.
import type { Reference } from "../parse/facts.ts";
import { placeKey, type FileTables, type Place } from "./file-tables.ts";
import type { Entity, Members } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";

/** Code units before a use that are looked at. */
const MOST_BEFORE = 20_000;
/** Around a use that stands in no function of a name. */
const NEAR = 4_000;
/** Checks of one receiver that are followed. */
const MOST_CHECKS = 20;
const PATH = /^[\w$\u0080-\uffff]+(?:\??\.#?[\w$\u0080-\uffff]+)*$/;
const AROUND = new Set(["function", "method", "constructor"]);

const NARROWED: ReadonlySet<Entity["kind"]> = new Set(["instance", "either", "both", "outside"]);

/** What was awaited may still be known as what was waited for. */
function held(entity: Entity): Entity {
  return entity.kind === "later" ? held(entity.of) : entity;
}

/**
 * `found`: what the receiver's declared type has under the reference's name. What checks before it may add makes a
 * choice of it.
 */
export async function narrowed(
  r: Resolver,
  tables: FileTables,
  reference: Reference,
  entity: Entity,
  found: Members,
): Promise<Members> {
  const receiver = reference.receiver.replaceAll(" ", "").replace(/[!?]+$/, "");
  if (!NARROWED.has(held(entity).kind)) return found;
  if (found.kind !== "found" && found.kind !== "outside") return found;
  if (receiver === "this" || !PATH.test(receiver)) return found;
  const before = codeBefore(tables, reference);
  const word = escaped(receiver);
  const own = found.kind === "found" ? found.places : [];
  // Also of one name for several objects that are written out: `type A = { kind: "a"; … } | { kind: "b"; … }`.
  const chosen = own.length > 1 && isChosen(before.text, word);
  const places = new Map(own.map((place): [string, Place] => [placeKey(place), place]));
  const others = await checked(r, tables, before, word);
  const given = await givenAgain(r, tables, before, word);
  for (const other of [...others, ...given, ...(await ownGuards(r, entity, before, word))]) {
    const more = await r.members(other, reference.name, false);
    if (more.kind === "found") for (const place of more.places) places.set(placeKey(place), place);
  }
  if (places.size === own.length && !chosen) return found;
  return { kind: "unknown", why: "ambiguous-declaration", places: [...places.values()] };
}

interface Before {
  readonly text: string;
  /** Offset at which the text begins. */
  readonly from: number;
}

/** The code of the outermost function around, up to the reference: what is checked outside holds inside. */
function codeBefore(tables: FileTables, reference: Reference): Before {
  const { symbols } = tables.facts;
  const to = tables.startOf(reference.range);
  let from = Math.max(0, to - NEAR);
  for (let at = reference.enclosing; at !== -1; at = symbols[at]!.parent) {
    if (!AROUND.has(symbols[at]!.kind)) continue;
    from = Math.max(tables.startOf(symbols[at]!.range), to - MOST_BEFORE);
  }
  return { text: tables.file.text.slice(from, to), from };
}

/** Whether something tells the types of a union apart. */
function isChosen(text: string, word: string): boolean {
  const start = `(?<![\\w$.])${word}`;
  const member = `${start}!?\\??\\.[\\w$]+`;
  return [
    `\\bin\\s+${start}(?![\\w$])`,
    `${member}(?:\\(\\))?\\s*[!=]==?`,
    `[!=]==?\\s*${member}`,
    `\\bswitch\\s*\\(\\s*${start}`,
    `\\btypeof\\s+${start}`,
    `${start}\\s+instanceof\\b`,
    `\\b(?:is|has|assert)[A-Z$_]\\w*(?:<[^()]*>)?\\(\\s*${start}`,
    `\\bisArray\\s*\\(\\s*${start}`,
    `${start}\\??\\.(?:is|has)[A-Z]\\w*\\(`,
    `\\b(?:if|while)\\s*\\(\\s*!*${member}\\s*[)&|]`,
    `!${member}`,
    `${member}\\s*(?:&&|\\|\\||\\?[^.?])`,
    `${start}\\s*(?::[^=;{}]{0,200})?=[^=>]`,
  ].some((pattern) => new RegExp(pattern).test(text));
}

/** Types that a check of the receiver speaks of. */
async function checked(r: Resolver, tables: FileTables, before: Before, word: string): Promise<Entity[]> {
  const found: Entity[] = [];
  if (!/\binstanceof\b|\b(?:is|assert)[A-Z$_]/.test(before.text)) return found;
  const made = new RegExp(`(?<![\\w$.])${word}\\s+instanceof\\s+(?:[\\w$]+\\s*\\.\\s*)*(?=[\\w$])`, "g");
  for (const match of first(before.text, made)) {
    const index = tables.referenceAt(before.from + match.index + match[0].length);
    if (index === -1) continue;
    const meaning = await r.meaning(tables.file, index);
    if (meaning.kind !== "proven") continue;
    for (const place of meaning.targets) found.push({ kind: "instance", place });
  }
  const guard = new RegExp(
    `(?<![\\w$])((?:is|assert)[A-Z$_][\\w$]*)(?:<[^()]*>)?\\(\\s*(?<![\\w$.])${word}\\s*[,)]`,
    "g",
  );
  for (const match of first(before.text, guard)) {
    const index = tables.referenceAt(before.from + match.index);
    if (index === -1) continue;
    const meaning = await r.meaning(tables.file, index);
    if (meaning.kind !== "proven") continue;
    for (const place of meaning.targets) found.push(...(await guarded(r, place)));
  }
  return found;
}

/** `x = new B()`, where `x` is of no written type: it may be a B as well as what it was first. */
async function givenAgain(r: Resolver, tables: FileTables, before: Before, word: string): Promise<Entity[]> {
  const found: Entity[] = [];
  if (!new RegExp(`\\b(?:let|var)\\s+${word}\\s*=`).test(before.text)) return found;
  const made = new RegExp(
    `(?<!\\b(?:let|var)\\s+)(?<![\\w$.])${word}\\s*=\\s*new\\s+(?:[\\w$]+\\s*\\.\\s*)*(?=[\\w$])`,
    "g",
  );
  for (const match of first(before.text, made)) {
    const index = tables.referenceAt(before.from + match.index + match[0].length);
    const meaning = index === -1 ? null : await r.meaning(tables.file, index);
    if (meaning?.kind !== "proven") continue;
    for (const place of meaning.targets) found.push({ kind: "instance", place });
  }
  return found;
}

/** `x.isA()`, where the method says `this is A`. */
async function ownGuards(r: Resolver, entity: Entity, before: Before, word: string): Promise<Entity[]> {
  const called = new RegExp(`(?<![\\w$.])${word}[!?]?\\.((?:is|has|can|assert|supports)[\\w$]*)\\s*\\(`, "g");
  const names = new Set(first(before.text, called).map((match) => match[1]!));
  const found: Entity[] = [];
  for (const name of names) {
    const members = await r.members(entity, name, false);
    if (members.kind !== "found") continue;
    for (const place of members.places) found.push(...(await guarded(r, place)));
  }
  return found;
}

/** `function isA(x: unknown): x is A`. */
async function guarded(r: Resolver, place: Place): Promise<Entity[]> {
  const file = await r.file(place.file);
  const tables = r.tables(file);
  if (tables === null) return [];
  const found: Entity[] = [];
  for (const at of tables.symbolsOf(place.at)) {
    const { signature } = tables.facts.symbols[at]!;
    const type = /\)\s*:\s*(?:asserts\s+)?[\w$]+\s+is\s+([\w$.\u0080-\uffff]+)/.exec(signature)?.[1];
    if (type !== undefined) found.push(await r.typed(type, file, at));
  }
  return found;
}

function first(text: string, pattern: RegExp): RegExpExecArray[] {
  return [...text.matchAll(pattern)].slice(-MOST_CHECKS);
}

function escaped(text: string): string {
  return text
    .replace(/[$^.*+?()[\]{}|\\/-]/g, "\\$&")
    .replaceAll("\\?\\.", "\\.")
    .replaceAll("\\.", "[!?]?\\.");
}
