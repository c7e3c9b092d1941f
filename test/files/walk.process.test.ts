// The walk against the real Git: submodules, work trees, sparse checkouts, pipes; and without any Git on the PATH.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { lstatSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { defaultConfig } from "../../src/config/schema.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { readTextFile } from "../../src/files/read.ts";
import { walk } from "../../src/files/walk.ts";
import { gitPlace } from "../../src/git/settings.ts";
import { cleanEnvironment, git, temporaryFolder, writeTree } from "./temporary-tree.ts";
import { LINKS, PIPES } from "../conditions.ts";

function started(t: Parameters<typeof temporaryFolder>[0]) {
  const folder = temporaryFolder(t);
  const env = cleanEnvironment(join(folder, "home"));
  const create = (name: string, files: Record<string, string>) => {
    const path = join(folder, name);
    writeTree(path, { ".gitignore": "*.o\n", ...files });
    git(path, env, ["init", "-q", "-b", "main"]);
    git(path, env, ["add", "."]);
    git(path, env, ["commit", "-q", "-m", "first"]);
    return path;
  };
  const ours = (path: string) =>
    walk(resolveRoot(path), defaultConfig(), { place: gitPlace(env) }).files.map((file) => file.path);
  const gits = (path: string, ...more: string[]) => {
    const out = git(path, env, ["ls-files", "-z", "-co", "--exclude-standard", ...more]);
    const isFile = (file: string) =>
      lstatSync(join(path, file), { throwIfNoEntry: false })?.isFile() === true;
    return [...new Set(out.split("\0"))].filter((file) => file !== "" && isFile(file)).sort();
  };
  return { folder, env, create, ours, gits };
}

test("a submodule is read by its own rules; one not checked out has no files", (t) => {
  const { env, folder, create, ours, gits } = started(t);
  const inner = create("inner", { "a.ts": "", "deep/b.ts": "" });
  const outer = create("outer", { "top.ts": "", ".gitignore": "libs/\n*.tmp\n" });
  for (const name of ["libs/sub", "empty"]) {
    git(outer, env, ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "-f", inner, name]);
  }
  git(outer, env, ["submodule", "--quiet", "deinit", "-f", "empty"]);
  writeTree(outer, {
    "libs/sub/new.ts": "",
    "libs/sub/x.o": "",
    "libs/sub/y.tmp": "",
    "libs/other": "",
    "z.tmp": "",
  });
  assert.deepEqual(gits(outer), [".gitignore", ".gitmodules", "top.ts"]);
  const sub = gits(join(outer, "libs/sub")).map((path) => `libs/sub/${path}`);
  assert.deepEqual(
    sub,
    ["a.ts", "deep/b.ts", "new.ts", "y.tmp", ".gitignore"].map((p) => `libs/sub/${p}`).sort(),
  );
  assert.deepEqual(ours(outer), [...gits(outer), ...sub].sort());
  assert.deepEqual(ours(join(outer, "libs/sub")), gits(join(outer, "libs/sub")));
  assert.equal(folder.length > 0, true);
});

test("linked work trees, also inside the main one", (t) => {
  const { env, folder, create, ours, gits } = started(t);
  const main = create("main", { "a.ts": "", "b.ts": "" });
  git(main, env, ["worktree", "add", "-q", "-b", "in", join(main, ".trees/in")]);
  git(main, env, ["worktree", "add", "-q", "-b", "out", join(folder, "out")]);
  writeTree(main, {
    ".git/info/exclude": "*.secret\n",
    "x.secret": "",
    ".trees/in/y.secret": "",
    ".trees/in/c.ts": "",
  });
  assert.deepEqual(ours(main), gits(main));
  assert.deepEqual(ours(main), [".gitignore", "a.ts", "b.ts"]);
  assert.deepEqual(ours(join(main, ".trees/in")), gits(join(main, ".trees/in")));
  assert.deepEqual(ours(join(main, ".trees/in")), [".gitignore", "a.ts", "b.ts", "c.ts"]);
  assert.deepEqual(ours(join(folder, "out")), gits(join(folder, "out")));
});

