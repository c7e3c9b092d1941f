// Which files does a module of Python mean? Relative to the package, or from the folders in which packages lie: that of the
// file's own package, those of projects (`pyproject.toml`, `setup.py`) and their `src`, and the folder of a script.
import { standardModules } from "./python-names.ts";
import { OUTSIDE, type ModuleTarget } from "./language-graph.ts";
import { tablesOf } from "./file-tables.ts";
import type { GraphFile, GraphView } from "./view.ts";

interface Layout {
  /** Folders that hold a file of Python, at any depth. */
  readonly folders: ReadonlySet<string>;
  /** Last names of folders and files: what could be meant by a name that no search path holds. */
  readonly names: ReadonlySet<string>;
  /** Folders in which packages lie, those of the innermost projects first. */
  readonly roots: readonly string[];
}

const PROJECT = /(?:^|\/)(?:pyproject\.toml|setup\.py|setup\.cfg)$/;
const layouts = new WeakMap<GraphView, Promise<Layout>>();

function layoutOf(view: GraphView): Promise<Layout> {
  let layout = layouts.get(view);
  if (layout === undefined) layouts.set(view, (layout = readLayout(view)));
  return layout;
}

async function readLayout(view: GraphView): Promise<Layout> {
  const folders = new Set<string>([""]);
  const names = new Set<string>();
  const projects = new Set<string>([""]);
  const configurations: string[] = [];
  for (const path of view.paths) {
    if (PROJECT.test(path)) {
      projects.add(folderOf(path));
      configurations.push(path);
    }
    if (!/\.pyi?$/.test(path)) continue;
    names.add(path.slice(path.lastIndexOf("/") + 1).replace(/\.pyi?$/, ""));
    for (let folder = folderOf(path); folder !== "" && !folders.has(folder); folder = folderOf(folder)) {
      folders.add(folder);
      names.add(folder.slice(folder.lastIndexOf("/") + 1));
    }
  }
  const roots = new Set<string>();
  for (const project of [...projects].sort((a, b) => b.length - a.length)) {
    for (const path of configurations) {
      if (folderOf(path) !== project) continue;
      for (const folder of configuredRoots((await view.text(path)) ?? "")) roots.add(join(project, folder));
    }
    roots.add(join(project, "src"));
    roots.add(project);
  }
  return { folders, names, roots: [...roots].filter((r) => folders.has(r)) };
}

