// A diff as Git, `diff -u` and mail write it: names in quotes, times, line ends, what looks like a head inside a hunk.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseUnifiedDiff } from "../../src/git/unified-diff.ts";

const short = (text: string) =>
  parseUnifiedDiff(text).map(({ oldPath, newPath, hunks, binary }) => ({
    paths: [oldPath, newPath],
    hunks: hunks.map((h) => [h.oldStart, h.newStart, h.lines.map((l) => `${l.side[0]}${l.text}`).join("|")]),
    ...(binary && { binary }),
  }));

test("Git's form: several files, hunks without counts, no line at the end, lines that look like heads", () => {
  const text = [
    "From 1234 Mon Sep 17 00:00:00 2001",
    "Subject: [PATCH] --- a/not-a-file",
    "",
    "diff --git a/x.sql b/x.sql",
    "index 1..2 100644",
    "--- a/x.sql",
    "+++ b/x.sql",
    "@@ -1 +1,2 @@ function f()",
    "--- a comment of SQL",
    "+++ b",
    "+diff --git a/y b/y",
    "\\ No newline at end of file",
    "@@ -9,2 +11 @@",
    " same",
    "-gone",
    "diff --git a/z b/z",
    "--- a/z",
    "+++ b/z",
    "@@ -3,0 +4 @@",
    "+new",
    "-- ",
    "2.40",
  ].join("\n");
  assert.deepEqual(short(text), [
    {
      paths: ["x.sql", "x.sql"],
      hunks: [
        [1, 1, "o-- a comment of SQL|n++ b|ndiff --git a/y b/y"],
        [9, 11, "bsame|ogone"],
      ],
    },
    { paths: ["z", "z"], hunks: [[3, 4, "nnew"]] },
  ]);
});

test("names: in quotes with bytes in octal, with blanks, with a time behind a tab, without prefixes, CRLF", () => {
  const cases: [string, string | null, string | null][] = [
    [
      '--- "a/\\303\\244 \\"b\\".ts"\n+++ "b/\\303\\244 \\"b\\".ts"\n@@ -1 +1 @@\n-a\n+b\n',
      'ä "b".ts',
      'ä "b".ts',
    ],
    [
      "--- a/with blank.ts\t2020-01-01\n+++ b/with blank.ts\t2020-01-02\n@@ -1 +1 @@\n-a\n+b\n",
      "with blank.ts",
      "with blank.ts",
    ],
    ["--- old/x.ts\n+++ new/x.ts\n@@ -1 +1 @@\n-a\n+b\n", "old/x.ts", "new/x.ts"],
    ["--- ./x.ts\r\n+++ ./x.ts\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n", "x.ts", "x.ts"],
    ["--- /dev/null\n+++ b/x.ts\n@@ -0,0 +1 @@\n+b\n", null, "x.ts"],
    ["--- a/x.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n", "x.ts", null],
  ];
  for (const [text, old, fresh] of cases) {
    const [file, ...rest] = short(text);
    assert.deepEqual([file!.paths, file!.hunks.length, rest.length], [[old, fresh], 1, 0], text);
  }
});

test("without hunks: binary files, modes, files that are new or gone", () => {
  const text = [
    "diff --git a/a.png b/a.png",
    "Binary files a/a.png and b/a.png differ",
    "diff --git a/empty b/empty",
    "new file mode 100644",
    "index 0000000..e69de29",
    "diff --git a/gone b/gone",
    "deleted file mode 100644",
    "",
  ].join("\n");
  assert.deepEqual(short(text), [
    { paths: ["a.png", "a.png"], hunks: [], binary: true },
    { paths: [null, "empty"], hunks: [] },
    { paths: ["gone", null], hunks: [] },
  ]);
});

test("any text is read without an error, and a hunk never has more lines than it says", () => {
  const line = fc.constantFrom(
    "--- a/x",
    "+++ b/x",
    "@@ -1,2 +1,2 @@",
    "@@ -1,999999999 +1 @@",
    " a",
    "-b",
    "+c",
    "\\ No newline at end of file",
    "diff --git a/x b/x",
    '--- "a/\\',
    '+++ "',
    "",
    "__proto__",
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      for (const { hunks } of parseUnifiedDiff(lines.join("\n"))) {
        for (const hunk of hunks) assert.ok(hunk.lines.length <= lines.length);
      }
    }),
  );
});

test("heads as long as a patch are no names, and cost no more than reading them", () => {
  const length = 4_000_000;
  for (const text of [
    `--- "${"\\".repeat(length)}"\n+++ "b"\n`,
    `--- a\n+++ "${"a".repeat(length)}"\n`,
    `--- ${" ".repeat(length)}\n+++ b\n`,
    `diff --git "a" "${'x" "'.repeat(length / 4)}\n`,
    `diff --git "${'\\\\"'.repeat(length / 4)}\n`,
  ]) {
    assert.deepEqual(parseUnifiedDiff(text), []);
  }
});

test("heads: modes, moves and how much is as it was, whatever order they come in", () => {
  const text = [
    "diff --git a/a.sh b/a.sh",
    "old mode 100644",
    "new mode 100755",
    "diff --git a/old name b/new name",
    "similarity index 87%",
    "rename from old name",
    "rename to new name",
    "index 1234567..89abcde 100644",
    "--- a/old name",
    "+++ b/new name",
    "@@ -1 +1 @@",
    "-rename from nothing",
    "+new mode 100755",
    'diff --git "a/\\303\\244" "b/\\303\\266"',
    "similarity index 100%",
    'copy from "\\303\\244"',
    'copy to "\\303\\266"',
    "diff --git a/lib b/lib",
    "index 1111111..2222222 160000",
    "--- a/lib",
    "+++ b/lib",
    "@@ -1 +1 @@",
    "-Subproject commit 1111111111",
    "+Subproject commit 2222222222",
    "--- plain",
    "+++ plain",
    "@@ -1 +1 @@",
    "-a",
    "+b",
  ].join("\n");
  const modes = (oldMode: string | null, newMode: string | null) => ({ oldMode, newMode });
  assert.deepEqual(
    parseUnifiedDiff(text).map(({ oldPath, newPath, head }) => [oldPath, newPath, head]),
    [
      ["a.sh", "a.sh", { ...modes("100644", "100755"), moved: null, similarity: null }],
      ["old name", "new name", { ...modes("100644", "100644"), moved: "renamed", similarity: 87 }],
      ["ä", "ö", { ...modes(null, null), moved: "copied", similarity: 100 }],
      ["lib", "lib", { ...modes("160000", "160000"), moved: null, similarity: null }],
      ["plain", "plain", undefined],
    ],
  );
});
