// Which Git repository holds a folder? Follows `.git` folders, gitfiles, linked worktrees and submodules; starts no process.
import { statSync } from "node:fs";
import type { Stats } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { MOST_CONFIG_BYTES, readGitText } from "./git-file.ts";
import { parseGitConfig } from "./config-file.ts";

export interface Repository {
  /** Top folder of the work tree. */
  workTree: string;
  /** Folder of this work tree's HEAD and index. */
  gitDir: string;
  /** Folder that all work trees of the repository share: objects, refs, config, info/exclude. */
  commonDir: string;
}

/** The repository whose work tree holds the folder, or null. The folder should be a real path. */
export function findRepository(folder: string): Repository | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = repositoryAt(at);
    if (found !== null) return found;
    if (dirname(at) === at) return null;
  }
}

/** The repository whose work tree starts at exactly this folder, or null. */
export function repositoryAt(folder: string): Repository | null {
  const gitDir = gitDirOf(join(folder, ".git"));
  if (gitDir === null) return null;
  const commonDir = commonDirOf(gitDir);
  if (!isGitDir(gitDir, commonDir)) return null;
  // A bare repository has no work tree of its own; a linked worktree (own gitDir) has one whatever the shared config says.
  if (gitDir === commonDir && isBare(commonDir)) return null;
  return { workTree: folder, gitDir, commonDir };
}

function gitDirOf(dotGit: string): string | null {
  const stats = statsOf(dotGit);
  if (stats === null) return null;
  if (stats.isDirectory()) return dotGit;
  if (!stats.isFile()) return null;
  const text = readGitText(dotGit);
  if (text?.startsWith("gitdir: ") !== true) return null;
  const target = withoutLineEnds(text.slice("gitdir: ".length));
  if (target === "") return null;
  return isAbsolute(target) ? resolve(target) : resolve(dirname(dotGit), target);
}

function commonDirOf(gitDir: string): string {
  // As Git reads it: a blank at the end belongs to the name.
  const named = withoutLineEnds(readGitText(join(gitDir, "commondir")) ?? "");
  if (named === "") return gitDir;
  return isAbsolute(named) ? resolve(named) : resolve(gitDir, named);
}

/** In one pass: a pattern would take the square of the length of what is made for that. */
function withoutLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end--;
  return text.slice(0, end);
}

/** Whether Git keeps a repository, or what is a work tree's own of one, in this folder. */
export function isGitFolder(folder: string): boolean {
  return isGitDir(folder, commonDirOf(folder));
}

/** Git's own test: HEAD, objects and refs exist. */
function isGitDir(gitDir: string, commonDir: string): boolean {
  return (
    /^(ref:\s*refs\/|[0-9a-f]{40})/.test(readGitText(join(gitDir, "HEAD")) ?? "") &&
    isFolder(join(commonDir, "objects")) &&
    isFolder(join(commonDir, "refs"))
  );
}

/** What `ref: refs/heads/main` names; undefined for the id of a commit. */
export function symbolicTarget(text: string): string | undefined {
  // No pattern with blanks at both ends: on a long file of blanks it would take the square of its length.
  const line = text.startsWith("ref:") ? text.slice("ref:".length).trim() : "";
  return line === "" || line.includes("\n") ? undefined : line;
}

function isBare(commonDir: string): boolean {
  const text = readGitText(join(commonDir, "config"), MOST_CONFIG_BYTES);
  if (text === null || !/bare/i.test(text)) return false;
  let bare = false;
  for (const entry of parseGitConfig(text)) {
    if (entry.key === "core.bare") bare = entry.value === null || /^(true|yes|on|1)$/i.test(entry.value);
  }
  return bare;
}

function isFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() ?? false;
}

/** A link to itself or a folder that may not be looked into holds no repository. */
function statsOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
