// Which commit is checked out, and do tracked files differ from it?
import { join } from "node:path";
import { MOST_GIT_BYTES, readGitText } from "./git-file.ts";
import { refChain } from "./refs.ts";
import type { Repository } from "./repository.ts";
import { runGit, type RunGit } from "./run-git.ts";
import { safeToAsk } from "./safe-to-ask.ts";

/** Full id of the commit at HEAD; null before the first commit, or where the refs cannot be read. */
export function headRevision(repository: Repository): string | null {
  const { name, text } = refChain(repository).at(-1)!;
  const found = text ?? packedRef(repository, name);
  return found === null ? null : (/^([0-9a-f]{64}|[0-9a-f]{40})(?=\s|$)/.exec(found)?.[1] ?? null);
}

function packedRef(repository: Repository, name: string): string | null {
  const packed = readGitText(join(repository.commonDir, "packed-refs"), MOST_GIT_BYTES);
  if (packed === null) return null;
  for (const line of packed.split("\n")) {
    const space = line.indexOf(" ");
    if (space > 0 && line[0] !== "#" && line.slice(space + 1).trimEnd() === name) return line.slice(0, space);
  }
  return null;
}

/**
 * Whether tracked files differ from HEAD. Null where nobody knows: Git is absent or fails, or the repository's own
 * settings may name programs (filters) that looking would run. What lies inside submodules is not looked at.
 */
export async function isDirty(
  repository: Repository,
  options: { run?: RunGit; signal?: AbortSignal } = {},
): Promise<boolean | null> {
  if (!safeToAsk(repository)) return null;
  const run = options.run ?? runGit;
  const what = ["status", "--porcelain", "-z", "-uno", "--no-renames", "--ignore-submodules=dirty"];
  const result = await run(repository.workTree, what, { repository, signal: options.signal });
  return result.status === 0 ? result.stdout !== "" : null;
}
