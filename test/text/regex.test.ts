// What a compiled pattern carries, and how a wrong one is shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import { readRegex } from "../../src/text/regex.ts";
import { literalScanner, mayMatch, scanner } from "../../src/text/scan-text.ts";

function faultOf(pattern: string) {
  try {
    readRegex(pattern);
  } catch (error) {
    assert.ok(isPithError(error));
    return error;
  }
  return assert.fail(`${pattern} was taken`);
}

test("a wrong pattern is shown with a caret under the place", () => {
  const fault = faultOf("fn\\s+(foo");
  assert.equal(fault.code, "PATTERN_INVALID");
  assert.equal(
    fault.message,
    "The pattern is not valid at column 6: the `)` of this group is missing.\n  fn\\s+(foo\n       ^",
  );
  assert.equal(fault.subject, "fn\\s+(foo");
  assert.match(fault.next, /docs\/regex\.md/);
});

test("what Rust lacks too is called unsupported, with its place", () => {
  assert.match(faultOf("foo(?=bar)").message, /^The pattern is not supported at column 4: look-around/);
  assert.match(faultOf("(a)\\1").message, /^The pattern is not supported at column 4: back-references/);
  assert.match(faultOf("a\\nb").message, /^The pattern is not supported at column 2: a match across lines/);
  for (const pattern of ["(?!a)", "(?<=a)", "(?-u)a", "\\p{Age=6.0}"]) {
    assert.equal(faultOf(pattern).code, "PATTERN_UNSUPPORTED", pattern);
  }
});

test("a long pattern is shown around the place only", () => {
  const { message } = faultOf(`${"x".repeat(500)}(${"y".repeat(500)}`);
  const [, shown, caret] = message.split("\n") as [string, string, string];
  assert.ok(shown.length < 100);
  assert.equal(shown[caret.indexOf("^")], "(");
});

test("nesting has the limit of Rust's parser, and no depth overflows the stack", () => {
  assert.ok(readRegex("(".repeat(200) + "a" + ")".repeat(200)));
  for (const pattern of [
    "(".repeat(5000) + "a" + ")".repeat(5000),
    "a" + "*".repeat(5000),
    "[".repeat(5000) + "a" + "]".repeat(5000),
    "(".repeat(100_000),
    "[".repeat(100_000),
  ]) {
    assert.equal(faultOf(pattern).code, "PATTERN_INVALID", pattern.slice(0, 10));
  }
});

test("half a character is no pattern", () => {
  assert.equal(faultOf("a\ud83d").code, "PATTERN_INVALID");
});

test("a pattern that is plain text is known as such", () => {
  const literal = (pattern: string, ignoreCase = false) => readRegex(pattern, { ignoreCase }).literal;
  assert.deepEqual(literal("foo\\.bar"), { text: "foo.bar", ignoreCase: false });
  assert.deepEqual(literal("(?i)foo"), { text: "foo", ignoreCase: true });
  assert.deepEqual(literal("foo", true), { text: "foo", ignoreCase: true });
  assert.equal(literal("(?i:f)oo"), null);
  assert.equal(literal("fo+"), null);
  assert.equal(literal("^foo"), null);
});

test("the texts that every match needs are known", () => {
  const required = (pattern: string) => readRegex(pattern).required;
  assert.deepEqual(required("fn\\s+parse_\\w+"), ["parse_"]);
  assert.deepEqual(required("(foo|quux)\\d"), ["foo", "quux"]);
  assert.deepEqual(required("foo\\bbar"), ["foobar"]);
  assert.deepEqual(required("(?:abc)+x?"), ["abc"]);
  assert.equal(required("(?:abc)*x?"), null);
  assert.equal(required("foo|\\d"), null);
  assert.equal(required("(?i)foo"), null);
  assert.deepEqual(required("(?i)foo_1(?-i)"), ["_1"]);
});

test("a text without a needed literal is passed over, never one that matches", () => {
  const pattern = readRegex("foo_\\d|bar");
  assert.ok(!mayMatch(pattern, "nothing here"));
  assert.ok(mayMatch(pattern, "a bar"));
  assert.deepEqual(scanner(pattern)("x\nfoo_1 bar\n"), [
    {
      line: 2,
      columns: [
        { start: 1, end: 6 },
        { start: 7, end: 10 },
      ],
    },
  ]);
});

test("plain text with word borders is found as a word", () => {
  const scan = literalScanner(readRegex("foo", { word: true }))!;
  assert.deepEqual(scan("foobar\na foo b\n"), [{ line: 2, columns: [{ start: 3, end: 6 }] }]);
});

test("case holds for a part of the pattern, with every simple folding of Unicode", () => {
  const lines = (pattern: string, text: string) => scanner(readRegex(pattern))(text).map((l) => l.line);
  assert.deepEqual(lines("(?i:k)z", "kz\nKz\nKz\nkZ\n"), [1, 2, 3]);
  assert.deepEqual(lines("(?i:[α-ω])z", "Σz\nςz\nΣZ\n"), [1, 2]);
  assert.deepEqual(lines("(?i)straße", "STRAẞE\nSTRASSE\n"), [1]);
});
