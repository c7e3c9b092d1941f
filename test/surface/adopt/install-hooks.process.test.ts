// Git's hooks with real commits: Pith runs behind them, what was there runs as before, and everything comes back as it was.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { all, LINKS, MODES, SHELL } from "../../conditions.ts";
import { makeHome, run } from "./adopt-terminal.ts";
import type { Home } from "./adopt-terminal.ts";

interface Repo extends Home {
  hooks: string;
  git: (...args: string[]) => string;
  /** What each run of the stand-in for `pith` said, when so many have ended. */
  runs: (count: number) => Promise<string[]>;
}

/** `shared`: the hooks lie in the tree, so that Pith is started by its name, which is a stand-in here. */
function makeRepo(shared: boolean): Repo {
  const home = makeHome();
  const bin = join(home.home, "bin");
  const log = join(home.home, "log");
  mkdirSync(bin);
  writeFileSync(log, "");
  const fake = `#!/bin/sh\nwhile [ -e "${home.home}/wait" ]; do sleep 0.05; done\n{ echo "at $PWD $*"; env | grep -E '^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|OBJECT|COMMON_DIR|CONFIG_[PC])'; echo end; } >> "${log}"\n`;
  writeFileSync(join(bin, "pith"), fake, { mode: 0o755 });
  const env = {
    ...home.env,
    PATH: `${bin}:${process.env["PATH"]}`,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@b.c",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@b.c",
  };
  const git = (...args: string[]) => {
    const done = spawnSync("git", args, { cwd: home.project, env, encoding: "utf8", timeout: 20_000 });
    assert.equal(done.status, 0, `git ${args.join(" ")}: ${done.stderr}`);
    return done.stdout + done.stderr;
  };
  git("init", "-q", "-b", "main");
  if (shared) git("config", "core.hooksPath", ".githooks");
  const hooks = join(home.project, shared ? ".githooks" : ".git/hooks");
  mkdirSync(hooks, { recursive: true });
  const runs = async (count: number) => {
    for (let tries = 0; ; tries++) {
      const ended = readFileSync(log, "utf8").split("end\n").slice(0, -1);
      const isBusy = existsSync(join(home.project, ".git", "pith-hook-busy"));
      if ((ended.length >= count && !isBusy) || tries > 200) return ended;
      await pause(50);
    }
  };
  return { ...home, env, hooks, git, runs, [Symbol.dispose]: home[Symbol.dispose] };
}

function commit(repo: Repo, name: string): string {
  writeFileSync(join(repo.project, name), `${name}\n`);
  repo.git("add", name);
  return repo.git("commit", "-q", "-m", name);
}

test(
  "after a commit, a checkout, a merge and at the end of a rebase; in a new work tree; not for files",
  SHELL,
  async () => {
    using repo = makeRepo(true);
    const { code, stdout, stderr } = await run(["install-hooks", "--yes"], repo);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /\.githooks\/post-commit/);
    assert.match(stdout, /lie in the tree, where others have them too/);
    const here = `at ${repo.project} index --progress off\n`;
    assert.equal(commit(repo, "one"), "", "Git says nothing more than before");
    assert.deepEqual(await repo.runs(1), [here], "and nothing of Git's own variables");
    repo.git("checkout", "-q", "-b", "other");
    assert.equal((await repo.runs(2)).length, 2);
    commit(repo, "two");
    assert.equal((await repo.runs(3)).length, 3);
    repo.git("checkout", "-q", "--", "one");
    repo.git("checkout", "-q", "main");
    assert.equal((await repo.runs(4)).length, 4);
    repo.git("merge", "-q", "--no-edit", "other");
    assert.equal((await repo.runs(5)).length, 5);
    const tree = join(repo.home, "tree");
    repo.git("worktree", "add", "-q", tree);
    const seen = await repo.runs(6);
    // The hooks are named from the top of the tree, where a new one has none yet that are not committed.
    assert.ok(seen.length === 5 || seen[5]!.startsWith(`at ${tree} `));
  },
);

test("a rebase of many commits renews the index once, at its end", SHELL, async () => {
  using repo = makeRepo(true);
  commit(repo, "base");
  repo.git("checkout", "-q", "-b", "topic");
  for (const name of ["a", "b", "c", "d"]) commit(repo, name);
  repo.git("checkout", "-q", "main");
  commit(repo, "m");
  repo.git("checkout", "-q", "topic");
  await run(["install-hooks", "--yes"], repo);
  // While it goes on, what would run waits: so it is counted when all have been started.
  repo.git("rebase", "-q", "main");
  await repo.runs(1);
  await pause(300);
  const seen = await repo.runs(1);
  // The hook of the last pick may look after the rebase has ended.
  assert.ok(seen.length >= 1 && seen.length <= 2, String(seen.length));
});

