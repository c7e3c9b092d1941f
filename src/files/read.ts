// What does a file say? Its text with what is known of it, or the reason why it is not read.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { join, relative } from "node:path";
import { contentId } from "../base/hash.ts";
import type { Ceilings } from "../config/load.ts";
import { DeclaredEncodings } from "./declared-encoding.ts";
import { decode } from "./decode.ts";
import { leadsOutByName, resolveInside } from "./guard.ts";
import type { Root } from "./guard.ts";
import { isGenerated, isMinified } from "./made-by-machine.ts";
import { isOpenedAt } from "./opened-file.ts";
import type { SkipReason } from "./skip-reasons.ts";

export interface TextFile {
  path: string;
  /** Size on disk. */
  bytes: number;
  /** Content id of the bytes on disk. */
  id: string;
  /** Decoded, without a byte order mark. */
  text: string;
  encoding: string;
  /** Bytes without meaning stand as U+FFFD. */
  lossy: boolean;
  minified: boolean;
  generated: boolean;
}

export interface Skipped {
  path: string;
  skip: SkipReason;
}

export interface ReadOptions {
  /** A file of a path as it was read before: given back as it is where the bytes are still the same. */
  before?: (path: string) => TextFile | undefined;
}

export type ReadText = (path: string) => TextFile | Skipped;

/** Bytes with their content id. */
export interface RawContent {
  id: string;
  bytes: Uint8Array;
}

/** By path: what is to be read, what was read before, or why there is nothing. */
export type Contents = ReadonlyMap<string, RawContent | TextFile | SkipReason>;

/** What was fetched before it is read, with the attribute files that it rests on, by their path from the top. */
export interface GivenTexts {
  contents: Contents;
  attributes: ReadonlyMap<string, Uint8Array>;
}

export function isSkipped(file: TextFile | Skipped): file is Skipped {
  return "skip" in file;
}

/**
 * Reads a file by its path from the root. Throws PATH_OUTSIDE_ROOT where the path says that it leads out; whatever else
 * goes wrong is a skip reason, also a link that leads out, which may have been put there since the path was listed.
 */
export function readTextFile(
  root: Root,
  path: string,
  ceilings: Pick<Ceilings, "fileBytes">,
): TextFile | Skipped {
  return openReader(root, ceilings)(path);
}

/**
 * Reads many files in one go, as `readTextFile` does each. What it learns of folders and declarations on the way it
 * takes to hold until the end: a reader is for one sweep.
 */
export function openReader(
  root: Root,
  ceilings: Pick<Ceilings, "fileBytes">,
  { before }: ReadOptions = {},
): ReadText {
  const encodings = new DeclaredEncodings(root);
  const folders = new Set<string>();
  return (path) => {
    const bytes = readBytes(root, path, ceilings.fileBytes, folders);
    if (typeof bytes === "string") return { path, skip: bytes };
    const id = contentId(bytes);
    const known = before?.(path);
    return known?.id === id && isCertain(known, path) ? known : textFile(path, { id, bytes }, encodings);
  };
}

/** Reads what was fetched; any other path is as one that is gone. */
export function givenReader(root: Root, { contents, attributes }: GivenTexts): ReadText {
  const encodings = new DeclaredEncodings(root, { ofCommit: attributes });
  return (path) => {
    const content = contents.get(path) ?? "vanished";
    if (typeof content === "string") return { path, skip: content };
    return "text" in content ? content : textFile(path, content, encodings);
  };
}

/** Whether a file can be decoded in one way alone: a declared encoding may have changed. */
export function isCertain(file: TextFile, path: string): boolean {
  return file.path === path && file.encoding === "utf-8" && !file.lossy;
}

function textFile(path: string, { id, bytes }: RawContent, encodings: DeclaredEncodings): TextFile | Skipped {
  const decoded = decode(bytes, () => encodings.of(path));
  if (decoded === null) return { path, skip: "binary" };
  return {
    path,
    bytes: bytes.length,
    id,
    ...decoded,
    minified: isMinified(path, decoded.text),
    generated: isGenerated(path, decoded.text),
  };
}

/** Never waits on a pipe, and never follows a link put in the file's place after the path was checked. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Where names are compared without case, the real path has the name as it is on disk. */
const IN_GIT_FOLDER = /(^|[/\\])\.git([/\\]|$)/;

