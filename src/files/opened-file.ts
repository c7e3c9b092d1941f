// Is what was opened the file that was meant? A folder on the way may be exchanged for a link between the look at it and
// the opening: the system refuses links in a path's last part alone.
import { fstatSync, lstatSync, readlinkSync } from "node:fs";
import type { BigIntStats } from "node:fs";

/** The path that the system has for an open file; it throws where the system tells none. */
export type PathOf = (descriptor: number) => string;

const MARK_OF_REMOVED = " (deleted)";

/** Linux alone tells; nowhere is it told for paths beyond its longest. */
const systemPathOf: PathOf = (descriptor) => {
  if (process.platform !== "linux") throw new Error("not told");
  return readlinkSync(`/proc/self/fd/${descriptor}`);
};

/**
 * `path` is a real path in the folder `root`, itself a real path. False also where the file was moved since it was opened;
 * one that was removed, or replaced by another, still counts.
 */
export function isOpenedAt(
  descriptor: number,
  root: string,
  path: string,
  pathOf: PathOf = systemPathOf,
): boolean {
  let told: string;
  try {
    told = pathOf(descriptor);
  } catch {
    return isReachedPlainly(descriptor, root, path);
  }
  if (told === path) return true;
  if (told === path + MARK_OF_REMOVED) return true;
  // Where names are compared without case, the system may tell the one by which it was opened before.
  return folded(told) === folded(path) && isReachedPlainly(descriptor, root, path);
}

function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** In a folder that is written to all the time one look may see it change. */
const MOST_LOOKS = 3;

/** By looking again: the same file is at the path, and the folders on the way are plain and stay the same meanwhile. */
function isReachedPlainly(descriptor: number, root: string, path: string): boolean {
  const opened = fstatSync(descriptor, { bigint: true });
  for (let look = 0; look < MOST_LOOKS; look++) {
    const before = foldersOnTheWay(root, path);
    const there = lookAt(path);
    if (before === null || there === null) return false;
    if (there.ino !== opened.ino || there.dev !== opened.dev) return false;
    if (before === foldersOnTheWay(root, path)) return true;
  }
  return false;
}

/** What tells whether one of them was exchanged; null where one is no plain folder. */
function foldersOnTheWay(root: string, path: string): string | null {
  let state = "";
  const from = root.length;
  for (let at = from; at !== -1; at = indexOfSlash(path, at + 1)) {
    const stats = lookAt(at === from ? root : path.slice(0, at));
    if (stats?.isDirectory() !== true) return null;
    state += `${stats.dev} ${stats.ino} ${stats.mtimeNs} ${stats.ctimeNs}\n`;
  }
  return state;
}

function indexOfSlash(path: string, from: number): number {
  const slash = path.indexOf("/", from);
  if (process.platform !== "win32") return slash;
  const back = path.indexOf("\\", from);
  return slash === -1 || (back !== -1 && back < slash) ? back : slash;
}

function lookAt(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
