// Which revisions are asked about, and which are refused; and that nothing of a repository runs for it.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { join } from "node:path";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import type { ContextAnswer, ReadAnswer, SearchAnswer } from "../../src/pack/answer.ts";
import type { VerifyReport } from "../../src/pack/reports.ts";
import { Opened } from "./opened.ts";
import { commitAll, git } from "./revisions.ts";
import { LINKS, ODD_NAMES, SHELL } from "../conditions.ts";

const FILES = {
  "src/a.ts": "export function first() {\n  return second();\n}\n",
  "src/b.ts": "export function second() {\n  return 2;\n}\n",
};

function repository(files: Record<string, string> = FILES): Opened {
  const opened = new Opened(files);
  git(opened.root, "init", "-q", "-b", "main");
  return opened;
}

const OPERATIONS = [
  ["context", { query: "first" }],
  ["search", { query: "first" }],
  ["search", { query: "first", mode: "exact" }],
  ["symbol", { symbol: "first" }],
  ["outline", {}],
  ["read", { places: ["src/a.ts"] }],
  ["trace", { symbol: "first" }],
  ["impact", { symbol: "first" }],
] as const;

async function assertRefused(opened: Opened, rev: string, message: RegExp): Promise<void> {
  for (const [name, args] of OPERATIONS) {
    await assert.rejects(opened.ask(name, { ...args, rev } as never), (error) => {
      assert.ok(isPithError(error), rev);
      assert.equal(error.code, "ARGUMENT_INVALID", rev);
      assert.equal(error.subject, "rev");
      assert.match(error.message, message, rev);
      assert.notEqual(error.next, "");
      return true;
    });
  }
}

test("what is no commit, searches or looks like a flag", async () => {
  await using opened = repository();
  commitAll(opened);
  const out = join(opened.root, "out.txt");
  const blob = git(opened.root, "rev-parse", "HEAD:src/a.ts");
  const treeId = git(opened.root, "rev-parse", "HEAD^{tree}");
  for (const rev of [
    "nope",
    "HEAD..HEAD",
    "HEAD...main",
    "^HEAD",
    "--upload-pack=touch out.txt",
    "--output=out.txt",
    "-p",
    "HEAD:src/a.ts",
    ":src/a.ts",
    ":/one",
    "HEAD^{/one}",
    "@{-1}",
    "@{one.week.ago}",
    "HEAD^{tree}",
    blob,
    treeId,
    "0".repeat(40),
    " ",
    "a b",
    "HEAD\nmain",
    "HEAD\0",
    "__proto__",
    "HEAD~99",
    "q".repeat(999),
  ])
    await assertRefused(opened, rev, /knows no such commit/);
  assert.equal(existsSync(out), false);
});

test("an id that several commits share the beginning of", async () => {
  await using opened = repository();
  // Commits until two begin with the same four digits: about 300 are enough for most, 1,500 for all.
  const starts = new Set<string>();
  let both = "";
  const tree = (commitAll(opened), git(opened.root, "rev-parse", "HEAD^{tree}"));
  const made = git(opened.root, "-c", "core.fsync=none", "log", "-1", "--format=%H");
  starts.add(made.slice(0, 4));
  const stream = Array.from({ length: 1_500 }, (_, i) => {
    const message = `m${i}`;
    return `commit refs/heads/n${i}\ncommitter x <x@x> ${1_000_000_000 + i} +0000\ndata ${message.length}\n${message}\nM 040000 ${tree} \n\n`;
  });
  execFileSync("git", ["fast-import", "--quiet"], { cwd: opened.root, input: stream.join("") });
  for (const id of git(opened.root, "for-each-ref", "--format=%(objectname)").split("\n")) {
    const start = id.slice(0, 4);
    if (starts.has(start)) both = start;
    starts.add(start);
  }
  assert.notEqual(both, "");
  await assertRefused(opened, both, /knows no such commit/);
});

