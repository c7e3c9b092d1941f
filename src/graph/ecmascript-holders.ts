// What does a property of an object hold that is given a name (`{ run }`, `{ start: run }`, `api.run = run`), or an export
// that is given a whole module? A call of it calls what it holds.
import { isSpace } from "./code-before.ts";
import { hasBlocks } from "./ecmascript-blocks.ts";
import { isChain, valueBefore } from "./expressions.ts";
import { placeKey, type FileTables, type Place } from "./file-tables.ts";
import { NOTHING_KNOWN, type Valued } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import { valueOf } from "./values.ts";

/** Code units of a value that are read. */
const MOST_VALUE = 2_000;
/** Holders of holders that are followed. */
const DEEPEST = 8;

/** A property in an object that is written out; its `:` stands before a value, and no type. */
function isInObject(tables: FileTables, at: number): boolean {
  const { symbols } = tables.facts;
  const { kind, parent } = symbols[at]!;
  if (kind !== "property" || parent === -1 || !hasBlocks(tables.file.language)) return false;
  let above = parent;
  while (symbols[above]!.kind === "property") {
    const { parent: next } = symbols[above]!;
    // In an object that a member is given (`api.parts = { … }`).
    if (next === -1) return true;
    above = next;
  }
  const top = symbols[above]!.kind;
  if (top === "class") return above !== parent;
  return (top === "constant" || top === "variable") && isGiven(tables, above, at);
}

/** Whether the property stands in what the variable is given, and not in its type (`declare const x: { … }`). */
function isGiven(tables: FileTables, variable: number, property: number): boolean {
  const { text } = tables.file;
  const to = tables.startOf(tables.facts.symbols[property]!.nameRange);
  let depth = 0;
  for (let at = tables.startOf(tables.facts.symbols[variable]!.nameRange); at < to; at++) {
    const c = text[at]!;
    if (c === "(" || c === "[" || c === "{") depth++;
    else if (c === ")" || c === "]" || c === "}") depth--;
    else if (c === "=" && depth === 0 && text[at + 1] !== ">") return true;
  }
  return /^default$/.test(tables.facts.symbols[variable]!.name);
}

/** What a property of an object that is written out stands for; null where the symbol is anything else. */
export async function givenToProperty(r: Resolver, place: Place): Promise<Valued | null> {
  const tables = r.tables(await r.file(place.file))!;
  if (!isInObject(tables, place.at)) return null;
  return r.once(`v${placeKey(place)}`, NOTHING_KNOWN, () => readValue(r, tables, place));
}

async function readValue(r: Resolver, tables: FileTables, place: Place): Promise<Valued> {
  const { text } = tables.file;
  const { range, nameRange } = tables.facts.symbols[place.at]!;
  const from = tables.endOf(nameRange);
  let end = tables.endOf(range);
  while (end > from && (isSpace(text.charCodeAt(end - 1)) || text[end - 1] === ",")) end--;
  const mark = /^["']?\s*:\s*/.exec(text.slice(from, Math.min(end, from + 200)));
  // `{ name }`
  if (mark === null) return valueBefore(r, tables, from, -1);
  const start = from + mark[0].length;
  if (end - start > MOST_VALUE) return { entity: { kind: "declared", place }, rule: "object-member" };
  const value = text.slice(start, end);
  const cast = /\s(?:as|satisfies)\s+(?:const|[\w$.<>[\], ]+)$/.exec(value);
  if (cast !== null) end -= cast[0].length;
  const written = text.slice(start, end);
  if (written.startsWith("{")) return { entity: { kind: "declared", place }, rule: "object-member" };
  return isChain(written) ? valueBefore(r, tables, end, -1) : NOTHING_KNOWN;
}

/** The functions and classes that a call of the declaration calls, because it is given them. */
export async function heldBy(r: Resolver, place: Place): Promise<readonly Place[]> {
  const file = await r.file(place.file);
  const tables = r.tables(file);
  if (tables === null || !holds(tables, place.at)) return [];
  return r.once(`h${placeKey(place)}`, [], async () => {
    const found: Place[] = [];
    let at = place;
    for (let steps = 0; steps < DEEPEST; steps++) {
      const next = await heldDirectly(r, at);
      if (next === null || placeKey(next) === placeKey(at)) break;
      found.push(next);
      const home = r.tables(await r.file(next.file));
      if (home === null || !holds(home, next.at)) break;
      at = next;
    }
    return found;
  });
}

async function heldDirectly(r: Resolver, place: Place): Promise<Place | null> {
  const { entity } = await valueOf(r, place, undefined, "object-member");
  if (entity.kind === "declared") return entity.place;
  if (entity.kind !== "module" || !entity.callable) return null;
  const whole = await r.wholeEntity(entity.files);
  return whole?.kind === "declared" ? whole.place : null;
}

/** Whether a property of an object that goes further than its file is given the declaration (`{ run }`). */
export function isGivenAway(tables: FileTables, at: number): boolean {
  const { references, symbols } = tables.facts;
  if (!hasBlocks(tables.file.language)) return false;
  return (tables.byName.get(symbols[at]!.name) ?? []).some((i) => {
    const { role, enclosing, receiver } = references[i]!;
    return role === "read" && receiver === "" && enclosing !== -1 && holds(tables, enclosing);
  });
}

/** `exports.Route = require("./route")`, `const Route = require("./lib").Route`: no other name stands for what is given. */
const IS_REQUIRED = /^[^=]{0,200}=\s*(?:module\s*\.\s*)?require\s*\(/;
const IS_EXPORT = /^(?:module\s*\.\s*)?exports\s*[.[]/;

/** Properties that are given something, exports without a name, and what is given a whole module. */
function holds(tables: FileTables, at: number): boolean {
  const { kind, name, parent, qualified, signature } = tables.facts.symbols[at]!;
  if (!hasBlocks(tables.file.language)) return false;
  if (kind === "constant" || kind === "variable")
    return (
      parent === -1 &&
      (name === "exports" || name === "default" || IS_REQUIRED.test(signature) || IS_EXPORT.test(signature))
    );
  return kind === "property" && (isInObject(tables, at) || (parent === -1 && qualified !== name));
}
