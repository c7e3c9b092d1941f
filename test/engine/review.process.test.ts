// A review shows the change as the named tree has it, whatever stands on the disk: changed definitions, what is gone, what
// they promise, who uses them surely and who may, tests; each for its reason, none mixed with another.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PithError } from "../../src/base/error.ts";
import { brief, notes, Reviewed } from "./reviewed.ts";

const LIB = (body: string) =>
  `import type { Options } from "./options";\n\n/** Adds. */\nexport function add(options: Options): number {\n  return ${body};\n}\n\nexport function unchanged(): number {\n  return 7;\n}\n`;
const FILES = {
  "src/lib.ts": LIB("options.left"),
  "src/options.ts": "export interface Options {\n  left: number;\n  right: number;\n}\n",
  "src/use.ts":
    'import { add } from "./lib";\n\nexport function total(): number {\n  return add({ left: 1, right: 2 });\n}\n\nexport function maybe(all: any): number {\n  return all["add"];\n}\n',
  "test/lib.test.ts":
    'import { add } from "../src/lib";\n\nexport function testAdd(): void {\n  add({ left: 1, right: 2 });\n}\n',
};

test("each way of naming a change reads its new side from the tree that it names", async () => {
  await using tree = new Reviewed(FILES);
  const first = tree.git("rev-parse", "HEAD").trim();
  tree.write("src/lib.ts", LIB("options.left + 2"));
  const second = tree.commit("second");
  tree.write("src/lib.ts", LIB("options.left + 3"));
  tree.git("add", "-A");
  tree.write("src/lib.ts", LIB("options.left + 4"));
  const shown = async (args: object) => {
    const answer = await tree.review(args);
    const [changed] = answer.spans;
    assert.equal(changed!.part, "changed");
    assert.equal(changed!.side, undefined);
    return [/\+ (\d)/.exec(changed!.text)?.[1], answer.root.source ?? "disk", answer.base, answer.head];
  };
  assert.deepEqual(await shown({ range: `${first}..${second}` }), ["2", "revision", first, second]);
  assert.deepEqual(await shown({ range: `${first}...HEAD` }), ["2", "revision", first, second]);
  assert.deepEqual(await shown({ staged: true }), ["3", "index", second, null]);
  assert.deepEqual(await shown({}), ["4", "disk", second, null]);
});

test("three dots are what one side changed since both parted", async () => {
  await using tree = new Reviewed(FILES);
  tree.git("checkout", "-q", "-b", "topic");
  tree.write("src/lib.ts", LIB("options.right"));
  tree.commit("topic");
  tree.git("checkout", "-q", "main");
  tree.write("src/options.ts", `${FILES["src/options.ts"]}export const ahead = 1;\n`);
  tree.commit("main goes on");
  assert.deepEqual(Object.keys(notes(await tree.review({ range: "main...topic" }))), ["src/lib.ts"]);
  const both = notes(await tree.review({ range: "main..topic" }));
  assert.deepEqual(Object.keys(both), ["src/lib.ts", "src/options.ts"]);
});

test("parts stand in their order, each for its reason, and possible uses never among the proven ones", async () => {
  await using tree = new Reviewed(FILES);
  tree.write("src/lib.ts", LIB("options.left + options.right"));
  const answer = await tree.review();
  assert.deepEqual(brief(answer), [
    "changed src/lib.ts:3-6 add",
    "removed src/lib.ts:5-5",
    "contract src/options.ts:1-4 Options",
    "caller src/use.ts:3-5 total",
    "possible-caller src/use.ts:7-9 maybe",
    "test test/lib.test.ts:3-5 testAdd",
  ]);
  assert.match(answer.spans[3]!.reason, /^uses add: proven by import$/);
  assert.match(answer.spans[4]!.reason, /^may use add: dynamic-access$/);
  assert.match(answer.spans[0]!.reason, /^changed; head from [0-9a-f]{10} "first"$/);
  assert.equal(answer.spans[1]!.side, "old");
  const { callers, possible, tests, declarations } = answer.totals;
  assert.deepEqual(
    { callers, possible, tests, declarations },
    { callers: 1, possible: 1, tests: 1, declarations: 1 },
  );
  const text = (await tree.ask("review", {})).output;
  assert.match(
    text,
    /^review of the work tree against HEAD: 1 file \+1 -1; 1 declaration changed; 1 proven use, 1 possible; 1 test file reaches it$/m,
  );
});

