// Do tracked files differ from HEAD? Known where the user's own settings are the null device; unknown, and not waited for,
// where a pipe lies in the place of an attribute file.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findRepository } from "../../src/git/repository.ts";
import { isDirty } from "../../src/git/revision.ts";
import type { SearchAnswer } from "../../src/pack/answer.ts";
import { ODD_THINGS, removeOdd } from "../files/odd-things.ts";
import { Opened } from "./opened.ts";
import { DEVICES, PIPES } from "../conditions.ts";

const NAMED = ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"] as const;

function committed(): Opened {
  const opened = new Opened({ "sub/a.txt": "alpha\n", "other/b.txt": "beta\n" });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], {
      cwd: opened.root,
      stdio: "pipe",
    });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "one");
  return opened;
}

test("settings that are the null device are empty ones", DEVICES, async (t) => {
  await using opened = committed();
  const before = NAMED.map((name) => process.env[name]);
  t.after(() =>
    NAMED.forEach((name, i) => {
      if (before[i] === undefined) delete process.env[name];
      else process.env[name] = before[i];
    }),
  );
  for (const name of NAMED) process.env[name] = "/dev/null";
  const repository = findRepository(opened.root)!;
  assert.equal(await isDirty(repository), false);
  const own = join(opened.folder, "settings");
  for (const key of ["excludesFile", "attributesFile"]) {
    writeFileSync(own, `[core]\n\t${key} = /dev/null\n`);
    process.env["GIT_CONFIG_GLOBAL"] = own;
    assert.equal(await isDirty(repository), false, key);
    // Another device has no end.
    writeFileSync(own, `[core]\n\t${key} = /dev/zero\n`);
    assert.equal(await isDirty(repository), null, key);
  }
});

test(
  "Git is not waited for where something odd lies in the place of an attribute file, left out or not",
  { ...PIPES, timeout: 15_000 },
  async () => {
    await using opened = committed();
    const dirty = async () => {
      const engine = opened.start();
      const { answer } = await engine.run("search", { root: opened.root, query: "alpha", format: "json" });
      return (answer as SearchAnswer).root.dirty;
    };
    assert.equal(await dirty(), false);
    for (const rules of ["", "sub/.gitattributes\n"]) {
      writeFileSync(join(opened.root, ".pithignore"), rules);
      for (const what of ["pipe", "link to a pipe"]) {
        const place = join(opened.root, "sub/.gitattributes");
        ODD_THINGS[what]!(place);
        utimesSync(join(opened.root, "sub/a.txt"), 1, 1);
        assert.equal(await dirty(), null, what);
        await assert.rejects(
          opened.ask("impact", { diff: "HEAD" }),
          { code: "ARGUMENT_INVALID", message: /Git can't be asked here/ },
          what,
        );
        removeOdd(place);
      }
    }
    rmSync(join(opened.root, ".pithignore"));
    assert.equal(await dirty(), false);
  },
);
