// What has changed in the work tree since a revision? Asked of Git, which runs nothing that the repository names.
import { findCommit, type AskOptions, type GitFault } from "./commit.ts";
import type { Repository } from "./repository.ts";
import { runGit } from "./run-git.ts";

export type Changes = { readonly diff: string } | { readonly fault: GitFault };

/** `folder`: paths are relative to it, and what lies outside is left out. */
export async function changesSince(
  repository: Repository,
  folder: string,
  revision: string,
  options: AskOptions = {},
): Promise<Changes> {
  const found = await findCommit(repository, folder, revision, options);
  if ("fault" in found) return found;
  const run = options.run ?? runGit;
  const asked = { repository, signal: options.signal };
  const quoted = ["-c", "core.quotePath=true"];
  // Programs that show or convert are switched off; what the user set for looks must not change what is read.
  const form = ["--no-ext-diff", "--no-textconv", "--no-color", "--no-renames", "-U0", "--relative"];
  const names = ["--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules=all", "--output-indicator-new=+"];
  const marks = ["--output-indicator-old=-", "--output-indicator-context= ", "--inter-hunk-context=0"];
  const how = [...quoted, "diff", ...form, ...names, ...marks, found.id, "--", "."];
  const result = await run(folder, how, asked);
  return result.status === 0 ? { diff: result.stdout } : { fault: "failed" };
}
