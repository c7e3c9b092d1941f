// Are two folders work trees of one repository? Agents begin in one and go on in another beside it. Believed only where
// both sides say so: a folder can name any repository in its `.git` file, but only Git's own list in the repository names
// the folder back.
import { realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { readGitText } from "./git-file.ts";
import { findRepository } from "./repository.ts";
import type { Repository } from "./repository.ts";

/**
 * Where the folder of one work tree is in that one of the same repository which holds `place`; null where that is none of
 * it. Both are real paths.
 */
export function inOtherWorkTree(folder: string, place: string): string | null {
  const from = findRepository(folder);
  const to = findRepository(place);
  if (from === null || to === null || real(from.workTree) === real(to.workTree)) return null;
  const common = ownCommonDir(from);
  if (common === null || common !== ownCommonDir(to)) return null;
  return join(to.workTree, relative(from.workTree, folder));
}

/** The folder that the repository's work trees share, if this is one that the repository knows. */
function ownCommonDir({ workTree, gitDir, commonDir }: Repository): string | null {
  const common = real(commonDir);
  if (common === null) return null;
  const dotGit = real(join(workTree, ".git"));
  // The first tree of all holds the repository itself.
  if (real(gitDir) === common) return dotGit === common ? common : null;
  const named = (readGitText(join(gitDir, "gitdir")) ?? "").replace(/[\r\n]{1,2}$/, "");
  const isListed = real(dirname(gitDir)) === join(common, "worktrees");
  return isListed && named !== "" && real(resolve(gitDir, named)) === dotGit && dotGit !== null
    ? common
    : null;
}

function real(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
