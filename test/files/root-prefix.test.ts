// What is left of a path behind the root, on both kinds of system.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withForwardSlashes, withoutRoot } from "../../src/files/root-prefix.ts";

test("on Windows slashes and case don't matter; elsewhere a backslash is a letter of a name", () => {
  const root = "C:\\Trees\\Pröject";
  for (const [text, rest] of [
    ["C:\\Trees\\Pröject\\src\\*.ts", "\\src\\*.ts"],
    ["c:/trees/pröject/src", "/src"],
    ["C:\\Trees\\Pröject", ""],
    ["C:\\Trees\\Pröject2\\src", "C:\\Trees\\Pröject2\\src"],
    ["src\\a.ts", "src\\a.ts"],
  ] as const)
    assert.equal(withoutRoot(text, root, "\\"), rest, text);
  assert.equal(withoutRoot("/w/a/b", "/w/a", "/"), "/b");
  assert.equal(withoutRoot("/w/A/b", "/w/a", "/"), "/w/A/b");
  assert.equal(withoutRoot("/w/a\\b", "/w/a", "/"), "/w/a\\b");
  assert.equal(withoutRoot("/w/a/b", undefined, "/"), "/w/a/b");
  assert.equal(withForwardSlashes("a\\b/c", "\\"), "a/b/c");
  assert.equal(withForwardSlashes("a\\b/c", "/"), "a\\b/c");
});
