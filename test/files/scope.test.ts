import assert from "node:assert/strict";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { openReader } from "../../src/files/read.ts";
import { compileScope, nearestPaths, requireMatch, resolveScope } from "../../src/files/scope.ts";
import { temporaryFolder, writeTree } from "./temporary-tree.ts";

const PATHS = [
  "README.md",
  "app/[id]/page.tsx",
  "docs/guide.md",
  "packages/a/src/index.ts",
  "packages/a/test/index.test.ts",
  "packages/b/src/main.js",
  "src/deep/er/x.ts",
  "src/index.ts",
  "srcs/other.ts",
];

const picked = (...patterns: string[]) => {
  const scope = compileScope(patterns, { root: "/r" });
  return PATHS.filter((path) => scope.matches(path));
};

test("files, folders, globs, braces, exclusions", () => {
  assert.deepEqual(picked(), PATHS);
  assert.deepEqual(picked("."), PATHS);
  assert.deepEqual(picked("src"), ["src/deep/er/x.ts", "src/index.ts"]);
  for (const same of ["./src/", "src/", "/r/src", "src/**", "src/**/*.ts"])
    assert.deepEqual(picked(same), picked("src"), same);
  assert.deepEqual(picked("src/*.ts"), ["src/index.ts"]);
  assert.deepEqual(picked("README.md", "docs"), ["README.md", "docs/guide.md"]);
  assert.deepEqual(picked("*.md"), ["README.md", "docs/guide.md"]);
  assert.deepEqual(picked("**/*.{js,tsx}"), ["app/[id]/page.tsx", "packages/b/src/main.js"]);
  assert.deepEqual(picked("packages/*/src"), ["packages/a/src/index.ts", "packages/b/src/main.js"]);
  assert.deepEqual(picked("te?t"), ["packages/a/test/index.test.ts"]);
  assert.deepEqual(picked("packages", "!*.test.ts", "!packages/b"), ["packages/a/src/index.ts"]);
  assert.deepEqual(picked("!packages", "!src", "!srcs"), ["README.md", "app/[id]/page.tsx", "docs/guide.md"]);
  assert.deepEqual(picked("app/[id]/page.tsx"), ["app/[id]/page.tsx"]);
  assert.deepEqual(picked("app/[id]"), ["app/[id]/page.tsx"]);
  assert.deepEqual(picked("{src,docs}/{guide.md,{index,x}.ts}"), ["docs/guide.md", "src/index.ts"]);
  assert.deepEqual(picked("../x", "/etc", "index.ts"), []);
});

test("folders are left alone only where nothing below can be in the scope", () => {
  const may = (folder: string, ...patterns: string[]) => compileScope(patterns).mayHoldMatches(folder);
  assert.equal(may("src"), true);
  assert.equal(may("src", "lib"), false);
  assert.equal(may("src", "src/a/b"), true);
  assert.equal(may("src/a/b/c", "src/a/b"), true);
  assert.equal(may("srcs", "src"), false);
  assert.equal(may("x", "*.ts"), true);
  assert.equal(may("x", "packages/*/src"), false);
  assert.equal(may("packages/z", "packages/*/src"), true);
  assert.equal(may("x", "!y"), true);
  assert.equal(compileScope(["dist"]).holdsAll("dist"), true);
  assert.equal(compileScope(["dist", "!dist/keep"]).holdsAll("dist"), false);
});

test("an empty scope names the nearest that exists", () => {
  const next = (...patterns: string[]) => {
    try {
      requireMatch(compileScope(patterns), PATHS);
    } catch (error) {
      if (isPithError(error) && error.code === "SCOPE_EMPTY") return error.next;
      throw error;
    }
    return "";
  };
  assert.equal(next("src"), "");
  assert.match(next("scr"), /src/);
  assert.match(next("guide.md"), /docs\/guide\.md/);
  assert.match(next("packages/a/tests"), /packages\/a\/test/);
  assert.match(next("src/**/*.py"), /: src/);
  assert.match(next("zzzzzzzz"), /Leave the scope out/);
  assert.deepEqual(nearestPaths("lib/index.ts", PATHS), ["src/index.ts", "packages/a/src/index.ts"]);
});

test("braces cannot make a scope explode", () => {
  const scope = compileScope(["{a,b}".repeat(30)]);
  assert.equal(scope.matches("x"), false);
});

test("a scope stays inside the root, whatever way it goes", (t) => {
  const root = resolveRoot(temporaryFolder(t));
  const paths = ["lib/b..ts", "src/a.ts"];
  const inScope = (pattern: string) => {
    const scope = resolveScope(root, [pattern], paths, openReader(root, { fileBytes: 1_000 }));
    return paths.filter((path) => scope.matches(path));
  };
  for (const outside of [
    "..",
    "../x",
    "!../x",
    "./../x",
    "src/../../x",
    "../*.ts",
    "**/../../x",
    `${root.path}/../x`,
  ])
    assert.throws(() => inScope(outside), { code: "PATH_OUTSIDE_ROOT" }, outside);
  for (const inside of ["src/../lib", "./src/x/../../lib/", `${root.path}/src/../lib`, "lib/b..ts", "*..ts"])
    assert.deepEqual(inScope(inside), ["lib/b..ts"], inside);
  assert.deepEqual(inScope("!src/../lib"), ["src/a.ts"]);
  assert.deepEqual(inScope("src/.."), paths);
});

test("a scope may name a package of the workspace", (t) => {
  const root = resolveRoot(temporaryFolder(t));
  const manifests = {
    "package.json": '{"name": "top"}',
    "libs/one/package.json": '{"name": "@x/one"}',
    "libs/two/Cargo.toml": '[workspace]\nname = "no"\n[package]\nname = "two" # it\n',
    "libs/three/pyproject.toml": "[tool.poetry]\nname = 'three'\n",
    "libs/four/go.mod": "module example.org/four\n",
    "libs/broken/package.json": "{",
    "four/x": "",
  };
  writeTree(root.path, { ...manifests, "libs/two/src/a.rs": "" });
  const paths = [...Object.keys(manifests), "libs/two/src/a.rs"].sort();
  const inScope = (...patterns: string[]) => {
    const scope = resolveScope(root, patterns, paths, openReader(root, { fileBytes: 1_000 }));
    return paths.filter((path) => scope.matches(path));
  };
  assert.deepEqual(inScope("@x/one"), ["libs/one/package.json"]);
  assert.deepEqual(inScope("two", "!*.toml"), ["libs/two/src/a.rs"]);
  assert.deepEqual(inScope("three", "example.org/four"), ["libs/four/go.mod", "libs/three/pyproject.toml"]);
  assert.deepEqual(inScope("four"), ["four/x"], "a path is meant before a package");
  assert.deepEqual(inScope("top"), paths);
  assert.deepEqual(inScope("libs", "!two", "!@x/one", "!three"), [
    "libs/broken/package.json",
    "libs/four/go.mod",
  ]);
  assert.throws(() => inScope("five"), { code: "SCOPE_EMPTY" });
});
