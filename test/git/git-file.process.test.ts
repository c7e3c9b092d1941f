// A repository from elsewhere: pipes, devices, endless files in Git's places, and a `.git` that Git reads in another way
// than we do. Nothing of it runs, hangs, or is read whole.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { readGitFile } from "../../src/git/git-file.ts";
import { findRepository } from "../../src/git/repository.ts";
import { isDirty } from "../../src/git/revision.ts";
import { run } from "../hosts/pith-process.ts";

const unix = { skip: process.platform === "win32" };

function repository(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pith-git-file-")));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], {
      cwd: folder,
      stdio: "pipe",
    });
  git("init", "-q", "-b", "master");
  writeFileSync(join(folder, "a.py"), "needle = 1\n");
  writeFileSync(join(folder, ".gitattributes"), "*.py filter=x\n");
  git("add", "-A");
  git("commit", "-qm", "one");
  return folder;
}

test("a common folder whose name ends in a blank leads Git to no program", unix, async (t) => {
  const own = repository();
  t.after(() => rmSync(own, { recursive: true, force: true }));
  const evil = join(own, "evil");
  const mark = join(own, "ran");
  mkdirSync(evil);
  for (const name of ["HEAD", "index", "objects", "refs"]) {
    cpSync(join(own, ".git", name), join(evil, name), { recursive: true });
  }
  for (const name of ["a.py", ".gitattributes"]) cpSync(join(own, name), join(evil, name));
  const config = `[core]\n\trepositoryformatversion = 0\n\tworktree = ${evil}\n[filter "x"]\n\tclean = "touch ${mark}; cat"\n`;
  writeFileSync(join(evil, "config"), config);
  for (const blank of ["fake ", "fake\t", "fake"]) {
    const dotGit = join(evil, ".git");
    rmSync(dotGit, { recursive: true, force: true });
    for (const common of ["fake", "fake "]) {
      mkdirSync(join(dotGit, common, "objects"), { recursive: true });
      cpSync(join(evil, "refs"), join(dotGit, common, "refs"), { recursive: true });
    }
    // The one that Git reads names the program, whichever that is; the other one looks harmless.
    writeFileSync(join(dotGit, "fake ", "config"), config);
    writeFileSync(join(dotGit, "HEAD"), "ref: refs/heads/master\n");
    cpSync(join(evil, "index"), join(dotGit, "index"));
    writeFileSync(join(dotGit, "commondir"), `${blank}\n`);
    utimesSync(join(evil, "a.py"), new Date(1), new Date(1));
    const found = findRepository(evil);
    if (found !== null) await isDirty(found);
    assert.equal(existsSync(mark), false, JSON.stringify(blank));
  }
});

test("only plain files of a sane size are read", unix, (t) => {
  const folder = mkdtempSync(join(tmpdir(), "pith-git-plain-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  symlinkSync("/dev/zero", join(folder, "endless"));
  writeFileSync(join(folder, "large"), "");
  truncateSync(join(folder, "large"), 1_500_000_000);
  for (const name of ["pipe", "endless", "large"]) assert.throws(() => readGitFile(join(folder, name)), name);
  assert.throws(() => readGitFile(join(folder, "none")), { code: "ENOENT" });
});

test("pipes and devices in Git's places hang no answer", unix, async (t) => {
  const own = repository();
  t.after(() => rmSync(own, { recursive: true, force: true }));
  const places = [
    "HEAD",
    "config",
    "index",
    "info/exclude",
    "packed-refs",
    "refs/heads/master",
    "commondir",
    "config.worktree",
    "info/attributes",
  ];
  for (const place of places) {
    const path = join(own, ".git", place);
    const kept = `${path}.kept`;
    const had = existsSync(path);
    mkdirSync(dirname(path), { recursive: true });
    if (had) renameSync(path, kept);
    for (const put of [
      () => execFileSync("mkfifo", [path]),
      () => symlinkSync("/dev/zero", path),
      () => symlinkSync(path, path),
    ]) {
      put();
      const { code, stdout } = await run(["search", "-F", "needle", "--root", own]);
      assert.equal(code, 0, `${place}: ${stdout}`);
      assert.match(stdout, /a\.py/, place);
      rmSync(path);
    }
    if (had) renameSync(kept, path);
  }
});
