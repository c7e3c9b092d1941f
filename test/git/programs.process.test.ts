// A repository that was copied brings its configuration along: asking about it must run nothing that it names.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { findRepository } from "../../src/git/repository.ts";
import { isDirty } from "../../src/git/revision.ts";

const NAMED = [
  (mark: string) => ["filter.evil.clean", `touch ${mark}; cat`],
  (mark: string) => ["filter.evil.process", `touch ${mark}`],
  (mark: string) => ["core.fsmonitor", `touch ${mark}`],
];

for (const [i, named] of NAMED.entries()) {
  test(`no program of a repository's configuration is run (${named("")[0]})`, async (t) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "pith-programs-")));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], {
        cwd: folder,
        stdio: "pipe",
      });
    git("init", "-q");
    writeFileSync(join(folder, "a.txt"), "one\n");
    writeFileSync(join(folder, ".gitattributes"), "* filter=evil\n");
    git("add", "-A");
    git("commit", "-qm", "one");
    const mark = join(folder, `ran-${i}`);
    const [key, value] = named(mark);
    git("config", key!, value!);
    utimesSync(join(folder, "a.txt"), new Date(1), new Date(1));
    rmSync(mark, { force: true });
    const dirty = await isDirty(findRepository(folder)!);
    assert.equal(existsSync(mark), false, "the program ran");
    if (key!.startsWith("filter.")) assert.equal(dirty, null);
  });
}
