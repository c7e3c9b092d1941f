// Folders that a client over HTTP names in another work tree of the repository that the server was given, and in one that only
// says so.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { ServerContext } from "@modelcontextprotocol/server";
import { rootsWithin } from "../../../../src/surface/mcp/http/roots-within.ts";

test("another work tree is open in the same part, a folder that claims to be one is not", async () => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "pith-roots-within-")));
  try {
    const main = join(top, "main");
    mkdirSync(join(main, "packages/a"), { recursive: true });
    mkdirSync(join(main, "packages/b"), { recursive: true });
    for (const name of ["a", "b"]) writeFileSync(join(main, "packages", name, "x.ts"), "export {};\n");
    const git = (...args: string[]): void => {
      const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
      const run = spawnSync("git", [...identity, ...args], { cwd: main, encoding: "utf8" });
      assert.equal(run.status, 0, run.stderr);
    };
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "one");
    git("worktree", "add", "--quiet", join(top, "beside"));
    // It names the repository, which does not name it.
    const liar = join(top, "liar");
    mkdirSync(liar);
    writeFileSync(join(liar, ".git"), `gitdir: ${join(main, ".git/worktrees/beside")}\n`);
    const other = join(top, "other");
    mkdirSync(join(other, ".git"), { recursive: true });

    const heeded = async (given: string, ...named: string[]) =>
      rootsWithin(given)({ find: async () => named }).find({} as ServerContext);
    const beside = join(top, "beside");
    assert.deepEqual(await heeded(main, beside), [beside]);
    assert.deepEqual(await heeded(main, join(beside, "packages/a")), [join(beside, "packages/a")]);
    const [a, b] = [join(main, "packages/a"), join(beside, "packages/b")];
    assert.deepEqual(await heeded(a, join(beside, "packages/a")), [join(beside, "packages/a")]);
    for (const wrong of [b, beside, main, top, liar, other, join(liar, "packages/a"), "/", join(top, "gone")])
      assert.deepEqual(await heeded(a, wrong), [a], wrong);
    for (const wrong of [top, liar, other, "/", `${main}too`, join(main, "..", "other")])
      assert.deepEqual(await heeded(main, wrong), [main], wrong);
    assert.deepEqual(await heeded(main, other, b, liar, a), [b, a]);
    // What asks the client first is passed on.
    const question = { resultType: "input_required" } as never;
    assert.equal(await rootsWithin(main)({ find: async () => question }).find({} as ServerContext), question);
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
});
