// Which file does a `require` of Ruby mean? A path from the file's own folder; else a path below a folder of the repository
// from which Ruby loads (`lib`).
import type { ModuleTarget } from "./language-graph.ts";
import type { GraphFile, GraphView } from "./view.ts";

const LOADED = /(?:^|\/)(?:lib|app\/\w+|test|spec|ext)\/$/;

export async function moduleTarget(view: GraphView, from: GraphFile, module: string): Promise<ModuleTarget> {
  const path =
    /\.\w+$/.test(module) && view.indexOf(module) !== -1 ? module : `${module.replace(/\.rb$/, "")}.rb`;
  if (/^\.{1,2}\//.test(module)) {
    const parts = from.path.split("/").slice(0, -1);
    for (const part of path.split("/")) {
      if (part === "..") parts.pop();
      else if (part !== ".") parts.push(part);
    }
    const index = view.indexOf(parts.join("/"));
    return index === -1 ? { files: [], external: false, why: "no file at the path" } : found([index]);
  }
  const ends = `/${path}`;
  const all = view.paths.flatMap((p, i) =>
    p === path || (p.endsWith(ends) && LOADED.test(p.slice(0, p.length - path.length))) ? [i] : [],
  );
  if (all.length === 0) return { files: [], external: true, why: "" };
  const near = all.filter((i) => view.paths[i]!.split("/")[0] === from.path.split("/")[0]);
  const chosen = near.length > 0 ? near : all;
  return chosen.length === 1
    ? found(chosen)
    : { files: [], external: false, why: "several files at the path" };
}

function found(files: readonly number[]): ModuleTarget {
  return { files, external: false, why: "" };
}
