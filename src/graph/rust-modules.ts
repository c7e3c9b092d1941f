// Where in the trees of modules of its crates does a file of Rust stand? By `mod name;` with its file or its `#[path]`, and by
// macros that declare modules.
import { tablesOf } from "./file-tables.ts";
import { cratesOf, packageOfFile } from "./rust-crates.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphView } from "./view.ts";

/** A module: a file (`at` is -1), or a `mod name { … }` inside of one. */
export interface Module {
  readonly file: number;
  readonly at: number;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Folder in which the file's `mod name;` look for their files. */
async function inside(view: GraphView, file: number): Promise<string> {
  const path = view.paths[file]!;
  const { roots } = await cratesOf(view);
  if (roots.has(file) || path.endsWith("/mod.rs") || path === "mod.rs") return folderOf(path);
  return `${path.slice(0, -".rs".length)}/`;
}

/** Files of `mod name;`. */
export async function filesOfMod(r: Resolver, file: number, symbol: number): Promise<number[]> {
  const { view } = r;
  const tables = tablesOf(await r.file(file));
  if (tables === null) return [];
  const { symbols } = tables.facts;
  const { name, parent } = symbols[symbol]!;
  const given = pathAttribute(
    tables.file.text,
    tables.startOf(symbols[symbol]!.range),
    tables.startOf(symbols[symbol]!.nameRange),
  );
  let within = "";
  for (let at = parent; at !== -1; at = symbols[at]!.parent) within = `${symbols[at]!.name}/${within}`;
  const own = folderOf(view.paths[file]!);
  const found: number[] = [];
  for (const path of given) {
    const index = view.indexOf(normal((within === "" ? own : (await inside(view, file)) + within) + path));
    if (index !== -1) found.push(index);
  }
  // Attributes under a condition leave the usual place open.
  if (
    given.length > 0 &&
    !/cfg_attr/.test(
      headOf(
        tables.file.text,
        tables.startOf(symbols[symbol]!.range),
        tables.startOf(symbols[symbol]!.nameRange),
      ),
    )
  )
    return found;
  const folder = (await inside(view, file)) + within;
  for (const path of [`${folder}${name}.rs`, `${folder}${name}/mod.rs`]) {
    const index = view.indexOf(path);
    if (index !== -1) found.push(index);
  }
  return found;
}

/**
 * Files of a module that no item declares, since a macro does (`crate_root!()`): those that stand where `mod name;` would
 * look for them, if it is written anywhere in the package.
 */
export async function filesOfMade(
  r: Resolver,
  file: number,
  name: string,
  isPublic = false,
): Promise<number[]> {
  const { view } = r;
  const folder = await inside(view, file);
  const found = [`${folder}${name}.rs`, `${folder}${name}/mod.rs`]
    .map((p) => view.indexOf(p))
    .filter((i) => i !== -1);
  return found.length > 0 && (await isWritten(r, file, name, isPublic)) ? found : [];
}

/** Whether `mod name;` is written in the package of the file. */
function isWritten(r: Resolver, file: number, name: string, isPublic: boolean): Promise<boolean> {
  const { view } = r;
  return r.once(`rwritten${file}:${name}:${isPublic}`, false, async () => {
    const own = packageOfFile(await cratesOf(view), view.paths[file]!)?.folder ?? "";
    const files = view
      .naming(name)
      .filter((i) => view.paths[i]!.endsWith(".rs") && view.paths[i]!.startsWith(own));
    const shape = new RegExp(`${isPublic ? "\\bpub(?:\\([^)]*\\))?\\s+" : "\\b"}mod\\s+${name}\\s*;`);
    for await (const other of r.each(files)) if (shape.test(other.text)) return true;
    return false;
  });
}

/** Attributes above the name. The symbol's range may begin at a comment above. */
function headOf(text: string, start: number, name: number): string {
  return text.slice(start, name);
}

function pathAttribute(text: string, start: number, name: number): string[] {
  return [...headOf(text, start, name).matchAll(/\bpath\s*=\s*"([^"]+)"/g)].map((m) => m[1]!);
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** Modules that hold the module: of a file several where several declare it; none at the root of a crate. */
export async function parentsOf(r: Resolver, { file, at }: Module): Promise<Module[]> {
  if (at !== -1) {
    const { symbols } = tablesOf(await r.file(file))!.facts;
    return [{ file, at: moduleAround(symbols, symbols[at]!.parent) }];
  }
  return r.once(`rp${file}`, [] as Module[], () => parentsOfFile(r, file));
}

interface Nested {
  readonly kind: string;
  readonly parent: number;
}

/** The nearest module at or above the symbol, -1 for the file. */
export function moduleAround(symbols: readonly Nested[], from: number): number {
  for (let at = from; at !== -1; at = symbols[at]!.parent) if (symbols[at]!.kind === "module") return at;
  return -1;
}

/** Files that say themselves where a module stands. */
function withPaths(r: Resolver): Promise<readonly number[]> {
  return r.once("rpaths", [] as readonly number[], async () => {
    const files = r.view.naming("path").filter((i) => r.view.paths[i]!.endsWith(".rs"));
    const loaded = await r.load(files);
    return loaded.filter((f) => /#\s*!?\[[^\]\n]*\bpath\s*=\s*"/.test(f.text)).map((f) => f.index);
  });
}

async function parentsOfFile(r: Resolver, file: number): Promise<Module[]> {
  const { view } = r;
  const { roots } = await cratesOf(view);
  const path = view.paths[file]!;
  // What lies beside tests is a crate of its own for Cargo, and often a module of the tests as well.
  if (roots.has(file) && !/(?:^|\/)(?:tests|benches|examples)\/[^/]+\.rs$/.test(path)) return [];
  const stem = path.slice(path.lastIndexOf("/") + 1, -".rs".length);
  const name = stem === "mod" ? (folderOf(path).split("/").at(-2) ?? "") : stem;
  const folder = stem === "mod" ? folderOf(folderOf(path).slice(0, -1)) : folderOf(path);
  const found: Module[] = [];
  const candidates = new Set<number>();
  for (const [i, other] of view.paths.entries()) {
    if (!other.endsWith(".rs") || i === file) continue;
    // Whatever stands in the folder, or above it in an inline module of the same name.
    if (folderOf(other) === folder || folder.startsWith(`${other.slice(0, -".rs".length)}/`))
      candidates.add(i);
  }
  const naming = new Set(view.naming(name));
  const byPath = (await withPaths(r)).filter((i) => i !== file);
  for (const i of byPath) candidates.add(i);
  for (const other of await r.load([...candidates].filter((i) => naming.has(i) || byPath.includes(i)))) {
    const tables = tablesOf(other);
    if (tables === null) continue;
    for (const [s, symbol] of tables.facts.symbols.entries()) {
      if (symbol.kind !== "module" || symbol.bodyStart !== 0) continue;
      if (symbol.name !== name && !byPath.includes(other.index)) continue;
      if ((await filesOfMod(r, other.index, s)).includes(file))
        found.push({ file: other.index, at: moduleAround(tables.facts.symbols, symbol.parent) });
    }
  }
  if (found.length > 0 || roots.has(file)) return found;
  const around = [`${folder}lib.rs`, `${folder}main.rs`, `${folder}mod.rs`, `${folder.slice(0, -1)}.rs`];
  for (const above of around.map((p) => view.indexOf(p)).filter((i) => i !== -1 && i !== file))
    if ((await filesOfMade(r, above, name)).includes(file)) found.push({ file: above, at: -1 });
  return found;
}

/** Roots of the crates of which the module is a part. */
export async function rootsOf(r: Resolver, module: Module): Promise<Module[]> {
  return r.once(`rr${module.file}`, [] as Module[], async () => {
    const { roots } = await cratesOf(r.view);
    const found = new Map<number, Module>();
    let level: Module[] = [{ file: module.file, at: -1 }];
    for (let depth = 0; level.length > 0 && depth < 50; depth++) {
      const next: Module[] = [];
      for (const one of level) {
        const parents = await parentsOf(r, { file: one.file, at: -1 });
        if (parents.length === 0 || roots.has(one.file)) found.set(one.file, { file: one.file, at: -1 });
        for (const parent of parents) if (!next.some((n) => n.file === parent.file)) next.push(parent);
      }
      level = next;
    }
    return [...found.values()];
  });
}
