// The index is read as Git reads it, in every version and form that Git writes.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseIndex, readIndex } from "../../src/git/index-file.ts";
import { findRepository } from "../../src/git/repository.ts";
import { headRevision, isDirty } from "../../src/git/revision.ts";
import { cleanEnvironment, git, temporaryFolder, writeTree } from "../files/temporary-tree.ts";

function files(count: number): Record<string, string> {
  const made: Record<string, string> = {
    "é/日本.txt": "x",
    "a b": "y",
    [`long/${"n".repeat(200)}/${"m".repeat(200)}`]: "z",
  };
  for (let i = 0; i < count; i++) made[`dir${i % 7}/sub${i % 3}/file${i}.txt`] = `${i}`;
  return made;
}

/** What Git says: mode, id, stage, path, and whether the entry is checked out. */
function listed(folder: string, env: NodeJS.ProcessEnv): string[] {
  const out = git(folder, env, ["ls-files", "-z", "-s", "-t"]);
  return out.split("\0").filter((line) => line !== "");
}

function ours(folder: string): string[] {
  const entries = readIndex(findRepository(folder)!);
  assert.ok(entries !== null);
  return entries.map(({ path, mode, oid, stage, skipWorktree }) => {
    const tag = stage > 0 ? "M" : skipWorktree ? "S" : "H";
    return `${tag} ${mode.toString(8).padStart(6, "0")} ${oid} ${stage}\t${path}`;
  });
}

for (const [name, init, commands] of [
  ["version 2", [], []],
  ["version 4", [], [["update-index", "--index-version", "4"]]],
  ["object ids of 32 bytes", ["--object-format=sha256"], []],
  [
    "object ids of 32 bytes in version 4",
    ["--object-format=sha256"],
    [["update-index", "--index-version", "4"]],
  ],
  ["files not checked out", [], [["update-index", "--skip-worktree", "dir1/sub1/file1.txt", "a b"]]],
] as const) {
  test(`index: ${name}`, (t) => {
    const folder = temporaryFolder(t);
    const env = cleanEnvironment(folder);
    git(folder, env, ["init", "-q", "-b", "main", ...init]);
    writeTree(folder, files(60));
    git(folder, env, ["add", "."]);
    for (const command of commands) git(folder, env, command);
    assert.deepEqual(ours(folder), listed(folder, env));
  });
}

test("index: split, with entries replaced, added and removed since", (t) => {
  const folder = temporaryFolder(t);
  const env = cleanEnvironment(folder);
  git(folder, env, ["init", "-q", "-b", "main"]);
  git(folder, env, ["config", "splitIndex.maxPercentChange", "100"]);
  writeTree(folder, files(200));
  git(folder, env, ["add", "."]);
  git(folder, env, ["update-index", "--split-index"]);
  assert.deepEqual(ours(folder).sort(), listed(folder, env).sort());
  writeTree(folder, {
    "dir1/sub1/file1.txt": "changed",
    "dir2/new": "n",
    "dir3/sub0/file3.txt": "changed too",
  });
  git(folder, env, ["rm", "-q", "--cached", "dir0/sub0/file0.txt", "dir5/sub2/file5.txt"]);
  git(folder, env, ["add", "dir1", "dir2", "dir3"]);
  assert.ok(git(folder, env, ["rev-parse", "--shared-index-path"]).includes("sharedindex"));
  assert.deepEqual(ours(folder).sort(), listed(folder, env).sort());
});

test("index: a conflict has its stages", (t) => {
  const folder = temporaryFolder(t);
  const env = cleanEnvironment(folder);
  git(folder, env, ["init", "-q", "-b", "main"]);
  const id = git(folder, env, ["hash-object", "-w", "--stdin"], "x").trim();
  git(
    folder,
    env,
    ["update-index", "--index-info"],
    [1, 2, 3].map((n) => `100644 ${id} ${n}\tboth\n`).join(""),
  );
  assert.deepEqual(ours(folder), listed(folder, env));
});

test("index: none is empty, a broken one is null, and never an exception", (t) => {
  const folder = temporaryFolder(t);
  const env = cleanEnvironment(folder);
  git(folder, env, ["init", "-q", "-b", "main"]);
  const repository = findRepository(folder)!;
  assert.deepEqual(readIndex(repository), []);
  writeTree(folder, files(20));
  git(folder, env, ["add", "."]);
  const good = readIndex(repository)!;
  assert.ok(good.length > 20);
  writeFileSync(join(folder, ".git/index"), Buffer.from("DIRC\0\0\0\u0009 not an index"));
  assert.equal(readIndex(repository), null);
  assert.throws(() => parseIndex(Buffer.alloc(100), { hashBytes: 20 }));
});

test("revision: HEAD as Git says, dirty when tracked files differ, unknown without Git", async (t) => {
  const folder = temporaryFolder(t);
  const env = cleanEnvironment(folder);
  git(folder, env, ["init", "-q", "-b", "main"]);
  writeTree(folder, { "a.txt": "1" });
  git(folder, env, ["add", "a.txt"]);
  git(folder, env, ["commit", "-q", "-m", "one"]);
  const repository = findRepository(folder)!;
  assert.equal(headRevision(repository), git(folder, env, ["rev-parse", "HEAD"]).trim());
  git(folder, env, ["pack-refs", "--all"]);
  assert.equal(headRevision(repository), git(folder, env, ["rev-parse", "HEAD"]).trim());
  writeTree(folder, { "untracked.txt": "" });
  assert.equal(await isDirty(repository), false);
  writeTree(folder, { "a.txt": "22" });
  assert.equal(await isDirty(repository), true);
  assert.equal(await isDirty(repository, { run: async () => ({ status: null, stdout: "" }) }), null);
});
