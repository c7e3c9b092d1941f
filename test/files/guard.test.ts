import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import { relativePath, resolveDefaultRoot, resolveInside, resolveRoot } from "../../src/files/guard.ts";
import { temporaryFolder, writeRepository, writeTree } from "./temporary-tree.ts";
import { LINKS } from "../conditions.ts";

function code(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isPithError(error)) {
      assert.notEqual(error.next, "");
      return error.code;
    }
    throw error;
  }
  return "none";
}

test("a root is a real folder, and not too broad a one", LINKS, (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "home/user/project/a/": "", file: "" });
  symlinkSync(join(folder, "home/user/project"), join(folder, "link"));
  const home = join(folder, "home/user");
  assert.equal(resolveRoot("link", { cwd: folder, home }).path, join(home, "project"));
  assert.equal(
    code(() => resolveRoot("")),
    "ROOT_NOT_FOUND",
  );
  assert.equal(
    code(() => resolveRoot(join(folder, "none"))),
    "ROOT_NOT_FOUND",
  );
  assert.equal(
    code(() => resolveRoot("a\0b")),
    "ROOT_NOT_FOUND",
  );
  assert.equal(
    code(() => resolveRoot(join(folder, "file"))),
    "ROOT_NOT_A_FOLDER",
  );
  for (const broad of ["/", home, join(folder, "home"), folder]) {
    assert.equal(
      code(() => resolveRoot(broad, { home })),
      "ROOT_TOO_BROAD",
    );
  }
  assert.equal(resolveRoot(home, { home, allowBroad: true }).path, home);
});

test("without a root: the work tree around, unless that is the home folder", (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "home/p/a/": "", "home/loose/": "" });
  const home = join(folder, "home");
  writeRepository(join(home, "p"));
  assert.equal(resolveDefaultRoot({ cwd: join(home, "p/a"), home }).path, join(home, "p"));
  assert.equal(resolveDefaultRoot({ cwd: join(home, "loose"), home }).path, join(home, "loose"));
  writeRepository(home);
  assert.equal(resolveDefaultRoot({ cwd: join(home, "loose"), home }).path, join(home, "loose"));
  assert.equal(
    code(() => resolveDefaultRoot({ cwd: home, home })),
    "ROOT_TOO_BROAD",
  );
});

test("paths inside: links may not leave, nor may names", LINKS, (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "root/a/b.txt": "", "outside/secret": "", "root-too/x": "" });
  const root = resolveRoot(join(folder, "root"));
  symlinkSync(join(folder, "outside"), join(root.path, "out"));
  symlinkSync("a", join(root.path, "in"));
  symlinkSync("a/b.txt", join(root.path, "file"));
  symlinkSync(folder, join(root.path, "a/up"));
  symlinkSync("loop", join(root.path, "loop"));
  assert.equal(resolveInside(root, "a/b.txt"), join(root.path, "a/b.txt"));
  assert.equal(resolveInside(root, "in/b.txt"), join(root.path, "a/b.txt"));
  assert.equal(resolveInside(root, "file"), join(root.path, "a/b.txt"));
  assert.equal(resolveInside(root, ""), root.path);
  assert.equal(resolveInside(root, "a/not/yet"), join(root.path, "a/not/yet"));
  for (const path of [
    "..",
    "../root/a",
    "a/../../x",
    "/etc/passwd",
    root.path,
    "out",
    "out/secret",
    "a/up/outside/secret",
    "a\0",
  ]) {
    assert.equal(
      code(() => resolveInside(root, path)),
      "PATH_OUTSIDE_ROOT",
      path,
    );
  }
  assert.notEqual(
    code(() => resolveInside(root, "loop")),
    "none",
  );
});

test("paths as people write them", (t) => {
  const folder = temporaryFolder(t);
  const root = resolveRoot(folder);
  for (const [given, expected] of [
    ["./src//a.ts", "src/a.ts"],
    ["src/", "src"],
    ["src/../lib/b", "lib/b"],
    [join(folder, "src"), "src"],
    [folder, ""],
    [".", ""],
  ] as const) {
    assert.equal(relativePath(root, given), expected);
  }
  for (const given of ["..", "../x", "/etc", `${folder}-too`]) {
    assert.equal(
      code(() => relativePath(root, given)),
      "PATH_OUTSIDE_ROOT",
    );
  }
});
