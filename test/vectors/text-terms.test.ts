import assert from "node:assert/strict";
import { test } from "node:test";
import { pathTerms, textTerms } from "../../src/vectors/text-terms.ts";

test("a question is the stems of its words, small words left out, each as often as it is said", () => {
  assert.deepEqual(textTerms("How does the HttpRouter match routes?"), [
    ["http", 1],
    ["rout", 2],
    ["match", 1],
  ]);
});

test("a path is its folders and its name, without the ending; a name that is all ending stays", () => {
  assert.deepEqual(
    pathTerms("src/error-codes.ts").map(([term]) => term),
    ["src", "err", "cod"],
  );
  assert.deepEqual(
    pathTerms(".bashrc").map(([term]) => term),
    ["bashrc"],
  );
});

test("texts of every kind are read without harm: empty, one letter, a megabyte, other scripts, names of objects", () => {
  assert.deepEqual(textTerms(""), []);
  assert.deepEqual(textTerms("x"), []);
  assert.ok(textTerms("parse tokens ".repeat(80_000)).every(([, count]) => count <= 2_000));
  for (const text of ["検索エンジン", "搜索代码", "بحث في الشيفرة", "검색", "поиск кода", "😀"])
    assert.ok(textTerms(text));
  assert.deepEqual(textTerms("constructor").length, 1);
  assert.deepEqual(textTerms("检索"), [["检索", 1]]);
});
