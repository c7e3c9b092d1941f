import assert from "node:assert/strict";
import { test } from "node:test";
import { createLineReader } from "../../src/rank/line-evidence.ts";
import { readQuery } from "../../src/rank/read-query.ts";

function readerOf(text: string) {
  const query = readQuery(text);
  const reader = createLineReader(
    query,
    query.concepts.map(({ weight }) => weight),
  );
  const words = (bits: number) =>
    query.concepts.flatMap(({ text: word, kind }, c) => ((bits >>> c) & 1 && kind !== "pair" ? [word] : []));
  return {
    own: (line: string) => words(reader.evidence(line).own),
    near: (line: string) =>
      query.concepts.flatMap(({ text: word }, c) => {
        const { concepts, own } = reader.evidence(line);
        return ((concepts & ~own) >>> c) & 1 ? [`${word}: ${reader.relative(line, c)}`] : [];
      }),
    reader,
  };
}

test("a line holds a word where the word or another form of it stands", () => {
  const { own, near } = readerOf("how are cookies signed");
  assert.deepEqual(own("const signing = cookie.sign()"), ["cookies", "signed"]);
  assert.deepEqual(near("const signing = cookie.sign()"), []);
});

test("words that only share a stem, and relatives of such, are not there", () => {
  const { own, near } = readerOf("how are cookies signed");
  for (const line of [
    "const { EventEmitter } = require('node:events')",
    "controller.signal",
    "AbortSignal",
  ]) {
    assert.deepEqual([own(line), near(line)], [[], []], line);
  }
  const other = readerOf("filled comments in direct mode");
  assert.deepEqual(other.own("file coming directory mod"), []);
  assert.deepEqual(other.own("filling a comment, directly, modes"), ["filled", "comments", "direct", "mode"]);
});

test("a related word is told apart, as it stands there", () => {
  const { own, near } = readerOf("remove the request");
  assert.deepEqual(own("deleteReq(1)"), []);
  assert.deepEqual(near("deleteReq(1)"), ["remove: delete", "request: req"]);
  assert.deepEqual(near("request.erase(requests)"), ["remove: erase"]);
});

test("a small word that is a name is met only as it is written", () => {
  const { own } = readerOf("where are @Before and @After run");
  assert.deepEqual(own("runs before each test, and after it"), ["run"]);
  assert.deepEqual(own("@Before void a()"), ["Before"]);
  assert.deepEqual(own("withBefores(x); runAfters()"), ["Before", "After", "run"]);
  assert.deepEqual(readerOf("how does $if end").own("if (x) { $if }"), ["$if"]);
  assert.deepEqual(readerOf("how does $if end").own("if (x) {}"), []);
});

test("a number with letters is one word", () => {
  const { own, near } = readerOf("how is +10k read");
  assert.deepEqual(own("size 10k"), ["10k"]);
  assert.deepEqual(own('"10K"'), ["10k"]);
  for (const line of ["# 10.4.2", "10", "10 k", "110k", "10kb", "x10"]) {
    assert.deepEqual([own(line), near(line)], [[], []], line);
  }
  const base = readerOf("base64 of it");
  assert.deepEqual(base.own("base64"), ["base64", "base64"].slice(0, base.own("base64").length));
  assert.ok(base.own("toBase64Url()").length === 2);
  assert.ok(base.own("base of 64 bits").length === 1, "its letters alone are a part of it");
});

test("a number is not met in a version or beside letters, unless versions are asked for", () => {
  const { own } = readerOf("retry 10 times");
  assert.deepEqual(own("retries: 10,"), ["retry", "10"]);
  assert.deepEqual(own("version 1.10.2"), []);
  assert.deepEqual(own("10px 10k"), []);
  assert.deepEqual(own("ends in 10."), ["10"]);
  assert.ok(readerOf("what changed in 10.4.2").own("## 10.4.2").includes("10"));
});

test("every line of a text as each line alone", () => {
  const { reader } = readerOf("remove cookies signed 10 base64 Before");
  const lines = [
    "cookie sign",
    "",
    "10.2",
    "delete 10",
    "toBase64Url",
    "before",
    "Before",
    "signal",
    "// erase",
  ];
  assert.deepEqual(
    reader.linesOf(lines.join("\n")),
    lines.flatMap((text, i) => {
      const evidence = reader.evidence(text);
      return evidence.concepts === 0 ? [] : [{ line: i + 1, ...evidence }];
    }),
  );
});
