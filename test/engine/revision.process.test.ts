// What is answered about a commit is what a clean work tree at that commit answers, but for the root and the receipt.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { AnswerRoot, ReadAnswer, SearchAnswer } from "../../src/pack/answer.ts";
import { script } from "./edits.ts";
import { tree } from "./made-trees.ts";
import { Opened } from "./opened.ts";
import { checkOut, commitAll, git, plainAnswers, REVISION_QUESTIONS, type Questions } from "./revisions.ts";
import { all, BYTE_NAMES, LINKS } from "../conditions.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

async function assertAsCheckedOut(
  opened: Opened,
  commit: string,
  questions: Questions = REVISION_QUESTIONS,
  below = "",
): Promise<void> {
  const asked = await plainAnswers(opened, join(opened.root, below), { questions, rev: commit });
  const checkedOut = join(checkOut(opened, commit), below);
  assert.deepEqual(asked, await plainAnswers(opened, checkedOut, { questions }), git(opened.root, "log"));
}

test("any history: every commit answers as a clean work tree at it", async () => {
  await fc.assert(
    fc.asyncProperty(tree, script, fc.boolean(), async (files, edits, indexed) => {
      await using opened = new Opened(files);
      git(opened.root, "init", "-q");
      const commits = [commitAll(opened)];
      for (const step of edits) {
        for (const { apply } of step) apply(opened.root);
        commits.push(commitAll(opened));
      }
      // What is on disk has no part in it, whether there is an index of it or not.
      opened.write("src/parse.ts", "export const parseHeader = 'on disk alone';\n");
      if (indexed) await opened.ask("search", { query: "token" });
      for (const commit of commits) await assertAsCheckedOut(opened, commit);
    }),
    { numRuns: 2 * soak },
  );
});

test("files become folders, folders files, names move; nothing is left", async () => {
  await using opened = new Opened({
    "src/parse.ts": "export function parseHeader() {\n  return token;\n}\n",
    "lib/mail.py": "class Mail:\n    def run(self):\n        pass\n",
    "README.md": "# Session token\n",
  });
  git(opened.root, "init", "-q");
  const commits = [commitAll(opened)];
  renameSync(opened.path("lib/mail.py"), opened.path("swap"));
  opened.remove("lib");
  renameSync(opened.path("swap"), opened.path("lib"));
  opened.remove("README.md");
  opened.write("README.md/parse.ts", 'import { parseHeader } from "../src/parse";\nparseHeader();\n');
  commits.push(commitAll(opened));
  renameSync(opened.path("src/parse.ts"), opened.path("src/parse2.ts"));
  commits.push(commitAll(opened));
  for (const name of ["src", "lib", "README.md"]) opened.remove(name);
  commits.push(commitAll(opened));
  for (const commit of commits) await assertAsCheckedOut(opened, commit);
  const { answer } = await opened.ask("search", {
    query: "x",
    mode: "exact",
    rev: commits.at(-1)!,
    format: "json",
  });
  assert.equal((answer as SearchAnswer).completeness.files.inScope, 0);
});

