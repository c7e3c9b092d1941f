// Where may what a person asked for in a file be written? Into a folder that takes it, over a plain file alone, never over
// the root's settings nor among what Git keeps for itself; whole or not at all.
import { accessSync, constants, lstatSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { isPithError, PithError } from "../base/error.ts";
import { CONFIG_FILE } from "../config/load.ts";
import { realPlace } from "../files/guard.ts";
import { isGitFolder } from "../git/repository.ts";
import { writeFileAtomic } from "../store/atomic-write.ts";

/** Before any work is done for it. `what`: `a page`. Throws ARGUMENT_INVALID, OUTPUT_FAILED. */
export function requirePlaceFor(what: string, path: string, root: string): void {
  // Also where it isn't there yet: it would be read as settings.
  if (basename(path).toLowerCase() === CONFIG_FILE && realPlace(dirname(path)) === realPlace(root)) {
    throw new PithError("ARGUMENT_INVALID", `${path} is for settings, no place for ${what}.`, {
      subject: path,
      next: "Name another file.",
    });
  }
  refuseGitsOwn(what, path, "Name a file outside of the repository's folder of Git.");
  requireFolder(path);
}

/** Throws ARGUMENT_INVALID for a place among what Git keeps for itself, also where it is not there yet. */
export function refuseGitsOwn(what: string, path: string, next: string): void {
  if (!isGitsOwn(path)) return;
  throw new PithError("ARGUMENT_INVALID", `${path} is Git's own, no place for ${what}.`, {
    subject: path,
    next,
  });
}

/** In a `.git`, in the place of one, or in a folder of Git by another name: bare, or kept apart from its work tree. */
function isGitsOwn(path: string): boolean {
  const real = join(realPlace(dirname(path)), basename(path));
  // As file systems that ignore case see it.
  if (real.split(sep).some((part) => part.toLowerCase() === ".git")) return true;
  for (let at = dirname(real); dirname(at) !== at; at = dirname(at)) if (isGitFolder(at)) return true;
  return false;
}

/** What lasts minutes must not end with a folder that is not there. */
export function requireFolder(path: string): void {
  const folder = dirname(path);
  try {
    accessSync(folder, constants.W_OK);
    if (statSync(folder).isDirectory()) return;
    throw notWritten(path, "ENOTDIR");
  } catch (cause) {
    if (isPithError(cause)) throw cause;
    throw notWritten(path, (cause as NodeJS.ErrnoException).code ?? String(cause), cause);
  }
}

/** As a shell's `>` does, but for a link, a folder, a pipe: something of another kind is not written over. */
export function requirePlainOrNew(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return;
  throw new PithError("ARGUMENT_INVALID", `${path} is there, and is no plain file.`, {
    subject: path,
    next: "Name another file.",
  });
}

export function writeOutput(path: string, text: string): void {
  try {
    // Whoever may read what was there may read what comes in its place.
    const mode = lstatSync(path, { throwIfNoEntry: false })?.mode;
    writeFileAtomic(path, text, mode === undefined ? undefined : mode & 0o777);
  } catch (cause) {
    throw notWritten(path, (cause as NodeJS.ErrnoException).code ?? String(cause), cause);
  }
}

function notWritten(path: string, code: string, cause?: unknown): PithError {
  return new PithError("OUTPUT_FAILED", `${path} could not be written (${code}).`, {
    subject: path,
    next: "Name a file in a folder that can be written, with room for it.",
    cause,
  });
}
