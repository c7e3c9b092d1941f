// Which files are one package of Go? Those of a folder with the same package clause; tests see the package they test, an
// `_test` package is one of its own. What a package declares at its top, and which names a file gives to what it imports.
import type { ImportFact } from "../parse/facts.ts";
import type { Place } from "./file-tables.ts";
import { tablesOf } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile, GraphView } from "./view.ts";

const folders = new WeakMap<GraphView, Map<string, number[]>>();

/** Files of Go in a folder, ascending. */
export function filesIn(view: GraphView, folder: string): readonly number[] {
  let all = folders.get(view);
  if (all === undefined) {
    all = new Map();
    for (const [i, path] of view.paths.entries()) {
      if (!path.endsWith(".go")) continue;
      const own = folderOf(path);
      const files = all.get(own);
      if (files === undefined) all.set(own, [i]);
      else files.push(i);
    }
    folders.set(view, all);
  }
  return all.get(folder) ?? [];
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

/** Name of a file's package, or empty. */
export function packageOf(file: GraphFile): string {
  return /^[ \t]*package[ \t]+([\p{L}_][\p{L}\p{N}_]*)/mu.exec(file.text)?.[1] ?? "";
}

function isTest(file: GraphFile): boolean {
  return file.path.endsWith("_test.go");
}

/** Never built with the rest: a program of its own beside the package. */
function isIgnored(file: GraphFile): boolean {
  return /^\/\/\s*(?:go:build|\+build)\s+ignore\b/m.test(file.text.slice(0, 2_000));
}

/** The package that an import of the folder gives. */
export async function importedFiles(view: GraphView, folder: string): Promise<readonly number[]> {
  const files = (await view.load(filesIn(view, folder))).filter((f) => !isTest(f) && !isIgnored(f));
  const names = new Set(files.map(packageOf));
  const own = names.size > 1 ? files.filter((f) => packageOf(f) !== "main") : files;
  return own.map((f) => f.index);
}

/** Files whose top is seen in the file, itself included. */
export async function packageFiles(r: Resolver, file: GraphFile): Promise<readonly GraphFile[]> {
  const name = packageOf(file);
  if (isIgnored(file)) return [file];
  const all = await r.load(filesIn(r.view, folderOf(file.path)));
  return all.filter(
    (f) => f.index === file.index || (packageOf(f) === name && !isIgnored(f) && (isTest(file) || !isTest(f))),
  );
}

/** Declarations of a name at the top of the file's package: several where build constraints choose. */
export async function inPackage(r: Resolver, file: GraphFile, name: string): Promise<Place[]> {
  const own = tablesOf(file)?.top.get(name);
  const tables = tablesOf(file);
  if (own !== undefined && own.length > 0 && tables !== null) return own.map((s) => tables.place(s));
  const places: Place[] = [];
  for (const other of await packageFiles(r, file)) {
    const theirs = tablesOf(other);
    for (const s of theirs?.top.get(name) ?? []) places.push(theirs!.place(s));
  }
  return places;
}

/** The imports that a file knows by the name: by the written one, or by the package's own. */
export async function importsNamed(r: Resolver, file: GraphFile, name: string): Promise<ImportFact[]> {
  const tables = tablesOf(file);
  if (tables === null) return [];
  const found: ImportFact[] = [];
  for (const fact of tables.facts.imports) {
    if (fact.imported !== "*" || fact.local === "") continue;
    const written = /^\s*["`]/.test(file.text.slice(tables.startOf(fact.range))) ? "" : fact.local;
    let own = fact.local;
    if (written === "") {
      const target = await r.module(file, fact.module, "*");
      const [first] = target.files;
      if (first !== undefined) own = packageOf(await r.file(first)) || own;
    }
    if (own === name) found.push(fact);
  }
  return found;
}
