// What is declared under a type's name besides the type? Constructors and destructors in it and outside of it (C++), and
// the further parts of a partial type (C#).
import { declarationOf, placeOf } from "./declarations.ts";
import type { Declaration, NotLooked, Site } from "./graph-answers.ts";
import type { FileTables } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";
import { bySite, FoundSite } from "./sites.ts";

/** Files that are looked through for what is defined outside of its class. */
const MOST_FILES = 4_000;
/** Languages in which a constructor has the name of its class. */
const BY_CLASS_NAME = /^(?:java|csharp|c|cpp|dart)$/;

export interface Namesakes {
  readonly sites: readonly Site[];
  readonly notLooked: readonly NotLooked[];
}

/** All declarations of which a type is made, itself among them. */
export async function partsOfType(r: Resolver, declaration: Declaration): Promise<readonly Declaration[]> {
  const parts = r.family(await r.file(declaration.file))?.parts;
  if (parts === undefined) return [declaration];
  const all = [declaration];
  for (const { file, at } of await parts(r, placeOf(declaration))) {
    const part = await declarationOf(r, file, at);
    const isKnown = part === null || all.some((p) => p.file === file && p.symbols.includes(part.symbols[0]!));
    if (!isKnown) all.push(part);
  }
  return all;
}

/** `listed`: places that are known to name the type (`path:line:column`); before `::` they say whose a definition is. */
export async function namesakesOf(
  r: Resolver,
  parts: readonly Declaration[],
  listed: ReadonlySet<string>,
): Promise<Namesakes> {
  const { name, language } = parts[0]!;
  if (!BY_CLASS_NAME.test(language)) return { sites: [], notLooked: [] };
  const notLooked: NotLooked[] = [];
  const files = new Set(parts.map((p) => p.file));
  if (/^c(?:pp)?$/.test(language)) {
    const naming = r.view.naming(name);
    for (const file of naming.slice(0, MOST_FILES)) files.add(file);
    if (naming.length > MOST_FILES) {
      const what = `${naming.length - MOST_FILES} files that hold ${name}, for constructors outside of the class`;
      notLooked.push({ what, why: `ceiling of ${MOST_FILES} files` });
    }
  }
  const sites: Site[] = [];
  for await (const file of r.each([...files].sort((a, b) => a - b))) {
    const tables = r.tables(file);
    if (tables === null || !BY_CLASS_NAME.test(file.language)) continue;
    const own = new Set(parts.flatMap((p) => (p.file === file.index ? p.symbols : [])));
    tables.facts.symbols.forEach((symbol, at) => {
      const offset = nameIn(tables, at, name);
      if (offset === -1) return;
      const outside = qualifierBefore(tables, offset, name);
      const isOwn =
        outside === -1 ? own.has(symbol.parent) : listed.has(`${file.path}:${placeAt(tables, outside)}`);
      if (!isOwn) return;
      const { line, column } = tables.position(offset);
      sites.push(new FoundSite(file, line, column, symbol.parent, null));
    });
  }
  return { sites: sites.sort(bySite), notLooked };
}

/** Where the class's name stands in that of its constructor or destructor; -1 where the symbol is neither. */
function nameIn(tables: FileTables, at: number, name: string): number {
  const symbol = tables.facts.symbols[at]!;
  const { text } = tables.file;
  const start = tables.startOf(symbol.nameRange);
  if (symbol.name.startsWith("~"))
    return symbol.name.slice(1).trim() === name ? text.indexOf(name, start) : -1;
  if (symbol.kind !== "constructor") return -1;
  if (symbol.name === name) return start;
  // Dart: `Name.other(…)`.
  if (text.startsWith(`${name}.`, start)) return start;
  const before = start - name.length - 1;
  return before >= 0 && text.startsWith(`${name}.`, before) ? before : -1;
}

/** Offset of the class's name in `Name::Name`, `Name<T>::~Name`; -1 where none stands before it. */
function qualifierBefore({ file }: FileTables, offset: number, name: string): number {
  const before = file.text.slice(Math.max(0, offset - 300), offset);
  const match = /([A-Za-z_]\w*)\s*(?:<[^;{}()]*>\s*)?::\s*~?\s*$/.exec(before);
  return match === null || match[1] !== name ? -1 : offset - before.length + match.index;
}

function placeAt(tables: FileTables, offset: number): string {
  const { line, column } = tables.position(offset);
  return `${line}:${column}`;
}
