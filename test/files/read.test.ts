import assert from "node:assert/strict";
import { rmSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { contentId } from "../../src/base/hash.ts";
import { DeclaredEncodings } from "../../src/files/declared-encoding.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { isSkipped, openReader, readTextFile } from "../../src/files/read.ts";
import { walk } from "../../src/files/walk.ts";
import { gitPlace } from "../../src/git/settings.ts";
import { temporaryFolder, writeRepository, writeTree } from "./temporary-tree.ts";
import { LINKS } from "../conditions.ts";

const ceilings = { fileBytes: 1_000 };

test("a text file with what is known of it", (t) => {
  const root = resolveRoot(temporaryFolder(t));
  writeTree(root.path, { "a/b.ts": "\ufeffconst é = 1;\r\n" });
  assert.deepEqual(readTextFile(root, "a/b.ts", ceilings), {
    path: "a/b.ts",
    bytes: 18,
    id: contentId(Buffer.from("\ufeffconst é = 1;\r\n")),
    text: "const é = 1;\r\n",
    encoding: "utf-8",
    lossy: false,
    minified: false,
    generated: false,
  });
});

test("everything else is a reason", LINKS, (t) => {
  const root = resolveRoot(temporaryFolder(t));
  writeTree(root.path, {
    big: "x".repeat(1_001),
    full: "x".repeat(1_000),
    bin: "a\0b",
    "folder/": "",
    ".git/config": "secret",
  });
  symlinkSync("full", join(root.path, "link"));
  symlinkSync(".git/config", join(root.path, "hidden"));
  const read = (path: string) => {
    const file = readTextFile(root, path, ceilings);
    return isSkipped(file) ? file.skip : "text";
  };
  for (const [path, expected] of [
    ["big", "too-large"],
    ["full", "text"],
    ["bin", "binary"],
    ["none", "vanished"],
    ["folder", "vanished"],
    ["full/x", "vanished"],
    ["link", "text"],
    [".git/config", "git-folder"],
    ["hidden", "git-folder"],
    ["n".repeat(300), "path-too-long"],
  ] as const) {
    assert.equal(read(path), expected, path);
  }
});

test("what leaves the root is refused, also by a link put there later", LINKS, (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "root/a/x": "1", "secret/x": "2" });
  const root = resolveRoot(join(folder, "root"));
  symlinkSync(join(folder, "secret/x"), join(root.path, "leave"));
  const read = openReader(root, ceilings);
  const outside = { code: "PATH_OUTSIDE_ROOT" };
  for (const path of ["../secret/x", "a/../../secret/x", "/etc/passwd", "/a/x"]) {
    assert.throws(() => read(path), outside, path);
  }
  const left = (path: string) => assert.deepEqual(read(path), { path, skip: "symlink" });
  left("leave");
  assert.equal("text" in read("a/x"), true);
  // The folder was found to be plain; its file becomes a link to the outside.
  unlinkSync(join(root.path, "a/x"));
  symlinkSync(join(folder, "secret/x"), join(root.path, "a/x"));
  left("a/x");
});

test(
  "a file or a folder that becomes a link to the outside is left out, and what comes after it is read",
  LINKS,
  (t) => {
    const folder = temporaryFolder(t);
    const files = Object.fromEntries(["a", "b/x", "c"].map((path) => [`root/${path}`, "1"]));
    for (const swapped of ["a", "b/x", "b"]) {
      for (const to of ["secret", "secret/x", "nothing", `root/${swapped}`]) {
        writeTree(folder, { ...files, "secret/x": "2", "secret/a": "2" });
        const root = resolveRoot(join(folder, "root"));
        const { files: listed } = walk(root, { include: [], exclude: [], ceilings: { files: 10 } });
        rmSync(join(root.path, swapped), { recursive: true });
        symlinkSync(join(folder, to), join(root.path, swapped));
        const read = openReader(root, ceilings);
        const texts = listed.map(({ path }) => read(path)).map((file) => ("text" in file ? file.text : null));
        assert.deepEqual(texts, [swapped === "a" ? null : "1", swapped === "a" ? "1" : null, "1"]);
        rmSync(root.path, { recursive: true });
      }
    }
  },
);

test("encodings are declared in attribute files, with and without a repository", (t) => {
  const folder = temporaryFolder(t);
  const sjis = Buffer.from([0x83, 0x65, 0x0a]);
  writeTree(folder, {
    "plain/.gitattributes":
      "*.c encoding=Shift_JIS\n/sub/*.h working-tree-encoding=cp932\n*.be working-tree-encoding=UTF-16BE\n",
    "plain/a.c": sjis,
    "plain/sub/b.h": sjis,
    "plain/b.h": sjis,
    "plain/x.be": Buffer.from([0, 0xe9]),
    "plain/utf.c": "é",
    "repo/deep/.gitattributes": "*.c -encoding\n",
    "repo/a.c": sjis,
    "repo/deep/a.c": sjis,
  });
  writeRepository(join(folder, "repo"));
  writeTree(folder, { "repo/.git/info/attributes": "a.* encoding=shift_jis\n" });
  const read = (rootPath: string, path: string) => {
    const file = readTextFile(resolveRoot(join(folder, rootPath)), path, ceilings);
    return isSkipped(file) ? file.skip : `${file.encoding}: ${file.text.trim()}${file.lossy ? " lossy" : ""}`;
  };
  assert.equal(read("plain", "a.c"), "shift_jis: テ");
  assert.equal(read("plain", "sub/b.h"), "shift_jis: テ");
  assert.equal(read("plain", "b.h"), "binary");
  assert.equal(read("plain", "x.be"), "utf-16be: é");
  assert.equal(read("plain", "utf.c"), "utf-8: é");
  assert.equal(read("repo", "a.c"), "shift_jis: テ");
  assert.equal(read("repo/deep", "a.c"), "shift_jis: テ");
  const home = join(folder, "home");
  writeTree(home, { ".config/git/attributes": "*.x encoding=cp1252\n" });
  const declared = new DeclaredEncodings(resolveRoot(join(folder, "plain")), {
    place: gitPlace({ HOME: home, GIT_CONFIG_NOSYSTEM: "1" }),
  });
  assert.equal(declared.of("q.x"), "windows-1252");
  assert.equal(declared.of("q.y"), null);
});
