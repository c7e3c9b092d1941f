// Which method of a name does an object of Ruby have? The first one in the order in which Ruby looks; with a word on whether
// anything that is not known may come before it.
import { placeKey, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import { directlyBelow } from "./relatives.ts";
import { declarationAt } from "./declarations.ts";
import type { Resolver } from "./resolve.ts";
import { blocksAt, rubyCode } from "./ruby-code.ts";
import { isSpace, partsOf } from "./ruby-constants.ts";
import { lineageOf, type Side, type Step } from "./ruby-lineage.ts";

export interface Members {
  readonly found: readonly Place[];
  /** Just the one that was found is meant. */
  readonly sure: boolean;
  /** A class outside of the repository, or one that is not known, is on the way. */
  readonly open: boolean;
  /** It answers to any name (`method_missing`). */
  readonly magic: boolean;
}

const NONE: Members = { found: [], sure: false, open: true, magic: false };

export function membersOf(r: Resolver, place: Place, side: Side, name: string): Promise<Members> {
  return r.once(`rm${side}${placeKey(place)}:${name}`, NONE, async () =>
    membersIn(r, await lineageOf(r, place, side), name),
  );
}

export async function membersIn(
  r: Resolver,
  order: readonly (Step | "outside" | "unknown")[],
  name: string,
): Promise<Members> {
  let open = false;
  let magic = false;
  // Of modules that are mixed in from outside: what comes after may be meant as well.
  const late: Place[] = [];
  for (const step of order) {
    if (typeof step === "string") {
      open = true;
      continue;
    }
    const own = await ownMembers(r, step, name);
    if (own.places.length > 0 && step.late) late.push(...own.places);
    else if (own.places.length > 0) {
      const found = [...late, ...own.places];
      return { found, sure: own.sure && found.length === 1 && !open, open, magic };
    }
    magic ||= (await ownMembers(r, step, "method_missing")).places.length > 0;
  }
  return { found: late, sure: false, open, magic };
}

interface Own {
  readonly places: readonly Place[];
  readonly sure: boolean;
}

/** Methods that the type itself has, wherever it is opened. */
function ownMembers(r: Resolver, { place, side }: Step, name: string): Promise<Own> {
  return r.once(`ro${side}${placeKey(place)}:${name}`, { places: [], sure: false } as Own, async () => {
    const places = new Map<string, Place>();
    let sure = true;
    let symbols = 0;
    for (const part of await partsOf(r, place)) {
      const tables = tablesOf(await r.file(part.file));
      if (tables === null) continue;
      for (const s of tables.symbolsOf(part.at).flatMap((p) => tables.children(p))) {
        if (tables.facts.symbols[s]!.name !== name) continue;
        const own = sideOf(tables, s);
        if (own === null || (own !== side && !(side === "static" && isBoth(tables, s)))) continue;
        if (own === "unknown" || isMade(tables, s)) sure = false;
        symbols++;
        const member = tables.place(s);
        places.set(placeKey(member), member);
      }
      // What a method or a block of the class makes as it runs.
      for (const s of madeInside(tables, part.at, name)) {
        sure = false;
        const member = tables.place(s);
        places.set(placeKey(member), member);
      }
    }
    return { places: [...places.values()], sure: sure && symbols === 1 };
  });
}

const inside = new WeakMap<FileTables, ReadonlyMap<string, readonly number[]>>();

/** Methods of the name that stand in a method of the type. */
function madeInside(tables: FileTables, at: number, name: string): readonly number[] {
  const { symbols } = tables.facts;
  let known = inside.get(tables);
  if (known === undefined) {
    const found = new Map<string, number[]>();
    symbols.forEach(({ kind, parent, name: own }, s) => {
      if ((kind !== "method" && kind !== "property") || parent === -1 || isSpace(symbols[parent]!.kind))
        return;
      const list = found.get(own);
      if (list === undefined) found.set(own, [s]);
      else list.push(s);
    });
    inside.set(tables, (known = found));
  }
  return (known.get(name) ?? []).filter((s) => {
    let up = symbols[s]!.parent;
    while (up !== -1 && !isSpace(symbols[up]!.kind)) up = symbols[up]!.parent;
    return up !== -1 && tables.first[up] === at;
  });
}

/** Whose method a declaration makes; null for what is none. */
export function sideOf(tables: FileTables, at: number): Side | "unknown" | null {
  const { symbols } = tables.facts;
  const { kind, signature, parent, range, nameRange } = symbols[at]!;
  if (kind !== "method" && kind !== "constructor" && kind !== "property") return null;
  const ruby = rubyCode(tables);
  if (!ruby.sure) return "unknown";
  const object = /\bdef\s+([A-Za-z_][\w:]*)\s*\.\s*\S/.exec(
    ruby.code.slice(tables.startOf(range), tables.endOf(nameRange) + 1),
  )?.[1];
  const start = tables.startOf(nameRange);
  if (object !== undefined && object !== "self")
    return parent !== -1 && object === symbols[parent]!.name ? "static" : "unknown";
  if (/^[cm]attr|^class_attribute|^thread_mattr|^define_singleton_method/.test(signature)) return "static";
  for (const block of blocksAt(ruby, start)) {
    if (block.kind === "other") continue;
    const own = ruby.symbols.get(block.start);
    if (own === at) continue;
    if (block.kind === "def") return "unknown";
    if (block.kind === "singleton") return block.name === "self" ? "static" : "unknown";
    if (block.kind === "class" || block.kind === "module")
      return own === parent ? (object === "self" ? "static" : "instance") : "unknown";
    // `Name = Class.new do`; the block of a call that makes the method.
    if (block.name === "new" || block.name === "define") {
      const made = symbols[parent];
      if (
        made !== undefined &&
        tables.startOf(made.range) < block.start &&
        tables.endOf(made.range) > block.end &&
        !hasWord(tables, parent)
      )
        return object === "self" ? "static" : "instance";
      return "unknown";
    }
    if (/^define_method$/.test(block.name)) continue;
    return "unknown";
  }
  return "unknown";
}

/** Whether it is a class or a module that is opened by its word. */
function hasWord(tables: FileTables, at: number): boolean {
  for (const symbol of rubyCode(tables).symbols.values()) if (symbol === at) return true;
  return false;
}

/** Made by a call, as its class is read: by a name that the program computes it could be made again. */
function isMade(tables: FileTables, at: number): boolean {
  return /^\s*(?:private\s+)?define_(?:singleton_)?method\b/.test(tables.facts.symbols[at]!.signature);
}

const both = new WeakMap<FileTables, Map<number, boolean>>();

/** `extend self` and `module_function`: methods of the instances are those of the module as well. */
function isBoth(tables: FileTables, at: number): boolean {
  const { parent } = tables.facts.symbols[at]!;
  if (parent === -1) return false;
  let known = both.get(tables);
  if (known === undefined) both.set(tables, (known = new Map()));
  let is = known.get(parent);
  if (is === undefined) {
    const { range, kind } = tables.facts.symbols[parent]!;
    const body = rubyCode(tables).code.slice(tables.startOf(range), tables.endOf(range));
    is = isSpace(kind) && /(?:^|[\n;])[ \t]*(?:extend[ (]+self\b|module_function\b)/.test(body);
    known.set(parent, is);
  }
  return is;
}

/** Types that are followed downwards. */
const MOST_BELOW = 300;

export function typesBelow(r: Resolver, place: Place): Promise<readonly Place[]> {
  return r.once(`rw${placeKey(place)}`, [] as readonly Place[], async () => {
    const seen = new Map<string, Place>([[placeKey(place), place]]);
    for (const at of seen.values()) {
      if (seen.size > MOST_BELOW) break;
      const tables = tablesOf(await r.file(at.file));
      if (tables === null) continue;
      for (const link of (await directlyBelow(r, declarationAt(tables, at.at))).links) {
        const [first] = await partsOf(r, link.place);
        seen.set(placeKey(first!), first!);
      }
    }
    return [...seen.values()].slice(1);
  });
}

/** Methods of the name in types below one, on either side. */
export async function membersBelow(r: Resolver, place: Place, name: string): Promise<readonly Place[]> {
  const found: Place[] = [];
  for (const below of await typesBelow(r, place)) {
    for (const part of await partsOf(r, below)) {
      const tables = tablesOf(await r.file(part.file));
      if (tables === null) continue;
      for (const s of tables.symbolsOf(part.at).flatMap((p) => tables.children(p)))
        if (tables.facts.symbols[s]!.name === name && sideOf(tables, s) !== null) found.push(tables.place(s));
    }
  }
  return found;
}
