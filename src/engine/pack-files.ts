// Where do packs lie? In `.pith/packs/` of the root, a file each: read as plain files that do not leave the root, written
// whole or not at all.
import { lstatSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isPithError, PithError } from "../base/error.ts";
import { nearestNames, compareStrings } from "../base/order.ts";
import { readPlainFile, UnfitFile } from "../base/plain-file.ts";
import { resolveInside, type Root } from "../files/guard.ts";
import {
  checkPackName,
  packText,
  parsePack,
  type ParsePackOptions,
  type SavedPack,
} from "../pack/saved-pack.ts";
import { UNFINISHED } from "../store/atomic-write.ts";
import { refuseGitsOwn, requirePlainOrNew, writeOutput } from "./output-file.ts";

const FOLDER = ".pith/packs";
/** A pack of a hundred spans has some 40 kB. */
const MOST_BYTES = 8_000_000;
/** What a process that was ended left half written. */
const UNFINISHED_KEPT_MS = 600_000;

export function packPath(name: string): string {
  return `${FOLDER}/${name}.json`;
}

/**
 * The real place of what is there, or will be: neither a link nor a folder that leads out, or among what is Git's, is read
 * or written through. Throws PATH_OUTSIDE_ROOT, ARGUMENT_INVALID.
 */
function placeOf(root: Root, path: string): string {
  const next = `Take away the link on the way to ${path}.`;
  let place: string;
  try {
    place = resolveInside(root, path);
  } catch (cause) {
    if (!isPithError(cause) || cause.code !== "PATH_OUTSIDE_ROOT") throw cause;
    const message = `${path} is a link, or lies behind one, that leads out of the root.`;
    throw new PithError("PATH_OUTSIDE_ROOT", message, { subject: path, next, cause });
  }
  refuseGitsOwn("packs", place, next);
  return place;
}

/** Names of all files that may be packs, in order. */
export function packNames(root: Root): string[] {
  let names: string[];
  try {
    names = readdirSync(placeOf(root, FOLDER));
  } catch (error) {
    if (isPithError(error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw unreadable(FOLDER, String(code), error);
  }
  return names
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .filter(isName)
    .sort(compareStrings);
}

function isName(name: string): boolean {
  try {
    return checkPackName(name) === name;
  } catch {
    return false;
  }
}

/** Throws ARGUMENT_INVALID, PACK_NOT_FOUND, PACK_INVALID, PATH_OUTSIDE_ROOT. */
export function readPack(root: Root, name: string, options: ParsePackOptions = {}): SavedPack {
  checkPackName(name);
  const place = placeOf(root, packPath(name));
  let bytes: Buffer;
  try {
    bytes = readPlainFile(place, MOST_BYTES);
  } catch (cause) {
    if (cause instanceof UnfitFile) throw unreadable(packPath(name), cause.fault, cause);
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") throw unreadable(packPath(name), String(code), cause);
    const names = packNames(root);
    const near = nearestNames(name, names);
    throw new PithError("PACK_NOT_FOUND", `There is no pack ${name}.`, {
      subject: name,
      next:
        near.length > 0
          ? `Did you mean ${near.join(" or ")}?`
          : names.length > 0
            ? "`pith pack --list` lists those of this root."
            : `\`pith pack ${name} QUERY\` saves one.`,
      cause,
    });
  }
  return parsePack(bytes.toString("utf8"), name, options);
}

/** The pack that is there, or null where there is none. What is there and is no pack is not written over. */
export function packToReplace(root: Root, name: string): SavedPack | null {
  checkPackName(name);
  try {
    return readPack(root, name, { edited: true });
  } catch (error) {
    if (isPithError(error) && error.code === "PACK_NOT_FOUND") return null;
    throw error;
  }
}

export function writePack(root: Root, pack: SavedPack): void {
  const place = join(root.path, packPath(pack.name));
  placeOf(root, packPath(pack.name));
  const folder = dirname(place);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new PithError(
      "OUTPUT_FAILED",
      `${FOLDER} could not be made (${(cause as NodeJS.ErrnoException).code}).`,
      {
        subject: FOLDER,
        next: "Make the root writable, and take away what stands in the place of that folder.",
        cause,
      },
    );
  }
  requirePlainOrNew(place);
  clearUnfinished(folder);
  writeOutput(place, packText(pack));
}

function clearUnfinished(folder: string, now = Date.now()): void {
  try {
    for (const name of readdirSync(folder)) {
      const at = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? now;
      if (name.endsWith(UNFINISHED) && now - at > UNFINISHED_KEPT_MS)
        rmSync(join(folder, name), { force: true });
    }
  } catch {
    // What is left over is no fault of this one.
  }
}

export function removePack(root: Root, name: string): void {
  const place = join(root.path, packPath(checkPackName(name)));
  placeOf(root, packPath(name));
  try {
    readPack(root, name, { edited: true });
  } catch (error) {
    // Also what is broken may be taken away.
    if (!isPithError(error) || error.code !== "PACK_INVALID") throw error;
  }
  if (lstatSync(place, { throwIfNoEntry: false })?.isFile() === false)
    throw unreadable(packPath(name), "no plain file", undefined, "Take it away yourself: it is no pack.");
  try {
    rmSync(place);
  } catch (cause) {
    throw new PithError(
      "OUTPUT_FAILED",
      `${packPath(name)} could not be removed (${(cause as NodeJS.ErrnoException).code}).`,
      {
        subject: packPath(name),
        next: "Make its folder writable.",
        cause,
      },
    );
  }
}

function unreadable(
  path: string,
  why: string,
  cause: unknown,
  next = "Take it away, or make it a plain file that may be read.",
): PithError {
  return new PithError("PACK_INVALID", `${path} can't be read: ${why}.`, { subject: path, next, cause });
}
