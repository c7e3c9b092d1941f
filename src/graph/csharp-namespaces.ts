// Where do the declarations of C# stand, and which namespaces does a place see? Its own with those around, what its file
// and its project name by `using`.
import { dirname } from "node:path/posix";
import type { ImportFact } from "../parse/facts.ts";
import { tablesOf, type FileTables } from "./file-tables.ts";
import type { Packages } from "./packaged-names.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphView } from "./view.ts";

export const CSHARP: Packages = {
  languages: ["csharp"],
  packageOf(tables, at) {
    const { parent, qualified, name } = tables.facts.symbols[at]!;
    if (parent !== -1 && tables.facts.symbols[parent]!.kind !== "namespace") return null;
    return qualified.slice(0, Math.max(0, qualified.length - name.length - 1));
  },
  mayHold: (file, pack) => pack === "" || file.text.includes(pack.slice(pack.lastIndexOf(".") + 1)),
};

/** The namespaces around a symbol, the innermost first; the global one is empty and last. */
export function namespacesAt(tables: FileTables, offset: number): string[] {
  let inner = "";
  for (const { kind, qualified, range, bodyStart } of tables.facts.symbols) {
    if (kind !== "namespace") continue;
    // One without a body holds for the file.
    const around = bodyStart === 0 || (tables.startOf(range) <= offset && tables.endOf(range) > offset);
    if (around && qualified.length > inner.length) inner = qualified;
  }
  const found: string[] = [];
  for (let at = inner; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) found.push(at);
  return [...found, ""];
}

export interface Using {
  /** Of an alias; else empty. */
  readonly alias: string;
  /** A namespace, a type for `static`, or what an alias stands for. */
  readonly path: string;
  readonly isStatic: boolean;
}

/** What the file and its project name by `using`, as far as it holds at the offset. */
export async function usingsAt(r: Resolver, tables: FileTables, offset: number): Promise<readonly Using[]> {
  const own: Using[] = [];
  for (const fact of tables.facts.imports) {
    const around = tables.facts.symbols.find(
      (s) =>
        s.kind === "namespace" &&
        s.bodyStart !== 0 &&
        tables.startOf(s.range) < tables.startOf(fact.range) &&
        tables.endOf(s.range) > tables.startOf(fact.range),
    );
    if (
      around !== undefined &&
      !(tables.startOf(around.range) <= offset && tables.endOf(around.range) > offset)
    )
      continue;
    own.push(usingOf(tables, fact));
  }
  return [...own, ...(await projectUsings(r, tables.file.path))];
}

function usingOf(tables: FileTables, { module, imported, local, range }: ImportFact): Using {
  const start = tables.startOf(range);
  const head = tables.file.text.slice(start, start + 60);
  const path =
    imported === "*" || imported === "" ? module : module === "" ? imported : `${module}.${imported}`;
  return {
    alias: imported === "*" ? "" : local,
    path: path.replace(/^global::/, ""),
    isStatic: /^(?:global\s+)?using\s+static\b/.test(head),
  };
}

const projects = new WeakMap<GraphView, ReadonlySet<string>>();

/** The folder of the project that a file belongs to; empty where none is found. */
export function projectOf(view: GraphView, path: string): string {
  let folders = projects.get(view);
  if (folders === undefined) {
    folders = new Set(view.paths.filter((p) => p.endsWith(".csproj")).map((p) => dirname(p)));
    projects.set(view, folders);
  }
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder))
    if (folders.has(folder)) return folder;
  return "";
}

/** Those that hold for the whole project: `global using`, and what its settings name. */
function projectUsings(r: Resolver, path: string): Promise<readonly Using[]> {
  const project = projectOf(r.view, path);
  return r.once(`cu${project}`, [] as readonly Using[], async () => {
    const found: Using[] = [];
    const files = r.view.naming("global").filter((f) => r.view.languageOf(f) === "csharp");
    for await (const file of r.each(files)) {
      const tables = tablesOf(file);
      if (tables === null || projectOf(r.view, file.path) !== project) continue;
      for (const fact of tables.facts.imports) {
        const start = tables.startOf(fact.range);
        if (/^global\s+using\b/.test(file.text.slice(start, start + 40))) found.push(usingOf(tables, fact));
      }
    }
    for (const settings of settingsOf(r.view, project)) {
      const text = (await r.view.text(settings)) ?? "";
      for (const [tag] of text.matchAll(/<Using\s[^<>]*\bInclude\s*=\s*"[^"]*"[^<>]*>/g)) {
        const attribute = (name: string) => new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`).exec(tag)?.[1] ?? "";
        const isStatic = /^true$/i.test(attribute("Static"));
        for (const name of attribute("Include").split(";"))
          found.push({ alias: attribute("Alias"), path: name.trim(), isStatic });
      }
    }
    return found;
  });
}

/** The project's own file, and those that the folders above give to all projects. */
function settingsOf(view: GraphView, project: string): string[] {
  const found = view.paths.filter(
    (p) => p.endsWith(".csproj") && dirname(p) === (project === "" ? "." : project),
  );
  for (let folder = project; ; folder = dirname(folder)) {
    for (const name of ["Directory.Build.props", "Directory.Build.targets"]) {
      const path = folder === "" || folder === "." ? name : `${folder}/${name}`;
      if (view.indexOf(path) !== -1) found.push(path);
    }
    if (folder === "" || folder === ".") return found;
  }
}