test("outside a repository; before the first commit", async () => {
  await using opened = new Opened(FILES);
  await assertRefused(opened, "HEAD", /no Git repository/);
  git(opened.root, "init", "-q");
  await assertRefused(opened, "HEAD", /knows no such commit/);
});

test("a work tree that only points at a repository elsewhere tells nothing of it", async () => {
  await using other = repository({ "private.ts": "export const first = 1;\n" });
  const commit = commitAll(other);
  await using opened = new Opened({ ...FILES, ".git": `gitdir: ${join(other.root, ".git")}\n` });
  await assertRefused(opened, commit, /can't be asked here/);
});

for (const [key, value] of [
  ["diff.evil.textconv", "touch MARK; cat"],
  ["filter.evil.smudge", "touch MARK; cat"],
  ["filter.evil.process", "touch MARK"],
  ["core.fsmonitor", "touch MARK"],
  ["core.pager", "touch MARK"],
  ["pager.cat-file", "touch MARK"],
  ["alias.cat-file", "!touch MARK"],
  ["core.alternateRefsCommand", "touch MARK"],
  ["uploadpack.packObjectsHook", "touch MARK"],
] as const) {
  test(`no program of a repository's settings is run (${key})`, async () => {
    await using opened = repository({ ...FILES, ".gitattributes": "* diff=evil filter=evil\n" });
    const commit = commitAll(opened);
    const mark = join(opened.folder, "ran");
    git(opened.root, "config", key, value.replace("MARK", mark));
    await assertRefused(opened, commit, /can't be asked here/);
    assert.equal(existsSync(mark), false, "the program ran");
  });
}

test("hooks, attributes and programs in the tree are not run", SHELL, async () => {
  await using opened = repository({ ...FILES, ".gitattributes": "* filter=evil diff=evil\n" });
  const mark = join(opened.folder, "ran");
  const script = `#!/bin/sh\ntouch ${mark}\n`;
  for (const hook of ["post-checkout", "post-index-change", "fsmonitor-watchman", "reference-transaction"])
    writeFileSync(join(opened.root, ".git/hooks", hook), script, { mode: 0o755 });
  writeFileSync(opened.path("git"), script, { mode: 0o755 });
  git(opened.root, "-c", "core.hooksPath=/dev/null", "add", "-A");
  git(opened.root, "-c", "core.hooksPath=/dev/null", "commit", "-qm", "one");
  const before = process.env["PATH"];
  process.env["PATH"] = `${opened.root}:.:${before}`;
  try {
    for (const [name, args] of OPERATIONS) await opened.ask(name, { ...args, rev: "HEAD" } as never);
  } finally {
    process.env["PATH"] = before;
  }
  assert.equal(existsSync(mark), false, "a program ran");
});

test("no Git: said, with what to do", async () => {
  await using opened = repository();
  commitAll(opened);
  const before = process.env["PATH"];
  process.env["PATH"] = join(opened.folder, "nowhere");
  try {
    await assertRefused(opened, "HEAD", /There is no Git/);
    await assert.rejects(opened.ask("impact", { diff: "HEAD" }), { message: /There is no Git/ });
  } finally {
    process.env["PATH"] = before;
  }
});

test("a diff is of the work tree; a patch may be of a commit", async () => {
  await using opened = repository();
  const rev = commitAll(opened);
  await assert.rejects(opened.ask("impact", { diff: "HEAD", rev }), {
    code: "ARGUMENT_INVALID",
    message: /work tree/,
  });
  opened.write("src/b.ts", FILES["src/b.ts"].replace("return 2", "return 3"));
  const patch = git(opened.root, "diff");
  opened.remove("src");
  const { answer } = await opened.ask("impact", { patch: `${patch}\n`, rev, format: "json" });
  assert.deepEqual(
    (answer as { declarations: { name: string }[] }).declarations.map((d) => d.name),
    ["second"],
  );
});

test("in a batch each request has its own", async () => {
  await using opened = repository();
  const one = commitAll(opened);
  opened.write("src/a.ts", "export const third = 3;\n");
  const file = join(opened.folder, "requests.jsonl");
  const requests = [
    { op: "symbol", symbol: "first", rev: one },
    { op: "symbol", symbol: "first" },
    { op: "status", rev: one },
    { op: "symbol", symbol: "first", rev: "nope" },
  ];
  writeFileSync(file, requests.map((r) => JSON.stringify(r)).join("\n"));
  const { answer } = await opened.ask("batch", { file });
  const [at, disk, status, nope] = answer as [
    { total: number; root: { rev: string; source?: string } },
    { total: number; root: { source?: string } },
    { error: { code: string } },
    { error: { code: string } },
  ];
  assert.deepEqual([at.total, at.root.rev, at.root.source], [1, one, "revision"]);
  assert.deepEqual([disk.total, disk.root.source], [0, undefined]);
  assert.equal(status.error.code, "ARGUMENT_UNKNOWN");
  assert.equal(nope.error.code, "ARGUMENT_INVALID");
});

test("a receipt is verified against its commit, whatever lies on disk, until the commit is gone", async () => {
  await using opened = repository();
  commitAll(opened);
  opened.write("src/a.ts", "export const third = 3;\n");
  git(opened.root, "checkout", "-q", "-b", "other");
  const two = commitAll(opened);
  const { answer } = await opened.ask("context", { query: "where is third", rev: "other", format: "json" });
  const { receipt, root } = answer as ContextAnswer;
  assert.equal(root.rev, two);
  const verify = async () => {
    const outcome = await opened.ask("receipt", { action: "verify", receipt: receipt!, format: "json" });
    return { ...(outcome.answer as VerifyReport), found: outcome.found };
  };
  git(opened.root, "checkout", "-q", "main");
  opened.remove("src");
  const held = await verify();
  assert.deepEqual([held.holds, held.found, held.root.rev, held.root.source], [true, true, two, "revision"]);
  const shown = await opened.ask("receipt", { action: "show", receipt: receipt! });
  assert.match(shown.output, new RegExp(`"rev":"${two}"`));
  const span = await opened.ask("read", { places: [`${receipt}#1`], rev: two, format: "json" });
  assert.match((span.answer as ReadAnswer).spans[0]!.text, /third/);
  assert.equal((span.answer as ReadAnswer).spans[0]!.note, null);
  const onDisk = await opened.ask("read", { places: [`${receipt}#1`], format: "json" });
  assert.match(
    (onDisk.answer as ReadAnswer).spans[0]!.note!,
    new RegExp(`gone.*; the receipt is about commit ${two}`),
  );
  git(opened.root, "branch", "-q", "-D", "other");
  git(opened.root, "reflog", "expire", "--expire=now", "--all");
  git(opened.root, "gc", "-q", "--prune=now");
  const gone = await verify();
  assert.deepEqual([gone.holds, gone.found, gone.missing], [false, false, "commit"]);
  assert.ok(gone.places.length > 0 && gone.places.every(({ state }) => state === "gone"));
  const text = await opened.ask("receipt", { action: "verify", receipt: receipt! });
  assert.match(text.output, new RegExp(`commit ${two} is not in this repository`));
});

test("two commits of one text give two receipts, two clones of a commit one", async () => {
  await using opened = repository();
  const one = commitAll(opened);
  const two = commitAll(opened);
  const receiptOf = async (of: Opened, rev: string) =>
    ((await of.ask("context", { query: "first", rev, format: "json" })).answer as ContextAnswer).receipt;
  await using clone = new Opened();
  git(clone.root, "clone", "-q", opened.root, ".");
  assert.notEqual(await receiptOf(opened, one), await receiptOf(opened, two));
  assert.equal(await receiptOf(opened, one), await receiptOf(clone, one));
});

test("secrets of a commit are hidden as those on disk are", async () => {
  const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
  await using opened = repository({
    "src/a.ts": `const token = "${secret}";\n`,
    ".env": "API_PASSWORD=hunter2-9!x\n",
  });
  const rev = commitAll(opened);
  opened.remove("src");
  opened.remove(".env");
  const asked = [
    ["context", { query: "token password" }],
    ["search", { query: "token" }],
    ["search", { query: secret, mode: "exact" }],
    ["search", { query: "hunter2", mode: "exact" }],
    ["search", { query: "ghp_\\w+", mode: "regex" }],
    ["read", { places: ["src/a.ts", ".env"] }],
  ] as const;
  for (const [name, args] of asked) {
    const { output } = await opened.ask(name, { ...args, rev } as never);
    assert.doesNotMatch(output.replaceAll(JSON.stringify(secret), ""), /a1B2c3D4|hunter2-9/, name);
  }
  for (const file of opened.cacheFiles().filter((name) => /\.(seg|json)$/.test(name)))
    assert.doesNotMatch(readFileSync(file, "latin1"), /a1b2c3d4|hunter2-9/i, file);
});

test("contents that Git lacks are named, and not fetched", async () => {
  await using full = repository({
    "src/a.ts": "export const first = 1;\n",
    "src/b.ts": "export const second = 2;\n",
  });
  const rev = commitAll(full);
  git(full.root, "config", "uploadpack.allowFilter", "true");
  await using opened = new Opened();
  git(opened.root, "clone", "-q", "--no-checkout", "--filter=blob:none", `file://${full.root}`, ".");
  git(opened.root, "checkout", "-q", "HEAD", "--", "src/a.ts");
  const { answer } = await opened.ask("search", { query: "export", mode: "exact", rev, format: "json" });
  const { results, completeness } = answer as SearchAnswer;
  assert.deepEqual(
    results.map(({ path }) => path),
    ["src/a.ts"],
  );
  assert.deepEqual(completeness.files.skipped, { "object-missing": 1 });
  await assert.rejects(opened.ask("read", { places: ["src/b.ts"], rev }), {
    code: "PATH_SKIPPED",
    message: /Git lacks/,
  });
  // Once it is there it is read.
  git(opened.root, "checkout", "-q", "HEAD", "--", "src/b.ts");
  const again = await opened.ask("symbol", { symbol: "second", rev, format: "json" });
  assert.equal((again.answer as { total: number }).total, 1);
});

test("a content that was replaced is not shown under the commit's name", async () => {
  await using opened = repository({
    "src/a.ts": "export const first = 1;\n",
    "src/b.ts": "export const other = 9;\n",
  });
  const rev = commitAll(opened);
  const [a, b] = ["src/a.ts", "src/b.ts"].map((path) => git(opened.root, "rev-parse", `HEAD:${path}`)) as [
    string,
    string,
  ];
  git(opened.root, "replace", a, b);
  const { answer } = await opened.ask("read", { places: ["src/a.ts"], rev, format: "json" });
  assert.equal((answer as ReadAnswer).spans[0]!.text, "export const first = 1;");
  git(opened.root, "replace", "-d", a);
  // Damage: one object under the name of another.
  const place = (id: string) => join(opened.root, ".git/objects", id.slice(0, 2), id.slice(2));
  rmSync(place(a));
  mkdirSync(join(opened.root, ".git/objects", a.slice(0, 2)), { recursive: true });
  writeFileSync(place(a), readFileSync(place(b)));
  const engine = opened.startCold();
  const asked = engine.run("read", { root: opened.root, places: ["src/a.ts"], rev });
  await assert.rejects(
    asked,
    (error) => isPithError(error) && ["PATH_SKIPPED", "ARGUMENT_INVALID"].includes(error.code),
  );
});

test("of commits eight are kept in the cache", async () => {
  await using opened = repository();
  for (let i = 0; i < 11; i++) {
    opened.write("src/a.ts", `export const name${i} = ${i};\n`);
    await opened.ask("symbol", { symbol: `name${i}`, rev: commitAll(opened) });
  }
  const kept = opened.cacheFiles().filter((file) => file.endsWith(".rev.snap"));
  assert.equal(kept.length, 8);
});

test("a path that Git checks out nowhere", ODD_NAMES, async () => {
  await using opened = repository();
  const blob = git(opened.root, "hash-object", "-w", "--stdin-paths", "--no-filters");
  assert.equal(blob, "");
  commitAll(opened);
  const content = git(opened.root, "rev-parse", "HEAD:src/a.ts");
  for (const name of ["..", ".git", ".GIT", "."]) {
    const tree = execFileSync("git", ["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], {
      cwd: opened.root,
      input: Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(content, "hex")]),
      encoding: "utf8",
    }).trim();
    const commit = git(opened.root, "commit-tree", "-m", "odd", tree);
    await assertRefused(opened, commit, /checks out nowhere/);
  }
  assert.ok(readdirSync(opened.root).length > 0);
});