test("where uses were not looked at no 0 is said of them, and none of them goes unsaid beside others", async () => {
  const kinds: readonly (readonly [path: string, text: string, changed: string, what: string])[] = [
    [
      "V.cs",
      "class V {\n  int[] a;\n  public int this[int i] {\n    get { return a[i]; }\n  }\n}\n",
      "a[i + 1]",
      "uses of the index",
    ],
    [
      "v.py",
      "class V:\n    def __getitem__(self, i):\n        return a[i]\n",
      "a[i + 1]",
      "uses of __getitem__",
    ],
    ["v.py", "class V:\n    def __call__(self):\n        return a[i]\n", "a[i + 1]", "uses of __call__"],
  ];
  for (const [path, text, changed, what] of kinds) {
    await using tree = new Reviewed({ [path]: text });
    tree.write(path, text.replace("a[i]", changed));
    const head = /^review of .*$/m.exec((await tree.ask("review", {})).output)![0];
    assert.ok(head.includes(`uses not known: ${what}`) && head.includes("not looked at"), head);
    assert.doesNotMatch(head, /\b0 (?:proven|possible)/);
  }
  const python = "class V:\n    def __call__(self):\n        return a[i]\n\ndef named():\n    return a[i]\n";
  await using both = new Reviewed({ "v.py": python, "w.py": "from v import named\n\nx = named()\n" });
  both.write("v.py", python.replaceAll("a[i]", "a[i + 1]"));
  assert.match(
    (await both.ask("review", {})).output,
    /; 1 proven use, 0 possible; uses of __call__ by the language itself not looked at; /,
  );
  await using none = new Reviewed({ "v.py": "def alone():\n    return a[i]\n" });
  none.write("v.py", "def alone():\n    return a[i + 1]\n");
  assert.match((await none.ask("review", {})).output, /; 0 proven uses, 0 possible; 0 test files reach it$/m);
});

test("of a file whose change can't be known no number is said: no declarations, no uses, no tests", async () => {
  const head = (line: string) => `--- a/src/lib.ts\n+++ b/src/lib.ts\n${line}`;
  const diffs: readonly (readonly [what: string, diff: string])[] = [
    ["does not apply", head("@@ -4,1 +4,1 @@\n-export function other() {\n+export function another() {\n")],
    ["cut off", head("@@ -3,9 +3,9 @@\n /** Adds. */\n-export function add(options: Options): number {\n")],
    ["no numbers", head("@@ -99999999999999999999,1 +1,1 @@\n+x\n")],
    ["combined", `diff --cc src/lib.ts\nindex 1,2..3\n${head("@@@ -1,1 -1,1 +1,1 @@@\n- a\n -b\n++c\n")}`],
    [
      "moved by a diff",
      "diff --git a/src/lib.ts b/src/moved.ts\nsimilarity index 100%\nrename from src/lib.ts\nrename to src/moved.ts\n",
    ],
    ["no such file", "--- a/src/none.ts\n+++ b/src/none.ts\n@@ -1 +1 @@\n-a\n+b\n"],
    ["outside", "--- a/../../none.ts\n+++ b/../../none.ts\n@@ -1 +1 @@\n-a\n+b\n"],
  ];
  await using tree = new Reviewed(FILES);
  for (const [what, diff] of diffs) {
    const { output } = await tree.ask("review", { diff });
    const sum = /^review of .*$/m.exec(output)![0];
    assert.match(
      sum,
      /; declarations of 1 file not known; uses not known: \S+ not looked at; tests not known$/,
      what,
    );
  }
});

test("what is gone is shown as it was, and places that may still use it come first of what stands around", async () => {
  await using tree = new Reviewed(FILES);
  tree.write("src/lib.ts", LIB("1").replace(/\/\*\* Adds[^]*?\n\}\n\n/, ""));
  const answer = await tree.review();
  const [removed] = answer.spans;
  assert.equal(`${removed!.part} ${removed!.name} ${removed!.side}`, "removed add old");
  assert.match(removed!.text, /return options\.left;/);
  const left = answer.spans.filter((s) => s.part === "uses-left");
  assert.deepEqual([...new Set(left.map((s) => s.path))], ["src/use.ts", "test/lib.test.ts"]);
  assert.ok(left.every((s) => /may still use add, which is gone/.test(s.reason)));
  assert.deepEqual(answer.spans.slice(1, 1 + left.length), left);
  assert.equal(answer.declarations.find((d) => d.name === "add")?.change, "removed");
});

test("a receipt names only lines of the tree, and verifies against it", async () => {
  await using tree = new Reviewed(FILES);
  tree.write("src/lib.ts", LIB("options.left + 2"));
  tree.commit("second");
  tree.write("src/lib.ts", "// another\n");
  const answer = await tree.review({ range: "HEAD~1..HEAD" });
  const { answer: verified, found } = await tree.ask("receipt", {
    action: "verify",
    receipt: answer.receipt!,
    format: "json",
  });
  assert.ok(found, JSON.stringify(verified));
  assert.match(JSON.stringify(verified), /src\/lib\.ts/);
});

