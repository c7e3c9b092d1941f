// A bundle as a file: written whole or not at all, over nothing that is no bundle; read only where every byte is as written.
import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { crc32, gzipSync, zstdCompressSync } from "node:zlib";
import type { PithError } from "../../src/base/error.ts";
import { sha256 } from "../../src/base/hash.ts";
import { HEADER_BYTES } from "../../src/store/bundle-form.ts";
import { openBundle } from "../../src/store/bundle-reader.ts";
import { BundleWriter } from "../../src/store/bundle-writer.ts";
import { recordsOf, writeRecords, type BundleRecord } from "./bundle-records.ts";
import { LINKS } from "../conditions.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-bundle-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const RECORDS: readonly BundleRecord[] = [
  { kind: "words", key: "aa.1.python", value: new Uint8Array(300).fill(1) },
  { kind: "words", key: "bb.1.text", value: new Uint8Array() },
  { kind: "syntax", key: "aa.1.python", value: new Uint8Array(1_500_000).fill(7) },
];
const sound = join(folder, "sound.pith");
writeRecords(sound, RECORDS);
const bytes = readFileSync(sound);

async function fault(file: string): Promise<PithError> {
  return openBundle(file).then(
    (bundle) => {
      bundle.close();
      return assert.fail(`${file} was read`);
    },
    (error: PithError) => error,
  );
}

/** A bundle whose header holds for whatever body it has. */
function withHeader(change: (head: Buffer) => void, body: Uint8Array = bytes.subarray(HEADER_BYTES)): Buffer {
  const head = Buffer.from(bytes.subarray(0, HEADER_BYTES));
  head.writeBigUInt64LE(BigInt(body.length), 24);
  head.write(sha256(body), 32, "hex");
  change(head);
  head.writeUInt32LE(crc32(head.subarray(0, 64)), 64);
  return Buffer.concat([head, body]);
}

test("what was written is read, and the same records are the same bytes", async () => {
  assert.deepEqual(recordsOf(sound), RECORDS);
  const again = join(folder, "again.pith");
  writeRecords(again, RECORDS);
  assert.deepEqual(readFileSync(again), bytes);
  const bundle = await openBundle(sound);
  for (const { kind, key, value } of RECORDS) assert.deepEqual(bundle.get(kind, key, 2_000_000), value);
  assert.equal(bundle.get("words", "cc.1.text", 100), null);
  assert.equal(bundle.get("syntax", "bb.1.text", 100), null);
  assert.equal(bundle.get("words", "aa.1.python", 299), null, "larger than it may be");
  bundle.close();
});

