// Where may a package lie that the user installed for Pith, and that Pith doesn't bring? In Pith's own package or beside it,
// never in a repository, the working directory or where the environment points: what lies there may be anybody's, and it
// would run.
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The folder of packages in Pith's own one, and the one in which Pith lies. `home`: a file or a folder of Pith's package. */
export function moduleFolders(home: string): string[] {
  for (let at = home; ; at = dirname(at)) {
    if (manifestOf(at)?.name === "pith") {
      const beside = dirname(at);
      return [join(at, "node_modules"), ...(basename(beside) === "node_modules" ? [beside] : [])];
    }
    if (dirname(at) === at) return [];
  }
}

/** What the package file of a folder says; null where there is none. */
export function manifestOf(
  folder: string,
): { name?: unknown; version?: unknown; main?: unknown; exports?: unknown } | null {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name?: unknown };
  } catch {
    return null;
  }
}
