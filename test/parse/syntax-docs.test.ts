// Doc comments without their marks, heads on one line.
import assert from "node:assert/strict";
import { test } from "node:test";
import { commentText, docOfComments, docstringText, signatureText } from "../../src/parse/syntax-docs.ts";

test("marks, stars and common indentation are taken off", () => {
  assert.equal(commentText("/** One. */"), "One.");
  assert.equal(commentText("/**\n   * One.\n   *\n   *   - two\n   */"), "One.\n\n  - two");
  assert.equal(commentText("/// One.\n///\n/// Two."), "One.\n\nTwo.");
  assert.equal(commentText("# One\n# Two"), "One\nTwo");
  assert.equal(commentText("//! Inner."), "Inner.");
});

test("comments for tools are no documentation", () => {
  assert.equal(docOfComments(["// eslint-disable-next-line", "// Says it."], []), "Says it.");
  assert.equal(docOfComments(["// Kind.", "//", "//go:generate stringer"], []), "Kind.");
  assert.equal(docOfComments(["// ----------"], []), "");
});

test("marked comments stand before plain ones, the last block before earlier ones", () => {
  assert.equal(docOfComments(["// plain", "/** doc */"], ["/**"]), "doc");
  assert.equal(docOfComments(["/** file */", "/** doc */"], ["/**"]), "doc");
  assert.equal(docOfComments(["// plain"], ["/**"]), "plain");
});

test("docstrings lose quotes, prefix and indentation", () => {
  assert.equal(docstringText('"""One.\n\n    Two.\n      three\n    """'), "One.\n\nTwo.\n  three");
  assert.equal(docstringText("r'one'"), "one");
  assert.equal(docstringText('f"""\n    One.\n    """'), "One.");
  assert.equal(docstringText("no string"), "");
});

test("a head is one line without the opener of its body", () => {
  assert.equal(
    signatureText("function f(\n  a: string,\n  b: number,\n): void {"),
    "function f(a: string, b: number): void",
  );
  assert.equal(signatureText("def f(a,\n      b):"), "def f(a, b)");
  assert.equal(signatureText("const f = (a) =>"), "const f = (a)");
  assert.equal(signatureText("x  =\n 1;"), "x = 1");
  assert.equal(signatureText("a".repeat(500)).length, 400);
});

test("a text is never cut between the halves of a surrogate pair", () => {
  const cut = signatureText("\u{1F600}".repeat(300));
  assert.ok(cut.endsWith("…"));
  assert.ok(cut.isWellFormed());
});