test(
  "however many commits follow one another, one runs at a time; one that was killed doesn't stop the next",
  SHELL,
  async () => {
    using repo = makeRepo(true);
    await run(["install-hooks", "--yes"], repo);
    const wait = join(repo.home, "wait");
    writeFileSync(wait, "");
    commit(repo, "first");
    const busy = join(repo.project, ".git", "pith-hook-busy");
    for (let tries = 0; tries < 200 && !existsSync(busy); tries++) await pause(25);
    for (const name of ["a", "b", "c", "d"]) commit(repo, name);
    await pause(200);
    rmSync(wait);
    assert.equal((await repo.runs(1)).length, 1);
    commit(repo, "later");
    assert.equal((await repo.runs(2)).length, 2);
    writeFileSync(busy, "");
    const long = new Date(Date.now() - 11 * 60_000);
    utimesSync(busy, long, long);
    commit(repo, "last");
    assert.equal((await repo.runs(3)).length, 3);
    assert.ok(!existsSync(busy));
  },
);

test("hooks of this repository alone start this very program; in every work tree", SHELL, async () => {
  using repo = makeRepo(false);
  commit(repo, "one");
  await run(["install-hooks", "--yes"], repo);
  const text = readFileSync(join(repo.hooks, "post-commit"), "utf8");
  assert.ok(text.includes(`'${process.execPath}'`) && text.includes("bin/pith.js"));
  const tree = join(repo.home, "tree");
  repo.git("worktree", "add", "-q", tree);
  const again = await run(["install-hooks", "--yes"], { ...repo, project: tree });
  assert.match(again.stdout, /have these lines already/);
  const stores = join(repo.env["XDG_CACHE_HOME"]!, "pith", "repositories");
  for (let tries = 0; tries < 200 && !existsSync(stores); tries++) await pause(50);
  assert.ok(existsSync(stores), "the checkout of the work tree made the index");
  for (let tries = 0; tries < 200; tries++) {
    const [store] = readdirSync(stores);
    const snapshots = store === undefined ? "" : join(stores, store, "snapshots");
    if (existsSync(snapshots) && readdirSync(snapshots).some((name) => name.endsWith(".snap"))) return;
    await pause(50);
  }
  assert.fail("no snapshot was made");
});

const LOGS = (shebang: string) => `${shebang}echo "$(basename "$0") $# $PWD" >> ran\n`;
const KINDS: readonly [string, string, number][] = [
  ["a shell script", LOGS("#!/bin/sh\n"), 0o755],
  ["one that ends early and strictly", `${LOGS("#!/bin/bash -eu\n")}exit 3\n`, 0o700],
  ["one by env", LOGS("#!/usr/bin/env -S sh -e\n"), 0o755],
  ["one without a first line", LOGS(""), 0o755],
  ["one without an end", `#!/bin/sh\necho "$(basename "$0") $# $PWD" >> ran`, 0o755],
  [
    "one with letters of no text",
    `#!/bin/sh\n# \u00ff\u00fe\necho "$(basename "$0") $# $PWD" >> ran\n`,
    0o755,
  ],
  [
    "a program in another language",
    `#!${process.execPath}\nconst name = process.argv[1].split("/").at(-1);\nprocess.getBuiltinModule("node:fs").appendFileSync("ran", name + " " + (process.argv.length - 2) + " " + process.cwd() + "\\n");\n`,
    0o755,
  ],
];

for (const [what, text, mode] of KINDS) {
  test(`${what} runs as before, once, and comes back byte for byte`, all(SHELL, MODES), async () => {
    for (const shared of [true, false]) {
      using repo = makeRepo(shared);
      const path = join(repo.hooks, "post-commit");
      writeFileSync(path, Buffer.from(text, "latin1"), { mode });
      chmodSync(path, mode);
      await run(["install-hooks", "--yes"], repo);
      assert.match((await run(["install-hooks", "--yes"], repo)).stdout, /have these lines already/);
      commit(repo, "one");
      assert.equal(readFileSync(join(repo.project, "ran"), "utf8"), `post-commit 0 ${repo.project}\n`);
      if (shared) assert.equal((await repo.runs(1)).length, 1);
      const out = await run(["install-hooks", "--remove", "--yes"], repo);
      assert.equal(out.code, 0, out.stderr);
      assert.equal(readFileSync(path).toString("latin1"), text);
      assert.equal(statSync(path).mode & 0o777, mode);
      assert.deepEqual(
        readdirSync(repo.hooks).filter((name) => !name.endsWith(".sample")),
        ["post-commit"],
      );
      commit(repo, "two");
      assert.equal(readFileSync(join(repo.project, "ran"), "utf8").split("\n").length, 3);
    }
  });
}

const LEFT: readonly [string, string, number, RegExp][] = [
  ["that is switched off", LOGS("#!/bin/sh\n"), 0o644, /not executable, so Git does not run it/],
  ["of lefthook", '#!/bin/sh\ncall_lefthook run "post-commit" "$@"\n', 0o755, /written by lefthook/],
  [
    "of pre-commit",
    "#!/usr/bin/env bash\n# File generated by pre-commit: https://pre-commit.com\n",
    0o755,
    /written by pre-commit/,
  ],
];

