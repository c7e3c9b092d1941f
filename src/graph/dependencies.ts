// Which files does a file import, and which import it? Through the modules that the source names, re-exports included. A
// file of any language may be imported by one of any other: what decides is where the imports of each lead.
import { compareStrings } from "../base/order.ts";
import { languageById } from "../lang/registry.ts";
import { importName } from "../text/import-name.ts";
import { ecmascriptGraph } from "./ecmascript-graph.ts";
import type { Dependencies, Dependency, NotLooked } from "./graph.ts";
import { graphOf, languageGraphs } from "./languages.ts";
import type { Resolver } from "./resolve.ts";
import { textOf } from "./sites.ts";
import type { GraphFile } from "./view.ts";

/** Files that may import one and are read for it. */
const MOST_FILES = 20_000;

export async function dependenciesOf(r: Resolver, index: number): Promise<Dependencies> {
  const file = await r.file(index);
  const notLooked: NotLooked[] = [];
  // A language without a grammar has its imports by line patterns alone, which resolve to nothing.
  if (file.facts === null && file.skip !== null && languageById(file.language)?.imports.length !== 0)
    notLooked.push({ what: file.path, why: file.skip });
  return { links: (await importsOf(r, file)).map(({ dependency }) => dependency), notLooked };
}

export async function dependentsOf(r: Resolver, index: number): Promise<Dependencies> {
  const file = await r.file(index);
  const stems = await stemsOf(r, file);
  const importers = [...new Set(stems.flatMap((stem) => r.view.importing(stem)))].sort((a, b) => a - b);
  const notLooked: NotLooked[] = [];
  const left = importers.length - MOST_FILES;
  if (left > 0)
    notLooked.push({ what: `${left} files that may import it`, why: `ceiling of ${MOST_FILES} files` });
  const names = new Set(stems.map(importName));
  const links: Dependency[] = [];
  for await (const importer of r.each(importers.slice(0, MOST_FILES))) {
    if (importer.index === index) continue;
    if (importer.facts === null || r.family(importer) === null) {
      links.push(...importingLines(importer, names));
      continue;
    }
    for (const { files, dependency } of await importsOf(r, importer)) {
      if (files.includes(index)) links.push(dependency);
      else if (files.length === 0 && mayMean(r, file, importer, dependency, names)) links.push(dependency);
    }
  }
  return { links: links.sort((a, b) => compareStrings(a.from, b.from) || a.line - b.line), notLooked };
}

/** Names under which a file may be asked for: by its own in any language, and by what its language makes of it. */
async function stemsOf(r: Resolver, file: GraphFile): Promise<string[]> {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const stem = name.slice(0, Math.max(name.indexOf(".", 1), 0) || name.length);
  // Data and styles are imported by modules of JavaScript, which also ask for folders and packages.
  const family = r.family(file) ?? ecmascriptGraph;
  return [...new Set([stem, ...(await family.importNames(r.view, file.path))])];
}

/** Whether an import that leads to no file may mean this one: nothing but its name says where it leads. */
function mayMean(
  r: Resolver,
  file: GraphFile,
  importer: GraphFile,
  { module, external }: Dependency,
  names: ReadonlySet<string>,
): boolean {
  if (external || !names.has(importName(module))) return false;
  const family = r.family(importer);
  const own = r.family(file);
  if (own !== null && own !== family) return false;
  // Where imports are resolved, one that says its place would have led here.
  return !(module.startsWith(".") && languageGraphs.some((g) => g === family));
}

/** What line patterns say of a file without facts of its imports: possible, and where. */
function importingLines(importer: GraphFile, names: ReadonlySet<string>): Dependency[] {
  const patterns = languageById(importer.language)?.imports ?? [];
  const found: Dependency[] = [];
  const why = graphOf(importer.language) === null ? NO_RULES : "unparsed-file";
  for (const [i, line] of importer.text.split("\n").entries()) {
    for (const { regex } of patterns) {
      const module = regex.exec(line)?.groups?.["name"];
      if (module === undefined || !names.has(importName(module))) continue;
      found.push(linkAt(importer, i + 1, module, why));
      break;
    }
  }
  // The index knows that it imports such a name, over several lines.
  return found.length > 0 ? found : [linkAt(importer, 1, "", why)];
}

const NO_RULES = "imports of this language are not resolved";

function linkAt(file: GraphFile, line: number, module: string, why: string): Dependency {
  const { path } = file;
  return { from: path, module, names: [], paths: [], external: false, why, line, text: textOf(file, line) };
}

interface Imported {
  files: readonly number[];
  dependency: Dependency;
}

/** What a file imports: each module once, with the first line that names it; apart where names of it lead to other files. */
async function importsOf(r: Resolver, file: GraphFile): Promise<Imported[]> {
  const found = new Map<string, Imported & { names: Set<string> }>();
  const tables = r.tables(file);
  const holderOf = r.family(file)?.importHolder;
  // What is passed on from another file is imported from there, whether or not the language says it twice.
  const passedOn = (file.facts?.exports ?? [])
    .filter(({ from }) => from !== "")
    .map(({ from, local, range }) => ({ module: from, imported: local, local, typeOnly: false, range }));
  for (const fact of [...(file.facts?.imports ?? []), ...passedOn]) {
    const { module, imported, range } = fact;
    const holder = tables === null ? -1 : (holderOf?.(tables, fact) ?? -1);
    const target = await r.module(file, module, imported, holder);
    const files = target.files.filter((next) => next !== file.index).sort((a, b) => a - b);
    // `use super::*` in a module inside of the file stays in it.
    if (files.length === 0 && target.files.length > 0) continue;
    const key = `${module}\0${files.join(" ")}\0${target.external}`;
    const known = found.get(key);
    if (known !== undefined) known.names.add(imported);
    else {
      const dependency: Dependency = {
        from: file.path,
        module,
        names: [],
        paths: files.map((f) => r.view.paths[f]!),
        external: target.external && files.length === 0,
        why: files.length === 0 ? target.why : "",
        line: range.start,
        text: textOf(file, range.start),
      };
      found.set(key, { files, dependency, names: new Set([imported]) });
    }
  }
  return [...found.values()].map(({ files, dependency, names }) => ({
    files,
    dependency: { ...dependency, names: [...names].filter((n) => n !== "").sort(compareStrings) },
  }));
}
