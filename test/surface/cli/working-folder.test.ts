// A path that is typed in a folder of the root means the file there, where the root has none of that name.
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { operationNamed } from "../../../src/surface/operations.ts";
import { fromWorkingFolder } from "../../../src/surface/cli/working-folder.ts";
import { temporaryFolder, writeRepository, writeTree } from "../../files/temporary-tree.ts";
import { LINKS } from "../../conditions.ts";

test("paths of every operation, from the root first and then from the working folder", LINKS, (t) => {
  const folder = temporaryFolder(t);
  const root = join(folder, "root");
  mkdirSync(root);
  writeRepository(root);
  writeTree(root, {
    "README.md": "",
    "both.ts": "",
    "src/both.ts": "",
    "src/main.rs": "",
    "src/deep/a.ts": "",
    "src/odd:1-2": "",
    "src/src/x.ts": "",
  });
  writeTree(folder, { "outside.ts": "" });
  symlinkSync(join(root, "src"), join(folder, "link"));
  const ask = (operation: string, args: Record<string, unknown>, cwd = join(root, "src")) =>
    fromWorkingFolder(operationNamed(operation)!, args, cwd);
  const place = (given: string, cwd?: string) =>
    (ask("read", { places: [given] }, cwd)["places"] as string[])[0];
  for (const [given, expected] of [
    ["main.rs:1-3", "src/main.rs:1-3"],
    ["main.rs", "src/main.rs"],
    ["./main.rs:7", "src/main.rs:7"],
    ["main.rs#L5", "src/main.rs#L5"],
    ["deep/a.ts", "src/deep/a.ts"],
    ["../README.md:1-2", "README.md:1-2"],
    ["odd:1-2", "src/odd:1-2"],
    ["odd:1-2:1-2", "src/odd:1-2:1-2"],
    // The root's own go first.
    ["both.ts", "both.ts"],
    ["./both.ts", "./both.ts"],
    ["src/main.rs:1", "src/main.rs:1"],
    ["src/x.ts", "src/src/x.ts"],
    // What is nowhere, or outside, stays as it is for the engine to refuse.
    ["none.ts:1", "none.ts:1"],
    ["../../outside.ts", "../../outside.ts"],
    ["../outside.ts", "../outside.ts"],
    [join(root, "README.md"), join(root, "README.md")],
    ["123456789012345678#1", "123456789012345678#1"],
    ["", ""],
    ["a\0b", "a\0b"],
  ] as const) {
    assert.equal(place(given), expected, given);
    assert.equal(place(given, join(folder, "link")), expected, `${given} through a link`);
  }
  assert.equal(place("main.rs", root), "main.rs");
  assert.equal(place("main.rs", join(folder, "nowhere")), "main.rs");
  assert.equal(ask("outline", { path: "deep" })["path"], "src/deep");
  assert.equal(ask("outline", { path: "." })["path"], ".");
  assert.equal(ask("why", { path: "main.rs" })["path"], "src/main.rs");
  assert.equal(ask("receipt", { action: "show", receipt: "main.rs" })["receipt"], "src/main.rs");
  assert.equal(ask("why", { path: "main.rs", root }, join(root, "src"))["path"], "src/main.rs");
  assert.equal(ask("why", { path: "main.rs", root: "deep" })["path"], "main.rs");
  // Of a commit: whether it holds them nobody knows from the disk.
  assert.deepEqual(ask("read", { places: ["main.rs:1-3"], rev: "HEAD" })["places"], ["main.rs:1-3"]);
  const untouched = { query: "main.rs" };
  assert.equal(ask("context", untouched), untouched);
});