/** A tree of the entries, written as it is: Git itself would take seconds for a thousand. */
function treeOf(
  opened: Opened,
  entries: readonly (readonly [mode: string, name: string, id: string])[],
): string {
  const content = Buffer.concat(
    entries.flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]),
  );
  const object = Buffer.concat([Buffer.from(`tree ${content.length}\0`), content]);
  const id = hash("sha1", object, "hex");
  const folder = join(opened.root, ".git/objects", id.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, id.slice(2)), deflateSync(object));
  return id;
}

test("a few objects that stand for any number of files or folders", { timeout: 120_000 }, async () => {
  await using opened = repository();
  commitAll(opened);
  const names = Array.from({ length: 20 }, (_, i) => `n${String(i).padStart(2, "0")}`);
  let tree = git(opened.root, "rev-parse", "HEAD^{tree}");
  for (let depth = 0; depth < 12; depth++)
    tree = treeOf(
      opened,
      names.map((name) => ["40000", name, tree] as const),
    );
  await assert.rejects(
    opened.ask("search", { query: "x", rev: git(opened.root, "commit-tree", "-m", "wide", tree) }),
    {
      code: "ARGUMENT_INVALID",
    },
  );
  // Half a million folders take Git seconds: once is enough but in a soak.
  if (process.env["PITH_SOAK"] === undefined) return;
  let deep = git(opened.root, "rev-parse", "HEAD^{tree}");
  for (let depth = 0; depth < 150; depth++) deep = treeOf(opened, [["40000", "d", deep]]);
  for (let depth = 0; depth < 3; depth++)
    deep = treeOf(
      opened,
      names.map((name) => ["40000", name, deep] as const),
    );
  await assert.rejects(
    opened.ask("search", { query: "x", rev: git(opened.root, "commit-tree", "-m", "deep", deep) }),
    {
      code: "ARGUMENT_INVALID",
      message: /folders/,
    },
  );
});

