// Which crates has the repository, and by which names do their files know them? By Cargo.toml, and by the roots that Cargo
// finds without being told.
import type { GraphView } from "./view.ts";

interface Package {
  readonly folder: string;
  /** Name under which others use its library, or empty. */
  readonly name: string;
  /** File of the library, or -1. */
  readonly library: number;
  readonly roots: readonly number[];
  /** Names of dependencies that are not those of their packages. */
  readonly renamed: ReadonlyMap<string, string>;
}

export interface Crates {
  readonly packages: readonly Package[];
  readonly roots: ReadonlySet<number>;
  readonly libraries: ReadonlyMap<string, readonly number[]>;
}

const memo = new WeakMap<GraphView, Promise<Crates>>();

export function cratesOf(view: GraphView): Promise<Crates> {
  let made = memo.get(view);
  if (made === undefined) memo.set(view, (made = read(view)));
  return made;
}

async function read(view: GraphView): Promise<Crates> {
  const packages: Package[] = [];
  const rust = view.paths.flatMap((path, i) => (path.endsWith(".rs") ? [i] : []));
  for (const path of view.paths) {
    if (path !== "Cargo.toml" && !path.endsWith("/Cargo.toml")) continue;
    const text = (await view.text(path)) ?? "";
    const made = packageOf(view, path.slice(0, -"Cargo.toml".length), text, rust);
    if (made !== null) packages.push(made);
  }
  // Without a manifest the files that Cargo would take are roots all the same.
  const roots = new Set(packages.flatMap((p) => p.roots));
  if (packages.length === 0) {
    for (const i of rust) if (/(?:^|\/)(?:lib|main)\.rs$/.test(view.paths[i]!)) roots.add(i);
  }
  const libraries = new Map<string, number[]>();
  for (const { name, library } of packages) {
    if (library !== -1) libraries.set(name, [...(libraries.get(name) ?? []), library]);
  }
  return { packages, roots, libraries };
}

/** One value of one section; the manifests are read by lines. */
function packageOf(view: GraphView, folder: string, text: string, rust: readonly number[]): Package | null {
  let section = "";
  let name = "";
  let libraryName = "";
  let libraryPath = "src/lib.rs";
  const paths: string[] = [];
  /** Kinds of roots that Cargo is told not to look for. */
  const told = new Set<string>();
  const renamed = new Map<string, string>();
  for (const line of text.split("\n")) {
    const head = /^\s*\[+\s*([^\]]+?)\s*\]+/.exec(line);
    if (head !== null) {
      section = head[1]!;
      continue;
    }
    const pair = /^\s*"?([\w-]+)"?\s*=\s*(.*)$/.exec(line);
    if (pair === null) continue;
    const [, key, value = ""] = pair;
    const string = /^(["'])(.*?)\1/.exec(value)?.[2];
    if (section === "package" && key === "name") name = string ?? "";
    else if (
      section === "package" &&
      /^auto(?:bins|tests|benches|examples)$/.test(key!) &&
      value.startsWith("false")
    )
      told.add(key!.slice("auto".length));
    else if (section === "lib" && key === "name") libraryName = string ?? "";
    else if (section === "lib" && key === "path") libraryPath = string ?? libraryPath;
    else if (/^(?:bin|example|test|bench)$/.test(section) && key === "path" && string !== undefined)
      paths.push(string);
    else if (section === "package" && key === "build" && string !== undefined) paths.push(string);
    else if (section.endsWith("dependencies")) {
      const of = /\bpackage\s*=\s*["']([\w-]+)["']/.exec(value)?.[1];
      if (of !== undefined) renamed.set(crateName(key!), crateName(of));
    }
  }
  if (name === "") return null;
  const roots = new Set<number>();
  const library = view.indexOf(folder + libraryPath.replace(/^\.\//, ""));
  if (library !== -1) roots.add(library);
  for (const path of paths) {
    const index = view.indexOf(folder + path.replace(/^\.\//, ""));
    if (index !== -1) roots.add(index);
  }
  for (const i of rust) {
    const path = view.paths[i]!;
    if (!path.startsWith(folder)) continue;
    const inside = path.slice(folder.length);
    const kind = inside.startsWith("src/bin/") ? "bins" : inside.slice(0, Math.max(0, inside.indexOf("/")));
    if (told.has(kind)) continue;
    if (
      /^(?:build\.rs|src\/main\.rs|(?:src\/bin|examples|tests|benches)\/(?:[^/]+\.rs|[^/]+\/main\.rs))$/.test(
        inside,
      )
    )
      roots.add(i);
  }
  const own = libraryName === "" ? name : libraryName;
  return { folder, name: crateName(own), library, roots: [...roots], renamed };
}

function crateName(name: string): string {
  return name.replaceAll("-", "_");
}

/** The package in whose folder the file stands. */
export function packageOfFile(crates: Crates, path: string): Package | null {
  let found: Package | null = null;
  for (const next of crates.packages) {
    if (path.startsWith(next.folder) && (found === null || next.folder.length > found.folder.length))
      found = next;
  }
  return found;
}

/** The library that a name at the beginning of a path means: -1 for none here, -2 for several; and how the crate is named. */
export async function libraryNamed(
  view: GraphView,
  from: string,
  name: string,
): Promise<{ library: number; crate: string }> {
  const crates = await cratesOf(view);
  const own = packageOfFile(crates, from);
  const crate = own?.renamed.get(name) ?? name;
  const found = crates.libraries.get(crate) ?? [];
  return { library: found.length > 1 ? -2 : (found[0] ?? -1), crate };
}
