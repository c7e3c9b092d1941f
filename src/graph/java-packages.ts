// Which file declares a class of a package? By the names of files and folders, checked against the package that each
// file declares; of copies in several source roots, the one nearest to the file that asks.
import { tablesOf, isType, type Place } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile, GraphView } from "./view.ts";

export type ClassFound =
  | { readonly kind: "declared"; readonly place: Place }
  /** Several, or a file that could not be parsed. */
  | { readonly kind: "unknown" }
  | { readonly kind: "none" };

interface Folders {
  /** Files by their name without the folder. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  readonly byFolder: ReadonlyMap<string, readonly number[]>;
  /** Folders by their last part. */
  readonly byLast: ReadonlyMap<string, readonly string[]>;
}

const made = new WeakMap<GraphView, Folders>();

function foldersOf(view: GraphView): Folders {
  let folders = made.get(view);
  if (folders !== undefined) return folders;
  const byName = new Map<string, number[]>();
  const byFolder = new Map<string, number[]>();
  const byLast = new Map<string, string[]>();
  for (const [index, path] of view.paths.entries()) {
    if (!path.endsWith(".java")) continue;
    const folder = folderOf(path);
    push(byName, path.slice(folder === "" ? 0 : folder.length + 1), index);
    if (!byFolder.has(folder)) push(byLast, folder.slice(folder.lastIndexOf("/") + 1), folder);
    push(byFolder, folder, index);
  }
  folders = { byName, byFolder, byLast };
  made.set(view, folders);
  return folders;
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The declared package; empty for the one without a name. */
export function packageOf(file: GraphFile): string {
  const found = /^[ \t]*(?:@\w+\s+)*package\s+([\w$.\u0080-\uffff]+)\s*;/m.exec(file.text.slice(0, 50_000));
  return found?.[1] ?? "";
}

/** Folders that can hold the package: named like it, or that of the file that asks. */
function foldersOfPackage(view: GraphView, from: GraphFile, name: string): string[] {
  const { byLast } = foldersOf(view);
  const path = name.replaceAll(".", "/");
  const folders = (byLast.get(path.slice(path.lastIndexOf("/") + 1)) ?? []).filter(
    (f) => f === path || f.endsWith(`/${path}`),
  );
  const own = folderOf(from.path);
  if (packageOf(from) === name && !folders.includes(own)) folders.push(own);
  return folders;
}

/** Files of the package of `from`, without `from` itself. */
export function filesOfPackage(view: GraphView, from: GraphFile): number[] {
  const { byFolder } = foldersOf(view);
  const files = foldersOfPackage(view, from, packageOf(from)).flatMap((f) => byFolder.get(f) ?? []);
  return files.filter((f) => f !== from.index).sort((a, b) => a - b);
}

/** Files of a package by its folders: all of them, or those that are named like the class. */
export function filesIn(view: GraphView, from: GraphFile, pack: string, name: string): number[] {
  const { byFolder } = foldersOf(view);
  const files = foldersOfPackage(view, from, pack).flatMap((f) => byFolder.get(f) ?? []);
  const wanted =
    name === ""
      ? files
      : files.filter((f) => view.paths[f]!.endsWith(`/${name}.java`) || view.paths[f] === `${name}.java`);
  return wanted.sort((a, b) => a - b);
}

/** The class at the top of a file of the package. */
export function classIn(r: Resolver, from: GraphFile, pack: string, name: string): Promise<ClassFound> {
  return r.once(`jc${folderOf(from.path)}:${packageOf(from)}:${pack}:${name}`, { kind: "unknown" }, () =>
    look(r, from, pack, name),
  );
}

async function look(r: Resolver, from: GraphFile, pack: string, name: string): Promise<ClassFound> {
  const { byName, byFolder } = foldersOf(r.view);
  const named = byName.get(`${name}.java`) ?? [];
  let found = await declaring(r, named, pack, name);
  if (found.length === 0) {
    const folders = foldersOfPackage(r.view, from, pack);
    if (folders.length === 0) return { kind: "none" };
    const naming = new Set(r.view.naming(name));
    const further = folders.flatMap((f) => (byFolder.get(f) ?? []).filter((i) => naming.has(i)));
    found = await declaring(r, further, pack, name);
    if (found.length === 0) {
      const unread = (await r.load(further)).some((f) => f.facts === null && packageOf(f) === pack);
      return { kind: unread ? "unknown" : "none" };
    }
  }
  if (found.length === 1) return { kind: "declared", place: found[0]! };
  const near = nearest(r, from, found, pack);
  return near === null ? { kind: "unknown" } : { kind: "declared", place: near };
}

async function declaring(
  r: Resolver,
  files: readonly number[],
  pack: string,
  name: string,
): Promise<Place[]> {
  const places: Place[] = [];
  for (const file of await r.load(files)) {
    const tables = tablesOf(file);
    if (tables === null || packageOf(file) !== pack) continue;
    const at = (tables.top.get(name) ?? []).find((s) => isType(tables.facts.symbols[s]!.kind));
    if (at !== undefined) places.push(tables.place(at));
  }
  return places;
}

/** Of copies: the one in the same source root, else the only one of the same module (`module/src/…`). */
function nearest(r: Resolver, from: GraphFile, places: readonly Place[], pack: string): Place | null {
  const path = (place: Place) => r.view.paths[place.file]!;
  const own = rootOf(from.path, packageOf(from));
  const same = places.filter((p) => rootOf(path(p), pack) === own);
  if (same.length > 0) return same.length === 1 ? same[0]! : null;
  const module = moduleOf(from.path);
  const near = places.filter((p) => moduleOf(path(p)) === module);
  return near.length === 1 ? near[0]! : null;
}

function rootOf(path: string, pack: string): string {
  const folder = folderOf(path);
  const inside = pack.replaceAll(".", "/");
  return folder.endsWith(inside) ? folder.slice(0, folder.length - inside.length) : folder;
}

function moduleOf(path: string): string {
  const at = path.search(/(?:^|\/)src\//);
  return at === -1 ? "" : path.slice(0, at);
}
