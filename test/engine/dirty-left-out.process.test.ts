// Does a process that lives on notice a change of a tracked file that no answer shows? `dirty` speaks of all that Git tracks.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { test } from "node:test";
import type { SearchAnswer } from "../../src/pack/answer.ts";
import { Opened } from "./opened.ts";
import { LINKS } from "../conditions.ts";

const WAYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a name in .pithignore": { ".pithignore": "left.txt\n" },
  "a folder in .pithignore": { ".pithignore": "sub/\n" },
  exclude: { "pith.json": '{ "exclude": ["left.txt", "sub/**"] }\n' },
  include: { "pith.json": '{ "include": ["a.txt"] }\n' },
  nothing: {},
};

for (const [name, rules] of Object.entries(WAYS)) {
  test(`a tracked file left out by ${name}`, LINKS, async () => {
    await using opened = new Opened({
      ...rules,
      "a.txt": "word\n",
      "left.txt": "one\n",
      "sub/left.txt": "one\n",
    });
    symlinkSync("a.txt", opened.path("link"));
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], {
        cwd: opened.root,
        stdio: "pipe",
      });
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "one");
    const dirty = async () => {
      const { answer } = await opened.ask("search", { query: "word", format: "json" });
      return (answer as SearchAnswer).root.dirty;
    };
    for (const path of ["left.txt", "sub/left.txt"]) {
      assert.equal(await dirty(), false);
      assert.equal(await dirty(), false);
      opened.write(path, "two\n");
      assert.equal(await dirty(), true, path);
      assert.equal(await dirty(), true, path);
      opened.write(path, "one\n");
      assert.equal(await dirty(), false, path);
      rmSync(opened.path(path));
      assert.equal(await dirty(), true, path);
      opened.write(path, "one\n");
    }
    assert.equal(await dirty(), false);
    rmSync(opened.path("link"));
    symlinkSync("left.txt", opened.path("link"));
    assert.equal(await dirty(), true, "link");
  });
}