test("damage of every kind is refused, with what is wrong and what to do", async () => {
  const body = bytes.subarray(HEADER_BYTES);
  const changed = (at: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy[at]! ^= 0x20;
    return copy;
  };
  const cases: [name: string, content: Uint8Array, says: RegExp][] = [
    ["nothing", new Uint8Array(), /no bundle/],
    ["a text", Buffer.from("export const a = 1;\n"), /no bundle/],
    ["packed by gzip", gzipSync(bytes), /packed \(gzip\)/],
    ["packed by zstd", zstdCompressSync(bytes), /packed \(zstd\)/],
    ["half a header", bytes.subarray(0, 40), /end is missing/],
    ["a header alone", bytes.subarray(0, HEADER_BYTES), /end is missing/],
    ["the half", bytes.subarray(0, bytes.length >> 1), /end is missing/],
    ["all but the last byte", bytes.subarray(0, -1), /end is missing/],
    ["one byte more", Buffer.concat([bytes, Buffer.of(0)]), /longer than it says/],
    ["another header", changed(17), /header is damaged/],
    ["another hash", changed(40), /header is damaged/],
    ["another key", changed(HEADER_BYTES + 9), /checksum differs|not in order/],
    ["another value", changed(bytes.length - 9), /checksum differs/],
    ["an older version", withHeader((h) => h.writeUInt32LE(1, 12)), /an older Pith/],
    ["a newer version", withHeader((h) => h.writeUInt32LE(9_999, 12)), /a newer Pith/],
    ["another form", withHeader((h) => h.writeUInt32LE(9, 8)), /another Pith/],
    [
      "more records than there are",
      withHeader((h) => h.writeUInt32LE(3, 16)),
      /not in order|damaged|more records/,
    ],
    ["fewer records than there are", withHeader((h) => h.writeUInt32LE(0, 20)), /more than its records/],
    ["records without end", withHeader((h) => h.writeUInt32LE(0xffffffff, 16)), /more than 1000000 records/],
    ["many records in a small file", withHeader((h) => h.writeUInt32LE(999_999, 16)), /more records|damaged/],
    ["a size without end", withHeader((h) => h.writeBigUInt64LE(2n ** 63n, 24)), /end is missing/],
    [
      "a key without end",
      withHeader(() => {}, Buffer.concat([Buffer.of(255, 255, 255, 255), body.subarray(4)])),
      /damaged/,
    ],
    ["a value without end", withHeader(() => {}, replaced(body, 4, [255, 255, 255, 255])), /damaged/],
    [
      "a key that is a path",
      withHeader(() => {}, replaced(body, 8, [...Buffer.from("../a/b.c")])),
      /not in order/,
    ],
    ["keys out of order", withHeader(() => {}, replaced(body, 8, [...Buffer.from("zz")])), /not in order/],
  ];
  const file = join(folder, "broken.pith");
  for (const [name, content, says] of cases) {
    writeFileSync(file, content);
    const error = await fault(file);
    assert.equal(error.code, "BUNDLE_INVALID", `${name}: ${error.message}`);
    assert.match(error.message, says, name);
    assert.notEqual(error.next, "", name);
  }
});

function replaced(body: Buffer, at: number, by: readonly number[]): Buffer {
  const copy = Buffer.from(body);
  copy.set(by, at);
  return copy;
}

test("what is no file is refused, and nothing waits for it", async () => {
  assert.equal((await fault(join(folder, "none.pith"))).code, "PATH_NOT_FOUND");
  assert.equal((await fault(folder)).code, "BUNDLE_INVALID");
});

function refused(file: string): void {
  assert.throws(
    () => new BundleWriter(file),
    (error: PithError) => error.code === "ARGUMENT_INVALID" && /is no bundle/.test(error.message),
  );
}

test("a link is not written over, whatever it leads to", LINKS, () => {
  symlinkSync(sound, join(folder, "link.pith"));
  refused(join(folder, "link.pith"));
  assert.deepEqual(readFileSync(sound), bytes);
});

test("only a bundle is written over", () => {
  const source = join(folder, "source.ts");
  writeFileSync(source, "export const a = 1;\n");
  refused(source);
  assert.equal(readFileSync(source, "utf8"), "export const a = 1;\n");
  mkdirSync(join(folder, "taken.pith"));
  refused(join(folder, "taken.pith"));
  const old = join(folder, "old.pith");
  writeRecords(old, RECORDS.slice(0, 1));
  const writer = new BundleWriter(old);
  writer.add("words", "a.1.text", new Uint8Array(3));
  writer.finish();
  assert.equal(recordsOf(old)[0]!.key, "a.1.text");
  assert.throws(
    () => new BundleWriter(join(folder, "no", "such", "folder.pith")),
    (error: PithError) => error.code === "OUTPUT_FAILED",
  );
});

test("a bundle that was not finished leaves the one before, and nothing beside it", () => {
  const file = join(folder, "before.pith");
  writeRecords(file, RECORDS);
  const names = readdirSync(folder);
  const writer = new BundleWriter(file);
  writer.add("words", "a.1.text", new Uint8Array(2_000_000));
  writer.end();
  assert.deepEqual(readdirSync(folder), names);
  assert.deepEqual(readFileSync(file), bytes);
});
