// Pipes, devices, folders, links and huge files in the place of the cache's files; a cache where nothing can be written.
// Answers are the same, none waits, and what is wrong is said once.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { temporaryFolder, writeTree } from "../files/temporary-tree.ts";
import { environment, run } from "../hosts/pith-process.ts";
import { MODES, PIPES, PROC } from "../conditions.ts";

test("whatever lies in the place of the cache's files", PIPES, (t) => {
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

/** The same answer with each of these settings, at once, and what is wrong is said in one line. */
async function answersAll(
  t: TestContext,
  places: (folder: string) => NodeJS.ProcessEnv[],
  uid?: number,
): Promise<void> {
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o755);
  writeTree(folder, { "root/a.py": "def needle():\n    pass\n", "root/b.md": "# Needle\n", file: "" });
  const root = join(folder, "root");
  // The settings of whoever runs the tests may be out of another user's reach.
  const settings = { HOME: folder, XDG_CONFIG_HOME: folder };
  for (const env of places(folder)) {
    for (const argv of [
      ["context", "needle"],
      ["symbol", "needle"],
    ]) {
      const done = await run([...argv, "--root", root], {
        env: { ...settings, ...env },
        uid,
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
}

test("a file in the place of the cache folder", (t) =>
  answersAll(t, (folder) => [
    { PITH_CACHE_DIR: join(folder, "file") },
    { PITH_CACHE_DIR: join(folder, "file/below") },
  ]));

test("a cache folder among the system's own", PROC, (t) =>
  answersAll(t, () => [
    { PITH_CACHE_DIR: "/proc/nope" },
    { XDG_CACHE_HOME: "/proc/nope", PITH_CACHE_DIR: undefined },
  ]),
);

test("a cache folder that may not be written", MODES, async (t) => {
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  if (uid !== undefined && (await run(["--version"], { uid, killAfterMs: 20_000 })).code !== 0)
    return t.skip("the other user can't read this checkout");
  await answersAll(
    t,
    (folder) => {
      const readOnly = join(folder, "read-only");
      mkdirSync(readOnly);
      chmodSync(readOnly, 0o555);
      return [{ PITH_CACHE_DIR: readOnly }, { PITH_CACHE_DIR: join(readOnly, "x") }];
    },
    uid,
  );
});
