import assert from "node:assert/strict";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { defaultConfig } from "../../src/config/schema.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { walk } from "../../src/files/walk.ts";
import { whyPath } from "../../src/files/why.ts";
import { gitPlace } from "../../src/git/settings.ts";
import { temporaryFolder, writeRepository, writeTree } from "./temporary-tree.ts";
import { LINKS } from "../conditions.ts";

test("every path has its reason, with the rule's file, line and pattern", LINKS, (t) => {
  const folder = temporaryFolder(t);
  writeRepository(folder);
  writeTree(folder, {
    home: "",
    ".git/info/exclude": "# mine\nprivate\n",
    ".gitignore": "# outputs\nbuild/\n*.log\n!keep.log\n",
    ".pithignore": "vendor\n!dist/\n",
    "src/.gitignore": "\n/local.ts  \n",
    "src/local.ts": "",
    "src/a.ts": "",
    "build/out/x.js": "",
    "keep.log": "",
    "x.log": "",
    private: "",
    "vendor/v.js": "",
    "only/js.js": "",
    "bin.dat": "a\0b",
    "legacy.txt": Buffer.from("caf\xe9 au lait, please", "latin1"),
  });
  symlinkSync("src/a.ts", join(folder, "link.ts"));
  const root = resolveRoot(folder);
  const place = gitPlace({ HOME: "/nowhere", GIT_CONFIG_NOSYSTEM: "1" });
  const config = { ...defaultConfig(), exclude: ["only"] };
  const why = (path: string) => {
    const { status, reason, rule, through } = whyPath(root, config, path, { place });
    const by = rule === null ? "" : `${rule.source}:${rule.line}:${rule.pattern}`;
    return [status, reason ?? "", by, through ?? ""].join(" | ");
  };
  for (const [path, expected] of [
    ["src/a.ts", "included |  |  | "],
    ["src", "included |  |  | "],
    ["", "included |  |  | "],
    ["src/local.ts", "skipped | ignored | src/.gitignore:2:/local.ts | "],
    ["build/out/x.js", "skipped | ignored | .gitignore:2:build/ | build/"],
    ["build", "skipped | ignored | .gitignore:2:build/ | "],
    ["build/", "skipped | ignored | .gitignore:2:build/ | "],
    ["x.log", "skipped | ignored | .gitignore:3:*.log | "],
    ["keep.log", "included |  | .gitignore:4:!keep.log | "],
    ["private", "skipped | ignored | .git/info/exclude:2:private | "],
    ["vendor/v.js", "skipped | pithignored | .pithignore:1:vendor | vendor/"],
    ["only/js.js", "skipped | excluded |  | only/"],
    ["link.ts", "skipped | symlink |  | "],
    [".git/config", "skipped | git-folder |  | .git"],
    ["bin.dat", "skipped | binary |  | "],
    ["legacy.txt", "included |  |  | "],
    ["nothing/here.ts", "missing |  |  | "],
  ] as const) {
    assert.equal(why(path), expected, path);
  }
  assert.throws(() => why("../x"), { code: "PATH_OUTSIDE_ROOT" });
  assert.match(whyPath(root, config, "build/out/x.js", { place }).text, /\.gitignore:2: build\/.*build\//);
  assert.match(whyPath(root, config, "legacy.txt", { place }).text, /unreadable/);

  // Whatever the walk lists is included, and nothing else.
  const listed = new Set(walk(root, config, { place }).files.map((file) => file.path));
  for (const path of [
    "src/a.ts",
    "src/local.ts",
    "keep.log",
    "x.log",
    "private",
    "only/js.js",
    "link.ts",
    "vendor/v.js",
  ]) {
    assert.equal(whyPath(root, config, path, { place }).status === "included", listed.has(path), path);
  }
});

test("no line of a file that the repository leads to is shown", LINKS, (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "secret.txt": "password-of-mine\n*.log\n", "home/": "" });
  const secret = join(folder, "secret.txt");
  const ways: [name: string, settings: string, prepare: (tree: string) => void, shown: boolean][] = [
    ["named", `\texcludesFile = ${secret}\n`, () => {}, false],
    ["named from the tree", "\texcludesFile = ../secret.txt\n", () => {}, false],
    [
      "through a link",
      "\texcludesFile = linked\n",
      (tree) => symlinkSync(secret, join(tree, "linked")),
      false,
    ],
    [
      "in Git's folder",
      "\texcludesFile = .git/other\n",
      (tree) => cpSync(secret, join(tree, ".git/other")),
      false,
    ],
    [
      "info/exclude as a link",
      "",
      (tree) => {
        writeTree(tree, { ".git/info/": "" });
        symlinkSync(secret, join(tree, ".git/info/exclude"));
      },
      false,
    ],
    ["of the tree", "\texcludesFile = rules\n", (tree) => cpSync(secret, join(tree, "rules")), true],
    ["info/exclude", "", (tree) => cpSync(secret, join(tree, ".git/info/exclude")), true],
  ];
  for (const [i, [name, settings, prepare, shown]] of ways.entries()) {
    const tree = join(folder, `tree${i}`);
    writeRepository(tree, settings);
    writeTree(tree, { "password-of-mine": "x", "a.log": "x" });
    prepare(tree);
    const config = { include: [], exclude: [], ceilings: { files: 100, fileBytes: 1_000 } };
    const place = { env: {}, home: join(folder, "home"), platform: "linux" } as const;
    for (const path of ["password-of-mine", "a.log"]) {
      const why = whyPath(resolveRoot(tree), config, path, { place });
      assert.equal(why.reason, "ignored", name);
      const pattern = path === "a.log" ? "*.log" : "password-of-mine";
      assert.equal(why.rule!.pattern, shown ? pattern : "", name);
      assert.equal(why.text.includes(pattern), shown, name);
    }
  }
});
