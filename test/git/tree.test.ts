// The list of a commit's files, as Git writes it; and paths that no checkout makes.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPlainTreePath, parseTree } from "../../src/git/tree.ts";

const ID = "0123456789abcdef0123456789abcdef01234567";

test("kinds, sizes, names of any letters", () => {
  const bytes = Buffer.concat([
    Buffer.from(`100644 blob ${ID}      12\ta b/\tc\nd\0`),
    Buffer.from(`100755 blob ${ID}       0\tx\0`),
    Buffer.from(`120000 blob ${ID}       3\tlink\0`),
    Buffer.from(`160000 commit ${ID}       -\tsub\0`),
    Buffer.from(`100644 blob ${ID}     BAD\tgone\0`),
    Buffer.from(`100644 blob ${ID}\tno size\0`),
    Buffer.from(`100644 blob ${ID}       1\tf`),
    Buffer.of(0xff, 0),
  ]);
  assert.deepEqual(
    parseTree(bytes)!.map(({ path, raw, mode, size }) => [path, raw === null, mode.toString(8), size]),
    [
      ["a b/\tc\nd", true, "100644", 12],
      ["x", true, "100755", 0],
      ["link", true, "120000", 3],
      ["sub", true, "160000", -1],
      ["gone", true, "100644", -1],
      ["no size", true, "100644", -1],
      ["f\ufffd", false, "100644", 1],
    ],
  );
});

test("anything else is no list", () => {
  for (const text of [
    "x",
    `100644 blob ${ID} 1\tcut`,
    `100644 blob ${ID} 1 a\0`,
    `1 blob ${ID} 1\ta\0`,
    "\0",
    "\t\0",
  ])
    assert.equal(parseTree(Buffer.from(text)), null, JSON.stringify(text));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const found = parseTree(Buffer.from(bytes));
      assert.ok(found === null || found.length === 0);
    }),
  );
});

test("paths that lead out, or into Git's own folder", () => {
  for (const path of [
    "..",
    "a/../b",
    ".",
    "a/./b",
    "",
    "/a",
    "a//b",
    "a/",
    ".git",
    "a/.git/config",
    ".GIT",
    "a/.Git",
    `${"a/".repeat(2_048)}b`,
  ])
    assert.equal(isPlainTreePath(path), false, path);
  for (const path of ["a", "a/b", "...", "..a", ".gitignore", "a.git", ".git2/x", "a/..b"])
    assert.equal(isPlainTreePath(path), true, path);
});
