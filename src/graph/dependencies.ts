// Which files does a file import, and which import it? Through the modules that the source names, re-exports included. A
// file of any language may be imported by one of any other: what decides is where the imports of each lead.
import { compareStrings } from "../base/order.ts";
import { languageById } from "../lang/registry.ts";
import { importName } from "../text/import-name.ts";
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

/** Names under which a file of any language may ask for this one. */
async function stemsOf(r: Resolver, file: GraphFile): Promise<string[]> {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const stems = new Set([name.slice(0, Math.max(name.indexOf(".", 1), 0) || name.length)]);
  for (const family of languageGraphs) {
    for (const stem of await family.importNames(r.view, file.path)) stems.add(stem);
  }
  return [...stems];
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

async function importsOf(
  r: Resolver,
  file: GraphFile,
): Promise<{ files: readonly number[]; dependency: Dependency }[]> {
  const byModule = new Map<string, { names: Set<string>; line: number }>();
  for (const fact of file.facts?.imports ?? []) {
    const known = byModule.get(fact.module);
    if (known === undefined)
      byModule.set(fact.module, { names: new Set([fact.imported]), line: fact.range.start });
    else known.names.add(fact.imported);
  }
  const found: { files: readonly number[]; dependency: Dependency }[] = [];
  for (const [module, { names, line }] of byModule) {
    const files = new Set<number>();
    let external = false;
    let why = "";
    for (const name of names) {
      const target = await r.module(file, module, name);
      for (const next of target.files) files.add(next);
      external ||= target.external;
      if (why === "") why = target.why;
    }
    const sorted = [...files].sort((a, b) => a - b);
    found.push({
      files: sorted,
      dependency: {
        from: file.path,
        module,
        names: [...names].filter((n) => n !== "").sort(compareStrings),
        paths: sorted.map((f) => r.view.paths[f]!),
        external: external && sorted.length === 0,
        why: sorted.length === 0 ? why : "",
        line,
        text: textOf(file, line),
      },
    });
  }
  return found;
}
