// Which Git runs, whatever PATH says: never a file of the tree that is asked about.
import assert from "node:assert/strict";
import { chmodSync, existsSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { gitProgram } from "../../src/git/git-program.ts";
import { findRepository } from "../../src/git/repository.ts";
import { isDirty } from "../../src/git/revision.ts";
import { runGit } from "../../src/git/run-git.ts";
import { cleanEnvironment, git, temporaryFolder, writeTree } from "./../files/temporary-tree.ts";
import { LINKS } from "../conditions.ts";

test("a `git` of the repository is not run, whatever PATH leads to it", LINKS, async (t) => {
  const outer = temporaryFolder(t);
  const folder = join(outer, "tree");
  const mark = join(outer, "mark");
  const evil = `#!/bin/sh\ntouch ${mark}\n`;
  writeTree(folder, { git: evil, "bin/git": evil, "node_modules/.bin/git": evil, "a.txt": "one\n" });
  for (const name of ["git", "bin/git", "node_modules/.bin/git"]) chmodSync(join(folder, name), 0o755);
  const env = cleanEnvironment(outer);
  git(outer, env, ["init", "-q", folder]);
  git(folder, env, ["add", "-A"]);
  git(folder, env, ["commit", "-qm", "one"]);
  symlinkSync(join(folder, "bin"), join(outer, "link"));
  writeTree(outer, { "linked/": "" });
  symlinkSync(join(folder, "git"), join(outer, "linked", "git"));

  const usual = process.env["PATH"]!;
  const cwd = process.cwd();
  t.after(() => {
    process.env["PATH"] = usual;
    process.chdir(cwd);
  });
  process.chdir(folder);
  const repository = findRepository(folder)!;
  const before = [
    ".",
    "",
    "bin",
    "./bin",
    "node_modules/.bin",
    "../tree",
    folder,
    join(folder, "bin"),
    `${folder}/../tree`,
    join(outer, "link"),
    join(outer, "linked"),
    join(outer, "nowhere"),
  ];
  for (const entry of before) {
    process.env["PATH"] = `${entry}${delimiter}${usual}`;
    assert.equal(await isDirty(repository), false, entry);
    const version = await runGit(folder, ["--version"]);
    assert.match(version.stdout, /^git version/, entry);
    assert.equal(existsSync(mark), false, entry);
    process.env["PATH"] = entry;
    assert.equal(await isDirty(repository), null, `${entry} alone`);
    assert.equal(existsSync(mark), false, `${entry} alone`);
  }
  process.env["PATH"] = usual;
  rmSync(join(folder, "a.txt"));
  assert.equal(await isDirty(repository), true);
});

test("what Git itself starts finds no program in the tree", (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "tree/bin/": "", "usual/": "" });
  const tree = join(folder, "tree");
  const usual = join(folder, "usual");
  const path = [".", "", "relative", tree, join(tree, "bin"), usual].join(delimiter);
  assert.deepEqual(gitProgram([tree], path), { file: null, path: usual });
});
