import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { attributeOf, parseAttributes } from "../../src/git/attributes.ts";
import { ignoreSources } from "../../src/git/ignore-sources.ts";
import { findRepository } from "../../src/git/repository.ts";
import { gitPlace, readGitSettings } from "../../src/git/settings.ts";
import { ODD_NAMES } from "../conditions.ts";
import { temporaryFolder, writeRepository, writeTree } from "../files/temporary-tree.ts";

test("later files win, includes stand where they are named, conditions hold", (t) => {
  const folder = temporaryFolder(t);
  writeRepository(join(folder, "w/repo"), "\tignorecase = true\n[x]\n\torder = repo\n");
  writeTree(folder, {
    "home/.config/git/config": "[x]\n\txdg = 1\n\torder = xdg\n",
    "home/.gitconfig": `[x]
\torder = home
[include]
\tpath = extra
[includeIf "gitdir:${folder}/w/"]
\tpath = ~/yes
[includeIf "gitdir:other/"]
\tpath = no
[includeIf "onbranch:ma*"]
\tpath = branch
`,
    "home/extra": "[x]\n\textra = 1\n[include]\n\tpath = extra\n",
    "home/yes": "[x]\n\tyes = 1\n",
    "home/no": "[x]\n\tno = 1\n",
    "home/branch": "[x]\n\tbranch = 1\n",
  });
  const env = {
    HOME: join(folder, "home"),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "X.Sub.LAST",
    GIT_CONFIG_VALUE_0: "env",
  };
  const settings = readGitSettings(findRepository(join(folder, "w/repo")), gitPlace(env));
  assert.deepEqual(
    ["x.xdg", "x.extra", "x.yes", "x.no", "x.branch", "x.order", "x.Sub.last"].map((key) =>
      settings.get(key),
    ),
    ["1", "1", "1", undefined, "1", "repo", "env"],
  );
});

test("where ignore rules outside the tree lie", (t) => {
  const folder = temporaryFolder(t);
  writeRepository(join(folder, "repo"), "\tignorecase = yes\n");
  const repository = findRepository(join(folder, "repo"));
  const home = join(folder, "home");
  const place = (env: NodeJS.ProcessEnv = {}) => gitPlace({ HOME: home, GIT_CONFIG_NOSYSTEM: "1", ...env });
  assert.deepEqual(ignoreSources(repository, place()), {
    globalFile: join(home, ".config/git/ignore"),
    globalNamedByRepository: false,
    excludeFile: join(folder, "repo/.git/info/exclude"),
    ignoreCase: true,
  });
  assert.equal(ignoreSources(null, place({ XDG_CONFIG_HOME: "/x" })).globalFile, "/x/git/ignore");
  for (const [written, expected] of [
    ["~/mine", join(home, "mine")],
    ["rel", join(folder, "repo/rel")],
    ["~other/x", null],
    ["", null],
  ] as const) {
    writeTree(home, { ".gitconfig": `[core]\n\texcludesFile = ${written}\n` });
    assert.equal(ignoreSources(repository, place()).globalFile, expected);
  }
  writeRepository(join(folder, "other"), `\texcludesFile = ${join(home, "mine")}\n`);
  const other = findRepository(join(folder, "other"));
  assert.equal(ignoreSources(other, place()).globalNamedByRepository, true);
  // What the environment says is the user's.
  const said = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.excludesFile", GIT_CONFIG_VALUE_0: "/x" };
  assert.equal(ignoreSources(other, place(said)).globalNamedByRepository, false);
});

test("attributes: the last line that sets one wins, macros expand, quotes hold blanks", () => {
  const file = parseAttributes(
    Buffer.from(
      '[attr]jp encoding=shift_jis text\n# no\n*.c jp\na.c encoding=gbk\n"b \\303\\251.c" -encoding\n!x encoding=y\n',
    ),
  );
  const value = (pattern: string) =>
    attributeOf([{ file, matches: (p) => p === "*.c" || p === pattern }], "encoding");
  assert.equal(value("z.c"), "shift_jis");
  assert.equal(value("a.c"), "gbk");
  assert.equal(value("b é.c"), false);
  assert.equal(attributeOf([{ file, matches: () => false }], "encoding"), null);
});

test(
  "on Windows a condition on a folder has forward slashes, and the folder's name has others",
  ODD_NAMES,
  (t) => {
    const folder = temporaryFolder(t);
    writeRepository(join(folder, "w\\repo"), "");
    writeTree(folder, {
      "home/.gitconfig": `[includeIf "gitdir:${folder}/w/"]\n\tpath = yes\n[includeIf "gitdir:repo/"]\n\tpath = too\n`,
      "home/yes": "[x]\n\tyes = 1\n",
      "home/too": "[x]\n\ttoo = 1\n",
    });
    const env = { HOME: join(folder, "home"), GIT_CONFIG_NOSYSTEM: "1" };
    const repository = findRepository(join(folder, "w\\repo"));
    const values = (platform: NodeJS.Platform): (string | null | undefined)[] => {
      const settings = readGitSettings(repository, { ...gitPlace(env), platform });
      return ["x.yes", "x.too"].map((key) => settings.get(key));
    };
    assert.deepEqual(values("win32"), ["1", "1"]);
    assert.deepEqual(values("linux"), [undefined, undefined]);
  },
);
