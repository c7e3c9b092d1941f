// What is in a folder, by kind and in the order of the walk? Looks at no entry by itself.
import { isUtf8 } from "node:buffer";
import type { Dirent } from "node:fs";
import { RULE_NAMES } from "./repository-rules.ts";
import type { WalkMemory } from "./walk-memory.ts";
import type { WalkFiles } from "./walk.ts";

export interface FolderNames {
  /** Sorted; folders with a slash at their end. */
  names: string[];
  /** Links and special files by name. */
  others: ReadonlyMap<string, Dirent> | null;
  /** Names that stand for bytes that are no UTF-8. */
  broken: ReadonlySet<string> | null;
  gitRules: boolean;
  pithRules: boolean;
  /** Something of the name `.git` is in it; it is not among the names. */
  dotGit: boolean;
}

/** Of a folder with a slash at its end. Throws what the file system throws. */
export function readNames(
  files: WalkFiles,
  folder: string,
  ignoreCase: boolean,
  memory?: WalkMemory,
): FolderNames {
  const read = () => namesOnDisk(files, folder, ignoreCase);
  return memory?.names(folder, ignoreCase, read) ?? read();
}

function namesOnDisk(files: WalkFiles, folder: string, ignoreCase: boolean): FolderNames {
  const names: string[] = [];
  let others: Map<string, Dirent> | null = null;
  let gitRules = false;
  let pithRules = false;
  let dotGit = false;
  let broken = false;
  for (const entry of files.readFolder(folder)) {
    const { name } = entry;
    if (name.includes("\ufffd")) broken = true;
    if (isDotGit(name, ignoreCase)) {
      dotGit = true;
      continue;
    }
    if (entry.isFile()) {
      names.push(name);
      if (name === RULE_NAMES.git) gitRules = true;
      else if (name === RULE_NAMES.pith) pithRules = true;
    } else if (entry.isDirectory()) {
      names.push(`${name}/`);
    } else {
      names.push(name);
      (others ??= new Map<string, Dirent>()).set(name, entry);
    }
  }
  // Folders stand where their files will: `a-b` before `a/…` before `a0`.
  names.sort();
  return { names, others, broken: broken ? brokenNames(files, folder) : null, gitRules, pithRules, dotGit };
}

function isDotGit(name: string, ignoreCase: boolean): boolean {
  return name === ".git" || (ignoreCase && name.length === 4 && name.toLowerCase() === ".git");
}

function brokenNames(files: WalkFiles, folder: string): Set<string> {
  const broken = new Set<string>();
  try {
    for (const raw of files.readRawNames(folder)) {
      if (!isUtf8(raw)) broken.add(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("utf8"));
    }
  } catch {
    // The folder is gone; its names will be found to be so.
  }
  return broken;
}
