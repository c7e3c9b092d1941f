// How is Git asked? By its absolute program, outside the tree, so that nothing runs that a repository names or holds, and
// nothing is waited for.
import { execFile } from "node:child_process";
import { devNull } from "node:os";
import { dirname } from "node:path";
import { gitProgram, isOutside, isPathName, searchPath } from "./git-program.ts";
import type { Repository } from "./repository.ts";
import { Turns } from "./turns.ts";

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
export const LONGEST_MS = 20_000;

/** Git waits for the disk more than it works: more at once would be slower, and each holds six descriptors. */
const MOST_AT_ONCE = 4;
const turns = new Turns(MOST_AT_ONCE);

export const runGit: RunGit = async (folder, args, { repository, signal } = {}) => {
  const command = gitCommand(folder, args, repository);
  if (command === null) return { status: null, stdout: "" };
  const { status, stdout } = await runCommand(command, MOST_STATUS_BYTES, signal);
  return { status, stdout: stdout.toString("utf8") };
};

/** How Git is started. */
export interface GitCommand {
  /** Absolute. */
  file: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** `folder` is where Git is to look; it is started elsewhere, so that nothing in the folder is taken for a program. Null without Git. */
export function gitCommand(
  folder: string,
  args: readonly string[],
  repository?: Repository,
): GitCommand | null {
  const trees = repository === undefined ? [folder] : [folder, repository.workTree, repository.gitDir];
  const { file, path } = gitProgram(trees, searchPath(process.env));
  if (file === null) return null;
  const env = {
    ...inherited(process.env, trees),
    ...(repository === undefined ? {} : placeOf(repository)),
    PATH: path,
    ...QUIET,
  };
  return { file, args: [...SAFE, "-C", folder, ...args], cwd: dirname(file), env };
}

/** More than `most` bytes are a failure. `input`: what is written to it. */
export async function runCommand(
  command: GitCommand,
  most: number,
  signal: AbortSignal | undefined,
  input?: string,
): Promise<{ status: number | null; stdout: Buffer }> {
  const done = await turns.take(() => startCommand(command, most, signal, input), signal);
  return done ?? { status: null, stdout: Buffer.alloc(0) };
}

function startCommand(
  { file, args, cwd, env }: GitCommand,
  most: number,
  signal: AbortSignal | undefined,
  input: string | undefined,
): Promise<{ status: number | null; stdout: Buffer }> {
  const options = {
    cwd,
    env,
    encoding: "buffer" as const,
    windowsHide: true,
    maxBuffer: most,
    // A last resort: what is known to keep Git waiting is looked for before.
    timeout: LONGEST_MS,
    killSignal: "SIGKILL" as const,
    ...(signal === undefined ? {} : { signal }),
  };
  return new Promise((done) => {
    const child = execFile(file, args, options, (error, stdout) => {
      const code: unknown = error === null ? 0 : error.code;
      done({ status: typeof code === "number" ? code : null, stdout });
    });
    if (input === undefined) return;
    // What can't be written any more: how it ended says so.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

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
