// Is a module handed on as a value (`{ ...ns }`, `register(ns)`)? Then what it exports can be reached as a member of
// anything.
import type { ImportFact } from "../parse/facts.ts";
import { offered } from "./exported-names.ts";
import { placeKey, type FileTables } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";
import type { Subject } from "./subject.ts";

/** `files`: those that hold one of the subject's names; those that import its file are looked at too. */
export async function spaceFlows(
  r: Resolver,
  subject: Subject,
  files: readonly number[],
  names: ReadonlySet<string>,
): Promise<boolean> {
  const home = subject.tables.file;
  const stems = (await r.family(home)?.importNames(r.view, home.path)) ?? [];
  const reading = new Set<number>();
  for (const some of [files, ...stems.map((stem) => r.view.importing(stem))]) {
    const found = await r.among("reads a module as a value", some, (_, tables) => {
      return tables !== null && spacesOf(tables).length > 0;
    });
    for (const file of found) reading.add(file);
  }
  for await (const file of r.each([...reading].sort((a, b) => a - b))) {
    const tables = r.tables(file);
    if (tables !== null && r.family(file) === r.family(home) && (await handsOn(r, subject, tables, names)))
      return true;
  }
  return false;
}

async function handsOn(
  r: Resolver,
  subject: Subject,
  tables: FileTables,
  names: ReadonlySet<string>,
): Promise<boolean> {
  for (const fact of spacesOf(tables)) {
    const target = await r.module(tables.file, fact.module, "*");
    for (const name of names) {
      const { entities } = await offered(r, target.files, name);
      if (entities.some((e) => e.kind === "declared" && subject.keys.has(placeKey(e.place)))) return true;
    }
  }
  return false;
}

/** Imports of a file that make a module a value. Made once for a file. */
const spaces = new WeakMap<FileTables, readonly ImportFact[]>();

function spacesOf(tables: FileTables): readonly ImportFact[] {
  let known = spaces.get(tables);
  if (known === undefined)
    spaces.set(tables, (known = tables.facts.imports.filter((fact) => isSpace(tables, fact))));
  return known;
}

function isSpace(tables: FileTables, { imported, local }: ImportFact): boolean {
  return imported === "*" && local !== "" && isRead(tables, local);
}

/** Whether the name is used by itself, and not for a member. */
function isRead(tables: FileTables, name: string): boolean {
  const { references, exports } = tables.facts;
  if (exports.some((e) => e.local === name && e.from === "")) return true;
  return (tables.byName.get(name) ?? []).some((i) => {
    const { role, receiver, range } = references[i]!;
    if (role !== "read" || receiver !== "") return false;
    const end = tables.endOf(range);
    return !/^\s*(?:\?\.|!?\.)/.test(tables.file.text.slice(end, end + 40));
  });
}
