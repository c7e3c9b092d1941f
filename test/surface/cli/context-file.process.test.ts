// An issue in place of a query, and an answer in a file: what CI does with `pith context`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { LONGEST_ISSUE } from "../../../src/base/limits.ts";
import { LINKS } from "../../conditions.ts";
import { runMain, type RanOptions } from "./fake-terminal.ts";

const answer: RanOptions["answer"] = () => ({
  output: "the answer\n",
  answer: { cost: { tokens: 1234, unit: "o200k_base", budget: 6000 }, spans: [{}, {}], receipt: "12ab" },
});

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), "pith-context-file-"));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test("an issue is asked as its query, from a text, a file or standard input", async (t) => {
  const file = join(folder(t), "issue.md");
  writeFileSync(file, "# It breaks\r\n<!-- form -->\r\n");
  for (const words of [
    ["--issue", "# It breaks"],
    ["--issue-file", file],
    ["--issue-file", "-"],
  ]) {
    const ran = await runMain(["context", ...words], { stdin: "It breaks\n" });
    assert.equal(ran.stderr, "");
    assert.deepEqual(ran.calls, [{ name: "context", args: { query: "It breaks", format: "text" } }]);
  }
});

test("what a shell would do with the text of an issue is not done", async () => {
  const issue = '$(touch /x) `id` ; rm -rf / && echo "\'" | cat > /y \\ %PATH% ${IFS} !history\u0000';
  const ran = await runMain(["context", "--issue", issue]);
  assert.equal(ran.calls[0]?.args["query"], issue.trim());
});

const faults: [says: string, words: string[], code: string][] = [
  ["nothing at all", [], "QUERY_EMPTY"],
  ["an issue that says nothing", ["--issue", "<!-- -->"], "QUERY_EMPTY"],
  ["an empty issue", ["--issue", ""], "ARGUMENT_INVALID"],
  ["words and an issue", ["words", "--issue", "x"], "ARGUMENT_INVALID"],
  ["an issue and a file", ["--issue", "x", "--issue-file", "y"], "ARGUMENT_INVALID"],
  ["an issue that is too long", ["--issue", "x".repeat(LONGEST_ISSUE + 1)], "ARGUMENT_INVALID"],
  ["a file that is not there", ["--issue-file", "/no/such/issue"], "PATH_NOT_FOUND"],
];
for (const [says, words, code] of faults) {
  test(`refused: ${says}`, async () => {
    const ran = await runMain(["context", ...words], {});
    assert.equal(ran.code, 2);
    assert.match(ran.stderr, new RegExp(`^pith: ${code} `));
    assert.match(ran.stderr, /\nnext: /);
    assert.deepEqual(ran.calls, []);
  });
}

test("the answer is in the file, byte for byte; a line about it on standard output", async (t) => {
  const file = join(folder(t), "context.md");
  const ran = await runMain(["context", "x", "--context-file", file], { answer, tty: true });
  assert.equal(readFileSync(file, "utf8"), "the answer\n");
  assert.equal(ran.stdout, `${file}: 2 spans, 1,234 of 6,000 o200k_base, receipt 12ab\n`);
  assert.deepEqual(ran.calls[0]?.args, { query: "x", format: "text" }, "no colours, no name of a file");
  const again = await runMain(["context", "x", "--context-file", file, "--json"], { answer });
  assert.deepEqual(JSON.parse(again.stdout), {
    contextFile: file,
    found: true,
    cost: { tokens: 1234, unit: "o200k_base", budget: 6000 },
    spans: 2,
    receipt: "12ab",
  });
});

test("exit code 1 where nothing was found, with the file written", async (t) => {
  const file = join(folder(t), "context.md");
  const nothing = () => ({ output: "nothing\n", answer: {}, found: false });
  const ran = await runMain(["context", "x", "--context-file", file], { answer: nothing });
  assert.equal(ran.code, 1);
  assert.equal(readFileSync(file, "utf8"), "nothing\n");
  assert.equal(ran.stdout, `${file}: 0 spans\n`);
});

