// Whole numbers as a person reads them, as English groups them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { thousands } from "../../src/base/thousands.ts";

test("three digits a group, from the right", () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 999_999, 1_234_567, -1_000, Number.MAX_SAFE_INTEGER]) {
    assert.equal(thousands(count), count.toLocaleString("en"));
  }
});
