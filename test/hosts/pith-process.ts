// Starts the real `pith` as a process, for transcripts of what clients and terminals do.
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

export const BIN = fileURLToPath(new URL("../../bin/pith.js", import.meta.url));

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  ms: number;
}

export interface Running {
  child: ChildProcessWithoutNullStreams;
  stdout: () => string;
  stderr: () => string;
  finished: Promise<Finished>;
  /** Resolves when standard output holds what is looked for. */
  until: (found: (stdout: string) => boolean, ms?: number) => Promise<void>;
}

export interface StartOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** The user to run as. */
  uid?: number;
  /** The program, where it isn't that of the checkout. */
  bin?: string;
  /** The environment as it is given, and nothing else. */
  bare?: boolean;
}

/** A cache of the tests' own: the user's is never touched. */
const caches = mkdtempSync(join(tmpdir(), "pith-test-cache-"));
process.on("exit", () => rmSync(caches, { recursive: true, force: true }));

/** A test that fails leaves its process behind, which would keep the whole run from ending. */
const alive = new Set<ChildProcessWithoutNullStreams>();
after(() => {
  for (const child of alive) child.kill("SIGKILL");
});

export function environment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...rest } = process.env;
  return { ...rest, XDG_CACHE_HOME: caches, NODE_TEST_CONTEXT: undefined, ...extra };
}

export function start(argv: string[], options: StartOptions = {}): Running {
  const started = performance.now();
  const child = spawn(process.execPath, [options.bin ?? BIN, ...argv], {
    cwd: options.cwd,
    env: options.bare === true ? options.env : environment(options.env),
    uid: options.uid,
    gid: options.uid,
  });
  alive.add(child);
  child.on("close", () => alive.delete(child));
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  child.stdin.on("error", () => {});
  const finished = new Promise<Finished>((resolve) => {
    child.on("close", (code, signal) => {
      resolve({ code, signal, stdout, stderr, ms: performance.now() - started });
    });
  });
  const until = async (found: (stdout: string) => boolean, ms = 20_000): Promise<void> => {
    const deadline = performance.now() + ms;
    while (!found(stdout)) {
      if (performance.now() > deadline) throw new Error(`Not seen in ${ms} ms.\n${stdout}\n${stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return { child, stdout: () => stdout, stderr: () => stderr, finished, until };
}

export async function run(
  argv: string[],
  options: StartOptions & { stdin?: string; killAfterMs?: number } = {},
): Promise<Finished> {
  const running = start(argv, options);
  running.child.stdin.end(options.stdin ?? "");
  // What hangs is ended, and has the code null.
  const { killAfterMs } = options;
  const kill =
    killAfterMs === undefined ? undefined : setTimeout(() => running.child.kill("SIGKILL"), killAfterMs);
  const finished = await running.finished;
  clearTimeout(kill);
  return finished;
}

export interface Project extends Disposable {
  path: string;
}

/** A small project in a temporary folder. */
export function project(files: Readonly<Record<string, string>> = SMALL): Project {
  const path = mkdtempSync(join(tmpdir(), "pith-project-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return {
    path,
    [Symbol.dispose]() {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

const SMALL = {
  "src/session.ts": `// Sessions of signed-in people.

/** Checks that a session token is known and not expired. */
export function checkSessionToken(token: string, now: number): boolean {
  const session = sessions.get(token);
  return session !== undefined && session.expires > now;
}

const sessions = new Map<string, { expires: number }>();

export class SessionStore {
  /** Drops every session that has expired. */
  sweep(now: number): number {
    let dropped = 0;
    for (const [token, session] of sessions) {
      if (session.expires <= now) {
        sessions.delete(token);
        dropped++;
      }
    }
    return dropped;
  }
}
`,
  "src/mail.py": `def send_mail(address, subject):
    """Hand a mail to the queue."""
    queue.append((address, subject))


queue = []
`,
  "README.md":
    "# Small\n\n## Sessions\n\nA session lives for an hour.\n\n## Mail\n\nMail goes through a queue.\n",
} as const;
