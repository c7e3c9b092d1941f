import assert from "node:assert/strict";
import { test } from "node:test";
import { isDoubtful, isYoung } from "../../src/base/file-clock.ts";

test("a file is doubtful if it was written within a tick of the clock before it was read, or after", () => {
  const readMs = 1_700_000_000_500;
  const at = (ms: number): bigint => BigInt(readMs + ms) * 1_000_000n;
  assert.equal(isDoubtful(at(-51) + 1n, readMs), false);
  assert.equal(isDoubtful(at(-49), readMs), true);
  assert.equal(isDoubtful(at(0), readMs), true);
  assert.equal(isDoubtful(at(60_000), readMs), true);
  // Whole seconds may come from a clock of two seconds.
  assert.equal(isDoubtful(at(-1500), readMs), true);
  assert.equal(isDoubtful(at(-2500), readMs), false);
  // A time in the far future was set by hand: it would be doubtful for ever.
  assert.equal(isDoubtful(at(1e9), readMs), false);
});

test("a time that nobody chose is young from a tick before the reading on, however far ahead", () => {
  const readMs = 1_700_000_000_500;
  const at = (ms: number): bigint => BigInt(readMs + ms) * 1_000_000n;
  assert.equal(isYoung(at(-51) + 1n, readMs), false);
  for (const ms of [-49, 0, 60_000, 1e9, 1e12]) assert.equal(isYoung(at(ms) + 1n, readMs), true);
  assert.equal(isYoung(at(-1500), readMs), true);
  assert.equal(isYoung(at(-2500), readMs), false);
});