test(
  "links, odd names, settings, rules, encodings, large and binary files of a commit",
  all(LINKS, BYTE_NAMES),
  async () => {
    await using opened = new Opened({
      "src/parse.ts": "export function parseHeader() {\n  return token;\n}\n",
      "src/main.ts": 'import { parseHeader } from "./parse";\nexport const run = () => parseHeader();\n',
      "lib/`tick`/x.py": "class RetryQueue:\n    def run(self, token):\n        pass\n",
      "docs/12: odd.md": "# parseHeader\n\ntoken of the session\n",
      "left/.pithignore": "*.log\n",
      "left/a.log": "token\n",
      "left/b.txt": "token\n",
      ".pithignore": "secret/\n",
      "secret/.gitattributes": "*.txt encoding=shift_jis\n",
      "secret/x.ts": "export function parseHeader() {}\n",
      ".gitignore": "built/\n",
      "built/out.js": "function parseHeader() { return 'token'; }\n",
      "pith.json": JSON.stringify({
        exclude: ["skipped"],
        languages: { "*.inc": "ruby" },
        ceilings: { fileBytes: 60_000 },
      }),
      "skipped/x.ts": "export function parseHeader() {}\n",
      "x.inc": "class RetryQueue\n  def run\n  end\nend\n",
      ".gitattributes": "*.txt encoding=latin1\n*.ja encoding=Shift_JIS\n",
      "notes.txt": Uint8Array.of(0x74, 0x6f, 0x6b, 0x65, 0x6e, 0x20, 0xe9, 0x0a),
      "a.ja": Uint8Array.of(0x74, 0x6f, 0x6b, 0x65, 0x6e, 0x20, 0x83, 0x65, 0x0a),
      "data.bin": Uint8Array.of(0, 1, 2, 3),
      "large.txt": "token ".repeat(20_000),
      "package.json": '{"name":"top"}',
      "packages/one/package.json": '{"name":"@x/one"}',
      "packages/one/index.js": "export const session = 1;\n",
      "key.env": "password=hunter2-and-more-1!\n",
      empty: "",
      "src\\a\\b.ts": "export const session = 2;\n",
      "src/__proto__/constructor.ts": "export const token = 3;\n",
      "sub/deep/.pithignore": "no.ts\n",
      "sub/deep/no.ts": "token\n",
      "sub/deep/yes.ts": "export const token = 1;\n",
    });
    symlinkSync("src/parse.ts", opened.path("link.ts"));
    symlinkSync("/etc", opened.path("out"));
    symlinkSync("src", opened.path("folder"));
    chmodSync(opened.path("src/main.ts"), 0o755);
    const broken = Buffer.concat([
      Buffer.from(`${opened.root}/`),
      Buffer.of(0x61, 0xff),
      Buffer.from(".txt"),
    ]);
    writeFileSync(broken, "token\n");
    const folder = Buffer.concat([Buffer.from(`${opened.root}/src/`), Buffer.of(0xfe)]);
    mkdirSync(folder);
    writeFileSync(Buffer.concat([folder, Buffer.from("/in.ts")]), "token\n");
    git(opened.root, "init", "-q");
    git(opened.root, "add", "-f", "built/out.js");
    const commit = commitAll(opened);
    opened.write("pith.json", '{"exclude": ["src"]}');
    opened.write(".pithignore", "*\n");
    commitAll(opened);
    const more: Questions = [
      ...REVISION_QUESTIONS,
      ["search", { query: "session", scope: ["@x/one"] }],
      ["read", { places: ["link.ts"] }],
      ["read", { places: ["folder/parse.ts"] }],
      ["read", { places: ["../outside"] }],
      ["read", { places: ["secret/x.ts"] }],
      ["read", { places: ["skipped/x.ts"] }],
      ["read", { places: ["left/a.log"] }],
      ["read", { places: ["large.txt"] }],
      ["read", { places: ["data.bin"] }],
      ["read", { places: ["src"] }],
      ["read", { places: ["empty", "built/out.js", "a.ja", "key.env", "x.inc"] }],
      ["search", { query: "hunter2", mode: "exact" }],
      ["outline", { path: "nowhere" }],
      ["outline", { path: "secret" }],
    ];
    await assertAsCheckedOut(opened, commit, more);
    await assertAsCheckedOut(opened, commit, REVISION_QUESTIONS, "sub/deep");
    // No commit holds these: what lies on disk has no part in the answer.
    const read = (place: string) => opened.ask("read", { places: [place], rev: commit });
    await assert.rejects(read("out/passwd"), { code: "PATH_SKIPPED", message: /link/ });
    await assert.rejects(read(".git/config"), { code: "PATH_NOT_FOUND" });
  },
);

test("ids of 32 bytes", async () => {
  await using opened = new Opened({
    "src/parse.ts": "export function parseHeader() {\n  return token;\n}\n",
    "src/main.ts": 'import { parseHeader } from "./parse";\nexport const run = () => parseHeader();\n',
  });
  git(opened.root, "init", "-q", "--object-format=sha256");
  const commit = commitAll(opened);
  opened.write("src/late.ts", "export const parseHeader = 2;\n");
  await opened.ask("search", { query: "token" });
  await assertAsCheckedOut(opened, commit);
});

test("a submodule and what it holds are left out by name", async () => {
  await using inner = new Opened({ "in.ts": "export const token = 1;\n" });
  git(inner.root, "init", "-q");
  commitAll(inner);
  await using opened = new Opened({ "src/parse.ts": "export const parseHeader = 1;\n" });
  git(opened.root, "init", "-q");
  git(opened.root, "submodule", "add", "-q", inner.root, "vendor/inner");
  const commit = commitAll(opened);
  const { answer } = await opened.ask("search", {
    query: "token",
    mode: "exact",
    rev: commit,
    format: "json",
  });
  const { results, completeness } = answer as SearchAnswer;
  assert.deepEqual(results, []);
  assert.deepEqual(completeness.files.skipped, { submodule: 1 });
  await assert.rejects(opened.ask("read", { places: ["vendor/inner"], rev: commit }), {
    code: "PATH_SKIPPED",
    message: /submodule/,
  });
});

