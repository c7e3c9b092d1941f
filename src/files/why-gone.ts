// Why would a path be left out, were a file there? What is gone is under the same rules as what is there: its text may come
// from somewhere else, such as a diff.
import type { BigIntStats, Dirent } from "node:fs";
import type { Root } from "./guard.ts";
import type { SkipReason } from "./skip-reasons.ts";
import { walkFiles, type WalkFiles, type WalkOptions } from "./walk.ts";
import { whyPath, type WhyConfig } from "./why.ts";

/** Null where nothing speaks against it. */
export function whyGone(
  root: Root,
  config: WhyConfig,
  path: string,
  options: WalkOptions = {},
): SkipReason | null {
  const files = withFile(options.files ?? walkFiles, root.path, path);
  const { reason, status } = whyPath(root, config, path, { ...options, files });
  return status === "skipped" && reason !== "vanished" ? reason : null;
}

/** The same files and folders, and a file of no bytes with the folders that it lies in. */
function withFile(files: WalkFiles, top: string, path: string): WalkFiles {
  const parts = path.split("/");
  /** Name in each folder on the way; folders are asked for with a slash at their ends. */
  const children = new Map<string, string>();
  const file = [plain(top), ...parts].join("/");
  parts.forEach((name, i) => children.set([plain(top), ...parts.slice(0, i)].join("/"), name));
  const isAdded = (name: string) =>
    (name === file || (name !== plain(top) && children.has(name))) && isMissing(files, name);
  return {
    readFile: (name) => files.readFile(name),
    readRawNames: (name) => (isAdded(plain(name)) ? [] : files.readRawNames(name)),
    readFolder: (name) => {
      const folder = plain(name);
      const own = isAdded(folder) ? [] : files.readFolder(name);
      const child = children.get(folder);
      if (child === undefined || own.some((entry) => entry.name === child)) return own;
      return [...own, entryOf(child, `${folder}/${child}` === file)];
    },
    stat: (name) => (isAdded(plain(name)) ? statOf(plain(name) === file) : files.stat(name)),
  };
}

function plain(path: string): string {
  return path.replace(/\/+$/, "");
}

function isMissing(files: WalkFiles, name: string): boolean {
  try {
    return files.stat(name) === undefined;
  } catch {
    return false;
  }
}

function entryOf(name: string, isFile: boolean): Dirent {
  const entry = {
    name,
    isFile: () => isFile,
    isDirectory: () => !isFile,
    isSymbolicLink: () => false,
  };
  return entry as Dirent;
}

function statOf(isFile: boolean): BigIntStats {
  const stat = {
    mode: 0n,
    size: 0n,
    mtimeNs: 0n,
    ctimeNs: 0n,
    ino: 0n,
    isFile: () => isFile,
    isDirectory: () => !isFile,
    isSymbolicLink: () => false,
  };
  return stat as unknown as BigIntStats;
}
