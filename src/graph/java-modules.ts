// Which files does an import of Java mean? Those of the package for `*`, the class's file, or for static members the file
// of their class.
import { filesIn } from "./java-packages.ts";
import type { GraphFile, GraphView } from "./view.ts";

export async function packageFiles(
  view: GraphView,
  from: GraphFile,
  module: string,
  imported: string,
): Promise<number[]> {
  const parts = module.split(".");
  if (imported === "*") {
    const all = filesIn(view, from, module, "");
    if (all.length > 0) return all;
  }
  const path = imported === "*" ? parts : [...parts, imported];
  for (let cut = 1; cut < path.length; cut++) {
    const found = filesIn(view, from, path.slice(0, cut).join("."), path[cut]!);
    if (found.length > 0) return found;
  }
  return [];
}
