// The n-th largest of some values is the one that stands there when they are sorted.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { nthLargest } from "../../src/base/nth-largest.ts";

test("it is the n-th of the sorted values, equal ones and infinities included", () => {
  const value = fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -2, max: 2 }));
  const cases = fc
    .array(value, { minLength: 1, maxLength: 60 })
    .chain((values) => fc.tuple(fc.constant(values), fc.integer({ min: 1, max: values.length })));
  fc.assert(
    fc.property(cases, ([values, n]) => {
      const column = Float64Array.from(values);
      assert.equal(nthLargest(column, n) === column.toSorted((a, b) => b - a)[n - 1]!, true);
      assert.deepEqual(column, Float64Array.from(values));
    }),
    { numRuns: 1_000 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});
