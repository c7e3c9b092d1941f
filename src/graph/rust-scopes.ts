// What does a name mean in a module or a function of Rust: its items, its imports, what globs bring? Imports may lead to each
// other and back to themselves (`pub use` in a circle, globs of each other): such names are looked up together, again and
// again, until nothing changes. So each (place, name) is looked at once a round, however many ways lead to it:
//
//   round 1   a::x → b::x → a::x: being looked up, nothing yet; b::* brings x from c   → a::x = c::x
//   round 2   a::x → b::x → a::x = c::x                                               → nothing new: kept
import type { ImportFact, Range } from "../parse/facts.ts";
import { tablesOf, type FileTables } from "./file-tables.ts";
import { filesOfMade, moduleAround, parentsOf, rootsOf, type Module } from "./rust-modules.ts";
import { isDeeper } from "./rust-blocks.ts";
import { holderOf, importsIn, isMod, isPublic, isPublicItem } from "./rust-imports.ts";
import {
  behind,
  crateNamed,
  isOf,
  itemsOf,
  joined,
  NO_ITEMS,
  ofModules,
  orUnsure,
  OWN_CRATES,
  sameItems,
  STANDARD,
  UNSURE,
  variant,
  type Items,
  type Space,
} from "./rust-items.ts";
import type { Resolver } from "./resolve.ts";

/** A name passes one more import of a circle each round; real code settles in two. */
const MOST_ROUNDS = 12;
/** Names that one question looks at, each once a round. All of serde has 2,000 imports. */
const MOST_STEPS = 60_000;

/** Modules inside of each other. */
const MOST_NESTED = 50;

/** From where a module is looked at: by a glob outside of it; for the head of an import, which is not found through itself. */
interface Seen {
  readonly outside?: boolean;
  readonly except?: ImportFact;
  /** Of a function: without what stands in blocks of it. */
  readonly flat?: boolean;
}

const lookups = new WeakMap<Resolver, Lookup>();

function lookupOf(r: Resolver): Lookup {
  let made = lookups.get(r);
  if (made === undefined) lookups.set(r, (made = new Lookup(r)));
  return made;
}

/** Items, imports and globs of the module under the name. */
export function inModule(r: Resolver, module: Module, name: string, space: Space): Promise<Items> {
  return lookupOf(r).ask((l) => l.inModule(module, name, space));
}

/** The same of a module or a function of the file. */
export function inScope(
  r: Resolver,
  tables: FileTables,
  holder: number,
  name: string,
  space: Space,
  flat = false,
): Promise<Items> {
  return lookupOf(r).ask((l) => l.inScope(tables, holder, name, space, { flat }));
}

/** What the path of an import means, in all spaces. */
export function meantByImport(r: Resolver, tables: FileTables, fact: ImportFact): Promise<Items> {
  return lookupOf(r).ask((l) => l.importedBy(tables, fact, "any"));
}

class Lookup {
  readonly #r: Resolver;
  /** What is settled. */
  readonly #known = new Map<string, Items>();
  /** What the rounds so far say. */
  #found = new Map<string, Items>();
  /** Looked up in this round: done, or still open. */
  #round = new Set<string>();
  /** Whether something was taken before it was settled, and whether something became other than it was taken for. */
  #taken = false;
  #changed = false;
  #steps = 0;
  #asking: Promise<unknown> = Promise.resolve();

  constructor(r: Resolver) {
    this.#r = r;
  }

  /** One question after the other. */
  ask(question: (lookup: Lookup) => Promise<Items>): Promise<Items> {
    const answer = this.#asking.then(() => this.#settle(question));
    this.#asking = answer.catch(() => undefined);
    return answer;
  }