for (const [what, text, mode, note] of LEFT) {
  test(`a hook ${what} is left as it is, and said so`, all(SHELL, MODES), async () => {
    using repo = makeRepo(false);
    const path = join(repo.hooks, "post-commit");
    writeFileSync(path, text, { mode });
    const { code, stdout } = await run(["install-hooks", "--yes"], repo);
    assert.equal(code, 0);
    assert.match(stdout, note);
    assert.match(stdout, /To have it there too, let it run: .*index --progress off/);
    assert.equal(readFileSync(path, "utf8"), text);
    assert.ok(existsSync(join(repo.hooks, "post-merge")), "the others are there");
    await run(["install-hooks", "--remove", "--yes"], repo);
    assert.equal(readFileSync(path, "utf8"), text);
  });
}

test("a shell script of Windows and one that is a link are kept", all(SHELL, LINKS), async () => {
  using repo = makeRepo(true);
  const crlf = '#!/bin/sh\r\necho "$0" >> ran\r\n';
  const path = join(repo.hooks, "post-commit");
  writeFileSync(path, crlf, { mode: 0o755 });
  symlinkSync("../script", join(repo.hooks, "post-merge"));
  const { stdout } = await run(["install-hooks", "--yes"], repo);
  assert.match(stdout, /post-merge is a link to \.\.\/script/);
  assert.match(stdout, /is kept in pith-kept, and runs as before/);
  commit(repo, "one");
  assert.equal((await repo.runs(1)).length, 1, "its own first line can't be run here; Pith's can");
  await run(["install-hooks", "--remove", "--yes"], repo);
  assert.equal(readFileSync(path, "utf8"), crlf);
  assert.ok(lstatSync(join(repo.hooks, "post-merge")).isSymbolicLink());
});

test("Git goes on at once and says nothing where Pith is missing, fails or takes long", SHELL, async () => {
  using repo = makeRepo(true);
  await run(["install-hooks", "--yes"], repo);
  const wait = join(repo.home, "wait");
  writeFileSync(wait, "");
  assert.equal(commit(repo, "one"), "");
  assert.deepEqual(
    await Promise.race([repo.runs(1), pause(100, [])]),
    [],
    "the commit is made, Pith still runs",
  );
  spawnSync("rm", [wait]);
  assert.equal((await repo.runs(1)).length, 1);
  const fake = join(repo.home, "bin", "pith");
  writeFileSync(fake, "#!/bin/sh\necho noise; echo noise >&2; exit 7\n");
  assert.equal(commit(repo, "two"), "");
  repo.git("checkout", "-q", "-b", "b");
  spawnSync("rm", [fake]);
  assert.equal(commit(repo, "three"), "");
  repo.git("checkout", "-q", "main");
});

test("folders of hooks that are this repository's own, its top among them", SHELL, async () => {
  for (const path of [".", "./", "hooks", ".git", ".git/own"]) {
    using repo = makeRepo(false);
    repo.git("config", "core.hooksPath", path);
    const { code, stderr } = await run(["install-hooks", "--yes"], repo);
    assert.equal(code, 0, `${path}: ${stderr}`);
    assert.ok(existsSync(join(repo.project, path, "post-commit")), path);
    assert.equal((await run(["install-hooks", "--remove", "--yes"], repo)).code, 0, path);
    assert.equal(existsSync(join(repo.project, path, "post-commit")), false, path);
  }
});

test(
  "a folder that isn't this repository's own is refused, husky's is too; dry runs and refusals write nothing",
  SHELL,
  async () => {
    using repo = makeRepo(false);
    const dry = await run(["install-hooks", "--dry-run"], repo);
    assert.equal(dry.code, 0);
    assert.match(dry.stdout, /^\+# pith:begin/m);
    assert.equal((await run(["install-hooks"], repo)).code, 2);
    assert.equal((await run(["install-hooks"], repo, "n\n")).code, 1);
    assert.deepEqual(
      readdirSync(repo.hooks).filter((name) => !name.endsWith(".sample")),
      [],
    );
    const mine = join(repo.home, "hooks");
    mkdirSync(mine);
    for (const [path, message] of [
      [mine, /does not belong to this repository alone/],
      ["../home/hooks", /does not belong to this repository alone/],
      ["~/hooks", /does not belong to this repository alone/],
      [".husky/_", /written anew by husky.*\nnext: .*\.husky\/post-commit/],
    ] as const) {
      repo.git("config", "core.hooksPath", path);
      const { code, stderr } = await run(["install-hooks", "--yes"], repo);
      assert.equal(code, 2, path);
      assert.match(stderr, message);
    }
    assert.deepEqual(readdirSync(mine), []);
    const nowhere = await run(["install-hooks", "--yes"], { ...repo, project: mine });
    assert.match(nowhere.stderr, /lies in no Git repository/);
  },
);
