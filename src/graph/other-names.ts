// Under which other names is a declaration known? Renamed imports, renamed and default re-exports, in chains: the words
// index finds uses by name, so each of these names has to be looked for as well.
import type { ExportFact, ImportFact } from "../parse/facts.ts";
import { imported, offered } from "./exported-names.ts";
import { placeKey, type FileTables } from "./file-tables.ts";
import type { Found } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import { wholeExport } from "./whole-modules.ts";

export interface OtherNames {
  /** Names under which uses may stand in any file, the declared one first. */
  readonly names: readonly string[];
  /** Names that only one file gives it. */
  readonly local: ReadonlyMap<number, ReadonlySet<string>>;
  /** Every file that may hold one of them, ascending. */
  readonly files: readonly number[];
}

/** `keys`: what counts as the declaration. `inFile`: nothing outside its file can know it. */
export async function otherNames(
  r: Resolver,
  tables: FileTables,
  name: string,
  keys: ReadonlySet<string>,
  inFile: boolean,
): Promise<OtherNames> {
  const home = tables.file.index;
  const search = new NameSearch(r, keys);
  await search.addName(name);
  if (inFile) return { names: [name], local: new Map(), files: [home] };
  // What the file itself exports it as.
  for (const fact of tables.facts.exports) {
    if (fact.from === "" && fact.local === name) await search.exportedAs(home, fact.exported);
    else if (fact.from === "" && fact.exported === "default" && name === "default")
      await search.exportedAs(home, "default");
  }
  await search.run();
  return search.result(home);
}

class NameSearch {
  readonly #r: Resolver;
  readonly #keys: ReadonlySet<string>;
  readonly #names = new Set<string>();
  /** Files by the names, ascending each; and others. */
  readonly #holding: (readonly number[])[] = [];
  readonly #files = new Set<number>();
  readonly #local = new Map<number, Set<string>>();
  readonly #open: { name: string; file: number }[] = [];
  readonly #seen = new Set<string>();

  constructor(r: Resolver, keys: ReadonlySet<string>) {
    this.#r = r;
    this.#keys = keys;
  }

