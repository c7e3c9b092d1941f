// What Git says of a history, beside what was committed: strange names and messages, merges, folders, hostile settings.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { changesIn, introducedBy, isShallow, recentCommits } from "../../src/git/history.ts";
import { findRepository } from "../../src/git/repository.ts";
import { parseUnifiedDiff } from "../../src/git/unified-diff.ts";
import { temporaryFolder } from "../files/temporary-tree.ts";

function git(folder: string, ...args: string[]): string {
  const who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgSign=false"];
  return execFileSync("git", [...who, ...args], { cwd: folder, encoding: "utf8", stdio: "pipe" });
}

function commit(folder: string, message: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "--allow-empty", "-m", message);
}

async function historyOf(folder: string, most = 100) {
  const repository = findRepository(folder)!;
  const found = await recentCommits(repository, folder, most);
  return { repository, found, commits: "commits" in found ? found.commits : [] };
}

test("commits newest first without merges, with strange names, messages and marks", async (t) => {
  const folder = temporaryFolder(t);
  git(folder, "init", "-q", "-b", "main");
  commit(folder, "first \u0001 of \u0002 them", { "a b.ts": "const one = 1;\n", "ü/日本.ts": "two\n" });
  git(folder, "checkout", "-q", "-b", "side");
  commit(folder, "on the side", { "side.ts": "side\n" });
  git(folder, "checkout", "-q", "main");
  commit(folder, "third: a mark in the text", { 'q"uote.ts': "x\n\u00010123\n\u0002\ny\n" });
  git(folder, "merge", "-q", "--no-ff", "-m", "Merge the side", "side");
  commit(folder, "nothing", {});
  const { commits, repository } = await historyOf(folder);
  const bySubject = new Map(commits.map((one) => [one.subject, one]));
  assert.ok(!bySubject.has("Merge the side"));
  assert.deepEqual(bySubject.get("on the side")?.paths, ["side.ts"]);
  assert.equal(bySubject.get("on the side")?.author, "Ann <ann@example.org>");
  assert.deepEqual(bySubject.get("third: a mark in the text")?.paths, ['q"uote.ts']);
  const diffs = await changesIn(
    repository,
    folder,
    commits.map(({ id }) => id),
  );
  for (const [subject, path] of [
    ["on the side", "side.ts"],
    ["third: a mark in the text", 'q"uote.ts'],
  ] as const) {
    const [file] = parseUnifiedDiff(diffs.get(bySubject.get(subject)!.id)!);
    assert.equal(file?.newPath, path);
  }
  assert.equal((await historyOf(folder, 1)).commits.length <= 1, true);
});

test("below a folder only what lies there is told, by its path from there", async (t) => {
  const folder = temporaryFolder(t);
  git(folder, "init", "-q", "-b", "main");
  commit(folder, "in both", { "top.ts": "const top = 1;\n", "sub/in.ts": "const inside = 1;\n" });
  commit(folder, "above alone", { "top.ts": "const top = 2;\n" });
  const sub = join(folder, "sub");
  const { commits, repository } = await historyOf(sub);
  assert.deepEqual(
    commits.map(({ subject, paths }) => [subject, paths]),
    [["in both", ["in.ts"]]],
  );
  const diffs = await changesIn(repository, sub, [commits[0]!.id]);
  assert.deepEqual(
    parseUnifiedDiff(diffs.get(commits[0]!.id)!).map(({ newPath }) => newPath),
    ["in.ts"],
  );
});

test("no commit yet, a clone with a depth, a commit that is not there", async (t) => {
  const folder = temporaryFolder(t);
  const own = join(folder, "own");
  mkdirSync(own);
  git(own, "init", "-q", "-b", "main");
  assert.deepEqual((await historyOf(own)).found, { fault: "revision" });
  commit(own, "one", { "a.ts": "1\n" });
  commit(own, "two", { "a.ts": "2\n" });
  git(folder, "clone", "-q", "--depth", "1", `file://${own}`, "shallow");
  const { commits, repository } = await historyOf(join(folder, "shallow"));
  assert.deepEqual([commits.length, isShallow(repository)], [1, true]);
  assert.equal(isShallow(findRepository(own)!), false);
  assert.equal((await changesIn(repository, join(folder, "shallow"), ["0".repeat(40)])).size, 0);
});

test("nothing that the repository names is run, and settings of looks change nothing", async (t) => {
  const folder = temporaryFolder(t);
  git(folder, "init", "-q", "-b", "main");
  commit(folder, "one thing", { "a.ts": "const one = 1;\n" });
  const before = (await historyOf(folder)).commits;
  const trap = join(folder, "trap");
  for (const setting of [
    "log.showSignature=true",
    "log.decorate=full",
    "log.follow=true",
    "diff.noprefix=true",
    "diff.renames=copies",
    "color.ui=always",
    "log.date=raw",
    "core.quotePath=false",
  ]) {
    const [key, value] = setting.split("=") as [string, string];
    git(folder, "config", key, value);
    const { found, commits, repository } = await historyOf(folder);
    // A setting that isn't known to be harmless closes the history; one that is changes nothing of it.
    if ("fault" in found) assert.equal(found.fault, "unsafe", setting);
    else {
      assert.deepEqual(commits, before, setting);
      const diff = (await changesIn(repository, folder, [before[0]!.id])).get(before[0]!.id)!;
      assert.deepEqual(
        parseUnifiedDiff(diff).map(({ newPath }) => newPath),
        ["a.ts"],
        setting,
      );
    }
    git(folder, "config", "--unset", key);
  }
  for (const key of [
    "core.fsmonitor",
    "gpg.program",
    "diff.external",
    "diff.x.textconv",
    "core.pager",
    "filter.x.smudge",
  ]) {
    git(folder, "config", key, `touch ${trap}`);
    await historyOf(folder);
    git(folder, "config", "--unset", key);
    assert.equal(existsSync(trap), false, key);
  }
});

test("the commit that wrote a line: as far as history is looked at, and not what a shallow clone begins with", async (t) => {
  const folder = temporaryFolder(t);
  git(folder, "init", "-q", "-b", "main");
  commit(folder, "first", { "a b.ts": "one\ntwo\nthree\n" });
  commit(folder, "second\tboundary", { "a b.ts": "one\nTWO\nthree\n" });
  commit(folder, "third", { "a b.ts": "one\nTWO\nTHREE\n\tsummary no\n" });
  const { repository, commits } = await historyOf(folder);
  const at = commits[0]!.id;
  const asked = { path: "a b.ts", lines: [1, 2, 3, 4], at };
  const subjects = (found: Map<number, { subject: string }>) =>
    [...found].map(([line, { subject }]) => [line, subject]);
  assert.deepEqual(subjects(await introducedBy(repository, folder, { ...asked, oldest: null })), [
    [1, "first"],
    [2, "second\tboundary"],
    [3, "third"],
    [4, "third"],
  ]);
  const some = await introducedBy(repository, folder, { ...asked, oldest: commits[2]!.id });
  assert.deepEqual([...some.keys()], [2, 3, 4]);
  assert.deepEqual(
    [...(await introducedBy(repository, folder, { ...asked, path: "none.ts", oldest: null })).keys()],
    [],
  );
  const clone = join(folder, "..", "shallow-clone");
  git(folder, "clone", "-q", "--depth", "1", `file://${folder}`, clone);
  t.after(() => rmSync(clone, { recursive: true, force: true }));
  const shallow = findRepository(clone)!;
  assert.deepEqual((await introducedBy(shallow, clone, { ...asked, oldest: null })).size, 0);
});
