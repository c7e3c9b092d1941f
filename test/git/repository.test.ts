import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findRepository } from "../../src/git/repository.ts";
import { headRevision } from "../../src/git/revision.ts";
import { temporaryFolder, writeRepository, writeTree } from "../files/temporary-tree.ts";
import { LINKS } from "../conditions.ts";

const ID = "0123456789012345678901234567890123456789";

test("the nearest repository upwards, or none", (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "a/b/": "", "broken/.git/x": "", "broken/c/": "" });
  assert.equal(findRepository(join(folder, "a")), null);
  writeRepository(join(folder, "a"));
  const found = {
    workTree: join(folder, "a"),
    gitDir: join(folder, "a/.git"),
    commonDir: join(folder, "a/.git"),
  };
  assert.deepEqual(findRepository(join(folder, "a/b")), found);
  assert.deepEqual(findRepository(join(folder, "a/b/not/there")), found);
  assert.equal(findRepository(join(folder, "broken/c")), null);
});

test("a .git that can't be looked at is none: a link to itself", LINKS, (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "top/sub/": "", "inner/.git/HEAD": "ref: refs/heads/main\n" });
  writeRepository(join(folder, "top"));
  symlinkSync(".git", join(folder, "top/sub/.git"));
  symlinkSync("objects", join(folder, "inner/.git/objects"));
  assert.equal(findRepository(join(folder, "top/sub"))!.workTree, join(folder, "top"));
  assert.equal(findRepository(join(folder, "inner")), null);
});

test("a gitfile, a linked work tree, a bare repository", (t) => {
  const folder = temporaryFolder(t);
  writeRepository(join(folder, "main"));
  writeTree(folder, {
    "main/.git/refs/heads/main": `${ID}\n`,
    "main/.git/worktrees/side/HEAD": "ref: refs/heads/side\n",
    "main/.git/worktrees/side/commondir": "../..\n",
    "main/.git/packed-refs": `# pack-refs with: peeled\n${ID.replace("0", "f")} refs/heads/side\n^${ID}\n`,
    "side/.git": `gitdir: ${join(folder, "main/.git/worktrees/side")}\n`,
    "nowhere/.git": "gitdir: /not/there\n",
    "bare/.git/config": "[core]\n\tbare = true\n",
    "bare/.git/HEAD": "ref: refs/heads/main\n",
    "bare/.git/objects/": "",
    "bare/.git/refs/": "",
  });
  const side = findRepository(join(folder, "side"));
  assert.deepEqual(side, {
    workTree: join(folder, "side"),
    gitDir: join(folder, "main/.git/worktrees/side"),
    commonDir: join(folder, "main/.git"),
  });
  assert.equal(headRevision(side!), ID.replace("0", "f"));
  assert.equal(headRevision(findRepository(join(folder, "main"))!), ID);
  assert.equal(findRepository(join(folder, "nowhere")), null);
  assert.equal(findRepository(join(folder, "bare")), null);
});

test("HEAD: detached, unborn, in a circle, leading outside", (t) => {
  const folder = temporaryFolder(t);
  writeRepository(folder);
  const repository = findRepository(folder)!;
  assert.equal(headRevision(repository), null);
  for (const [head, expected] of [
    [`${ID}\n`, ID],
    [`${"ab".repeat(32)}\n`, "ab".repeat(32)],
    ["ref: refs/heads/loop\n", null],
    ["ref: ../../secret\n", null],
    ["ref: refs/../../secret\n", null],
    ["nonsense", null],
  ] as const) {
    writeTree(folder, { ".git/HEAD": head, ".git/refs/heads/loop": "ref: refs/heads/loop\n", secret: ID });
    assert.equal(headRevision(repository), expected);
  }
});
