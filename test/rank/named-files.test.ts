import assert from "node:assert/strict";
import { test } from "node:test";
import { filesNamed, missingPaths } from "../../src/rank/named-files.ts";
import { madeSnapshot } from "./made-snapshot.ts";

const paths = [
  ".github/workflows/ci.yml",
  ".gitignore",
  "Makefile",
  "README.md",
  "app/(site)/[id]/page.tsx",
  "docs/4.2.md",
  "lib/node.js",
  "src/http/router.ts",
  "src/output.rs",
  "test/output.rs",
];
const snapshot = madeSnapshot(Object.fromEntries(paths.map((path) => [path, `// ${path}\n`])));
const named = (text: string) =>
  filesNamed(snapshot, text).map(({ files }) => files.map((f) => snapshot.files[f]!.path));

test("a file is named by its path, the end of its path, or its name", () => {
  assert.deepEqual(named("src/output.rs"), [["src/output.rs"]]);
  assert.deepEqual(named("output.rs"), [["src/output.rs", "test/output.rs"]]);
  assert.deepEqual(named("http/router.ts and src/http/router"), [
    ["src/http/router.ts"],
    ["src/http/router.ts"],
  ]);
  assert.deepEqual(named("src\\http\\router.ts"), [["src/http/router.ts"]]);
  assert.deepEqual(named("(see `./src/output.rs`, README.md)."), [["src/output.rs"], ["README.md"]]);
  assert.deepEqual(named("app/(site)/[id]/page.tsx"), [["app/(site)/[id]/page.tsx"]]);
  assert.deepEqual(named("what does .gitignore or .github/workflows/ci.yml leave out"), [
    [".gitignore"],
    [".github/workflows/ci.yml"],
  ]);
  assert.deepEqual(named("targets of the Makefile"), [["Makefile"]]);
});

test("a path in another case is meant where there is none in its own; a bare word has its capitals", () => {
  assert.deepEqual(named("readme.md"), [["README.md"]]);
  assert.deepEqual(named("SRC/Output.rs"), [["src/output.rs"]]);
  assert.deepEqual(named("Output.rs"), [["src/output.rs", "test/output.rs"]]);
  assert.deepEqual(named("makefile"), []);
});

test("words, versions, products and folders name no file", () => {
  assert.deepEqual(named("the output of the router, and/or its request"), []);
  assert.deepEqual(named("release notes of 4.2"), []);
  assert.deepEqual(named("streams of node.js"), []);
  assert.deepEqual(named("node.js"), [["lib/node.js"]]);
  assert.deepEqual(named("src/http and src/ and ../ and /"), []);
});

test("a place in the file is told with it", () => {
  const places = (text: string) =>
    filesNamed(snapshot, text).map(({ line, start, end }) => [line, text.slice(start, end)]);
  assert.deepEqual(places("at src/output.rs:12:5, fails"), [[12, "src/output.rs:12:5"]]);
  assert.deepEqual(places("src/output.rs#L7-L9"), [[7, "src/output.rs#L7-L9"]]);
  assert.deepEqual(places("src/output.rs"), [[0, "src/output.rs"]]);
});

test("a path that is written as a file's and is none is missing", () => {
  const missing = (text: string) => missingPaths(snapshot, text).map(({ path }) => path);
  assert.deepEqual(missing("in src/missing.rs:10, src/output.rs and a/b"), ["src/missing.rs"]);
  assert.deepEqual(missing("https://example.org/index.html"), []);
  assert.deepEqual(missing("router.go"), []);
});