  async addName(name: string): Promise<void> {
    if (this.#names.has(name)) return;
    this.#names.add(name);
    this.#holding.push(this.#r.view.naming(name));
    this.#open.push({ name, file: -1 });
  }

  /** A file gives it to others under a name. Of a default only those who import that file can know. */
  async exportedAs(file: number, name: string): Promise<void> {
    const isDefault = name === "default" || name === "=";
    // The words index knows no `"a-b"`, which may be a name all the same.
    if (!isDefault && /^[\w$\u0080-\uffff]+$/.test(name)) return this.addName(name);
    const known = isDefault ? "default" : name;
    const key = `${file} ${known}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#open.push({ name: known, file });
  }

  async run(): Promise<void> {
    for (let next = this.#open.shift(); next !== undefined; next = this.#open.shift()) {
      const { name, file } = next;
      if (file === -1) {
        await this.#lookIn(this.#r.view.naming(name), name);
      } else await this.#lookIn(await this.#importersOf(file, name), name);
    }
  }

  async #lookIn(files: readonly number[], name: string): Promise<void> {
    const r = this.#r;
    const renaming = await r.among(`renames ${name}`, files, (file, tables) => {
      return tables !== null && mayRename(tables, name, r.family(file)?.renames !== undefined);
    });
    for await (const file of r.each(renaming)) {
      const tables = r.tables(file);
      if (tables !== null) await this.#look(tables, name);
    }
  }

  async #importersOf(file: number, name: string) {
    const home = await this.#r.file(file);
    const stems = (await this.#r.family(home)?.importNames(this.#r.view, home.path)) ?? [];
    const importers = new Set(stems.flatMap((stem) => this.#r.view.importing(stem)));
    // Lines that import a name in quotes are read by no pattern: their words tell.
    const [word] = (/^[\w$\u0080-\uffff]+$/.test(name) ? [] : name.split(/[^\w$\u0080-\uffff]+/)).sort(
      (a, b) => b.length - a.length,
    );
    if (word !== undefined && word.length > 1) for (const f of this.#r.view.naming(word)) importers.add(f);
    return [...importers].sort((a, b) => a - b);
  }

  /** Renamings in one file of what others offer as `name`. */
  async #look(tables: FileTables, name: string): Promise<void> {
    const { index } = tables.file;
    for (const fact of tables.facts.imports) {
      const whole = fact.imported === "*" && fact.module.endsWith(name);
      const asks = fact.imported === name || (fact.imported === "*" && name === "default");
      if (
        !(asks || (whole && this.#r.family(tables.file)?.renames !== undefined)) ||
        fact.local === "" ||
        fact.local === name
      )
        continue;
      const renames = this.#r.family(tables.file)?.renames;
      if (renames !== undefined) {
        const seen = await renames(this.#r, tables, fact, this.#keys);
        if (seen === "everywhere") await this.addName(fact.local);
        if (seen === "here") await this.#boundAs(tables, fact.local);
        continue;
      }
      if (await this.#means(() => this.#importedAs(index, fact, name)))
        await this.#boundAs(tables, fact.local);
      else if (name === "default" && fact.imported === "*") await this.#usedAsMember(tables, fact);
      else if (name !== "default" && fact.imported === name && (await this.#isLost(tables, fact)))
        this.#mayBe(index, fact.local);
    }
    for (const fact of tables.facts.exports) {
      if (fact.from !== "" && fact.local === name && fact.exported !== name && fact.exported !== "*") {
        if (await this.#means(() => offered(this.#r, [index], fact.exported)))
          await this.exportedAs(index, fact.exported);
      } else if (fact.from !== "" && fact.local === "default" && name === "default") {
        if (await this.#means(() => offered(this.#r, [index], "default")))
          await this.exportedAs(index, "default");
      } else if (fact.from === "" && fact.local === "exports" && name === "default") {
        // `module.exports = require("./x")`
        if (await this.#means(() => offered(this.#r, [index], "default")))
          await this.exportedAs(index, "default");
      } else if (fact.from === "" && fact.local === name && isImported(tables, name)) {
        await this.#reexported(tables, fact);
      } else if (fact.exported !== name && requiredIn(tables).get(fact) === name) {
        await this.#reexported(tables, fact);
      }
    }
  }

  /** A module that is not found may be the one that offers it. */
  async #isLost(tables: FileTables, fact: ImportFact): Promise<boolean> {
    const target = await this.#r.module(tables.file, fact.module, fact.imported);
    return target.files.length === 0 && !target.external;
  }

  #mayBe(file: number, local: string): void {
    this.#local.set(file, new Set([...(this.#local.get(file) ?? []), local]));
    this.#files.add(file);
  }

  async #importedAs(index: number, fact: ImportFact, name: string): Promise<Found> {
    const found = await imported(this.#r, index, fact);
    const [only] = found.entities;
    if (name !== "default" || only?.kind !== "module") return found;
    // `const X = require("./x")` is what the module exports as a whole.
    const whole = await wholeExport(this.#r, only.files);
    return { ...found, entities: whole === null ? [] : [whole] };
  }

  /** `ns.default`. */
  async #usedAsMember(tables: FileTables, fact: ImportFact): Promise<void> {
    const target = await this.#r.module(tables.file, fact.module, "default");
    if (!(await this.#means(() => offered(this.#r, target.files, "default")))) return;
    const { index } = tables.file;
    this.#local.set(index, new Set([...(this.#local.get(index) ?? []), "default"]));
    this.#files.add(index);
  }

  /** A local name of an import: used in this file, and perhaps exported from it. */
  async #boundAs(tables: FileTables, local: string): Promise<void> {
    const { index } = tables.file;
    const known = this.#local.get(index);
    if (known === undefined) this.#local.set(index, new Set([local]));
    else if (known.has(local)) return;
    else known.add(local);
    this.#files.add(index);
    // What a file imports, others import from it.
    if (this.#r.family(tables.file)?.offers === "top") return this.addName(local);
    for (const fact of tables.facts.exports) {
      if (fact.from === "" && fact.local === local) await this.#reexported(tables, fact);
    }
  }

  async #reexported(tables: FileTables, fact: ExportFact): Promise<void> {
    const { index } = tables.file;
    if (this.#names.has(fact.exported)) return;
    if (await this.#means(() => offered(this.#r, [index], fact.exported)))
      await this.exportedAs(index, fact.exported);
  }

  async #means(find: () => Promise<Found>): Promise<boolean> {
    const { entities } = await find();
    for (const entity of entities) {
      if (entity.kind !== "declared") continue;
      if (this.#keys.has(placeKey(entity.place))) return true;
      const held = this.#r.family(await this.#r.file(entity.place.file))?.held;
      const places = (await held?.(this.#r, entity.place)) ?? [];
      if (places.some((place) => this.#keys.has(placeKey(place)))) return true;
    }
    return false;
  }

  result(home: number): OtherNames {
    return {
      names: [...this.#names],
      local: this.#local,
      files: together(this.#holding, [home, ...this.#files]),
    };
  }
}

/** Files of several lists, ascending; the only list itself, where that holds them all. */
export function together(lists: readonly (readonly number[])[], more: readonly number[]): readonly number[] {
  const [first = []] = lists;
  if (lists.every((list) => list === first) && more.every((file) => first.includes(file))) return first;
  return [...new Set([...lists.flat(), ...more])].sort((a, b) => a - b);
}

/** Whether `#look` has an import or an export of the file to look at. `whole`: modules count as well. */
function mayRename(tables: FileTables, name: string, whole: boolean): boolean {
  const { facts } = tables;
  return (
    facts.imports.some(
      ({ imported: asked, local, module }) =>
        local !== "" &&
        local !== name &&
        (asked === name || (asked === "*" && (name === "default" || (whole && module.endsWith(name))))),
    ) ||
    facts.exports.some((fact) => {
      const { local, from, exported } = fact;
      if (from === "" && local === "exports" && name === "default") return true;
      if (local !== name) return exported !== name && requiredIn(tables).get(fact) === name;
      if (from === "") return facts.imports.some((i) => i.local === name);
      return name === "default" || (exported !== name && exported !== "*");
    })
  );
}

function isImported(tables: FileTables, name: string): boolean {
  return tables.facts.imports.some((i) => i.local === name);
}

/** Longer ones are no `exports.name = require("./x").other`; in UTF-16 code units. */
const LONGEST = 400;
const REQUIRED = /\brequire\s*\(\s*["'`][^"'`]*["'`]\s*\)\s*(?:\.\s*([\w$\u0080-\uffff]+))?\s*[;,]?\s*$/;

const required = new WeakMap<FileTables, ReadonlyMap<ExportFact, string>>();

/** Exports that are given what a module is or has: `exports.other = require("./x").name`; the name of a whole is `default`. */
function requiredIn(tables: FileTables): ReadonlyMap<ExportFact, string> {
  let known = required.get(tables);
  if (known === undefined) {
    const { text } = tables.file;
    const found = new Map<ExportFact, string>();
    for (const fact of text.includes("require") ? tables.facts.exports : []) {
      const start = tables.startOf(fact.range);
      const end = tables.endOf(fact.range);
      const given = fact.from !== "" || end - start > LONGEST ? null : REQUIRED.exec(text.slice(start, end));
      if (given !== null) found.set(fact, given[1] ?? "default");
    }
    required.set(tables, (known = found));
  }
  return known;
}
