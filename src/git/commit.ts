// Which commit does a text mean? Asked of Git, for one commit by name or id, and nothing that searches or looks like a flag.
import { isOwnRepository } from "./own-repository.ts";
import type { Repository } from "./repository.ts";
import { gitCommand, runGit, type RunGit } from "./run-git.ts";
import { safeToAsk } from "./safe-to-ask.ts";

/**
 * `revision`: there is no such commit, or it is no commit that is named. `unsafe`: the repository is another folder's, its
 * own settings may name programs, or it holds what Git would wait for.
 */
export type GitFault = "revision" | "unsafe" | "failed" | "no-git";

/** One commit: no range, no path, no flag. */
const REVISION = /^[\w@][\w./@{}^~+-]{0,199}$/;

/** In braces nothing that searches: whether a message holds a text would tell it letter by letter. */
const IN_BRACES = /@\{(?:\d{1,6}|u|upstream|push)\}|\^\{(?:commit)?\}/g;

function isRevision(revision: string): boolean {
  return (
    REVISION.test(revision) && !revision.includes("..") && !/[{}]/.test(revision.replaceAll(IN_BRACES, ""))
  );
}

export interface AskOptions {
  run?: RunGit;
  signal?: AbortSignal;
}

/** The whole id of the commit. */
export async function findCommit(
  repository: Repository,
  folder: string,
  revision: string,
  options: AskOptions = {},
): Promise<{ readonly id: string } | { readonly fault: GitFault }> {
  if (!isRevision(revision)) return { fault: "revision" };
  if (!isOwnRepository(repository) || !safeToAsk(repository)) return { fault: "unsafe" };
  if (options.run === undefined && gitCommand(folder, [], repository) === null) return { fault: "no-git" };
  const run = options.run ?? runGit;
  const asked = { repository, signal: options.signal };
  const found = await run(folder, ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`], asked);
  if (found.status === null) return { fault: "failed" };
  const id = /^[0-9a-f]{40,64}$/.exec(found.stdout.trim())?.[0];
  return id === undefined ? { fault: "revision" } : { id };
}
