// Paths as a person types them: from the root, or from the folder they stand in. A path of the root goes first, so that
// what an answer said can be typed anywhere.
import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { isInside, rootAskedFor } from "../../files/guard.ts";
import { quotedPath, readLabel } from "../../pack/label.ts";
import type { Operation } from "../entry.ts";

/** The arguments with paths that exist from the working folder alone written from the root. */
export function fromWorkingFolder(
  operation: Operation,
  args: Record<string, unknown>,
  cwd: string,
): Record<string, unknown> {
  // What lies on disk has no part in an answer about a commit: there paths are from the root alone.
  if (args["rev"] !== undefined) return args;
  const paths = operation.parameters.filter((p) => p.path === true && args[p.name] !== undefined);
  if (paths.length === 0) return args;
  const folders = foldersOf(args["root"], cwd);
  if (folders === null) return args;
  const changed = { ...args };
  for (const { name } of paths) {
    const value = args[name];
    changed[name] = Array.isArray(value)
      ? value.map((one: string) => fromRoot(one, folders))
      : fromRoot(value as string, folders);
  }
  return changed;
}

interface Folders {
  root: string;
  cwd: string;
}

/** Null where there is nothing to translate, or no root, which the engine will say. */
function foldersOf(root: unknown, cwd: string): Folders | null {
  try {
    const { path } = rootAskedFor(typeof root === "string" ? root : undefined, { cwd });
    const here = realpathSync.native(cwd);
    return isInside(here, path) ? { root: path, cwd: here } : null;
  } catch {
    return null;
  }
}

function fromRoot(given: string, folders: Folders): string {
  const label = readLabel(given);
  if (label !== null) {
    // The label of an answer, whose path is one of the root; or a path from here in such quotes.
    const path = fromRoot(label.path, folders);
    return path === label.path ? given : quotedPath(path) + label.rest;
  }
  if (isAbsolute(given)) return given;
  // A file may have a name that looks like a range.
  for (const end of [given.length, ...endsOfPath(given)]) {
    const path = given.slice(0, end);
    if (path === "" || path.includes("\0")) continue;
    if (isThere(join(folders.root, path), folders)) return given;
    const here = resolve(folders.cwd, path);
    if (isThere(here, folders)) {
      const way = relative(folders.root, here);
      return `${way === "" ? "." : way.replaceAll(sep, "/")}${given.slice(end)}`;
    }
  }
  return given;
}

/** Each is looked for on disk. */
const MOST_ENDS = 16;

/** Where the path of a place such as `a.ts:1-2` may end, the longest first. */
function endsOfPath(place: string): number[] {
  return [...place.matchAll(/[:#]/g)]
    .map((mark) => mark.index)
    .reverse()
    .slice(0, MOST_ENDS);
}

function isThere(absolute: string, { root }: Folders): boolean {
  return (absolute === root || isInside(absolute, root)) && existsSync(absolute);
}
