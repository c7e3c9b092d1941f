// How does a bundle of facts lie in a file? Records by facts key behind one header. Nothing is packed: a compressor of
// another version would give other bytes for the same facts, and no byte of the file stands for more than one in memory.
// Who ships it may pack it.
//
//   0  magic "PITHFACT"        8  form of the bundle     12  facts version
//  16  records of words       20  records of syntax      24  bytes after the header (64 bits)
//  32  SHA-256 of all after the header                   64  CRC-32 of the header before it
//  68  records: words by key ascending, then syntax by key ascending
//      each: bytes of the key, bytes of the value (32 bits each), key, value
import { crc32 } from "node:zlib";
import { PithError } from "../base/error.ts";
import { FACTS_VERSION } from "../parse/facts.ts";

const MAGIC = "PITHFACT";
/** Raised whenever records change their meaning. */
const BUNDLE_FORM = 1;
export const HEADER_BYTES = 68;
export const RECORD_HEAD_BYTES = 8;
const HASH_AT = 32;
const HASH_BYTES = 32;
const CHECK_AT = HASH_AT + HASH_BYTES;

/** A tree of half a million files, the ceiling, has about 3 GB of facts. */
const MOST_BUNDLE_BYTES = 4_000_000_000;
/** Of each kind; a record is one content. */
const MOST_RECORDS = 1_000_000;
/** Content id, version, language, encoding: about 55 characters. */
export const LONGEST_KEY = 200;

export interface BundleHeader {
  words: number;
  syntax: number;
  bodyBytes: number;
  /** SHA-256 of the body, in hex: what a bundle is known by. */
  id: string;
}

export function headerBytes({ words, syntax, bodyBytes, id }: BundleHeader): Uint8Array {
  const head = Buffer.alloc(HEADER_BYTES);
  head.write(MAGIC, "latin1");
  [BUNDLE_FORM, FACTS_VERSION, words, syntax].forEach((n, i) => head.writeUInt32LE(n, 8 + 4 * i));
  head.writeBigUInt64LE(BigInt(bodyBytes), 24);
  head.write(id, HASH_AT, "hex");
  head.writeUInt32LE(crc32(head.subarray(0, CHECK_AT)), CHECK_AT);
  return head;
}

export function isBundle(first: Uint8Array): boolean {
  return Buffer.from(first.subarray(0, MAGIC.length)).toString("latin1") === MAGIC;
}

/** Throws BUNDLE_INVALID unless a file that begins so and has so many bytes may be a bundle of this version. */
export function readHeader(file: string, head: Buffer, size: number): BundleHeader {
  if (!isBundle(head)) throw notBundle(file, packedAs(head));
  if (head.byteLength < HEADER_BYTES) throw unsound(file, "its end is missing");
  if (head.readUInt32LE(CHECK_AT) !== crc32(head.subarray(0, CHECK_AT)))
    throw unsound(file, "its header is damaged");
  const [form, facts, words, syntax] = [8, 12, 16, 20].map((at) => head.readUInt32LE(at));
  if (form !== BUNDLE_FORM || facts !== FACTS_VERSION) throw otherVersion(file, facts!);
  if (size > MOST_BUNDLE_BYTES) throw unsound(file, `it has more than ${MOST_BUNDLE_BYTES} bytes`);
  if (words! > MOST_RECORDS || syntax! > MOST_RECORDS)
    throw unsound(file, `it names more than ${MOST_RECORDS} records`);
  const bodyBytes = Number(head.readBigUInt64LE(24));
  if (size < HEADER_BYTES + bodyBytes) throw unsound(file, "its end is missing");
  if (size > HEADER_BYTES + bodyBytes) throw unsound(file, "it is longer than it says");
  const id = head.toString("hex", HASH_AT, HASH_AT + HASH_BYTES);
  return { words: words!, syntax: syntax!, bodyBytes, id };
}

export function unsound(file: string, fault: string): PithError {
  return new PithError("BUNDLE_INVALID", `The bundle ${file} can't be used: ${fault}.`, {
    subject: file,
    next: "Fetch it again, or make a new one (pith index --export FILE). Nothing of it was taken.",
  });
}

function notBundle(file: string, packed: string | null): PithError {
  return new PithError(
    "BUNDLE_INVALID",
    packed === null ? `${file} is no bundle of facts.` : `${file} is packed (${packed}).`,
    {
      subject: file,
      next:
        packed === null
          ? "Give a file that pith index --export made."
          : "Unpack it, and give what was in it.",
    },
  );
}

function otherVersion(file: string, facts: number): PithError {
  const which = facts > FACTS_VERSION ? "a newer" : facts < FACTS_VERSION ? "an older" : "another";
  return new PithError("BUNDLE_INVALID", `The bundle ${file} was made by ${which} Pith.`, {
    subject: file,
    next: "Make it with the Pith that is to use it. Nothing of it was taken.",
  });
}

/** Names by their first bytes: a bundle that was packed to be shipped. */
const PACKED: readonly (readonly [name: string, first: string])[] = [
  ["gzip", "1f8b"],
  ["zstd", "28b52ffd"],
  ["zip", "504b0304"],
  ["xz", "fd377a585a00"],
  ["bzip2", "425a68"],
];

function packedAs(head: Buffer): string | null {
  const hex = head.toString("hex", 0, 8);
  return PACKED.find(([, first]) => hex.startsWith(first))?.[0] ?? null;
}