test("tracked files in ignored folders, behind links, deleted, in conflict, not checked out", LINKS, (t) => {
  const { env, create, ours, gits } = started(t);
  const path = create("repo", {
    "a/x.ts": "",
    "b/y.ts": "",
    "c/z.ts": "",
    "d/w.ts": "",
    "gen/deep/kept.ts": "",
  });
  writeTree(path, {
    ".gitignore": "gen/\na/\n",
    "gen/deep/new.ts": "",
    "gen/other.ts": "",
    "a/untracked": "",
  });
  rmSync(join(path, "b"), { recursive: true });
  symlinkSync("c", join(path, "b"));
  rmSync(join(path, "c/z.ts"));
  git(path, env, ["sparse-checkout", "set", "--no-cone", "/*", "!/d/"]);
  // `b/y.ts` is listed by Git through the link; we read no file through a link.
  assert.deepEqual(
    ours(path),
    gits(path).filter((file) => file !== "b/y.ts"),
  );
  assert.deepEqual(ours(path), [".gitignore", "a/x.ts", "gen/deep/kept.ts"]);
});

test("a sparse index, an index of version 4 and object ids of 32 bytes change nothing", (t) => {
  const { env, folder, create, ours, gits } = started(t);
  const path = create("repo", { "in/a.ts": "", "out/b.ts": "", "out/deep/c.ts": "", "gen/k.o": "" });
  git(path, env, ["add", "-f", "gen/k.o"]);
  git(path, env, ["sparse-checkout", "set", "--cone", "--sparse-index", "in", "gen"]);
  git(path, env, ["update-index", "--index-version", "4"]);
  assert.deepEqual(ours(path), gits(path));
  assert.ok(ours(path).includes("gen/k.o"));
  writeTree(join(folder, "long"), { "a.o": "", b: "" });
  git(join(folder, "long"), env, ["init", "-q", "--object-format=sha256"]);
  writeTree(join(folder, "long"), { ".gitignore": "*.o\n" });
  git(join(folder, "long"), env, ["add", "-f", "a.o"]);
  assert.deepEqual(ours(join(folder, "long")), [".gitignore", "a.o", "b"]);
});

test("a bare repository beside its work trees is no repository of the folder around", (t) => {
  const { env, folder, create, ours } = started(t);
  create("from", { "a.ts": "" });
  git(folder, env, ["clone", "-q", "--bare", "from", "project/.bare"]);
  writeTree(folder, { "project/.git": "gitdir: ./.bare\n", "project/notes": "" });
  git(join(folder, "project"), env, ["worktree", "add", "-q", "main"]);
  assert.ok(ours(join(folder, "project")).includes("main/a.ts"));
  assert.ok(ours(join(folder, "project")).includes("notes"));
  assert.deepEqual(ours(join(folder, "project/main")), [".gitignore", "a.ts"]);
});

test("without Git on the PATH the list is the same", (t) => {
  const { env, create, ours, gits } = started(t);
  const path = create("repo", { "a.ts": "", "b/c.ts": "" });
  writeTree(path, { "x.o": "", "new.ts": "", "b/.gitignore": "!*.o\n", "b/y.o": "" });
  const script = `
    import { walk } from ${JSON.stringify(new URL("../../src/files/walk.ts", import.meta.url).href)};
    import { resolveRoot } from ${JSON.stringify(new URL("../../src/files/guard.ts", import.meta.url).href)};
    import { loadConfig } from ${JSON.stringify(new URL("../../src/config/load.ts", import.meta.url).href)};
    const root = resolveRoot(process.argv[1]);
    const config = loadConfig({ root: root.path }).values;
    console.log(JSON.stringify(walk(root, config).files.map((file) => file.path)));`;
  const run = (PATH: string) =>
    JSON.parse(
      execFileSync(process.execPath, ["--input-type=module", "-e", script, path], {
        env: { ...env, PATH },
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }),
    ) as string[];
  assert.deepEqual(run("/nowhere"), gits(path));
  assert.deepEqual(run(env["PATH"]!), gits(path));
  assert.deepEqual(ours(path), gits(path));
});

test("pipes are named and never opened", PIPES, (t) => {
  const folder = temporaryFolder(t);
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const root = resolveRoot(folder);
  const found = walk(root, defaultConfig());
  assert.deepEqual([found.files, found.skipped.get("special")?.paths], [[], ["pipe"]]);
  assert.deepEqual(readTextFile(root, "pipe", { fileBytes: 10 }), { path: "pipe", skip: "special" });
});
