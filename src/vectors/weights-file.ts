// The file of the static vectors: a header that says what it is, the words in order, and a row of small whole numbers
// for each word and each bucket of word pieces. What isn't such a file, or not whole, is refused with the reason.
//
//   magic · byte order · version · dimensions · words · buckets · piece · bytes of the words · SHA-256 of all else
//   words, sorted, one a line, in UTF-8 · multiplier of each row (u16) · rows (i8)
//
// Numbers are little-endian whatever the machine. Component d of a row is its multiplier times its d-th number.
import { createHash } from "node:crypto";
import { PithError } from "../base/error.ts";
import { PIECE } from "./word-pieces.ts";

const MAGIC = "PITHVEC\0";
const BYTE_ORDER = 0x01020304;
const BYTE_ORDER_SWAPPED = 0x04030201;
/** Raised whenever the same file would give other vectors: vectors of two versions are never compared. */
const WEIGHTS_VERSION = 1;
const NUMBERS = 7;
const DIGEST = 32;
const ID_LENGTH = 16;
const HEADER = MAGIC.length + NUMBERS * 4 + DIGEST;
/** Ceilings that no file of ours comes near; a header that says more is not believed. */
const MOST_ROWS = 1 << 20;
const MOST_DIMENSIONS = 1024;

export interface Weights {
  dimensions: number;
  /** Sorted by code units. Row i is word i's; the rows of the buckets come behind. */
  words: readonly string[];
  buckets: number;
  multipliers: Uint16Array;
  rows: Int8Array;
  /** Tells two models apart: vectors of one are not compared with those of another. */
  id: string;
}

export function encodeWeights({
  dimensions,
  words,
  buckets,
  multipliers,
  rows,
}: Omit<Weights, "id">): Uint8Array {
  const names = Buffer.from(words.join("\n"), "utf8");
  const body = Buffer.alloc(names.length + multipliers.length * 2 + rows.length);
  names.copy(body);
  multipliers.forEach((value, i) => body.writeUInt16LE(value, names.length + i * 2));
  body.set(new Uint8Array(rows.buffer, rows.byteOffset, rows.length), names.length + multipliers.length * 2);
  const header = Buffer.alloc(HEADER);
  header.write(MAGIC, "latin1");
  [BYTE_ORDER, WEIGHTS_VERSION, dimensions, words.length, buckets, PIECE, names.length].forEach((value, i) =>
    header.writeUInt32LE(value, MAGIC.length + i * 4),
  );
  header.write(digestOf(header, body), HEADER - DIGEST, "hex");
  return Buffer.concat([header, body]);
}

function digestOf(header: Buffer, body: Buffer): string {
  // In two parts: a copy of all of it would take as long as the hash.
  return createHash("sha256")
    .update(header.subarray(0, HEADER - DIGEST))
    .update(body)
    .digest("hex");
}

/** Bytes that are enough for `idInHeader`. */
export const HEADER_BYTES = HEADER;

/** The id that the header gives; empty where it is no header of this version. Nothing else of the file is looked at. */
export function idInHeader(header: Uint8Array): string {
  const file = Buffer.from(header.buffer, header.byteOffset, header.length);
  if (file.length < HEADER || file.toString("latin1", 0, MAGIC.length) !== MAGIC) return "";
  if (file.readUInt32LE(MAGIC.length) !== BYTE_ORDER) return "";
  if (file.readUInt32LE(MAGIC.length + 4) !== WEIGHTS_VERSION) return "";
  return file.toString("hex", HEADER - DIGEST, HEADER).slice(0, ID_LENGTH);
}

/** Throws MODEL_UNUSABLE with the reason unless the bytes are a whole file of this version. */
export function decodeWeights(bytes: Uint8Array, path: string): Weights {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const refuse = (why: string): never => {
    throw new PithError("MODEL_UNUSABLE", `The file of the static vectors can't be used: ${why}.`, {
      subject: path,
      next: "Install Pith again. Without the file it answers by words alone.",
    });
  };
  if (file.toString("latin1", 0, MAGIC.length) !== MAGIC) {
    return refuse(file.length < MAGIC.length ? "it is cut off" : "it is no such file");
  }
  if (file.length < HEADER) return refuse("it is cut off");
  const number = (i: number): number => file.readUInt32LE(MAGIC.length + i * 4);
  if (number(0) === BYTE_ORDER_SWAPPED) return refuse("its numbers are in the other byte order");
  if (number(0) !== BYTE_ORDER) return refuse("its header is damaged");
  if (number(1) !== WEIGHTS_VERSION) {
    return refuse(`it is of version ${number(1)}, this Pith reads version ${WEIGHTS_VERSION}`);
  }
  const dimensions = number(2);
  const count = number(3);
  const buckets = number(4);
  const nameBytes = number(6);
  if (count + buckets > MOST_ROWS || buckets === 0 || dimensions === 0 || dimensions > MOST_DIMENSIONS) {
    return refuse("its header is damaged");
  }
  if (number(5) !== PIECE) return refuse("its words are cut into other pieces");
  const size = HEADER + nameBytes + (count + buckets) * (2 + dimensions);
  if (file.length < size) return refuse(`it is cut off: ${file.length} of ${size} bytes`);
  if (file.length > size) return refuse(`it is too long: ${file.length} bytes in place of ${size}`);
  const body = file.subarray(HEADER);
  const id = digestOf(file, body);
  if (file.toString("hex", HEADER - DIGEST, HEADER) !== id) return refuse("its checksum is wrong");
  const words = count === 0 ? [] : body.toString("utf8", 0, nameBytes).split("\n");
  if (words.length !== count) return refuse("its words are not as many as it says");
  const multipliers = new Uint16Array(count + buckets);
  for (let i = 0; i < multipliers.length; i++) multipliers[i] = body.readUInt16LE(nameBytes + i * 2);
  const at = nameBytes + multipliers.length * 2;
  const rows = new Int8Array(body.buffer, body.byteOffset + at, multipliers.length * dimensions);
  return { dimensions, words, buckets, multipliers, rows, id: id.slice(0, ID_LENGTH) };
}
