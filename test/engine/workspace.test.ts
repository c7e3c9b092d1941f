// What one opened root takes in: never its own cache, and within a ceiling what can be asked about.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { SearchAnswer } from "../../src/pack/answer.ts";
import type { StatusReport, WhyReport } from "../../src/pack/reports.ts";
import { writeRepository, writeTree } from "../files/temporary-tree.ts";
import { Opened } from "./opened.ts";
import { LINKS } from "../conditions.ts";

test(
  "a cache inside the root that is named through a link is no part of the tree, for why as for the walk",
  LINKS,
  async () => {
    await using opened = new Opened({ "a.ts": "alpha();\n" });
    const link = join(opened.folder, "link");
    symlinkSync(opened.root, link);
    const engine = opened.start({ ...opened.env, PITH_CACHE_DIR: join(link, "!kept", "cache") });
    for (let i = 0; i < 2; i++) await engine.run("search", { root: opened.root, query: "alpha" });
    opened.write("!kept/cache/x.ts", "alpha();\n");
    opened.write("!kept/y.ts", "beta();\n");
    const status = await engine.run("status", { root: opened.root, format: "json" });
    assert.equal((status.answer as StatusReport).index.files, 2);
    const why = async (path: string) =>
      (await engine.run("why", { root: opened.root, path, format: "json" })).answer as WhyReport;
    assert.equal((await why("!kept/cache/x.ts")).reason, "excluded");
    assert.equal((await why("!kept/y.ts")).status, "included");
    await assert.rejects(engine.run("read", { root: opened.root, places: ["!kept/cache/x.ts"] }), {
      code: "PATH_SKIPPED",
    });
  },
);

test("a process that lives on sees a change of the user's settings as of the root's", async () => {
  await using opened = new Opened({ "a.ts": "alpha();\n", "b.ts": "alpha();\n" });
  const engine = opened.start();
  const found = async () => {
    const { answer } = await engine.run("search", { root: opened.root, query: "alpha", format: "json" });
    return (answer as SearchAnswer).results.map(({ path }) => path).sort();
  };
  assert.deepEqual(await found(), ["a.ts", "b.ts"]);
  const user = join(opened.env["XDG_CONFIG_HOME"]!, "pith", "pith.json");
  mkdirSync(dirname(user), { recursive: true });
  writeFileSync(user, '{ "exclude": ["a.ts"] }');
  assert.deepEqual(await found(), ["b.ts"]);
  opened.write("pith.json", '{ "exclude": ["b.ts"] }');
  assert.ok(!(await found()).includes("b.ts"));
  rmSync(user);
  assert.deepEqual(await found(), ["a.ts"]);
});

test("a cache inside the root changes no answer, cold or warm, however it is named", async () => {
  const tree = {
    "a.ts": "export const alpha = 1;\n",
    "pith.json": '{"exclude": ["dist"]}',
    ".pithignore": "ignored\n",
  };
  const asked = async (place: (opened: Opened) => NodeJS.ProcessEnv): Promise<unknown[]> => {
    await using opened = new Opened(tree);
    const answers: unknown[] = [];
    for (let i = 0; i < 3; i++) {
      const engine = opened.start({ ...opened.env, ...place(opened) });
      for (const name of ["search", "status"] as const) {
        const args = { root: opened.root, query: "alpha", format: "json" } as const;
        const answer = (await engine.run(name, args)).answer as Partial<
          Omit<SearchAnswer, "op"> & Omit<StatusReport, "op">
        >;
        answers.push([
          answer.completeness?.files,
          answer.skipped,
          answer.index?.files,
          answer.results?.length,
        ]);
      }
      await engine.close();
    }
    return answers;
  };
  const outside = await asked(() => ({}));
  for (const below of ["cache", ".cache/pith", "!x/[y]/{a,b}", "*", ".", "dist/a/cache", "ignored/a/cache"]) {
    const places = [
      (opened: Opened) => ({ PITH_CACHE_DIR: join(opened.root, below) }),
      (opened: Opened) => ({ XDG_CACHE_HOME: join(opened.root, below) }),
      (opened: Opened) => ({ XDG_CACHE_HOME: opened.cache(), PITH_CACHE_DIR: join("..", "tree", below) }),
    ];
    for (const place of places) {
      const found = await asked(place);
      assert.deepEqual(found.slice(0, 2), found.slice(2, 4), below);
      assert.deepEqual(found.slice(0, 2), found.slice(4, 6), below);
      assert.deepEqual(found, outside, below);
    }
  }
});

test("a film larger than a first answer reads keeps no source out of it", async () => {
  await using opened = new Opened({
    "pith.json": '{"ceilings": {"firstAnswerBytes": 400, "fileBytes": 1000}}',
    "assets/film.mp4": new Uint8Array(7_000),
    "assets/logo.png": new Uint8Array(900),
    ...Object.fromEntries(["a", "b", "c", "d"].map((n) => [`src/${n}.ts`, `export const ${n} = 1;\n`])),
  });
  const { answer } = await opened.ask("search", { query: "nothing like it", format: "json" });
  const { partial, files } = (answer as SearchAnswer).completeness;
  assert.equal(partial, null);
  assert.equal(files.read, 5);
});

test("without a question, code is read before prose and prose before data", async () => {
  await using opened = new Opened({
    "pith.json": '{"ceilings": {"firstAnswerBytes": 300}}',
    "a.json": JSON.stringify("x".repeat(250)),
    "b.md": "word ".repeat(50),
    "z.ts": "// code\n".repeat(30),
  });
  // A file of this moment may be written again without a trace, so it would be read twice.
  await wait(60);
  const languages = async () =>
    Object.keys(((await opened.ask("status", { format: "json" })).answer as StatusReport).languages);
  assert.deepEqual(await languages(), ["typescript"]);
  assert.deepEqual(await languages(), ["markdown", "typescript"]);
});

test("an encoding that is declared outside the walked files is seen when it changes", async () => {
  await using opened = new Opened({}, { name: "top/sub" });
  const top = join(opened.folder, "top");
  writeRepository(top);
  const latin = Buffer.from("// caf\xe9 zeitgeb\xfchr\n", "latin1");
  opened.write("a.c", latin);
  opened.write("deep/b.c", latin);
  // A file of this moment is read twice anyhow.
  await wait(60);
  writeTree(top, { ".gitignore": ".gitattributes\n" });
  const found = async (): Promise<string[]> => {
    const { answer } = await opened.ask("search", { query: "zeitgebühr", mode: "ranked", format: "json" });
    return (answer as SearchAnswer).results.map((found) => found.path).sort();
  };
  const declared = "*.c encoding=latin1\n";
  assert.deepEqual(await found(), []);
  const places: [string, string[]][] = [
    [join(top, ".git/info/attributes"), ["a.c", "deep/b.c"]],
    [join(top, ".gitattributes"), ["a.c", "deep/b.c"]],
    [opened.path("deep/.gitattributes"), ["deep/b.c"]],
  ];
  for (const [file, paths] of places) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, declared);
    assert.deepEqual(await found(), paths, file);
    rmSync(file);
    assert.deepEqual(await found(), [], file);
  }
});
