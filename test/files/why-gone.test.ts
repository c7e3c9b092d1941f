// What is gone is under the rules of what is there: whether a file stands at a path or not, the same is said of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveRoot } from "../../src/files/guard.ts";
import { diskSource } from "../../src/files/file-source.ts";
import { Opened } from "../engine/opened.ts";

const PATHS = [
  "a.ts",
  "secret.key",
  "deep/er/secret.key",
  "private/a.ts",
  "private/deep/a.ts",
  "kept/secret.key",
  "new/folder/a.ts",
  ".git/config",
  "out/a.ts",
];
const RULES = { ".pithignore": "*.key\nprivate/\n!kept/secret.key\n", ".gitignore": "out/\n" };
const CONFIG = { include: [], exclude: [], ceilings: { files: 1_000, fileBytes: 1_000 }, own: [] } as never;

test("the same is said of a path whether a file is there or not", async () => {
  await using bare = new Opened({ ...RULES, ".git/HEAD": "" });
  await using full = new Opened({ ...RULES, ".git/HEAD": "" });
  for (const path of PATHS) full.write(path, "x\n");
  const [gone, there] = [bare, full].map(({ root }) => diskSource(resolveRoot(root, {})));
  const said = PATHS.map((path) => [path, gone!.whyGone(CONFIG, path)]);
  assert.deepEqual(
    said,
    PATHS.map((path) => [path, there!.whyGone(CONFIG, path)]),
  );
  assert.deepEqual(
    said.filter(([, why]) => why !== null).map(([path, why]) => `${path} ${why}`),
    [
      "secret.key pithignored",
      "deep/er/secret.key pithignored",
      "private/a.ts pithignored",
      "private/deep/a.ts pithignored",
      ".git/config git-folder",
      "out/a.ts ignored",
    ],
  );
});
