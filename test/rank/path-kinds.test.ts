import assert from "node:assert/strict";
import { test } from "node:test";
import { ROLE, RoleReader, stemName, versionOfFolder } from "../../src/rank/path-kinds.ts";
import { pathTable } from "../../src/rank/path-table.ts";
import { madeSnapshot } from "./made-snapshot.ts";

function roles(path: string, language = "typescript"): string[] {
  const parts = path.split("/");
  const name = parts.pop()!;
  const reader = new RoleReader();
  const bits = reader.file(reader.folder(parts), name, language);
  return Object.entries(ROLE).flatMap(([role, bit]) => ((bits & bit) === 0 ? [] : [role]));
}

test("tests by folder and by name", () => {
  for (const path of [
    "test/a.ts",
    "src/__tests__/a.ts",
    "pkg/router_test.go",
    "test_models.py",
    "tests.py",
    "a.spec.ts",
    "src/OrderServiceTest.java",
    "conftest.py",
    "core-tests/a.ts",
    "AppTests/a.swift",
  ]) {
    assert.deepEqual(roles(path), ["test"], path);
  }
  for (const path of ["src/testing.py", "contest.ts", "src/latest/a.ts", "attestation.go"]) {
    assert.deepEqual(roles(path), [], path);
  }
});

test("examples, generated files, legacy, platforms, headers", () => {
  assert.deepEqual(roles("_examples/rest/main.go", "go"), ["example"]);
  assert.deepEqual(roles("api/user.pb.go", "go"), ["generated"]);
  assert.deepEqual(roles("vendor/a.c", "c"), ["generated"]);
  assert.deepEqual(roles("src/compat/a.ts"), ["legacy"]);
  assert.deepEqual(roles("src/win/pipe.c", "c"), ["platform"]);
  assert.deepEqual(roles("backend_windows.go", "go"), ["platform"]);
  assert.deepEqual(roles("src/window.ts"), []);
  assert.deepEqual(roles("src/a.h", "c"), ["header"]);
});

test("prose, records and data", () => {
  assert.deepEqual(roles("docs/security.md", "markdown"), ["example", "prose"]);
  assert.deepEqual(roles("SECURITY.md", "markdown"), ["prose", "record"]);
  assert.deepEqual(roles("CHANGELOG.md", "markdown"), ["prose", "record"]);
  assert.deepEqual(roles("docs/releases/4.2.txt", "text"), ["example", "prose", "record"]);
  assert.deepEqual(roles("src/releases/deploy.ts"), []);
  assert.deepEqual(roles("package-lock.json", "json"), ["generated", "data"]);
  assert.deepEqual(roles("conf/locale/de/formats.py", "python"), ["data"]);
});

test("an older version has a newer sibling; a header has a source", () => {
  const files = {
    "v3/a.ts": "",
    "v4/a.ts": "",
    "lib/v1/b.ts": "",
    "c.c": "int c;",
    "c.h": "int c;",
    "d.h": "int d;",
  };
  const snapshot = madeSnapshot(files);
  const { role } = pathTable(snapshot);
  const having = (bit: number) =>
    snapshot.files.filter((_, i) => (role[i]! & bit) !== 0).map(({ path }) => path);
  assert.deepEqual(having(ROLE.olderVersion), ["v3/a.ts"]);
  assert.deepEqual(having(ROLE.header), ["c.h"]);
});

test("stems and versions", () => {
  assert.equal(stemName("a.test.ts"), "a");
  assert.equal(stemName(".gitignore"), ".gitignore");
  assert.equal(versionOfFolder("v4"), 4000);
  assert.equal(versionOfFolder("v1.2"), 1002);
  assert.equal(versionOfFolder("version-2"), 2000);
  assert.equal(versionOfFolder("vendor2"), null);
  assert.equal(versionOfFolder("views"), null);
});