/** `where = ["lib"]` (setuptools), `from = "lib"` (Poetry), `packages = ["lib/tool"]` (Hatch), `pythonpath` (pytest). */
function configuredRoots(text: string): string[] {
  const found: string[] = [];
  for (const [, list] of text.matchAll(/^\s*(?:where|pythonpath)\s*=\s*(\[[^\]]*\]|"[^"\n]*"|[\w./-]+)/gm)) {
    for (const [, folder] of list!.matchAll(/["'[\s,]?([\w./-]+)["'\],\s]?/g)) found.push(folder!);
  }
  for (const [, folder] of text.matchAll(/\bfrom\s*=\s*"([\w./-]+)"/g)) found.push(folder!);
  for (const [, folder] of text.matchAll(
    /(?:package_dir|package-dir)\s*=\s*\{\s*["']{2}\s*[:=]\s*["']([\w./-]+)["']/g,
  ))
    found.push(folder!);
  for (const [, list] of text.matchAll(/^packages\s*=\s*\[([^\]{]*)\]/gm)) {
    for (const [, path] of list!.matchAll(/"([\w./-]+)\/[\w-]+"/g)) found.push(path!);
  }
  return found.map((f) => f.replace(/^\.\/|\/$|^\.$/g, ""));
}

export async function moduleTarget(
  view: GraphView,
  from: GraphFile,
  module: string,
  imported: string,
): Promise<ModuleTarget> {
  const layout = await layoutOf(view);
  const dots = /^\.*/.exec(module)![0].length;
  const parts = module
    .slice(dots)
    .split(".")
    .filter((p) => p !== "");
  if (dots > 0) {
    let folder = folderOf(from.path);
    for (let up = 1; up < dots; up++) {
      if (folder === "") return missing("above the repository");
      folder = folderOf(folder);
    }
    return (await within(view, layout, from, folder, parts, imported)) ?? missing("no such module");
  }
  const [first] = parts;
  if (first === undefined) return missing("no module");
  for (const base of bases(view, layout, from)) {
    if (!holds(view, layout, base, first)) continue;
    const target = await within(view, layout, from, base, parts, imported);
    if (target !== null) return target;
    // A package is found once: what it lacks is in no other folder, unless it has none of its own code.
    if (file(view, join(base, first)) !== -1) return missing("not in the package");
  }
  if (standardModules.has(first) || !layout.names.has(first)) return OUTSIDE;
  return missing("in no folder where packages are looked for");
}

/** Folders in which a module is looked for, in their order. */
function bases(view: GraphView, layout: Layout, from: GraphFile): string[] {
  const own = folderOf(from.path);
  let top = own;
  while (top !== "" && view.indexOf(join(top, "__init__.py")) !== -1) top = folderOf(top);
  const inside = (root: string) => root === "" || from.path.startsWith(`${root}/`);
  return [
    ...new Set([
      ...(top === own ? [] : [top]),
      ...layout.roots.filter(inside),
      ...layout.roots.filter((r) => !inside(r)),
      ...(top === own ? [own] : []),
    ]),
  ];
}

function holds(view: GraphView, layout: Layout, base: string, name: string): boolean {
  const path = join(base, name);
  return layout.folders.has(path) || file(view, path) !== -1;
}

/** A module or a package by its path without ending: of both the package. */
function file(view: GraphView, path: string): number {
  for (const ending of ["/__init__.py", ".py", "/__init__.pyi", ".pyi"]) {
    const found = view.indexOf(path === "" ? ending.slice(1) : path + ending);
    if (found !== -1) return found;
  }
  return -1;
}

async function within(
  view: GraphView,
  layout: Layout,
  from: GraphFile,
  folder: string,
  parts: readonly string[],
  imported: string,
): Promise<ModuleTarget | null> {
  const path = [folder, ...parts].filter((p) => p !== "").join("/");
  const own = file(view, path);
  const named = imported === "" || imported === "*" ? -1 : file(view, join(path, imported));
  if (own === -1) {
    if (named !== -1) return whole(named);
    // A folder without `__init__.py`: it has no names of its own.
    return layout.folders.has(path) && imported === ""
      ? { files: [], external: false, why: "a folder" }
      : null;
  }
  if (named === -1 || !isPackage(view, own)) return { files: [own], external: false, why: "" };
  if (own === from.index || !(await binds(view, own, imported))) return whole(named);
  return { files: [own], external: false, why: "" };
}

function whole(index: number): ModuleTarget {
  return { files: [index], external: false, why: "", whole: true };
}

function missing(why: string): ModuleTarget {
  return { files: [], external: false, why };
}

function isPackage(view: GraphView, index: number): boolean {
  return /(?:^|\/)__init__\.pyi?$/.test(view.paths[index]!);
}

/** Whether the package itself gives the name a meaning, over its module of that name. */
async function binds(view: GraphView, index: number, name: string): Promise<boolean> {
  const [init] = await view.load([index]);
  const tables = init === undefined ? null : tablesOf(init);
  if (tables === null) return false;
  return tables.top.has(name) || tables.facts.imports.some((i) => i.local === name);
}

/** The module of that name in the package that the files are, or -1. */
export function submodule(view: GraphView, files: readonly number[], name: string): number {
  const [only] = files;
  if (files.length !== 1 || only === undefined || !isPackage(view, only)) return -1;
  return file(view, join(folderOf(view.paths[only]!), name));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

function join(folder: string, name: string): string {
  return folder === "" ? name : name === "" ? folder : `${folder}/${name}`;
}
