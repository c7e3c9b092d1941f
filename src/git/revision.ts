// Which commit is checked out, and do tracked files differ from it?
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "./repository.ts";

/** Git refuses longer chains of symbolic refs. */
const MOST_SYMBOLIC = 5;

/** Full id of the commit at HEAD; null before the first commit, or where the refs cannot be read. */
export function headRevision(repository: Repository): string | null {
  let name = "HEAD";
  for (let i = 0; i <= MOST_SYMBOLIC; i++) {
    const text = looseRef(repository, name) ?? packedRef(repository, name);
    if (text === null) return null;
    const target = /^ref:\s*(.+?)\s*$/.exec(text)?.[1];
    if (target === undefined) return /^([0-9a-f]{64}|[0-9a-f]{40})(?=\s|$)/.exec(text)?.[1] ?? null;
    // A ref is a path below `refs/`: a repository must not make us read elsewhere.
    if (!target.startsWith("refs/") || target.split("/").includes("..")) return null;
    name = target;
  }
  return null;
}

/** HEAD and a few others belong to the work tree, the rest to the repository. */
function looseRef(repository: Repository, name: string): string | null {
  const own = name === "HEAD" || /^refs\/(bisect|worktree|rewritten)\//.test(name);
  return readText(join(own ? repository.gitDir : repository.commonDir, name));
}

function packedRef(repository: Repository, name: string): string | null {
  const packed = readText(join(repository.commonDir, "packed-refs"));
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

/** Runs Git in a folder; a parameter so that a caller can bound or replace it. */
export type RunGit = (folder: string, args: readonly string[], signal?: AbortSignal) => Promise<RunResult>;

const MOST_STATUS_BYTES = 16_000_000;

export const runGit: RunGit = (folder, args, signal) =>
  new Promise((done) => {
    const options = {
      cwd: folder,
      encoding: "utf8" as const,
      windowsHide: true,
      maxBuffer: MOST_STATUS_BYTES,
      // Git must not be led to another repository by the variables of a hook, nor ask for anything.
      env: { ...withoutGitPlace(process.env), GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" },
      ...(signal === undefined ? {} : { signal }),
    };
    execFile("git", args, options, (error, stdout) => {
      const code: unknown = error === null ? 0 : error.code;
      done({ status: typeof code === "number" ? code : null, stdout });
    });
  });

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

/** Whether tracked files differ from HEAD. Null where Git is absent or fails: then nobody knows. */
export async function isDirty(
  repository: Repository,
  options: { run?: RunGit; signal?: AbortSignal } = {},
): Promise<boolean | null> {
  const run = options.run ?? runGit;
  // A repository can name a program to be run by `status`: switch that off.
  const safe = ["-c", "core.fsmonitor=false", "--no-optional-locks"];
  const result = await run(
    repository.workTree,
    [...safe, "status", "--porcelain", "-z", "-uno", "--no-renames"],
    options.signal,
  );
  return result.status === 0 ? result.stdout !== "" : null;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
