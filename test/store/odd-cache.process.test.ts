// Pipes, devices, folders, links and huge files in the place of the cache's files; a cache where nothing can be written.
// Answers are the same, none waits, and what is wrong is said once.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { temporaryFolder, writeTree } from "../files/temporary-tree.ts";
import { environment, run } from "../hosts/pith-process.ts";

const unix = { skip: process.platform === "win32" };

test("whatever lies in the place of the cache's files", unix, (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "root/a.py": "def needle():\n    pass\n", "root/b.md": "# Needle\n" });
  const child = fileURLToPath(new URL("odd-cache-child.ts", import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [child, join(folder, "root"), join(folder, "cache")],
    { env: environment(), timeout: 120_000, killSignal: "SIGKILL", encoding: "utf8" },
  );
  assert.equal(status, 0, stdout + stderr);
  assert.equal(stdout, "");
});

test(
  "a cache folder that can't be: the answer is the same, at once, and it is said once",
  unix,
  async (t) => {
    const folder = temporaryFolder(t);
    chmodSync(folder, 0o755);
    writeTree(folder, { "root/a.py": "def needle():\n    pass\n", "root/b.md": "# Needle\n", file: "" });
    const readOnly = join(folder, "read-only");
    mkdirSync(readOnly);
    chmodSync(readOnly, 0o555);
    const root = join(folder, "root");
    // The settings of whoever runs the tests may be out of another user's reach.
    const settings = { HOME: folder, XDG_CONFIG_HOME: folder };
    const uid = process.getuid?.() === 0 ? 65_534 : undefined;
    const plain = uid === undefined || (await run(["--version"], { uid, killAfterMs: 20_000 })).code === 0;
    const places = [
      [{ PITH_CACHE_DIR: join(folder, "file") }],
      [{ PITH_CACHE_DIR: join(folder, "file/below") }],
      ...(process.platform === "linux"
        ? [[{ PITH_CACHE_DIR: "/proc/nope" }], [{ XDG_CACHE_HOME: "/proc/nope", PITH_CACHE_DIR: undefined }]]
        : []),
      ...(plain
        ? [
            [{ PITH_CACHE_DIR: readOnly }, uid],
            [{ PITH_CACHE_DIR: join(readOnly, "x") }, uid],
          ]
        : []),
    ] as [NodeJS.ProcessEnv, number | undefined][];
    for (const [env, user] of places) {
      for (const argv of [
        ["context", "needle"],
        ["symbol", "needle"],
      ]) {
        const done = await run([...argv, "--root", root], {
          env: { ...settings, ...env },
          uid: user,
          cwd: root,
          killAfterMs: 30_000,
        });
        const told = `${JSON.stringify(env)} ${argv[0]}: ${done.stdout}${done.stderr}`;
        assert.equal(done.code, 0, told);
        assert.match(done.stdout, /needle/, told);
        assert.equal(done.stderr.trimEnd().split("\n").length, 1, told);
        assert.match(done.stderr, /can't be written|can't be kept/, told);
      }
    }
  },
);
