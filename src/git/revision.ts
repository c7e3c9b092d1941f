// Which commit is checked out, and do tracked files differ from it?
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseGitConfig } from "./config-file.ts";
import { isPlainOrAbsent, readGitText } from "./git-file.ts";
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
  return readGitText(join(own ? repository.gitDir : repository.commonDir, name));
}

function packedRef(repository: Repository, name: string): string | null {
  const packed = readGitText(join(repository.commonDir, "packed-refs"));
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
const LONGEST_MS = 60_000;

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
  if (!isPlain(repository) || namesPrograms(repository)) return null;
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

/**
 * A repository that was unpacked or copied brings its configuration along: a question must not run what it names. The
 * user's own configuration is trusted. An include can name anything, so it counts as a program.
 */
function namesPrograms(repository: Repository): boolean {
  const files = [join(repository.commonDir, "config"), join(repository.gitDir, "config.worktree")];
  return files.some((file) => {
    const text = readGitText(file);
    // What can't be read may say anything.
    if (text === null) return existsSync(file);
    return parseGitConfig(text).some(({ key }) => /^filter\..*\.(clean|process)$|^include(if)?\b/i.test(key));
  });
}

const OWN_FILES = ["HEAD", "index", "commondir", "config.worktree"];
const SHARED_FILES = ["config", "packed-refs", "info/exclude", "info/attributes"];

/** Git opens these and waits for a pipe that lies in the place of one. */
function isPlain({ gitDir, commonDir, workTree }: Repository): boolean {
  const paths = [
    ...OWN_FILES.map((name) => join(gitDir, name)),
    ...SHARED_FILES.map((name) => join(commonDir, name)),
    join(workTree, ".gitattributes"),
    join(workTree, ".gitignore"),
  ];
  return paths.every(isPlainOrAbsent);
}
