// Every place of one text in another, as the obvious search finds them.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { textFinder } from "../../src/text/find-text.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

/** Repetitive, so that needles nearly match at many places and overlap with themselves. */
const repetitive = fc
  .array(fc.tuple(fc.constantFrom("a", "b", "ab", "aab", "é"), fc.integer({ min: 1, max: 30 })), {
    maxLength: 6,
  })
  .map((runs) => runs.map(([letters, times]) => letters.repeat(times)).join(""));

const cases = fc.tuple(repetitive, repetitive, fc.nat(), fc.nat(80)).map(([text, other, at, length]) => {
  const long = text + other + text;
  const start = at % (long.length + 1);
  return { text: long, needle: long.slice(start, start + length) || "a" };
});

test("the first place at or after any place is that of `indexOf`", () => {
  fc.assert(
    fc.property(cases, repetitive, ({ text, needle }, foreign) => {
      for (const wanted of [needle, needle + foreign, foreign + needle].filter((w) => w !== "")) {
        const find = textFinder(wanted);
        for (const from of [0, 1, 7, text.length >> 1, text.length]) {
          assert.equal(find(text, from), text.indexOf(wanted, from));
        }
      }
    }),
    { numRuns: 1000 * soak },
  );
});

test("a place that is not accepted hides no later one, though they overlap", () => {
  fc.assert(
    fc.property(cases, fc.integer({ min: 1, max: 5 }), ({ text, needle }, every) => {
      const accepts = (_: string, at: number) => at % every === every - 1;
      let expected = text.indexOf(needle);
      while (expected !== -1 && !accepts(text, expected)) expected = text.indexOf(needle, expected + 1);
      assert.equal(textFinder(needle, accepts)(text, 0), expected);
    }),
    { numRuns: 1000 * soak },
  );
});
