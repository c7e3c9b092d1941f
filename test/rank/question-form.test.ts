// The form of answer that a question asks for: by what its words are in a tree, not by phrases alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type AnswerForm, formOf, type TreeWords } from "../../src/rank/question-form.ts";

const DECLARED = new Set(["signSession", "Router", "compose", "sendfile"]);
const TREE: TreeWords = {
  isDeclared: (name) => DECLARED.has(name.split(".").at(-1)!),
  mayOccur: (text) => text === "MAX_RETRIES",
  isPath: (path) => ["src", "src/a.ts", "src/locales"].includes(path),
};

const CASES: readonly (readonly [question: string, form: AnswerForm])[] = [
  ["who calls signSession", "trace"],
  ["who calls home when nothing answers", "localized"],
  ["what would break if I renamed Router.add", "trace"],
  ["what sets the state when signSession is used", "localized"],
  ["sendfile usages", "trace"],
  ["how often is signSession called", "trace"],
  ["how many times is compose used?", "trace"],
  ["how many times does compose get called in src", "trace"],
  ["how often is the token called valid", "localized"],
  ["how many times is nothing used", "localized"],
  ["how many times does compose ask before it gives up", "localized"],
  ["what does compose depend on", "trace"],
  ["what does nothing depend on", "localized"],
  ["how many functions in src", "aggregation"],
  ["how many retries before it gives up", "localized"],
  ["how many times does the test run before it fails", "localized"],
  ["how many seconds until files are read again", "localized"],
  ["how many lines contain TODO", "aggregation"],
  ["how many lines contain `a.b(`", "aggregation"],
  ["how many template classes", "aggregation"],
  ["which template classes lack prepare", "aggregation"],
  ["which template classes are loaded first", "localized"],
  ["which content type is chosen when accept is missing", "localized"],
  ["list all locales in src/locales", "aggregation"],
  ["list all locales in the header", "localized"],
  ["list component is not rendered again", "localized"],
  ["all tests fail on Windows", "localized"],
  ["count is wrong when called twice", "localized"],
  ["classes without tests", "aggregation"],
  ["methods per file", "aggregation"],
  ["MAX_RETRIES", "exact"],
  ["MIN_RETRIES", "localized"],
  ["signSession", "localized"],
  ["src/a.ts", "localized"],
  ["res\\.send\\(", "exact"],
  ["grep compose", "exact"],
  ['"no such thing here"', "exact"],
  ["where is 'no such thing' thrown and why", "localized"],
  ["every line with `a.b(`", "exact"],
  ["", "localized"],
];

test("questions and their forms", () => {
  for (const [question, form] of CASES) assert.equal(formOf(question, TREE).form, form, question);
});

test("an exact text is what is asked for, without the words around it", () => {
  for (const [question, text, mode, scope] of [
    ["grep -n for 'a b'", "a b", "exact", null],
    ["grep unwrap\\(\\) in src", "unwrap\\(\\)", "regex", "src"],
    ["grep unwrap in nowhere", "unwrap in nowhere", "exact", null],
    ["lines matching new RegExp\\(", "new RegExp\\(", "regex", null],
    ["/a\\.b/", "a\\.b", "regex", null],
  ] as const)
    assert.deepEqual(formOf(question, TREE).exact, { text, mode, scope }, question);
});

test("any text has one form, in bounded time, with what spoke for it", () => {
  const words = fc.constantFrom(
    ...'how many who calls what list all functions in of signSession ( \\( `` " when if used by the which lack without __proto__ constructor a.b'.split(
      " ",
    ),
  );
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 600 }),
    fc.array(words, { maxLength: 120 }).map((all) => all.join(" ")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const { signals, form, exact, trace } = formOf(text, TREE);
      assert.ok(signals.length > 0 && signals.every((signal) => signal !== ""));
      assert.equal(form === "exact", exact !== null);
      assert.equal(form === "trace", trace !== null);
    }),
    { numRuns: 2_000 },
  );
});
