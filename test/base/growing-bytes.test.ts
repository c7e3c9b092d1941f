import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { GrowingBytes } from "../../src/base/growing-bytes.ts";

test("pieces of any size are joined as they came, in room that is at most doubled", () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 200 })),
      fc.integer({ min: 1, max: 64 }),
      (pieces, first) => {
        const bytes = new GrowingBytes(first);
        for (const [i, piece] of pieces.entries()) {
          if (i % 2 === 0) bytes.add(piece);
          else {
            bytes.room(piece.length).set(piece);
            bytes.filled(piece.length);
          }
        }
        const whole = Buffer.concat(pieces);
        assert.equal(bytes.length, whole.length);
        assert.equal(bytes.text(), whole.toString("utf8"));
      },
    ),
  );
});
