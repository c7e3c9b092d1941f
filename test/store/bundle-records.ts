// The records of a bundle, taken apart and put together again as somebody with a bundle in hand could: with a header and a
// checksum that hold.
import { readFileSync, rmSync } from "node:fs";
import { HEADER_BYTES } from "../../src/store/bundle-form.ts";
import { BundleWriter } from "../../src/store/bundle-writer.ts";

export interface BundleRecord {
  kind: "words" | "syntax";
  key: string;
  value: Uint8Array;
}

export function recordsOf(file: string): BundleRecord[] {
  const bytes = readFileSync(file);
  const words = bytes.readUInt32LE(16);
  const records: BundleRecord[] = [];
  for (let at = HEADER_BYTES; at < bytes.length;) {
    const [keyBytes, valueBytes] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    const valueAt = at + 8 + keyBytes;
    records.push({
      kind: records.length < words ? "words" : "syntax",
      key: bytes.toString("latin1", at + 8, valueAt),
      value: new Uint8Array(bytes.subarray(valueAt, valueAt + valueBytes)),
    });
    at = valueAt + valueBytes;
  }
  return records;
}

export function writeRecords(file: string, records: readonly BundleRecord[]): void {
  rmSync(file, { force: true });
  const writer = new BundleWriter(file);
  for (const { kind, key, value } of records) writer.add(kind, key, value);
  writer.finish();
}
