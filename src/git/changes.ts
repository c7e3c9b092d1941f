// What has changed in the work tree since a revision? Asked of Git, which runs nothing that the repository names.
import { isOwnRepository } from "./own-repository.ts";
import type { Repository } from "./repository.ts";
import { runGit, type RunGit } from "./revision.ts";
import { safeToAsk } from "./safe-to-ask.ts";

export type Changes =
  | { readonly diff: string }
  /** `unsafe`: it is another folder's, its own settings may name programs, or it holds what Git would wait for. */
  | { readonly fault: "revision" | "unsafe" | "failed" };

/** One commit: no range, no path, no flag. */
const REVISION = /^[\w@][\w./@{}^~+-]{0,199}$/;

/** In braces nothing that searches: whether a message holds a text would tell it letter by letter. */
const IN_BRACES = /@\{(?:\d{1,6}|u|upstream|push)\}|\^\{(?:commit)?\}/g;

function isRevision(revision: string): boolean {
  return (
    REVISION.test(revision) && !revision.includes("..") && !/[{}]/.test(revision.replaceAll(IN_BRACES, ""))
  );
}

/** `folder`: paths are relative to it, and what lies outside is left out. */
export async function changesSince(
  repository: Repository,
  folder: string,
  revision: string,
  options: { run?: RunGit; signal?: AbortSignal } = {},
): Promise<Changes> {
  if (!isRevision(revision)) return { fault: "revision" };
  if (!isOwnRepository(repository) || !safeToAsk(repository)) return { fault: "unsafe" };
  const run = options.run ?? runGit;
  const asked = { repository, signal: options.signal };
  const found = await run(folder, ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`], asked);
  if (found.status === null) return { fault: "failed" };
  const id = /^[0-9a-f]{40,64}$/.exec(found.stdout.trim())?.[0];
  if (id === undefined) return { fault: "revision" };
  const quoted = ["-c", "core.quotePath=true"];
  // Programs that show or convert are switched off; what the user set for looks must not change what is read.
  const form = ["--no-ext-diff", "--no-textconv", "--no-color", "--no-renames", "-U0", "--relative"];
  const names = ["--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules=all", "--output-indicator-new=+"];
  const marks = ["--output-indicator-old=-", "--output-indicator-context= ", "--inter-hunk-context=0"];
  const result = await run(folder, [...quoted, "diff", ...form, ...names, ...marks, id, "--", "."], asked);
  return result.status === 0 ? { diff: result.stdout } : { fault: "failed" };
}