function readBytes(root: Root, path: string, most: number, folders: Set<string>): Buffer | SkipReason {
  if (IN_GIT_FOLDER.test(path)) return "git-folder";
  let descriptor: number;
  try {
    descriptor = openInside(root, path, folders);
  } catch (error) {
    if (leadsOutByName(path)) throw error;
    return reasonOf(error);
  }
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) return "vanished";
    if (!stats.isFile()) return "special";
    if (stats.size > most) return "too-large";
    return readAll(descriptor, stats.size, most) ?? "too-large";
  } catch (error) {
    return reasonOf(error);
  } finally {
    closeSync(descriptor);
  }
}

/** Windows can't refuse a link in opening: there every path is resolved. */
const LINKS_REFUSED = constants.O_NOFOLLOW !== undefined;

/** `folders`: those that were found to be plain folders inside the root, no link on the way to them. */
function openInside(root: Root, path: string, folders: Set<string>): number {
  const slash = path.lastIndexOf("/");
  const folder = slash === -1 ? "" : path.slice(0, slash);
  const name = path.slice(slash + 1);
  // Through a link: not remembered, since the file's own name is not below it.
  if (!isPlainFolder(root, folder, folders)) return openReal(root, path);
  if (!LINKS_REFUSED || slash === 0 || !isCleanName(name)) {
    return openReal(root, path);
  }
  let opened: number | null = null;
  try {
    opened = openAt(root, join(root.path, path));
  } catch (error) {
    // A link: it may lead to a file inside the root.
    if ((error as NodeJS.ErrnoException).code !== "ELOOP") throw error;
  }
  // Or a folder on the way was exchanged since it was looked at: all is looked at again.
  return opened ?? openReal(root, path);
}

/** Throws as `resolveInside` does. */
function isPlainFolder(root: Root, folder: string, folders: Set<string>): boolean {
  if (folders.has(folder)) return true;
  const slash = folder.lastIndexOf("/");
  const absolute = join(root.path, folder);
  // Below a plain folder one look tells: the whole way is as many looks as it is long, each as long as its way.
  if (slash > 0 && folders.has(folder.slice(0, slash)) && isCleanName(folder.slice(slash + 1))) {
    if (!lstatSync(absolute).isDirectory()) return false;
    folders.add(folder);
    return true;
  }
  if (resolveInside(root, folder) !== absolute) return false;
  for (let at = folder; !folders.has(at); at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    folders.add(at);
    if (at === "") break;
  }
  return true;
}

function isCleanName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !name.includes("\0");
}

function openReal(root: Root, path: string): number {
  const real = resolveInside(root, path);
  const inner = relative(root.path, real);
  if (IN_GIT_FOLDER.test(inner)) throw Object.assign(new Error("Git's own folder"), { code: "PITH_GIT" });
  const opened = openAt(root, real);
  if (opened === null) throw Object.assign(new Error("exchanged while it was opened"), { code: "ENOENT" });
  return opened;
}

/** Null where something else was opened than what is meant: nothing of it is read. */
function openAt(root: Root, real: string): number | null {
  const descriptor = openSync(real, OPEN_FLAGS);
  let same = false;
  try {
    same = isOpenedAt(descriptor, root.path, real);
  } finally {
    if (!same) closeSync(descriptor);
  }
  return same ? descriptor : null;
}

/** The whole content; null if it is more than `most` bytes: it may have grown since it was measured. */
function readAll(descriptor: number, size: number, most: number): Buffer | null {
  let bytes = Buffer.allocUnsafeSlow(size + 1);
  let filled = 0;
  for (;;) {
    const count = readSync(descriptor, bytes, filled, bytes.length - filled, null);
    filled += count;
    if (filled > most) return null;
    if (count === 0) return bytes.subarray(0, filled);
    if (filled === bytes.length)
      bytes = Buffer.concat([bytes, Buffer.allocUnsafeSlow(Math.max(4_096, filled))]);
  }
}

function reasonOf(error: unknown): SkipReason {
  const { code, cause } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return "vanished";
    // A folder on the way can't be reached: the system's reason is behind it.
    case "PATH_NOT_FOUND":
      return cause === undefined ? "vanished" : reasonOf(cause);
    case "ELOOP":
    case "PATH_OUTSIDE_ROOT":
      return "symlink";
    case "ENXIO":
    case "ENODEV":
      return "special";
    case "ENAMETOOLONG":
      return "path-too-long";
    case "PITH_GIT":
      return "git-folder";
    default:
      return "unreadable";
  }
}
