// Which manifests lie in a folder? Files named as a build names them (`docs.pcx.4k.json`, `docs.pcx.json`), in the folder itself
// and in those right below it: what a build writes is mostly ignored by Git, so it is not looked for in the walk.
import { readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { compareStrings } from "../base/order.ts";

const NAME = /\.pcx(?:\.[\w-]+)?\.json$/i;
const NOT_LOOKED = new Set(["node_modules", ".git"]);
/** Folders that are looked into, and files that are named. */
const MOST_FOLDERS = 500;
const MOST_FILES = 500;

/** Paths from the folder, with slashes, sorted. */
export function findManifests(folder: string): string[] {
  const here = entriesOf(folder);
  const found = here.filter(isManifest).map(({ name }) => name);
  const below = here
    .filter((entry) => entry.isDirectory() && !NOT_LOOKED.has(entry.name))
    .slice(0, MOST_FOLDERS);
  for (const { name } of below)
    found.push(
      ...entriesOf(join(folder, name))
        .filter(isManifest)
        .map((entry) => `${name}/${entry.name}`),
    );
  return found.sort(compareStrings).slice(0, MOST_FILES);
}

function isManifest(entry: Dirent): boolean {
  return entry.isFile() && NAME.test(entry.name);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => compareStrings(a.name, b.name));
  } catch {
    return [];
  }
}