  async #settle(question: (lookup: Lookup) => Promise<Items>): Promise<Items> {
    this.#found = new Map();
    this.#steps = 0;
    for (let round = 1; ; round++) {
      this.#round = new Set();
      this.#taken = false;
      this.#changed = false;
      const items = await question(this);
      const settled = !this.#taken || !this.#changed;
      if (this.#steps > MOST_STEPS) return { ...items, unsure: true };
      if (settled) {
        for (const key of this.#round) this.#known.set(key, this.#found.get(key)!);
        return items;
      }
      if (round === MOST_ROUNDS) return { ...items, unsure: true };
    }
  }

  async inModule(module: Module, name: string, space: Space, seen: Seen = {}): Promise<Items> {
    const tables = tablesOf(await this.#r.file(module.file));
    return tables === null ? UNSURE : this.inScope(tables, module.at, name, space, seen);
  }

  inScope(tables: FileTables, holder: number, name: string, space: Space, seen: Seen = {}): Promise<Items> {
    const { outside = false, except, flat = false } = seen;
    const less = except === undefined ? "" : placed(except);
    return this.#once(`${tables.file.index}:${holder}:${space}:${outside}:${flat}:${less}:${name}`, () =>
      this.#inScope(tables, holder, name, space, seen),
    );
  }

  async #once(key: string, find: () => Promise<Items>): Promise<Items> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const before = this.#found.get(key) ?? NO_ITEMS;
    if (this.#round.has(key)) {
      this.#taken = true;
      return before;
    }
    if (++this.#steps > MOST_STEPS) return UNSURE;
    this.#round.add(key);
    this.#found.set(key, before);
    const items = await find();
    if (!sameItems(before, items)) this.#changed = true;
    this.#found.set(key, items);
    return items;
  }

  async #inScope(
    tables: FileTables,
    holder: number,
    name: string,
    space: Space,
    { outside = false, except, flat = false }: Seen,
  ): Promise<Items> {
    const { symbols } = tables.facts;
    const isHere = ({ range }: { readonly range: Range }) =>
      !flat || !isDeeper(tables, holder, tables.startOf(range));
    const own = tables
      .children(holder)
      .filter((s) => symbols[s]!.name === name && isOf(symbols[s]!.kind, space) && isHere(symbols[s]!))
      .filter((s) => !outside || isPublicItem(tables, s));
    const all: Items[] = [];
    if (own.length > 0) {
      const items = await itemsOf(this.#r, tables, own);
      all.push({ ...NO_ITEMS, items, unsure: items.length === 0 });
    }
    const facts = importsIn(tables, holder).filter(
      (f) => f !== except && (!outside || isPublic(tables, f)) && isHere(f),
    );
    for (const fact of facts) {
      if (fact.local !== name || isMod(tables, fact)) continue;
      all.push({ ...(await this.importedBy(tables, fact, space)), rule: "import" });
    }
    const found = joined(all, "same-file");
    if (found.items.length > 0 || found.outside || found.unsure) return found;
    const stars: Items[] = [];
    for (const fact of facts) {
      if (fact.imported !== "*" || fact.local !== "" || isMod(tables, fact)) continue;
      const from = await this.#path(tables, fact, fact.module, "type");
      if (from.unsure) stars.push(UNSURE);
      for (const item of from.items) {
        const next =
          item.kind === "module"
            ? await this.inModule(item.module, name, space, {
                outside: !(await this.#isInside({ file: tables.file.index, at: holder }, item.module)),
              })
            : item.kind === "place"
              ? await variant(this.#r, item.place, name)
              : NO_ITEMS;
        // What it does not have, another glob may bring; what lies outside of it is not passed on by name.
        stars.push({ ...next, outside: next.items.length === 0 ? false : next.outside, rule: "star-import" });
      }
    }
    const brought = joined(stars, "star-import");
    const isDeclared = tables.children(holder).some((s) => symbols[s]!.name === name);
    if (brought.items.length > 0 || holder !== -1 || space === "value" || isDeclared) return brought;
    const made = await filesOfMade(this.#r, tables.file.index, name, outside);
    return made.length === 0 ? brought : ofModules(made.map((file) => ({ file, at: -1 })));
  }

  /** What stands inside of a module sees all of it; others see what is `pub`. */
  async #isInside(inner: Module, outer: Module): Promise<boolean> {
    const seen = new Set<string>();
    let level = [{ file: inner.file, at: await this.#moduleAt(inner) }];
    for (let depth = 0; level.length > 0 && depth < MOST_NESTED; depth++) {
      const next: Module[] = [];
      for (const module of level) {
        if (module.file === outer.file && module.at === outer.at) return true;
        const key = `${module.file}:${module.at}`;
        if (!seen.has(key)) next.push(...(await parentsOf(this.#r, module)));
        seen.add(key);
      }
      level = next;
    }
    return false;
  }

  async #moduleAt({ file, at }: Module): Promise<number> {
    const tables = tablesOf(await this.#r.file(file));
    return tables === null ? at : moduleAround(tables.facts.symbols, at);
  }

  async importedBy(tables: FileTables, fact: ImportFact, space: Space): Promise<Items> {
    // `use a::b` of one name, `use a::{self}`, `extern crate a`.
    const path = fact.imported === "*" ? fact.module : `${fact.module}::${fact.imported}`;
    const isWhole = !path.includes("::") || fact.imported === "*";
    return this.#path(tables, fact, path, isWhole ? "type" : space);
  }

  /** The path of a `use`: from the module around, from the crates, and in old editions from the root. */
  #path(tables: FileTables, fact: ImportFact, path: string, space: Space): Promise<Items> {
    return this.#once(`u${tables.file.index}:${placed(fact)}:${space}:${path}`, async () => {
      const segments = path
        .replace(/^::/, "")
        .split("::")
        .filter((s) => s !== "");
      const head = await this.#head(tables, fact, segments, path.startsWith("::"));
      return this.#follow(head, segments.slice(1), space);
    });
  }

  async #head(
    tables: FileTables,
    fact: ImportFact,
    segments: readonly string[],
    absolute: boolean,
  ): Promise<Items> {
    const r = this.#r;
    const [first = ""] = segments;
    const module: Module = {
      file: tables.file.index,
      at: moduleAround(tables.facts.symbols, holderOf(tables, fact)),
    };
    if (first === "crate" || first === "$crate") return ofModules(await rootsOf(r, module));
    if (first === "self") return ofModules([module]);
    if (first === "super") return ofModules(await parentsOf(r, module));
    const crate = await crateNamed(r, tables, first);
    const local = absolute ? NO_ITEMS : await this.inModule(module, first, "type", { except: fact });
    if (local.items.length > 0) return local;
    if (crate.items.length > 0 || crate.unsure) return crate;
    if (OWN_CRATES.has(first)) return STANDARD;
    const found: Items[] = [];
    for (const root of await rootsOf(r, module)) {
      if (root.file !== module.file || module.at !== -1) found.push(await this.inModule(root, first, "type"));
    }
    const head = joined(found, "import");
    if (head.items.length > 0) return head;
    return local.unsure || head.unsure ? UNSURE : crate;
  }

  /** Imports go through modules, and through what a type itself holds: variants, functions of a trait. */
  async #follow(head: Items, rest: readonly string[], space: Space): Promise<Items> {
    let found = head;
    for (const [i, segment] of rest.entries()) {
      const last = i === rest.length - 1;
      const next: Items[] = [];
      for (const item of found.items) {
        if (item.kind === "place") next.push(orUnsure(await variant(this.#r, item.place, segment)));
        else if (item.kind === "module")
          next.push(await this.#inside(item.module, segment, last ? space : "type"));
      }
      const all = joined(next, "qualified");
      found = behind(found, all);
    }
    return found;
  }

  async #inside(module: Module, name: string, space: Space): Promise<Items> {
    if (name === "self") return ofModules([module]);
    if (name === "super") return ofModules(await parentsOf(this.#r, module));
    return orUnsure(await this.inModule(module, name, space));
  }
}

function placed({ range }: { readonly range: Range }): string {
  return `${range.start}:${range.startColumn}`;
}
