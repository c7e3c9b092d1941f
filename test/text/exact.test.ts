// Exact search: what needs no comparison with ripgrep.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findExact } from "../../src/text/exact.ts";

test("lines and columns count from 1, columns in UTF-16 units, the end exclusive", () => {
  assert.deepEqual(findExact("😀 foo\nbar\nfoofoo", "foo"), [
    { line: 1, columns: [{ start: 4, end: 7 }] },
    {
      line: 3,
      columns: [
        { start: 1, end: 4 },
        { start: 4, end: 7 },
      ],
    },
  ]);
});

test("matches do not overlap and are found from the left", () => {
  assert.deepEqual(findExact("aaaaa", "aa")[0]?.columns, [
    { start: 1, end: 3 },
    { start: 3, end: 5 },
  ]);
});

test("a whole word may start inside a failed one", () => {
  assert.deepEqual(findExact("aa_a a", "a", { word: true })[0]?.columns, [{ start: 6, end: 7 }]);
});

test("the limit counts lines, not matches", () => {
  assert.deepEqual(
    findExact("a a\na\na\n", "a", { limit: 2 }).map((l) => [l.line, l.columns.length]),
    [
      [1, 2],
      [2, 1],
    ],
  );
  assert.deepEqual(findExact("a", "a", { limit: 0 }), []);
});

test("the \\r of a line end is no part of the line; any other is", () => {
  assert.deepEqual(
    findExact("foo\r\nfoo\rx\r\n", "foo\r").map((l) => l.line),
    [2],
  );
  assert.deepEqual(
    findExact("foo\r\n", "foo").map((l) => l.line),
    [1],
  );
});

test("a needle over several lines or with half a character is refused", () => {
  assert.throws(() => findExact("a\nb", "a\nb"), { code: "PATTERN_UNSUPPORTED" });
  assert.throws(() => findExact("a", "\ud83d"), { code: "PATTERN_INVALID" });
});
