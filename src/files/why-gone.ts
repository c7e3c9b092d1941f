// Why would a path be left out, were a file there? What is gone is under the same rules as what is there: its text may come
// from somewhere else, such as a diff.
import type { BigIntStats, Dirent } from "node:fs";
import { sep } from "node:path";
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
  const children = new Map<string, { name: string; isFile: boolean }>();
  const added = new Map<string, boolean>();
  let at = top;
  const parts = path.split("/");
  parts.forEach((name, i) => {
    const isFile = i === parts.length - 1;
    children.set(at, { name, isFile });
    at = `${at}${at.endsWith(sep) ? "" : sep}${name}`;
    added.set(at, isFile);
  });
  return {
    readFile: (name) => files.readFile(name),
    readRawNames: (name) => (added.has(name) && isMissing(files, name) ? [] : files.readRawNames(name)),
    readFolder: (name) => {
      const child = children.get(name);
      const own = added.has(name) && isMissing(files, name) ? [] : files.readFolder(name);
      if (child === undefined || own.some((entry) => entry.name === child.name)) return own;
      return [...own, entryOf(child.name, child.isFile)];
    },
    stat: (name) => (added.has(name) && isMissing(files, name) ? statOf(added.get(name)!) : files.stat(name)),
  };
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
