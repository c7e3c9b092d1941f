// Which commit is checked out, and do tracked files differ from it?
import { execFile } from "node:child_process";
import { join } from "node:path";
import { MOST_GIT_BYTES, readGitText } from "./git-file.ts";
import { refChain } from "./refs.ts";
import type { Repository } from "./repository.ts";
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

export interface RunResult {
  /** Null when the program could not be started. */
  status: number | null;
  stdout: string;
}

export interface RunOptions {
  /** The repository to ask about. Git is told its places: what it would find itself may be another one. */
  repository?: Repository;
  signal?: AbortSignal;
}

/** Runs Git in a folder; a parameter so that a caller can bound or replace it. */
export type RunGit = (folder: string, args: readonly string[], options?: RunOptions) => Promise<RunResult>;

const MOST_STATUS_BYTES = 16_000_000;
/** Set by hand: a third of the 60 s after which clients of MCP give a call up by default, so that the answer still comes. */
const LONGEST_MS = 20_000;

export const runGit: RunGit = (folder, args, { repository, signal } = {}) =>
  new Promise((done) => {
    const options = {
      cwd: folder,
      encoding: "utf8" as const,
      windowsHide: true,
      maxBuffer: MOST_STATUS_BYTES,
      // A last resort: what is known to keep Git waiting is looked for before.
      timeout: LONGEST_MS,
      killSignal: "SIGKILL" as const,
      // Git must not be led to another repository by the variables of a hook, nor ask for anything.
      env: {
        ...withoutGitPlace(process.env),
        ...(repository === undefined ? {} : placeOf(repository)),
        GIT_OPTIONAL_LOCKS: "0",
        GIT_TERMINAL_PROMPT: "0",
        GIT_NO_LAZY_FETCH: "1",
      },
      ...(signal === undefined ? {} : { signal }),
    };
    execFile("git", args, options, (error, stdout) => {
      const code: unknown = error === null ? 0 : error.code;
      done({ status: typeof code === "number" ? code : null, stdout });
    });
  });

function placeOf({ gitDir, commonDir, workTree }: Repository): NodeJS.ProcessEnv {
  return { GIT_DIR: gitDir, GIT_COMMON_DIR: commonDir, GIT_WORK_TREE: workTree };
}

function withoutGitPlace(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const {
    GIT_DIR: _dir,
    GIT_WORK_TREE: _tree,
    GIT_INDEX_FILE: _index,
    GIT_COMMON_DIR: _common,
    ...rest
  } = env;
  return rest;
}

/**
 * Whether tracked files differ from HEAD. Null where nobody knows: Git is absent or fails, or the repository's own
 * configuration names programs (filters) that looking would run. What lies inside submodules is not looked at.
 */
export async function isDirty(
  repository: Repository,
  options: { run?: RunGit; signal?: AbortSignal } = {},
): Promise<boolean | null> {
  if (!safeToAsk(repository)) return null;
  const run = options.run ?? runGit;
  // The file system monitor is a program as well: that one can be switched off.
  const safe = ["-c", "core.fsmonitor=false", "--no-optional-locks"];
  const what = ["status", "--porcelain", "-z", "-uno", "--no-renames", "--ignore-submodules=dirty"];
  const result = await run(repository.workTree, [...safe, ...what], {
    repository,
    signal: options.signal,
  });
  return result.status === 0 ? result.stdout !== "" : null;
}
