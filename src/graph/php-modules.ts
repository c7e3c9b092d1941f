// Which files does an import of PHP mean? Of `use` those that declare the name, of `include` the file at the path. And under
// which names may others import a file?
import { tablesOf } from "./file-tables.ts";
import { OUTSIDE, type ModuleTarget } from "./language-graph.ts";
import { declaredName, declaring, lastPart } from "./php-names.ts";
import type { GraphFile, GraphView } from "./view.ts";

/** Files that are read in search of what one import means. */
const MOST_FILES = 1_000;

export async function moduleTarget(
  view: GraphView,
  from: GraphFile,
  module: string,
  imported: string,
): Promise<ModuleTarget> {
  if (imported === "*") return included(view, from, module);
  const path = module === "" ? imported : `${module}\\${imported}`;
  const files: number[] = [];
  const naming = view.naming(imported).filter((f) => view.languageOf(f) === "php");
  const named = naming.filter((f) => view.paths[f]!.endsWith(`/${imported}.php`));
  for (const candidates of [named, naming.slice(0, MOST_FILES)]) {
    for (const file of await view.load(candidates)) {
      const tables = tablesOf(file);
      if (tables === null) continue;
      const kinds = ["type", "function", "constant"] as const;
      if (kinds.some((kind) => declaring(tables, path, kind).length > 0)) files.push(file.index);
    }
    if (files.length > 0) break;
  }
  return files.length === 0 ? OUTSIDE : { files: files.sort((a, b) => a - b), external: false, why: "" };
}

function included(view: GraphView, from: GraphFile, written: string): ModuleTarget {
  const folder = from.path.split("/").slice(0, -1);
  const parts = written.replaceAll("\\", "/").split("/");
  const walk = (start: readonly string[]): number => {
    const path = [...start];
    for (const part of parts) {
      if (part === "..") {
        if (path.pop() === undefined) return -1;
      } else if (part !== "." && part !== "") path.push(part);
    }
    return view.indexOf(path.join("/"));
  };
  // Beside the file, then from the root: PHP looks where the program began, which is not known.
  for (const start of written.startsWith(".") ? [folder] : [folder, []]) {
    const index = walk(start);
    if (index !== -1) return { files: [index], external: false, why: "" };
  }
  return { files: [], external: false, why: "no file at the path" };
}

/** What the file declares, the namespaces of that, and its own name. */
export async function importNames(view: GraphView, path: string): Promise<readonly string[]> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const names = new Set([name, name.replace(/\.\w+$/, "")]);
  const index = view.indexOf(path);
  const [file] = index === -1 ? [] : await view.load([index]);
  const tables = file === undefined ? null : tablesOf(file);
  for (const at of tables?.facts.symbols.keys() ?? []) {
    const own = declaredName(tables!, at);
    if (own === null) continue;
    names.add(lastPart(own.path));
    const space = own.path.slice(0, Math.max(0, own.path.lastIndexOf("\\")));
    if (space !== "") names.add(lastPart(space));
  }
  return [...names];
}
