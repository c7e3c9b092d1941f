// How are syntax facts written into the database? As the bytes that workers send (`parse/syntax-codec`), in an envelope
// that shows damage: SQLite doesn't check the bytes of values.
//
//   0  CRC-32 of the facts key and all that follows   4  1 for facts, 0 for a skip   5  the facts, or the skip's name
import { crc32 } from "node:zlib";
import type { EncodedSyntax, SyntaxResult, SyntaxSkip } from "../parse/facts.ts";
import { decodeSyntaxFacts, encodeSyntaxFacts } from "../parse/syntax-codec.ts";

const HEAD_BYTES = 5;
const HAS_FACTS = 1;

export function encodeSyntax(key: string, result: SyntaxResult | EncodedSyntax): Uint8Array {
  const skipped = "skip" in result;
  const body = skipped
    ? Buffer.from(result.skip, "utf8")
    : "bytes" in result
      ? result.bytes
      : encodeSyntaxFacts(result.facts);
  const bytes = Buffer.concat([Buffer.alloc(HEAD_BYTES), body]);
  bytes[4] = skipped ? 0 : HAS_FACTS;
  bytes.writeUInt32LE(crc32(bytes.subarray(4), crc32(key)), 0);
  return bytes;
}

/** Null if the bytes are not, to the last bit, what was written under this key. */
export function decodeSyntax(key: string, given: Uint8Array): SyntaxResult | null {
  const found = openSyntax(key, given);
  return found !== null && "bytes" in found ? { facts: decodeSyntaxFacts(found.bytes) } : found;
}

/** Checked like those that are decoded, and left as bytes. */
export function openSyntax(key: string, given: Uint8Array): EncodedSyntax | null {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.byteLength < HEAD_BYTES) return null;
  if (bytes.readUInt32LE(0) !== crc32(bytes.subarray(4), crc32(key))) return null;
  const body = bytes.subarray(HEAD_BYTES);
  return bytes[4] === HAS_FACTS ? { bytes: body } : { skip: body.toString("utf8") as SyntaxSkip };
}
