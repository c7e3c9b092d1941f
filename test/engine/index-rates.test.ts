// Does a plan come near what was measured, of few large files and of many small ones? Measured trees, by their files and bytes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cacheBytesFor, indexRates, secondsFor } from "../../src/engine/index-rates.ts";

const NONE = { files: 0, bytes: 0 };
const MB = 1_000_000;

/** Seconds and bytes as they were measured on two threads; null where nobody else's work was kept apart from it. */
const MEASURED = [
  { what: "django", words: [6_700, 41 * MB], seconds: 3.7, bytes: 22 * MB },
  { what: "a tree of 100,000 files", words: [105_504, 357.3 * MB], seconds: null, bytes: 211 * MB },
  { what: "50,000 files of a function", words: [50_000, 1.9 * MB], seconds: 2.4, bytes: 15.2 * MB },
  {
    what: "the same, parsed",
    words: [50_000, 1.9 * MB],
    syntax: [50_000, 1.9 * MB],
    seconds: 5.9,
    bytes: 28.7 * MB,
  },
  { what: "300 files of a line", words: [300, 20_300], seconds: null, bytes: 97_000 },
] as const;

test("what a plan says is within a quarter of what was measured, however many files hold the text", () => {
  const rates = indexRates(2);
  for (const { what, words, seconds, bytes, ...more } of MEASURED) {
    const read = { files: words[0], bytes: words[1] };
    const parsed = "syntax" in more ? { files: more.syntax[0], bytes: more.syntax[1] } : NONE;
    const near = (said: number, measured: number) =>
      assert.ok(said > 0.75 * measured && said < 1.25 * measured, `${what}: ${said} of ${measured}`);
    near(cacheBytesFor(rates, read, parsed), bytes);
    if (seconds !== null) near(secondsFor(rates, read, parsed), seconds);
  }
});

test("nothing to read takes the start alone and no room; more files or bytes never take less", () => {
  const rates = indexRates(2);
  assert.equal(cacheBytesFor(rates, NONE, NONE), 0);
  assert.equal(secondsFor(rates, NONE, NONE), 0.3);
  const some = { files: 1_000, bytes: 5 * MB };
  for (const more of [
    { ...some, files: 200_000 },
    { ...some, bytes: 900 * MB },
  ]) {
    for (const tell of [secondsFor, cacheBytesFor]) {
      assert.ok(tell(rates, more, NONE) > tell(rates, some, NONE));
      assert.ok(tell(rates, some, more) > tell(rates, some, some));
    }
  }
});
