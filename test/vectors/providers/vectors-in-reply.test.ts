// A reply is refused, or it holds a vector for each text: whatever stands in it.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPithError } from "../../../src/base/error.ts";
import { vectorsInReply } from "../../../src/vectors/providers/vectors-in-reply.ts";

const RUNS = { numRuns: 300 * Number(process.env["PITH_SOAK"] ?? 1) };

function isSound(reply: unknown, count: number, dimension: number): boolean {
  try {
    const vectors = vectorsInReply(reply, count, dimension, "made");
    assert.equal(vectors.length, count);
    const length = dimension === 0 ? vectors[0]!.length : dimension;
    for (const vector of vectors) {
      assert.equal(vector.length, length);
      assert.ok(vector.every((value) => typeof value === "number" && Number.isFinite(value)));
      assert.ok(vector.some((value) => value !== 0));
    }
    return true;
  } catch (error) {
    assert.ok(isPithError(error), String(error));
    assert.equal(error.code, "PROVIDER_FAILED");
    assert.notEqual(error.next, "");
    return false;
  }
}

const vector = fc.array(
  fc.integer({ min: -9, max: 9 }).map((v) => v || 1),
  { minLength: 3, maxLength: 3 },
);

test("any JSON at all", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 4 }), (value, count) => {
      isSound(value, count, 0);
      isSound({ data: value }, count, 3);
      isSound({ data: [value] }, 1, 0);
      isSound({ data: [{ index: 0, embedding: value }] }, 1, 0);
    }),
    RUNS,
  );
});

test("a sound reply, in any order, and one thing wrong with it", () => {
  const wrong = fc.constantFrom<(row: Record<string, unknown>) => void>(
    (row) => (row["embedding"] = null),
    (row) => (row["embedding"] = [1, 2]),
    (row) => (row["embedding"] = [1, 2, 3, 4]),
    (row) => (row["embedding"] = [1, "2", 3]),
    (row) => (row["embedding"] = [1, null, 3]),
    (row) => (row["embedding"] = [1, [2], 3]),
    (row) => (row["embedding"] = [0, 0, 0]),
    (row) => (row["embedding"] = [1, Number.MAX_VALUE, 3]),
    (row) => (row["embedding"] = { 0: 1, 1: 2, 2: 3, length: 3 }),
    (row) => (row["index"] = -1),
    (row) => (row["index"] = 0.5),
    (row) => (row["index"] = 99),
    (row) => (row["index"] = "1"),
  );
  fc.assert(
    fc.property(fc.array(vector, { minLength: 2, maxLength: 6 }), fc.nat(), wrong, (vectors, seed, spoil) => {
      const rows: Record<string, unknown>[] = vectors.map((embedding, index) => ({ index, embedding }));
      const from = seed % rows.length;
      const turned = [...rows.slice(from), ...rows.slice(0, from)];
      assert.deepEqual(vectorsInReply({ data: turned }, rows.length, 3, "made"), vectors);
      assert.equal(isSound({ data: turned }, rows.length + 1, 3), false);
      assert.equal(isSound({ data: turned }, rows.length, 4), false);
      spoil(turned[0]!);
      assert.equal(isSound({ data: turned }, rows.length, 3), false);
    }),
    RUNS,
  );
});