test("rules and settings of a commit that can't be had are said", async () => {
  await using full = repository({ ...FILES, ".pithignore": "*.log\n", "pith.json": "{}" });
  const rev = commitAll(full);
  git(full.root, "config", "uploadpack.allowFilter", "true");
  await using opened = new Opened();
  git(opened.root, "clone", "-q", "--no-checkout", "--filter=blob:none", `file://${full.root}`, ".");
  await assert.rejects(opened.ask("search", { query: "x", rev }), {
    code: "CONFIG_INVALID",
    message: /Git lacks/,
  });
  git(opened.root, "checkout", "-q", "HEAD", "--", "pith.json", "src");
  const { notices } = await opened.ask("search", { query: "first", rev });
  assert.ok(
    notices.some((notice) => notice.includes(".pithignore cannot be read")),
    notices.join(),
  );
});

test("a folder that the commit does not have is no root", LINKS, async () => {
  await using opened = repository();
  const one = commitAll(opened);
  mkdirSync(opened.path("late"));
  const asked = opened.engine.run("search", { root: opened.path("late"), query: "x", rev: one });
  await assert.rejects(asked, { code: "ROOT_NOT_FOUND", message: /has no folder "late"/ });
  renameSync(opened.path("src"), opened.path("moved"));
  symlinkSync("moved", opened.path("src"));
});