test("a text is what Git stores, whatever a checkout makes of it", async () => {
  await using opened = new Opened({
    ".gitattributes":
      "*.crlf text eol=crlf\n*.ps1 working-tree-encoding=UTF-16LE\n*.esc working-tree-encoding=ISO-2022-JP\n",
    "a.crlf": "token one\r\ntoken two\r\n",
    "b.txt": "token\r\nmixed\n",
    "c.ps1": Buffer.from("token é\n", "utf16le"),
  });
  git(opened.root, "init", "-q");
  const commit = commitAll(opened);
  const stored = Object.fromEntries(
    ["a.crlf", "b.txt", "c.ps1"].map((path) => [path, git(opened.root, "show", `${commit}:${path}`)]),
  );
  for (const [path, text] of Object.entries(stored)) {
    const { answer } = await opened.ask("read", { places: [path], rev: commit, format: "json" });
    const shown = (answer as ReadAnswer).spans[0]!.text;
    assert.equal(shown, text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n"), path);
  }
  assert.doesNotMatch(stored["a.crlf"]!, /\r/);
});

test("the root says that it is a commit, and which; a name of it is resolved anew each time", async () => {
  await using opened = new Opened({ "a.ts": "export const first = 1;\n" });
  git(opened.root, "init", "-q", "-b", "main");
  const one = commitAll(opened);
  opened.write("a.ts", "export const second = 1;\n");
  const rootOf = async (rev: string) => {
    const { answer, output } = await opened.ask("symbol", { symbol: "first", rev });
    assert.match(output, /^root .* @[0-9a-f]{10} \(revision\)\n/);
    return (answer as { root: AnswerRoot }).root;
  };
  const expected = { path: opened.root, rev: one, dirty: false, source: "revision" };
  for (const rev of ["HEAD", "main", one, one.slice(0, 12), ` ${one} `])
    assert.deepEqual(await rootOf(rev), expected, rev);
  const two = commitAll(opened);
  assert.equal((await rootOf("HEAD")).rev, two);
  assert.equal((await rootOf("HEAD~1")).rev, one);
  git(opened.root, "tag", "-a", "-m", "of one", "v1", one);
  assert.equal((await rootOf("v1")).rev, one);
});

test("cold, warm, from the cache, beside an index of the disk or without: the same bytes", async () => {
  const texts = Array.from({ length: 40 }, (_, i) => [
    `src/f${i}.ts`,
    `export function run${i}() { return token; }\n`,
  ]);
  await using opened = new Opened(Object.fromEntries(texts) as Record<string, string>);
  git(opened.root, "init", "-q");
  const commit = commitAll(opened);
  for (let i = 0; i < 40; i += 2) opened.write(`src/f${i}.ts`, `export const other${i} = "queue";\n`);
  commitAll(opened);
  const questions: Questions = REVISION_QUESTIONS.slice(0, 12);
  const answers = async () => {
    const asked: string[] = [];
    for (const [name, args] of questions)
      asked.push(
        (await opened.engine.run(name as "search", { ...args, rev: commit, root: opened.root } as never))
          .output,
      );
    return asked;
  };
  const first = await answers();
  assert.deepEqual(await answers(), first, "warm");
  for (const indexed of [false, true]) {
    const other = opened.startCold();
    if (indexed) await other.run("index", { root: opened.root });
    const again = async () => {
      const asked: string[] = [];
      for (const [name, args] of questions)
        asked.push(
          (await other.run(name as "search", { ...args, rev: commit, root: opened.root } as never)).output,
        );
      return asked;
    };
    assert.deepEqual(await again(), first, indexed ? "beside an index" : "cold");
    await other.close();
  }
});

test("five thousand files", async () => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 5_000; i++)
    files[`src/d${i % 50}/f${i}.ts`] = `export function name${i}() {\n  return ${i};\n}\n`;
  await using opened = new Opened(files);
  git(opened.root, "init", "-q");
  const commit = commitAll(opened);
  rmSync(opened.path("src"), { recursive: true });
  opened.write("one.ts", "export const one = 1;\n");
  const { answer } = await opened.ask("symbol", { symbol: "name4321", rev: commit, format: "json" });
  assert.equal((answer as { total: number }).total, 1);
  const exact = await opened.ask("search", {
    query: "return 49",
    mode: "exact",
    rev: commit,
    limit: 200,
    format: "json",
  });
  const { completeness, total } = exact.answer as SearchAnswer;
  assert.deepEqual(completeness.files, { inScope: 5_000, read: 5_000, skipped: {} });
  assert.equal(total, 1 + 10 + 100);
  const regex = await opened.ask("search", {
    query: "return 49\\d?\\d?;",
    mode: "regex",
    rev: commit,
    format: "json",
  });
  assert.equal((regex.answer as SearchAnswer).total, 1 + 10 + 100);
});

test("a first answer that a ceiling cuts says so, and the next one reads on", async () => {
  const files: Record<string, string> = {
    "pith.json": JSON.stringify({ ceilings: { firstAnswerBytes: 100_000 } }),
  };
  for (let i = 0; i < 6; i++) files[`f${i}.ts`] = `export const name${i} = 1;\n${"// token\n".repeat(5_000)}`;
  await using opened = new Opened(files);
  git(opened.root, "init", "-q");
  const rev = commitAll(opened);
  const partial = async () => {
    const { answer } = await opened.ask("search", { query: "token", rev, format: "json" });
    return (answer as SearchAnswer).completeness.partial;
  };
  let read = 0;
  for (let state = await partial(); state !== null; state = await partial()) {
    assert.ok(state.read > read, "it goes on");
    ({ read } = state);
  }
  assert.ok(read > 0);
});