test("places that take no answer are refused before the work", async (t) => {
  const inside = folder(t);
  mkdirSync(join(inside, "taken"));
  for (const [place, code] of [
    ["taken", "ARGUMENT_INVALID"],
    ["pith.json", "ARGUMENT_INVALID"],
    ["PITH.JSON", "ARGUMENT_INVALID"],
    ["none/context.md", "OUTPUT_FAILED"],
  ] as const) {
    const ran = await runMain(["context", "x", "--context-file", join(inside, place)], { answer });
    assert.equal(ran.code, 2, place);
    assert.match(ran.stderr, new RegExp(`^pith: ${code} `));
    assert.deepEqual(ran.calls, []);
  }
});

test("nothing is written among what Git keeps for itself, by no flag and under no name of it", async (t) => {
  const inside = folder(t);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: inside, stdio: "ignore" });
  git("init", "-q", "tree");
  git("init", "-q", "--bare", "bare.git");
  git("init", "-q", "--separate-git-dir", "apart", "other");
  mkdirSync(join(inside, "empty"));
  const config = readFileSync(join(inside, "tree", ".git", "config"), "utf8");
  const places = ["tree/.git/config", "tree/.git/new", "tree/.GIT/hooks/new", "empty/.git", "other/.git"];
  places.push("bare.git/config", "bare.git/objects/new", "apart/config", "apart/hooks/post-commit");
  for (const place of places) {
    for (const flag of ["--context-file", "--metrics-file", "--receipt"]) {
      const ran = await runMain(["context", "x", flag, join(inside, place)], { answer });
      assert.match(ran.stderr, /^pith: ARGUMENT_INVALID [^\n]* is Git's own[^\n]*\nnext: Name/, place);
      assert.deepEqual(ran.calls, []);
    }
  }
  assert.equal(readFileSync(join(inside, "tree", ".git", "config"), "utf8"), config);
  for (const place of ["tree/.github.md", "tree/git", "empty/x.git"]) {
    const ran = await runMain(["context", "x", "--context-file", join(inside, place)], { answer });
    assert.equal(ran.code, 0, ran.stderr);
  }
});

test("nor through a link to it", LINKS, async (t) => {
  const inside = folder(t);
  mkdirSync(join(inside, ".git"));
  symlinkSync(join(inside, ".git"), join(inside, "link"), "junction");
  const ran = await runMain(["context", "x", "--context-file", join(inside, "link", "config")], { answer });
  assert.match(ran.stderr, /^pith: ARGUMENT_INVALID /);
});

test("what would be written into one file twice is refused before the work", async (t) => {
  const inside = folder(t);
  mkdirSync(join(inside, "sub"));
  const file = join(inside, "out");
  const flags = ["--context-file", "--metrics-file", "--receipt"];
  for (const one of flags) {
    for (const other of flags.filter((flag) => flag !== one)) {
      for (const again of [file, join(inside, "sub", "..", "out"), `${inside}//./out`]) {
        const ran = await runMain(["context", "x", one, file, other, again], { answer });
        assert.equal(ran.code, 2, `${one} ${other} ${again}`);
        assert.match(ran.stderr, /^pith: ARGUMENT_INVALID [^\n]* the same file[^\n]*\nnext: /);
        assert.deepEqual(ran.calls, []);
        assert.equal(existsSync(file), false);
      }
    }
  }
});

test("nor through a link of a folder", LINKS, async (t) => {
  const inside = folder(t);
  mkdirSync(join(inside, "sub"));
  symlinkSync(join(inside, "sub"), join(inside, "link"), "junction");
  const files = ["--context-file", join(inside, "sub", "out"), "--metrics-file", join(inside, "link", "out")];
  const ran = await runMain(["context", "x", ...files], { answer });
  assert.match(ran.stderr, /^pith: ARGUMENT_INVALID /);
});

test("a link is not written through", LINKS, async (t) => {
  const inside = folder(t);
  const link = join(inside, "context.md");
  symlinkSync(join(inside, "elsewhere"), link);
  const ran = await runMain(["context", "x", "--context-file", link], { answer });
  assert.match(ran.stderr, /^pith: ARGUMENT_INVALID /);
  assert.equal(existsSync(join(inside, "elsewhere")), false);
});
