import assert from "node:assert/strict";
import { test } from "node:test";
import { askedBy, type CommitRule, commitQuestion, wantedCommits } from "../../src/eval/commit-questions.ts";

const CODE = new Set(["src/parse.ts", "src/retry.ts", "a.ts", "b.ts", "c.ts", "d.ts", "e.ts", "f.ts"]);

function ruleOf(
  subject: string,
  paths = ["src/parse.ts"],
  author = "Ann <ann@example.org>",
): CommitRule | null {
  let rule: CommitRule | null = null;
  const commit = { id: "0".repeat(40), author, subject, paths };
  const wanted = wantedCommits(
    [commit],
    (path) => CODE.has(path),
    (left) => (rule = left),
  );
  assert.equal(wanted.length, rule === null ? 1 : 0);
  return rule;
}

test("which commits ask nothing, and why", () => {
  const fine = "close the connection after the last retry fails";
  assert.equal(ruleOf(fine), null);
  for (const [rule, subject, paths, author] of [
    ["bot", fine, undefined, "dependabot[bot] <x@y>"],
    ["bot", fine, undefined, "renovate-bot <x@y>"],
    ["routine", "Release 1.2.3 with many good fixes"],
    ["routine", "v2.0.0 is a great release indeed"],
    ["routine", 'Revert "close the connection after retries"'],
    ["routine", "Merge branch main of the upstream repository"],
    ["routine", "chore(release): publish every package again"],
    ["routine", "Bump lodash from 4.1 to 4.2"],
    ["apart", "docs: explain how connections are closed after retries"],
    ["apart", "fix a typo in the connection closing message"],
    ["apart", "test(retry): cover the closing of connections"],
    ["short", "fix it"],
    ["short", "(#1234)"],
    ["short", `${fine} ${"x".repeat(1_000)}`],
    ["short", `fix ${" ".repeat(1_000_000)}`],
    ["wide", fine, [...CODE]],
    ["wide", fine, ["a.ts", ...Array.from({ length: 30 }, (_, i) => `docs/${i}.md`)]],
    ["codeless", fine, ["README.md"]],
    ["codeless", fine, []],
    ["named", "close the connection at the end in Parse.ts"],
  ] as const) {
    assert.equal(ruleOf(subject, paths === undefined ? undefined : [...paths], author), rule, subject);
  }
});

test("a message is asked without prefixes, issues and addresses", () => {
  for (const [subject, query] of [
    ["fix(http): close the connection early (#12)", "close the connection early"],
    ["[core] keep the order of headers, fixes #9", "keep the order of headers,"],
    ["ABC-123: keep the order of headers GH-4", "keep the order of headers"],
    ["keep order, see https://example.org/x/1 for why", "keep order, see for why"],
  ]) {
    assert.equal(askedBy(subject!), query);
  }
});

const DIFF = (path: string, lines: readonly string[]): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n` +
  lines.map((line) => `+${line}\n`).join("");

test("the answer is where the added lines stand now; lines that are gone, short or twofold say nothing", () => {
  const added = ["const connection = open();", "}", "await closeConnection();", "return nothingAtAll;"];
  const now = [
    "// head",
    "  await closeConnection();",
    "",
    "const connection = open();",
    "x",
    "x",
    "x",
    "x",
    "return nothingAtAll;",
    "return nothingAtAll;",
  ];
  const commit = { id: "1".repeat(40), query: "close it all", paths: ["a.ts"] };
  const question = commitQuestion(commit, DIFF("a.ts", added), () => now);
  assert.deepEqual(question?.targets, [{ path: "a.ts", spans: [[2, 4]] }]);
  assert.equal(
    commitQuestion(commit, DIFF("a.ts", added), () => ["nothing of it"]),
    null,
  );
  assert.equal(
    commitQuestion(commit, DIFF("a.ts", added), () => null),
    null,
  );
  assert.equal(
    commitQuestion(commit, "", () => now),
    null,
  );
  const wide = { ...commit, paths: ["a.ts", "b.ts", "c.ts"] };
  assert.equal(
    commitQuestion(wide, DIFF("a.ts", added), (path) => (path === "a.ts" ? now : [])),
    null,
  );
});
