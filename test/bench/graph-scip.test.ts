import assert from "node:assert/strict";
import { test } from "node:test";
import { documentsOf } from "../../bench/graph/oracles/rust/scip.ts";

/** A field of a message: a number, or bytes. */
function field(number: number, value: number | Buffer): Buffer {
  if (typeof value === "number") return Buffer.from([number << 3, ...varint(value)]);
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...varint(value.length)]), value]);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

test("an index is read: documents, occurrences in both forms of ranges, what implements what", () => {
  const text = (s: string) => Buffer.from(s);
  const definition = Buffer.concat([
    field(1, Buffer.from([...varint(300), 4, 9])),
    field(2, text("crate/f().")),
    field(3, 1),
  ]);
  const use = Buffer.concat([field(1, Buffer.from([5, 2, 7, 1])), field(2, text("crate/f()."))]);
  const symbol = Buffer.concat([
    field(1, text("crate/f().")),
    field(5, 17),
    field(4, Buffer.concat([field(1, text("crate/T#f().")), field(3, 1)])),
  ]);
  const document = Buffer.concat([
    field(1, text("src/é.rs")),
    field(2, definition),
    field(2, use),
    field(3, symbol),
    field(6, 1),
  ]);
  assert.deepEqual(documentsOf(Buffer.concat([field(1, text("metadata")), field(2, document)])), [
    {
      path: "src/é.rs",
      encoding: 1,
      occurrences: [
        { line: 300, start: 4, end: 9, symbol: "crate/f().", isDefinition: true },
        { line: 5, start: 2, end: 1, symbol: "crate/f().", isDefinition: false },
      ],
      symbols: [{ symbol: "crate/f().", kind: 17, implements: ["crate/T#f()."] }],
    },
  ]);
});
