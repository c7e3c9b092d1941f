// Is what `.git` leads to this work tree's own? A file or a link of that name may lead to any repository of the user's,
// whose contents must not be told for a folder that merely points at them.
import { realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { parseGitConfig } from "./config-file.ts";
import { readGitText } from "./git-file.ts";
import type { Repository } from "./repository.ts";

/** Whether it lies in the work tree, or points back at it, as linked work trees and submodules do. */
export function isOwnRepository({ workTree, gitDir, commonDir }: Repository): boolean {
  const tree = real(workTree);
  const own = real(gitDir);
  const shared = real(commonDir);
  if (tree === null || own === null || shared === null) return false;
  if (isIn(tree, own)) return isIn(tree, shared);
  // A linked work tree: its folder lies in the repository, which knows where the work tree is.
  const back = readGitText(join(own, "gitdir"))?.trim();
  if (back !== undefined && back !== "" && dirname(own) === join(shared, "worktrees"))
    return real(dirname(resolve(own, back))) === tree;
  // A submodule, or a folder apart (`--separate-git-dir` names no way back and is not its own by this).
  const named = parseGitConfig(readGitText(join(own, "config")) ?? "").findLast(
    ({ key }) => key.toLowerCase() === "core.worktree",
  )?.value;
  return own === shared && typeof named === "string" && real(resolve(own, named)) === tree;
}

function real(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isIn(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer + sep);
}
