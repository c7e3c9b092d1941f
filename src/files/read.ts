// What does a file say? Its text with what is known of it, or the reason why it is not read.
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { contentId } from "../base/hash.ts";
import { isPithError } from "../base/error.ts";
import type { Ceilings } from "../config/load.ts";
import { declaredEncoding } from "./declared-encoding.ts";
import { decode } from "./decode.ts";
import { resolveInside } from "./guard.ts";
import type { Root } from "./guard.ts";
import { isGenerated, isMinified } from "./made-by-machine.ts";
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
  /** The encoding to take where bytes are not UTF-8; absent: what `.gitattributes` declares for the file. */
  legacyEncoding?: string | null;
}

export function isSkipped(file: TextFile | Skipped): file is Skipped {
  return "skip" in file;
}

/** Reads a file by its path from the root. Throws PATH_OUTSIDE_ROOT; whatever else goes wrong is a skip reason. */
export function readTextFile(
  root: Root,
  path: string,
  ceilings: Pick<Ceilings, "fileBytes">,
  options: ReadOptions = {},
): TextFile | Skipped {
  const bytes = readBytes(root, path, ceilings.fileBytes);
  if (typeof bytes === "string") return { path, skip: bytes };
  const declared = () =>
    options.legacyEncoding === undefined ? declaredEncoding(root, path) : options.legacyEncoding;
  const decoded = decode(bytes, declared);
  if (decoded === null) return { path, skip: "binary" };
  return {
    path,
    bytes: bytes.length,
    id: contentId(bytes),
    ...decoded,
    minified: isMinified(path, decoded.text),
    generated: isGenerated(path, decoded.text),
  };
}

/** Never waits on a pipe, and never follows a link put in the file's place after the path was checked. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

function readBytes(root: Root, path: string, most: number): Buffer | SkipReason {
  let descriptor: number;
  try {
    descriptor = openSync(resolveInside(root, path), OPEN_FLAGS);
  } catch (error) {
    if (isPithError(error) && error.code === "PATH_OUTSIDE_ROOT") throw error;
    return reasonOf(error);
  }
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) return "vanished";
    if (!stats.isFile()) return "special";
    if (stats.size > most) return "too-large";
    const bytes = readFileSync(descriptor);
    // It may have grown since it was measured.
    return bytes.length > most ? "too-large" : bytes;
  } catch (error) {
    return reasonOf(error);
  } finally {
    closeSync(descriptor);
  }
}

function reasonOf(error: unknown): SkipReason {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
    case "ENOTDIR":
    case "PATH_NOT_FOUND":
      return "vanished";
    case "ELOOP":
      return "symlink";
    case "ENXIO":
    case "ENODEV":
      return "special";
    case "ENAMETOOLONG":
      return "path-too-long";
    default:
      return "unreadable";
  }
}
