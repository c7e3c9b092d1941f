// What a repository can't make Pith write into, and what a file keeps when it is written: Git's own folder is reached by no
// link, and whoever owned a file still does.
import assert from "node:assert/strict";
import {
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { LINKS, SUPERUSER } from "../../conditions.ts";
import { makeHome, run } from "./adopt-terminal.ts";
import type { Home } from "./adopt-terminal.ts";

const CONFIG = "[core]\n\tbare = false\n";

/** A command, and the names in the tree that it would write to or below. */
const WRITES: readonly [string[], string[]][] = [
  [
    ["init", "--yes"],
    ["AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md"],
  ],
  [
    ["skill", "--install", "--yes"],
    [".claude/skills/pith/SKILL.md", ".claude/skills", ".claude"],
  ],
  [["setup", "claude-code", "--scope", "project", "--yes"], [".mcp.json"]],
  [
    ["setup", "claude-code", "--scope", "project", "--hooks", "--yes"],
    [".claude/settings.json", ".claude"],
  ],
  [
    ["setup", "cursor", "--scope", "project", "--yes"],
    [".cursor/mcp.json", ".cursor"],
  ],
  [
    ["setup", "codex", "--scope", "project", "--yes"],
    [".codex/config.toml", ".codex"],
  ],
];

function withGit({ project }: Home, folder: string): void {
  mkdirSync(join(project, folder, "info"), { recursive: true });
  writeFileSync(join(project, folder, "config"), CONFIG);
  writeFileSync(join(project, folder, "HEAD"), "ref: refs/heads/main\n");
}

for (const [words, names] of WRITES) {
  for (const name of names) {
    for (const [folder, target] of [
      [".git", "config"],
      [".git", "info"],
      ["vendor/inner/.git", "config"],
      ["vendor/inner/.git", ""],
    ] as const) {
      test(`pith ${words.join(" ")}: ${name} is a link into ${folder}/${target}`, LINKS, async () => {
        using home = makeHome();
        withGit(home, ".git");
        withGit(home, folder);
        const before = readdirSync(join(home.project, folder), { recursive: true });
        mkdirSync(dirname(join(home.project, name)), { recursive: true });
        symlinkSync(join(home.project, folder, target), join(home.project, name));
        const { stdout, stderr } = await run(words, home);
        assert.equal(readFileSync(join(home.project, folder, "config"), "utf8"), CONFIG, stdout + stderr);
        assert.deepEqual(readdirSync(join(home.project, folder), { recursive: true }), before);
      });
    }
  }
}

test("a link into Git's folder is named, with what to do, and the exit code says so", LINKS, async () => {
  using home = makeHome();
  withGit(home, ".git");
  symlinkSync(join(".git", "config"), join(home.project, "AGENTS.md"));
  const { code, stderr } = await run(["init", "--yes"], home);
  assert.equal(code, 2);
  assert.match(stderr, /EDIT_REFUSED AGENTS\.md is a link into Git's own folder\.\nnext: Remove the link/);
});

/** A command, and the files that it edits: of the project, or of the home. */
const EDITS: readonly [string[], "home" | "project", string, string][] = [
  [["init", "--yes"], "project", "AGENTS.md", "# Mine\n"],
  [["setup", "cursor", "--yes"], "home", ".cursor/mcp.json", "{}\n"],
  [["setup", "codex", "--yes"], "home", ".codex/config.toml", "a = 1\n"],
  [["setup", "cursor", "--scope", "project", "--yes"], "project", ".cursor/mcp.json", "{}\n"],
];

for (const [words, where, name, text] of EDITS) {
  test(`pith ${words.join(" ")}, by the superuser: the file stays its owner's`, SUPERUSER, async () => {
    using home = makeHome();
    const path = join(home[where], name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o640 });
    chownSync(path, 1234, 2345);
    for (const more of [[], ["--remove"]]) {
      const { code, stderr } = await run([...words, ...more], home);
      assert.equal(code, 0, stderr);
      const { uid, gid, mode } = statSync(path);
      assert.deepEqual([uid, gid, mode & 0o777], [1234, 2345, 0o640]);
    }
    assert.equal(readFileSync(path, "utf8"), text);
  });
}
