import assert from "node:assert/strict";
import { test } from "node:test";
import { homonyms, meaningOf, ownsStem } from "../../src/text/homonyms.ts";
import { stem } from "../../src/text/stem.ts";

test("words of one meaning are one, strangers under one stem are not", () => {
  const same = (a: string, b: string) => stem(a) === stem(b) && meaningOf(a) === meaningOf(b);
  for (const [a, b] of [
    ["signed", "signing"],
    ["directories", "directory"],
    ["filled", "filling"],
    ["filed", "files"],
    ["states", "stated"],
    ["mapped", "maps"],
    ["retries", "retried"],
    ["parser", "parsed"],
  ] as const) {
    assert.ok(same(a, b), `${a} ${b}`);
  }
  for (const [a, b] of [
    ["signed", "signal"],
    ["direct", "directory"],
    ["file", "filled"],
    ["state", "statement"],
    ["mode", "mod"],
    ["color", "col"],
    ["comment", "coming"],
    ["duration", "during"],
    ["notes", "not"],
    ["possible", "position"],
  ] as const) {
    assert.equal(stem(a), stem(b));
    assert.ok(!same(a, b), `${a} ${b}`);
  }
});

test("a stem whose words mean one thing has nothing to tell apart", () => {
  assert.equal(meaningOf("retry"), "");
  assert.equal(meaningOf("constructor"), "");
  assert.equal(meaningOf("__proto__"), "");
  assert.equal(meaningOf(""), "");
});

test("one meaning owns a stem; a form that is not listed stands for itself", () => {
  assert.ok(ownsStem("directories") && !ownsStem("direct"));
  assert.ok(ownsStem("retry"));
  assert.equal(meaningOf("signable"), "signable");
});

test("every line of the list has strangers with one stem, and no word stands twice", () => {
  const seen = new Set<string>();
  for (const line of homonyms()) {
    const stems = line.map((words) => new Set(words.map(stem)));
    assert.ok(
      stems.some((a, i) => stems.some((b, j) => i < j && [...a].some((s) => b.has(s)))),
      line.join(" / "),
    );
    for (const word of line.flat()) {
      assert.ok(!seen.has(word), word);
      seen.add(word);
    }
  }
});
