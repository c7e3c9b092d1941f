// A repository from elsewhere: pipes, devices, endless files in Git's places, and a `.git` that Git reads in another way
// than we do. Nothing of it runs, hangs, or is read whole.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { readGitFile } from "../../src/git/git-file.ts";
import { findRepository } from "../../src/git/repository.ts";
import { headRevision, isDirty } from "../../src/git/revision.ts";
import { gitPlace, readGitSettings } from "../../src/git/settings.ts";
import { ODD_NAMES, PIPES } from "../conditions.ts";

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

test("a common folder whose name ends in a blank leads Git to no program", ODD_NAMES, async (t) => {
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

test("only plain files of a sane size are read", PIPES, (t) => {
  const folder = mkdtempSync(join(tmpdir(), "pith-git-plain-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  symlinkSync("/dev/zero", join(folder, "endless"));
  writeFileSync(join(folder, "large"), "");
  truncateSync(join(folder, "large"), 1_500_000_000);
  for (const name of ["pipe", "endless", "large"]) assert.throws(() => readGitFile(join(folder, name)), name);
  assert.throws(() => readGitFile(join(folder, "none")), { code: "ENOENT" });
});

test(
  "whatever lies in Git's places, and where its settings point, hangs nothing and is not read whole",
  PIPES,
  (t) => {
    const own = repository();
    const home = mkdtempSync(join(tmpdir(), "pith-git-home-"));
    t.after(() => [own, home].forEach((folder) => rmSync(folder, { recursive: true, force: true })));
    // Not UTF-8: the attribute files are looked at.
    writeFileSync(join(own, "b.txt"), Buffer.from("a needle in a haystack, caf\xe9\n", "latin1"));
    const odd = (name: string) => join(home, name);
    writeFileSync(
      join(home, ".gitconfig"),
      [
        `[core]\n\texcludesFile = ${odd("ignore")}\n\tattributesFile = ${odd("attributes")}\n`,
        `[include]\n\tpath = ${odd("included")}\n`,
        `[includeIf "onbranch:**"]\n\tpath = ${odd("condition")}\n`,
      ].join(""),
    );
    const child = fileURLToPath(new URL("odd-places-child.ts", import.meta.url));
    const named = ["ignore", "attributes", "included", "condition", ".gitconfig"].map(odd);
    const { status, stderr } = spawnSync(process.execPath, [child, own, ...named], {
      env: { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" },
      timeout: 60_000,
      killSignal: "SIGKILL",
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
  },
);

test("settings that include themselves again and again come to an end", (t) => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "pith-git-include-")));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const again = "[include]\n\tpath = .gitconfig\n".repeat(1_000);
  const conditions = '[includeIf "onbranch:x"]\n\tpath = a\n'.repeat(1_000);
  writeFileSync(join(home, ".gitconfig"), `[x]\n\tfirst = 1\n${again}${conditions}[x]\n\tlast = 1\n`);
  const place = gitPlace({ HOME: home, GIT_CONFIG_NOSYSTEM: "1" });
  const settings = readGitSettings(null, place);
  assert.deepEqual([settings.get("x.first"), settings.get("x.last")], ["1", "1"]);
});

test("long files of blanks in Git's places take no longer than others", (t) => {
  const own = repository();
  t.after(() => rmSync(own, { recursive: true, force: true }));
  const blanks = " ".repeat(1_000_000);
  const lines = "\n".repeat(1_000_000);
  for (const text of [`ref: refs/heads/x${blanks}y`, `ref: refs/heads/x${lines}y`, `ref:${blanks}`]) {
    writeFileSync(join(own, ".git/HEAD"), text);
    const found = findRepository(own);
    if (found !== null) headRevision(found);
  }
  writeFileSync(join(own, ".git/HEAD"), "ref: refs/heads/master\n");
  writeFileSync(join(own, ".git/commondir"), `x${lines}y`);
  findRepository(own);
  rmSync(join(own, ".git"), { recursive: true });
  writeFileSync(join(own, ".git"), `gitdir: x${lines}y`);
  assert.notEqual(findRepository(own)?.workTree, own);
});
