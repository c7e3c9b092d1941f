// Which package does an import path of Go mean? By the module of the file (`go.mod`), what it replaces by a folder, the
// modules of a workspace (`go.work`), and `vendor`. What is in none of them lies outside.
import { filesIn, folderOf, importedFiles } from "./go-packages.ts";
import { OUTSIDE, type ModuleTarget } from "./language-graph.ts";
import type { GraphFile, GraphView } from "./view.ts";

interface GoModule {
  readonly path: string;
  readonly folder: string;
  /** Module paths that mean folders of the repository. */
  readonly replaced: ReadonlyMap<string, string>;
}

interface Modules {
  readonly all: readonly GoModule[];
  /** Folders of the modules that are used together. */
  readonly workspaces: readonly ReadonlySet<string>[];
}

const known = new WeakMap<GraphView, Promise<Modules>>();

function modulesOf(view: GraphView): Promise<Modules> {
  let modules = known.get(view);
  if (modules === undefined) known.set(view, (modules = readModules(view)));
  return modules;
}

async function readModules(view: GraphView): Promise<Modules> {
  const all: GoModule[] = [];
  const workspaces: ReadonlySet<string>[] = [];
  for (const path of view.paths) {
    const folder = folderOf(path);
    if (/(?:^|\/)go\.mod$/.test(path)) {
      const text = (await view.text(path)) ?? "";
      const own = /^\s*module\s+"?([^\s"]+)"?/m.exec(text)?.[1];
      if (own === undefined) continue;
      const replaced = new Map<string, string>();
      for (const [, from, to] of text.matchAll(
        /^\s*(?:replace\s+)?([^\s()]+)(?:\s+v\S+)?\s+=>\s+(\.{1,2}(?:\/\S*)?)/gm,
      )) {
        const target = joined(folder, to!);
        if (target !== null) replaced.set(from!, target);
      }
      all.push({ path: own, folder, replaced });
    } else if (/(?:^|\/)go\.work$/.test(path)) {
      const text = (await view.text(path)) ?? "";
      const used = [...text.matchAll(/^\s*(?:use\s+)?(\.{1,2}(?:\/[^\s)]*)?)\s*(?:\/\/.*)?$/gm)].map((m) =>
        joined(folder, m[1]!),
      );
      workspaces.push(new Set(used.filter((f) => f !== null)));
    }
  }
  return { all, workspaces };
}

export async function goModule(view: GraphView, from: GraphFile, path: string): Promise<ModuleTarget> {
  if (path === "C" || path === "unsafe") return OUTSIDE;
  const { all, workspaces } = await modulesOf(view);
  if (/^\.{1,2}(?:\/|$)/.test(path)) {
    const folder = joined(folderOf(from.path), path);
    return folder === null ? missing("above the repository") : packageIn(view, folder);
  }
  const own = moduleAround(all, from.path);
  if (own === null) return all.length > 0 ? OUTSIDE : withoutModules(view, path);
  const inner = within(own.path, path);
  if (inner !== null) {
    const folder = join(own.folder, inner);
    if (moduleAround(all, `${folder}/x`) === own && filesIn(view, folder).length > 0)
      return packageIn(view, folder);
  }
  let replaced: { folder: string; length: number } | null = null;
  for (const [name, folder] of own.replaced) {
    const rest = within(name, path);
    if (rest !== null && name.length > (replaced?.length ?? -1))
      replaced = { folder: join(folder, rest), length: name.length };
  }
  if (replaced !== null) return packageIn(view, replaced.folder);
  const vendored = join(own.folder, `vendor/${path}`);
  if (filesIn(view, vendored).length > 0) return packageIn(view, vendored);
  let other: GoModule | null = null;
  for (const module of all) {
    if (module === own || within(module.path, path) === null) continue;
    if (module.path.length > (other?.path.length ?? -1)) other = module;
  }
  if (other !== null) {
    const together = workspaces.some((w) => w.has(own.folder) && w.has(other.folder));
    // Without a workspace the version that was published is meant, which may be another text.
    if (!together) return missing("another module of the repository");
    return packageIn(view, join(other.folder, within(other.path, path)!));
  }
  return inner === null ? OUTSIDE : missing("no such package");
}

async function packageIn(view: GraphView, folder: string): Promise<ModuleTarget> {
  const files = await importedFiles(view, folder);
  return files.length === 0 ? missing("no such package") : { files, external: false, why: "" };
}

/** A repository that lies in some `GOPATH`: its own path is not known. */
function withoutModules(view: GraphView, path: string): ModuleTarget {
  const parts = path.split("/");
  for (let at = 0; at < parts.length; at++) {
    if (filesIn(view, parts.slice(at).join("/")).length > 0 && parts[0]!.includes("."))
      return missing("no go.mod");
  }
  return parts[0]!.includes(".") && parts.length === 3 ? missing("no go.mod") : OUTSIDE;
}

/** The innermost module that holds the path. */
function moduleAround(all: readonly GoModule[], path: string): GoModule | null {
  let found: GoModule | null = null;
  for (const module of all) {
    if (module.folder !== "" && !path.startsWith(`${module.folder}/`)) continue;
    if (found === null || module.folder.length > found.folder.length) found = module;
  }
  return found;
}

/** What of the path follows the module's own; null where it is none of its. */
function within(module: string, path: string): string | null {
  if (path === module) return "";
  return path.startsWith(`${module}/`) ? path.slice(module.length + 1) : null;
}

function missing(why: string): ModuleTarget {
  return { files: [], external: false, why };
}

function join(folder: string, name: string): string {
  return folder === "" ? name : name === "" ? folder : `${folder}/${name}`;
}

/** Null above the repository. */
function joined(folder: string, relative: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
