import assert from "node:assert/strict";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { defaultConfig } from "../../src/config/schema.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { walk, walkFiles } from "../../src/files/walk.ts";
import type { WalkFiles } from "../../src/files/walk.ts";
import { whyPath } from "../../src/files/why.ts";
import { gitPlace } from "../../src/git/settings.ts";
import { temporaryFolder, writeRepository, writeTree } from "./temporary-tree.ts";
import { all, BYTE_NAMES, LINKS, SOCKETS } from "../conditions.ts";

const place = gitPlace({ HOME: "/nowhere", GIT_CONFIG_NOSYSTEM: "1" });

function list(folder: string, changes: Partial<ReturnType<typeof defaultConfig>> = {}, files?: WalkFiles) {
  const found = walk(resolveRoot(folder), { ...defaultConfig(), ...changes }, { place, files });
  return {
    files: found.files.map((file) => file.path),
    skipped: Object.fromEntries([...found.skipped].map(([reason, { paths }]) => [reason, paths])),
  };
}

const why = (folder: string, path: string) => whyPath(resolveRoot(folder), defaultConfig(), path, { place });

test("outside a repository ignore files count; the order is that of the paths", (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, {
    ".gitignore": "*.log\nbuild/\n",
    "a/x.ts": "",
    "a-b": "",
    a0: "",
    "a.ts": "",
    "a/y.log": "",
    "build/out.js": "",
    "sub/.gitignore": "!keep.log\n/only\n",
    "sub/keep.log": "",
    "sub/only": "",
    "sub/in/only": "",
  });
  const { files, skipped } = list(folder);
  assert.deepEqual(files, [
    ".gitignore",
    "a-b",
    "a.ts",
    "a/x.ts",
    "a0",
    "sub/.gitignore",
    "sub/in/only",
    "sub/keep.log",
  ]);
  assert.deepEqual(skipped, { ignored: ["a/y.log", "build/", "sub/only"] });
  const first = walk(resolveRoot(folder), defaultConfig(), { place }).files[0]!;
  assert.equal(first.size, 13);
  assert.equal(typeof first.mtimeNs, "bigint");
  assert.equal(first.tracked, false);
});

test("rules above the root hold, and one that ignores the root itself does not", (t) => {
  const folder = temporaryFolder(t);
  writeRepository(folder);
  writeTree(folder, {
    ".gitignore": "*.log\n/lib/a/gone\nlib/\n",
    ".pithignore": "secret*\n",
    "lib/a/gone": "",
    "lib/a/x.log": "",
    "lib/a/here": "",
    "lib/a/secrets": "",
    "lib/.gitignore": "*.tmp\n",
    "lib/a/y.tmp": "",
    "lib/a/lib/z": "",
  });
  assert.deepEqual(list(join(folder, "lib/a")).files, ["here"]);
  assert.equal(why(join(folder, "lib/a"), "x.log").rule?.source, ".gitignore");
  assert.equal(why(join(folder, "lib/a"), "y.tmp").rule?.source, "lib/.gitignore");
});

test(".pithignore takes out what Git has and takes in what Git ignores", (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, {
    ".gitignore": "generated/\n*.log\n/docs/*\n",
    ".pithignore": "!generated/\nvendor/\n!important.log\n*.snap\n",
    "generated/api.ts": "",
    "generated/x.log": "",
    "generated/important.log": "",
    "vendor/v.ts": "",
    "a.snap": "",
    "src/.pithignore": "!b.snap\n",
    "src/b.snap": "",
    "docs/x": "",
  });
  const { files, skipped } = list(folder);
  assert.deepEqual(files, [
    ".gitignore",
    ".pithignore",
    "generated/api.ts",
    "generated/important.log",
    "src/.pithignore",
    "src/b.snap",
  ]);
  assert.deepEqual(skipped, { pithignored: ["a.snap", "vendor/"], ignored: ["docs/x", "generated/x.log"] });
});

test("include and exclude of the configuration", (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, {
    "src/a.ts": "",
    "src/a.js": "",
    "lib/b.ts": "",
    "other/c.ts": "",
    "src/gen/x.ts": "",
    "src/gen/keep.ts": "",
  });
  assert.deepEqual(
    list(folder, { include: ["src", "lib"], exclude: ["*.js", "src/gen", "!src/gen/keep.ts"] }),
    {
      files: ["lib/b.ts", "src/a.ts", "src/gen/keep.ts"],
      skipped: { excluded: ["other/", "src/a.js", "src/gen/x.ts"] },
    },
  );
});

test("links and sockets are named and never opened; circles end", all(LINKS, SOCKETS), async (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "root/a/b.txt": "", "outside/x": "" });
  const root = join(folder, "root");
  symlinkSync("b.txt", join(root, "a/file"));
  symlinkSync("..", join(root, "a/up"));
  symlinkSync(join(folder, "outside"), join(root, "out"));
  symlinkSync("nothing", join(root, "broken"));
  const server = createServer().listen(join(root, "socket"));
  await new Promise((done) => server.once("listening", done));
  const found = list(root);
  server.close();
  assert.deepEqual(found, {
    files: ["a/b.txt"],
    skipped: { symlink: ["a/file", "a/up", "broken", "out"], special: ["socket"] },
  });
  // A link is no folder, so a rule for folders does not hold; an ignore file that is a link is not followed.
  writeTree(root, { ".gitignore": "up/\n" });
  symlinkSync("../.gitignore", join(root, "a/.gitignore"));
  assert.deepEqual(list(root).skipped["symlink"], ["a/.gitignore", "a/file", "a/up", "broken", "out"]);
});