test("faults: two changes at once, no range, unknown revisions with the nearest, no common commit, no repository", async () => {
  await using tree = new Reviewed(FILES);
  tree.git("branch", "feature/login");
  tree.git("tag", "v1.0.0");
  const said = async (args: object) => {
    try {
      await tree.review(args);
    } catch (error) {
      assert.ok(error instanceof PithError);
      return `${error.code} ${error.subject}: ${error.message} ${error.next}`;
    }
    throw new Error("nothing was refused");
  };
  assert.match(
    await said({ staged: true, range: "a..b" }),
    /^ARGUMENT_INVALID range: staged and range exclude/,
  );
  assert.match(await said({ range: "main" }), /"main" is no range of commits.*C~1\.\.C/);
  assert.match(await said({ range: "main....x" }), /is no range/);
  assert.match(
    await said({ range: "main..feature/logn" }),
    /no commit "feature\/logn".*Nearest: feature\/login/,
  );
  assert.match(await said({ range: "v1.0.1..main" }), /Nearest: v1\.0\.0/);
  assert.match(await said({ range: "--output=x..main" }), /knows no commit/);
  assert.match(await said({ range: "main..:/first" }), /knows no commit/);
  assert.match(await said({ diff: "nothing" }), /holds no change of a file/);
  tree.git("checkout", "-q", "--orphan", "alone");
  tree.commit("alone");
  assert.match(await said({ range: "main...alone" }), /no commit in common/);
  await using plain = new (class extends Reviewed {})(FILES);
  plain.remove(".git");
  await assert.rejects(plain.review({ staged: true }), /lies in no Git repository/);
});

test("nothing that is named outside runs: no external diff, no text conversion", async () => {
  await using tree = new Reviewed(FILES);
  const mark = join(tree.folder, "ran");
  const script = join(tree.folder, "script.sh");
  writeFileSync(script, `#!/bin/sh\ntouch ${JSON.stringify(mark)}\n`, { mode: 0o755 });
  writeFileSync(
    join(tree.env["HOME"]!, ".gitconfig"),
    `[diff "odd"]\n\ttextconv = ${script}\n\tcommand = ${script}\n`,
  );
  tree.write(".gitattributes", "*.ts diff=odd\n");
  tree.commit("attributes");
  tree.write("src/lib.ts", LIB("options.left + 2"));
  const { existsSync } = await import("node:fs");
  const before = process.env["GIT_EXTERNAL_DIFF"];
  process.env["GIT_EXTERNAL_DIFF"] = script;
  try {
    assert.deepEqual(brief(await tree.review()).slice(0, 1), ["changed src/lib.ts:3-6 add"]);
  } finally {
    if (before === undefined) delete process.env["GIT_EXTERNAL_DIFF"];
    else process.env["GIT_EXTERNAL_DIFF"] = before;
  }
  assert.ok(!existsSync(mark));
});

test("history is said, and where there is none that is said", async () => {
  await using tree = new Reviewed(FILES);
  for (let i = 0; i < 4; i++) {
    tree.write("src/lib.ts", LIB(`options.left + ${i}`));
    tree.write("test/lib.test.ts", `${FILES["test/lib.test.ts"]}// ${i}\n`);
    tree.commit(`together ${i}`);
  }
  tree.write("src/lib.ts", LIB("9"));
  const answer = await tree.review();
  assert.deepEqual(answer.together[0], { path: "test/lib.test.ts", commits: 5, of: 5, test: true });
  const test = answer.spans.find((s) => s.part === "test")!;
  assert.equal(test.reason, "test that reaches add; changed with it in 5 of 5 commits");
  assert.ok(answer.completeness.caps.includes("history of 5 commits"), answer.completeness.caps.join());
  tree.git("clone", "-q", "--depth", "1", `file://${tree.root}`, join(tree.folder, "shallow"));
  await using shallow = new Reviewed();
  const { askOf } = await import("./opened.ts");
  const told = await askOf(tree.engine, join(tree.folder, "shallow"), "review", {});
  assert.match(told.output, /history of 1 commit, a shallow clone/);
  shallow.remove(".git");
  shallow.git("init", "-q");
  shallow.write("a.ts", "export const a = 1;\n");
  shallow.git("add", "-A");
  const unborn = await shallow.ask("review", { staged: true });
  assert.match(unborn.output, /no history: no commit yet/);
  assert.match(unborn.output, /^a\.ts added \+1 -0$/m);
});
