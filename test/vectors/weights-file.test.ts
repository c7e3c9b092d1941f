import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { isPithError } from "../../src/base/error.ts";
import { loadModel } from "../../src/vectors/model.ts";
import { decodeWeights, encodeWeights } from "../../src/vectors/weights-file.ts";
import { madeWeights } from "./made-weights.ts";

const WORDS = ["parse", "rout", "__proto__", "größ", "语言"];

test("what is written is read again", () => {
  const words = fc.uniqueArray(
    fc.string({ minLength: 1, unit: "grapheme" }).filter((w) => !/\n|\p{Cs}/u.test(w)),
  );
  fc.assert(
    fc.property(
      words,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      (list, dimensions, buckets) => {
        const made = madeWeights(list, dimensions, buckets);
        const { id, ...read } = decodeWeights(encodeWeights(made), "x");
        assert.match(id, /^[0-9a-f]{16}$/);
        assert.deepEqual(read, made);
      },
    ),
  );
});

/** The file with numbers of its header changed: byte order 0, version 1, …, length of the words 6. */
function withNumber(i: number, value: number): Uint8Array {
  const bytes = Buffer.from(encodeWeights(madeWeights(WORDS)));
  bytes.writeUInt32LE(value, 8 + i * 4);
  return bytes;
}

const whole = Buffer.from(encodeWeights(madeWeights(WORDS)));
const damaged = Buffer.from(whole);
damaged[damaged.length - 5]! ^= 1;

const REFUSED: [string, Uint8Array, RegExp][] = [
  ["nothing", new Uint8Array(0), /cut off/],
  ["the magic alone", whole.subarray(0, 8), /cut off/],
  ["half", whole.subarray(0, whole.length / 2), /cut off/],
  ["one byte short", whole.subarray(0, -1), /cut off/],
  ["one byte more", Buffer.concat([whole, Buffer.from([0])]), /too long/],
  ["one bit changed", damaged, /checksum/],
  ["a text", Buffer.from("# Model card\n".repeat(40)), /no such file/],
  ["a file of Git LFS", Buffer.from("version https://git-lfs.github.com/spec/v1\n"), /no such file/],
  ["the other byte order", withNumber(0, 0x04030201), /byte order/],
  ["no byte order", withNumber(0, 0), /damaged/],
  ["a later version", withNumber(1, 2), /of version 2.+ reads version 1/],
  ["no dimensions", withNumber(2, 0), /damaged/],
  ["endless dimensions", withNumber(2, 0xffffffff), /damaged/],
  ["endless words", withNumber(3, 0xffffffff), /damaged/],
  ["no buckets", withNumber(4, 0), /damaged/],
  ["other pieces", withNumber(5, 3), /pieces/],
  ["endless names", withNumber(6, 0xffffffff), /cut off/],
];

for (const [name, bytes, why] of REFUSED) {
  test(`refused with the reason: ${name}`, () => {
    assert.throws(
      () => decodeWeights(bytes, "m.bin"),
      (error) =>
        isPithError(error) &&
        error.code === "MODEL_UNUSABLE" &&
        error.subject === "m.bin" &&
        error.next !== "" &&
        why.test(error.message),
    );
  });
}

test("any bytes are a model or refused, never anything else", () => {
  const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), fc.nat(whole.length), (changes, length) => {
      const bytes = Buffer.from(whole);
      for (const [at, value] of changes) bytes[at] = value;
      try {
        decodeWeights(bytes.subarray(0, length), "x");
        assert.equal(length, whole.length);
        assert.deepEqual(bytes, whole);
      } catch (error) {
        if (!isPithError(error)) throw error;
        assert.equal(error.code, "MODEL_UNUSABLE");
      }
    }),
  );
});

test("a file that can't be read or used is a fault that is given, not thrown", () => {
  const folder = mkdtempSync(join(tmpdir(), "pith-model-"));
  try {
    const path = join(folder, "weights.bin");
    for (const place of [path, folder, null]) {
      const loaded = loadModel(place);
      assert.ok("fault" in loaded);
      assert.equal(loaded.fault.code, "MODEL_UNUSABLE");
    }
    writeFileSync(path, whole.subarray(0, 100));
    const cut = loadModel(path);
    assert.ok("fault" in cut && cut.fault.subject === path);
    writeFileSync(path, whole);
    const loaded = loadModel(path);
    assert.ok("embedder" in loaded && loaded.embedder.dimensions === 8);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
