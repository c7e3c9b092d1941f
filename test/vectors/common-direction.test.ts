import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutCommonDirection } from "../../model/common-direction.ts";

test("what all rows share is taken out, what tells them apart stays", () => {
  const rows = Float32Array.from([5, 1, 0, 5, -1, 0, 5, 0, 1, 5, 0, -1]);
  withoutCommonDirection(rows, 3);
  for (let at = 0; at < rows.length; at += 3) assert.ok(Math.abs(rows[at]!) < 1e-3);
  [1, -1, 0, 0].forEach((value, i) => assert.ok(Math.abs(rows[i * 3 + 1]! - value) < 1e-3));
});
