import assert from "node:assert/strict";
import { test } from "node:test";
import { compileWild, toBytes } from "../../src/git/wildmatch.ts";

/** Whether the pattern matches as a path / as a plain text / as a path with folded case. */
function all(pattern: string, text: string): [boolean, boolean, boolean] {
  const run = (pathname: boolean, fold: boolean) =>
    compileWild(toBytes(pattern), { pathname, fold })(toBytes(text));
  return [run(true, false), run(false, false), run(true, true)];
}

const yes = [true, true, true];
const no = [false, false, false];

test("stars, and where they stop", () => {
  assert.deepEqual(all("foo", "foo"), yes);
  assert.deepEqual(all("*", "foo"), yes);
  assert.deepEqual(all("f*o*b*r", "foobar"), yes);
  assert.deepEqual(all("foo*bar", "foo/baz/bar"), [false, true, false]);
  assert.deepEqual(all("foo**bar", "foo/baz/bar"), [false, true, false]);
  assert.deepEqual(all("foo/**/bar", "foo/bar"), [true, false, true]);
  assert.deepEqual(all("foo/**/bar", "foo/a/b/bar"), yes);
  assert.deepEqual(all("foo/**/**/bar", "foo/bar"), [true, false, true]);
  assert.deepEqual(all("**/bar", "bar"), [true, false, true]);
  assert.deepEqual(all("**/bar", "xbar"), no);
  assert.deepEqual(all("foo/**", "foo/a/b"), yes);
  assert.deepEqual(all("***", "a/b"), yes);
  assert.deepEqual(all("a/***/b", "a/b"), [true, false, true]);
  assert.deepEqual(all("*/*/*", "a/b"), no);
  assert.deepEqual(all("**\\/b", "a/b"), yes);
  assert.deepEqual(all("**\\/b", "b"), no);
  assert.deepEqual(all("a?b", "a/b"), [false, true, false]);
});

test("one byte at a time", () => {
  assert.deepEqual(all("?", "é"), no);
  assert.deepEqual(all("??", "é"), yes);
  assert.deepEqual(all("[é]?", "é"), yes);
  assert.deepEqual(all("*é", "aé"), yes);
});

test("classes", () => {
  assert.deepEqual(all("[]]", "]"), yes);
  assert.deepEqual(all("[!]a-]", "b"), yes);
  assert.deepEqual(all("[!]a-]", "-"), no);
  assert.deepEqual(all("[a-c]", "b"), yes);
  assert.deepEqual(all("[--0]", "."), yes);
  assert.deepEqual(all("[\\]]", "]"), yes);
  assert.deepEqual(all("[[:alpha:][:digit:]_]", "7"), yes);
  assert.deepEqual(all("[[:space:]]", "\v"), no);
  assert.deepEqual(all("[[:upper:]]", "a"), [false, false, true]);
  assert.deepEqual(all("[[:constructor:]]", "a"), no);
  assert.deepEqual(all("[[:alpha", "a"), no);
  assert.deepEqual(all("[[:alpha]", "p"), yes);
  assert.deepEqual(all("[a", "[a"), no);
  assert.deepEqual(all("[/]", "/"), [false, true, false]);
  assert.deepEqual(all("a\\", "a\\"), no);
  assert.deepEqual(all("\\*", "*"), yes);
});

test("folded case keeps Git's corners", () => {
  assert.deepEqual(all("ABC", "abc"), [false, false, true]);
  assert.deepEqual(all("abc", "ABC"), [false, false, true]);
  assert.deepEqual(all("[A-Z]", "a"), [false, false, true]);
  assert.deepEqual(all("[A]", "A"), [true, true, false]);
  assert.deepEqual(all("\\A", "A"), [true, true, false]);
});
