// Roots that are hard to walk: folders deeper than calls nest and than paths are opened, folders and files that may not
// be read, a working directory that is gone. Every operation answers, or says what to do.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { resolveRoot } from "../../src/files/guard.ts";
import { walk } from "../../src/files/walk.ts";
import { whyPath } from "../../src/files/why.ts";
import { BIN, environment, run } from "../hosts/pith-process.ts";
import { runHere } from "../hosts/run-here.ts";
import { temporaryFolder, writeRepository, writeTree } from "./temporary-tree.ts";
import { MODES } from "../conditions.ts";

/** Nobody, where the tests run as root, whom no mode keeps out. */
const uid = process.getuid?.() === 0 ? 65_534 : undefined;

/** Folders `a/a/a/…`, each with a file `f.md`, some with rules. */
function deep(t: TestContext, levels: number): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pith-deep-")));
  // Node's own way can't reach the lowest folders.
  t.after(() => execFileSync("rm", ["-rf", folder]));
  const script = `
    const { mkdirSync, writeFileSync } = require("node:fs");
    for (let i = 0; i < ${levels}; i++) {
      mkdirSync("a");
      process.chdir("a");
      writeFileSync("f.md", "# Needle " + i + "\\n");
      if (i % 100 === 0) writeFileSync(".gitignore", "x" + i + "\\n");
    }`;
  execFileSync(process.execPath, ["-e", script], { cwd: folder });
  return folder;
}

test("folders nested 3,000 deep: what can be opened is read, the rest is named", MODES, (t) => {
  const folder = deep(t, 3_000);
  const root = resolveRoot(folder);
  const config = { include: ["a/**"], exclude: ["b/*/c"], ceilings: { files: 100_000, fileBytes: 1_000 } };
  const { files, skipped } = walk(root, config);
  assert.ok(files.length > 1_900, `${files.length}`);
  assert.ok((skipped.get("path-too-long")?.count ?? 0) > 0, [...skipped.keys()].join());
  const below = `${"a/".repeat(2_500)}f.md`;
  assert.equal(whyPath(root, config, below).reason, "path-too-long");
  assert.equal(whyPath(root, config, `${"a/".repeat(1_000)}f.md`).status, "included");
});

test("every operation answers about folders nested 3,000 deep", MODES, async (t) => {
  const folder = deep(t, 3_000);
  const asked: [string[], number][] = [
    [["context", "needle 7"], 0],
    [["search", "-F", "Needle 1500", "--scope", "**/f.md"], 0],
    [["outline"], 0],
    [["why", `${"a/".repeat(2_045)}f.md`], 1],
    [["read", `${"a/".repeat(2_045)}f.md`], 2],
    [["read", `${"a/".repeat(1_500)}f.md`], 0],
  ];
  for (const [i, [argv, code]] of asked.entries()) {
    const words = [...argv, "--root", folder];
    // One in a process of its own: its start walks too.
    const done = i === 0 ? await run(words, { killAfterMs: 60_000 }) : await runHere(words, { cwd: "/" });
    const told = `${argv.join(" ").slice(0, 60)}: ${done.stdout.slice(0, 300)}${done.stderr.slice(0, 300)}`;
    assert.equal(done.code, code, told);
    assert.doesNotMatch(done.stderr + done.stdout, /INTERNAL/, told);
  }
});

function closed(t: TestContext): string {
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o755);
  writeTree(folder, {
    "root/a.md": "# Needle\n",
    "root/shut.md": "# Needle\n",
    "root/inner/b.md": "# Needle\n",
    "root/names/c.md": "# Needle\n",
    "home/": "",
  });
  writeRepository(join(folder, "root"));
  if (uid !== undefined) chmodSync(join(folder, "home"), 0o777);
  return folder;
}

const runsAsOther = async (): Promise<boolean> =>
  uid === undefined || (await run(["--version"], { uid, killAfterMs: 20_000 })).code === 0;