test("repositories below: by their own rules where the root is in none, else left out", (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, {
    ".gitignore": "*.tmp\n",
    "one/.gitignore": "dist/\n",
    "one/dist/x": "",
    "one/a.tmp": "",
    "one/a.ts": "",
    "two/.git/x": "no repository",
    "two/b.ts": "",
  });
  writeRepository(join(folder, "one"));
  writeTree(folder, { "one/.git/info/exclude": "private\n", "one/private": "" });
  assert.deepEqual(list(folder), {
    files: [".gitignore", "one/.gitignore", "one/a.tmp", "one/a.ts", "two/b.ts"],
    skipped: { ignored: ["one/dist/", "one/private"] },
  });

  writeRepository(folder);
  assert.deepEqual(list(folder), {
    files: [".gitignore", "two/b.ts"],
    skipped: { "nested-repository": ["one/"] },
  });
  assert.equal(why(folder, "one/a.ts").reason, "nested-repository");
  assert.equal(why(folder, "one/a.ts").through, "one/");

  writeTree(folder, { ".pithignore": "!one/\n" });
  assert.deepEqual(list(folder).files, [
    ".gitignore",
    ".pithignore",
    "one/.gitignore",
    "one/a.tmp",
    "one/a.ts",
    "two/b.ts",
  ]);
});

test("what vanishes is left out, what can't be read is named", (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "a/x": "", "b/y": "", "c/z": "", d: "", e: "", f: "" });
  const failing = (code: string) => Object.assign(new Error(code), { code });
  const files: WalkFiles = {
    ...walkFiles,
    readFolder(path) {
      if (path.endsWith("/a/")) throw failing("EACCES");
      if (path.endsWith("/b/")) throw failing("ENOENT");
      if (path.endsWith("/c/")) throw failing("ENAMETOOLONG");
      return walkFiles.readFolder(path);
    },
    stat(path) {
      if (path.endsWith("/d")) return undefined;
      if (path.endsWith("/e")) throw failing("EACCES");
      return walkFiles.stat(path);
    },
  };
  assert.deepEqual(list(folder, {}, files), {
    files: ["f"],
    skipped: { unreadable: ["a/", "e"], "path-too-long": ["c/"] },
  });
});

test("names that are no UTF-8 are named as such; names with U+FFFD are names", BYTE_NAMES, (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "good\ufffd.ts": "", "日本.ts": "" });
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from([0xe9]), Buffer.from(".ts")]), "");
  mkdirSync(Buffer.concat([Buffer.from(`${folder}/dir`), Buffer.from([0xff])]));
  assert.deepEqual(list(folder), {
    files: ["good\ufffd.ts", "日本.ts"].sort(),
    skipped: { "name-not-utf8": ["bad\ufffd.ts", "dir\ufffd/"] },
  });
});

test("more files than the ceiling: the first ones, and the rest counted", (t) => {
  const folder = temporaryFolder(t);
  for (let i = 0; i < 130; i++) writeTree(folder, { [`d${i % 3}/f${i}`]: "" });
  const { ceilings } = defaultConfig();
  const found = walk(
    resolveRoot(folder),
    { ...defaultConfig(), ceilings: { ...ceilings, files: 7 } },
    { place },
  );
  assert.equal(found.files.length, 7);
  assert.deepEqual(
    found.files.map((f) => f.path).every((path) => path.startsWith("d0/")),
    true,
  );
  assert.equal(found.skipped.get("too-many-files")?.count, 123);
  assert.equal(found.skipped.get("too-many-files")?.paths.length, 123);
});

test("an index or an ignore file that can't be read is told", (t) => {
  const folder = temporaryFolder(t);
  writeRepository(folder);
  writeTree(folder, {
    ".git/index": "DIRC broken",
    "a/.gitignore": `# ${"x".repeat(4_000_000)}\n*.o\n`,
    "a/b.o": "",
  });
  const found = walk(resolveRoot(folder), defaultConfig(), { place });
  assert.deepEqual(
    found.files.map((f) => f.path),
    ["a/.gitignore", "a/b.o"],
  );
  assert.equal(found.notices.length, 2);
  assert.match(found.notices[0]!, /index/);
  assert.match(found.notices[1]!, /^a\/\.gitignore/);
});

test("paths longer than the system opens end the way down", (t) => {
  const folder = temporaryFolder(t);
  const part = "n".repeat(200);
  const deep = join(folder, ...Array.from({ length: 15 }, () => part));
  writeTree(folder, { top: "", [`other/${Array.from({ length: 10 }, () => part).join("/")}/x`]: "" });
  mkdirSync(deep, { recursive: true });
  renameSync(join(folder, "other"), join(deep, "other"));
  const { files, skipped } = list(folder);
  renameSync(join(deep, "other"), join(folder, "other"));
  assert.deepEqual(files, ["top"]);
  assert.equal(skipped["path-too-long"]?.length, 1);
});
