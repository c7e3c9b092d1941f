// Products of a vector with rows: the wide form gives what the plain one gives, to the last bit.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { plainSimilarities, product, similarities } from "../../src/vectors/similarity.ts";
import { OUT_AT, ROWS_AT, ROWS_ROOM, simdModule } from "../../src/vectors/simd-module.ts";

function filled(length: number, seed: number): Int8Array {
  const numbers = new Int8Array(length);
  let state = seed | 0;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    numbers[i] = state >>> 24;
  }
  return numbers;
}

function both(vector: Int8Array, rows: Int8Array): { wide: Int32Array; plain: Int32Array } {
  const count = rows.length / vector.length;
  const wide = new Int32Array(count).fill(-1);
  const plain = new Int32Array(count).fill(-2);
  similarities(vector, rows, wide);
  plainSimilarities(vector, rows, plain);
  return { wide, plain };
}

describe("similarities", () => {
  it("gives with wide registers what it gives without, for any length and number of rows", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer(),
        (size, count, seed) => {
          const { wide, plain } = both(filled(size, seed), filled(size * count, seed ^ 77));
          assert.deepEqual(wide, plain);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("holds at the ends of a block, and of the numbers", () => {
    for (const size of [16, 128, 1024, 2048, 2064]) {
      const block = Math.min((ROWS_AT - OUT_AT) / 4, ROWS_ROOM / size) & ~3;
      for (const count of [block - 1, block, block + 1, 2 * block + 3]) {
        const { wide, plain } = both(filled(size, count), filled(size * count, size));
        assert.deepEqual(wide, plain);
      }
      for (const value of [-128, -127, 127]) {
        const { wide, plain } = both(new Int8Array(size).fill(value), new Int8Array(size * 5).fill(value));
        assert.deepEqual([...wide], [...plain]);
        assert.equal(wide[4], size * value * value);
      }
    }
  });

  it("leaves nothing behind of a question before", () => {
    const rows = filled(128 * 7, 3);
    const first = both(filled(128, 1), rows).wide;
    both(filled(2048, 9), filled(2048 * 130, 8));
    assert.deepEqual(both(filled(128, 1), rows).wide, first);
    assert.equal(first[2], product(filled(128, 1), rows, 256));
  });
});

describe("simdModule", () => {
  it("is a small module that this machine takes", () => {
    const { WebAssembly } = globalThis as unknown as {
      WebAssembly: { validate(bytes: Uint8Array): boolean };
    };
    assert.ok(WebAssembly.validate(simdModule()));
    assert.ok(simdModule().length < 700);
  });
});