test("a root, a folder, a file, rules and settings that may not be read", MODES, async (t) => {
  if (!(await runsAsOther())) return t.skip("the other user can't read this checkout");
  const folder = closed(t);
  const root = join(folder, "root");
  const home = join(folder, "home");
  const ask = (argv: string[]) =>
    run([...argv, "--root", root], {
      uid,
      cwd: "/",
      env: { HOME: home, XDG_CACHE_HOME: join(home, "cache"), XDG_CONFIG_HOME: undefined },
      killAfterMs: 30_000,
    });
  const shut = async (path: string, mode: number, work: () => Promise<void>): Promise<void> => {
    chmodSync(join(root, path), mode);
    try {
      await work();
    } finally {
      chmodSync(join(root, path), 0o755);
    }
  };
  for (const [path, mode, skipped] of [
    ["shut.md", 0o000, "unreadable 1"],
    ["inner", 0o000, "unreadable 1"],
    ["names", 0o444, "unreadable 1"],
    ["inner", 0o111, "unreadable 1"],
  ] as const) {
    await shut(path, mode, async () => {
      const status = await ask(["status"]);
      assert.match(status.stdout, new RegExp(skipped), `${path}: ${status.stdout}${status.stderr}`);
      const { code, stdout, stderr } = await ask(["context", "needle"]);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /a\.md/, path);
      const why = await ask([
        "why",
        path === "shut.md" ? path : `${path}/${path === "inner" ? "b" : "c"}.md`,
      ]);
      assert.match(why.stdout, /does not let it be read/, `${path}: ${why.stdout}${why.stderr}`);
    });
  }
  writeFileSync(join(root, ".gitignore"), "shut.md\n");
  await shut(".gitignore", 0o000, async () => {
    const { code, stderr } = await ask(["search", "-F", "Needle"]);
    assert.equal(code, 0);
    assert.match(stderr, /\.gitignore cannot be read: its rules are not used/);
  });
  writeFileSync(join(root, "pith.json"), "{}");
  await shut("pith.json", 0o000, async () => {
    const { code, stderr } = await ask(["search", "-F", "Needle"]);
    assert.equal(code, 2);
    assert.match(stderr, /CONFIG_INVALID[^]*next: Make the file readable/);
  });
  for (const mode of [0o000, 0o444]) {
    await shut(".", mode, async () => {
      for (const argv of [["context", "needle"], ["doctor"], ["why", "a.md"]]) {
        const { code, stderr } = await ask(argv);
        assert.equal(code, 2, `${argv.join(" ")} ${mode.toString(8)}: ${stderr}`);
        assert.match(stderr, /ROOT_NOT_FOUND .*can't be read[^]*next: .*--root/, argv.join(" "));
      }
    });
  }
});

/** Runs `pith` in a folder that is removed before it starts. */
function runInGone(gone: string, argv: readonly string[]): { code: number | null; output: string } {
  const script = `
    require("node:fs").rmdirSync(process.cwd());
    const { status } = require("node:child_process").spawnSync(process.execPath, process.argv.slice(1), {
      stdio: "inherit",
      timeout: 30_000,
      killSignal: "SIGKILL",
    });
    process.exit(status ?? 9);`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", script, BIN, ...argv], {
    cwd: gone,
    env: environment(),
    encoding: "utf8",
  });
  return { code: status, output: stdout + stderr };
}

test("a working directory that is gone: named, and no hindrance where a root is named", MODES, (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "root/a.md": "# Needle\n" });
  for (const [argv, code, said] of [
    [["context", "needle"], 2, /ROOT_NOT_FOUND The working directory is gone[^]*next: .*--root/],
    [["context", "needle", "--root", "."], 2, /ROOT_NOT_FOUND/],
    [["status"], 2, /ROOT_NOT_FOUND/],
    [["doctor"], 2, /ROOT_NOT_FOUND/],
    [["config"], 2, /ROOT_NOT_FOUND/],
    [["context", "needle", "--root", join(folder, "root")], 0, /./],
    [["read", "a.md", "--root", join(folder, "root")], 0, /./],
    [["--help"], 0, /./],
  ] as const) {
    const gone = join(folder, "gone");
    mkdirSync(gone);
    const done = runInGone(gone, argv);
    assert.equal(done.code, code, `${argv.join(" ")}: ${done.output}`);
    assert.match(done.output, said, argv.join(" "));
    assert.doesNotMatch(done.output, /INTERNAL/);
  }
});
