import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "../../src/files/decode.ts";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));

test("UTF-8, with and without a mark", () => {
  assert.deepEqual(decode(bytes("héllo")), { text: "héllo", encoding: "utf-8", lossy: false });
  assert.deepEqual(decode(bytes("\ufeffa\ufeffb")), { text: "a\ufeffb", encoding: "utf-8", lossy: false });
  assert.deepEqual(decode(bytes("")), { text: "", encoding: "utf-8", lossy: false });
});

test("UTF-16 by its mark, losses marked", () => {
  assert.deepEqual(decode(bytes([0xff, 0xfe], Buffer.from("añ\n", "utf16le").toJSON().data)), {
    text: "añ\n",
    encoding: "utf-16le",
    lossy: false,
  });
  assert.deepEqual(decode(bytes([0xfe, 0xff, 0, 0x61, 0x4e, 0x2d])), {
    text: "a中",
    encoding: "utf-16be",
    lossy: false,
  });
  assert.deepEqual(decode(bytes([0xff, 0xfe, 0x61, 0, 0x00, 0xd8])), {
    text: "a\ufffd",
    encoding: "utf-16le",
    lossy: true,
  });
  assert.equal(decode(bytes([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])), null);
});

test("a declared encoding where bytes are not UTF-8, and only there", () => {
  const japanese = bytes("// ", [0x83, 0x65, 0x83, 0x58, 0x83, 0x67], "\n");
  assert.deepEqual(
    decode(japanese, () => "shift_jis"),
    { text: "// テスト\n", encoding: "shift_jis", lossy: false },
  );
  assert.deepEqual(decode(bytes("caf", [0xe9]), () => "latin1")?.text, "café");
  assert.equal(decode(bytes("é"), () => "latin1")?.text, "é");
  assert.equal(decode(bytes([0x61, 0, 0x62, 0]), () => "utf-16le")?.text, "ab");
  assert.equal(decode(bytes([0x1b], "$B%F", [0x1b], "(B"), () => "iso-2022-jp")?.text, "テ");
  assert.equal(decode(bytes("plain"), () => assert.fail("asked without need"))?.encoding, "utf-8");
});

test("without a declaration a few broken bytes are marked, many are no text", () => {
  assert.deepEqual(decode(bytes("caf", [0xe9], " au lait, and more")), {
    text: "caf\ufffd au lait, and more",
    encoding: "utf-8",
    lossy: true,
  });
  assert.equal(decode(bytes("x".repeat(20), [0xe9]), () => "no-such-encoding")?.lossy, true);
  assert.equal(decode(bytes("caf", [0xe9], "\0")), null);
  assert.equal(decode(bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xd8, 1, 2, 3])), null);
  assert.equal(decode(bytes("%PDF-1.4\n")), null);
  assert.equal(decode(bytes("x".repeat(9_000), "\0", "y"))?.lossy, false);
});

test("whatever the bytes, the text can be written as UTF-8", () => {
  for (let seed = 1; seed < 200; seed++) {
    const random = Buffer.from(Array.from({ length: 64 }, (_, i) => (seed * 7919 + i * i * 104_729) % 251));
    const decoded = decode(random);
    if (decoded !== null) assert.equal(Buffer.from(decoded.text).toString(), decoded.text);
  }
});
