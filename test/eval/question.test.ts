import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { CopiedTexts } from "../../src/eval/copied-texts.ts";
import { givenQuestions } from "../../src/eval/given-questions.ts";
import { atMostOfEach, inHashOrder, isAskable, shareInName, withoutTwins } from "../../src/eval/question.ts";
import { PARTS, partOf } from "../../src/eval/split.ts";
import { isPithError } from "../../src/base/error.ts";

test("the part of a source is its own affair: the same in any company, and near 5, 2, 3 of ten", () => {
  const counts = { train: 0, validation: 0, held: 0 };
  for (let i = 0; i < 5_000; i++) counts[partOf(`commit ${i}`)]++;
  assert.deepEqual(
    PARTS.map((part) => Math.round(counts[part] / 500)),
    [5, 2, 3],
  );
  assert.deepEqual(
    ["commit 1", "doc a.ts", "test b.ts"].map(partOf),
    ["commit 1", "doc a.ts", "test b.ts"].map(partOf),
  );
});

test("which questions are taken does not hang on their order, and one more changes no other's turn", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.string(), (items, other) => {
      const order = inHashOrder(items, (item) => item);
      assert.deepEqual(
        inHashOrder([...items].reverse(), (item) => item),
        order,
      );
      const more = inHashOrder([...new Set([...items, other])], (item) => item);
      assert.deepEqual(
        more.filter((item) => item !== other),
        order.filter((item) => item !== other),
      );
    }),
  );
});

test("what may be asked, and how much of it stands in the answer's name", () => {
  assert.equal(isAskable("fix it"), false);
  assert.equal(isAskable("connections close early"), true);
  assert.equal(isAskable("word ".repeat(100)), false);
  assert.equal(isAskable("接続 を 閉じる"), true);
  assert.equal(shareInName("parse the retry header", ["src/retry-header/parser.ts", "parse"]), "all");
  assert.equal(shareInName("parse the retry header", ["src/other.ts"]), "none");
  assert.equal(shareInName("parse the retry header", ["src/header.ts"]), "some");
});

test("the same query twice has no one answer; of one source no more than so many", () => {
  const one = (query: string, source: string) =>
    ({ id: query, kind: "doc", source, query, targets: [], without: null }) as const;
  assert.deepEqual(
    withoutTwins([one("A b", "x"), one("a B", "y"), one("c", "z")]).map(({ query }) => query),
    ["c"],
  );
  assert.deepEqual(
    atMostOfEach([1, 2, 3, 4, 5], 2, (n) => String(n % 2)),
    [1, 2, 3, 4],
  );
});

test("a text that was copied is seen through other marks, cases and line ends; one of which a part stands is not", () => {
  const copied = new CopiedTexts([
    "Closes every connection that waited.",
    "Opens a file, then reads it",
    "__proto__ is no name here",
  ]);
  copied.look("/// closes EVERY\n/// connection\n///   that waited; and more");
  copied.look("opens a file and reads it");
  assert.equal(copied.has("Closes every connection that waited."), true);
  assert.equal(copied.has("Opens a file, then reads it"), false);
  assert.equal(copied.has("__proto__ is no name here"), false);
});

test("given questions: lines of JSON, each fault with its line, targets that are not there counted", () => {
  const isThere = (path: string) => path === "src/a.ts";
  const { questions, withoutTarget } = givenQuestions(
    '\ufeff{"query":"one","targets":["src/a.ts:3-9","gone.ts"]}\n\n{"question":"two","targets":["./src/a.ts"]}\r\n{"query":"three","targets":["gone.ts"]}\n{"query":"one","targets":["src/a.ts:3-9"]}',
    isThere,
  );
  assert.equal(withoutTarget, 1);
  assert.deepEqual(questions.map(({ query, targets }) => [query, targets]).toSorted(), [
    ["one", [{ path: "src/a.ts", spans: [[3, 9]] }]],
    ["two", [{ path: "src/a.ts", spans: [] }]],
  ]);
  for (const line of [
    "{",
    "[]",
    "1",
    "null",
    '{"query":""}',
    '{"query":"x"}',
    '{"query":"x","targets":[]}',
    '{"query":"x","targets":[1]}',
    '{"query":"x","targets":["a:9-3"]}',
    '{"query":"x","targets":["a:0"]}',
    `{"query":"${"x".repeat(20_000)}","targets":["a"]}`,
  ]) {
    try {
      givenQuestions(`{"query":"fine","targets":["src/a.ts"]}\n${line}`, isThere);
      assert.fail(line);
    } catch (error) {
      assert.ok(isPithError(error), String(error));
      assert.equal(error.subject, "line 2", line);
    }
  }
});
