// Real files in a folder of their own, for tests; removed when the test ends.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";

/** A fresh folder (its real path) that is gone after the test. */
export function temporaryFolder(t: Pick<TestContext, "after">): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pith-test-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files; a path that ends in a slash is an empty folder. */
export function writeTree(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    const absolute = join(folder, path);
    if (path.endsWith("/")) mkdirSync(absolute, { recursive: true });
    else {
      mkdirSync(dirname(absolute), { recursive: true });
      writeFileSync(absolute, content);
    }
  }
}

/** An empty repository, made without a process: what `git init` makes, less its samples. */
export function writeRepository(folder: string, settings = ""): void {
  writeTree(folder, {
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/config": `[core]\n\trepositoryformatversion = 0\n\tbare = false\n${settings}`,
    ".git/objects/": "",
    ".git/refs/heads/": "",
  });
}

/** An environment in which Git and Pith see no settings but those in `home`. */
export function cleanEnvironment(home: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env["PATH"],
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    LC_ALL: "C",
  };
  for (const role of ["AUTHOR", "COMMITTER"]) {
    env[`GIT_${role}_NAME`] = "Test";
    env[`GIT_${role}_EMAIL`] = "test@example.invalid";
  }
  return env;
}

/** Runs the real Git. */
export function git(folder: string, env: NodeJS.ProcessEnv, args: readonly string[], input = ""): string {
  return execFileSync("git", args, { cwd: folder, env, input, encoding: "utf8", maxBuffer: 1 << 28 });
}
