// Which commit is checked out, and do tracked files differ from it?
import { execFile } from "node:child_process";
import { devNull } from "node:os";
import { dirname, join } from "node:path";
import { MOST_GIT_BYTES, readGitText } from "./git-file.ts";
import { gitProgram, isOutside, isPathName, searchPath } from "./git-program.ts";
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

/** `folder` is where Git is to look; it is started elsewhere, so that nothing in the folder is taken for a program. */
export const runGit: RunGit = (folder, args, { repository, signal } = {}) =>
  new Promise((done) => {
    const trees = repository === undefined ? [folder] : [folder, repository.workTree, repository.gitDir];
    const { file, path } = gitProgram(trees, searchPath(process.env));
    if (file === null) return done({ status: null, stdout: "" });
    const options = {
      cwd: dirname(file),
      encoding: "utf8" as const,
      windowsHide: true,
      maxBuffer: MOST_STATUS_BYTES,
      // A last resort: what is known to keep Git waiting is looked for before.
      timeout: LONGEST_MS,
      killSignal: "SIGKILL" as const,
      env: {
        ...inherited(process.env, trees),
        ...(repository === undefined ? {} : placeOf(repository)),
        PATH: path,
        ...QUIET,
      },
      ...(signal === undefined ? {} : { signal }),
    };
    execFile(file, [...SAFE, "-C", folder, ...args], options, (error, stdout) => {
      const code: unknown = error === null ? 0 : error.code;
      done({ status: typeof code === "number" ? code : null, stdout });
    });
  });

/**
 * What Git would run though no setting names it: the monitor of the file system, and the hooks that lie in a repository
 * (`post-index-change` after a look that renews the index). A place where no folder is has no hooks.
 */
const SAFE = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  `core.hooksPath=${devNull}`,
  "-c",
  "diff.autoRefreshIndex=false",
  "--no-optional-locks",
];

/** Git must not ask for anything, nor fetch: an older one that does not know the third has no protocol left for it. */
const QUIET = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "",
};

function placeOf({ gitDir, commonDir, workTree }: Repository): NodeJS.ProcessEnv {
  return { GIT_DIR: gitDir, GIT_COMMON_DIR: commonDir, GIT_WORK_TREE: workTree };
}

const PLACES = new Set(["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR"]);

/** Git must not be led to another repository by the variables of a hook, nor to programs in the tree. */
function inherited(env: NodeJS.ProcessEnv, trees: readonly string[]): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (PLACES.has(name) || isPathName(name)) continue;
    if (name === "GIT_EXEC_PATH" && !isOutside(value ?? "", trees)) continue;
    kept[name] = value;
  }
  return kept;
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
