// Reading a value out of a reply, as recorded, and out of any text.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  keywordsOf,
  numberOf,
  objectInReply,
  valueInReply,
} from "../../../src/manifest/model/parse-reply.ts";
import { vectors } from "../vectors.ts";

const { cases } = vectors<{ cases: { raw: string; value?: unknown; error?: string }[] }>("llm/parse_reply");

/** What is read otherwise, and why. */
const DECIDED: Record<string, [value: unknown, why: string]> = {
  '{"a": NaN}': [undefined, "NaN is no JSON"],
  'first {bad} then {"a": 1}': [{ a: 1 }, "a brace in the prose hides no object behind it"],
};

test("replies as recorded", () => {
  for (const { raw, value, error } of cases) {
    const expected = raw in DECIDED ? DECIDED[raw]![0] : error === undefined ? value : undefined;
    assert.deepEqual(valueInReply(raw), expected, raw);
  }
});

test("an object is found whatever stands around it, and no text makes it throw", () => {
  const value = fc.dictionary(
    fc.string(),
    fc.oneof(fc.string({ unit: "binary" }), fc.integer(), fc.boolean()),
  );
  const around = fc.stringMatching(/^[^{}"]*$/);
  fc.assert(
    fc.property(value, around, around, (object, before, after) => {
      const text = JSON.stringify(object);
      const own = JSON.parse(text) as unknown;
      assert.deepEqual(objectInReply(text), own);
      assert.deepEqual(objectInReply(`\`\`\`json\n${text}\n\`\`\``), own);
      assert.deepEqual(objectInReply(`${before.replaceAll("`", "")} ${text} ${after}`), own);
    }),
  );
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => void objectInReply(text)));
  for (const hostile of [
    "{".repeat(200_000),
    '{"a":'.repeat(50_000),
    '"'.repeat(200_000),
    "```".repeat(50_000),
  ]) {
    assert.equal(objectInReply(hostile), null);
  }
});

test("numbers and words of a reply", () => {
  const numbers = [0.4, "0.4", " 1 ", null, "high", Number.NaN, [], {}, "", true].map(numberOf);
  assert.deepEqual(numbers, [0.4, 0.4, 1, null, null, null, null, null, null, null]);
  const words = [["tea", 1, " brew "], "tea, brew", "tea", null, [], {}, [null]].map(keywordsOf);
  assert.deepEqual(words, [["tea", "brew"], ["tea", "brew"], ["tea"], null, null, null, null]);
});
