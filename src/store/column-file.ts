// The one binary form of what the store keeps: named columns over one buffer, read without parsing.
//
//   0  magic "PITHCOLS"        8  kind, 4 letters       12  byte-order mark 0x01020304
//  16  format of the kind     20  facts version         24  CRC-32 of everything after the header
//  28  bytes after the header 32  bytes of the registry    36  CRC-32 of the header before it
//  40  registry (JSON: {meta, columns: {name: [type, offset, count]}}), then the columns, each at a multiple of 8
//
// The header stays as it is in every format, so that a newer version is told from a damaged one.
// A reader gets typed arrays that view the buffer. Every byte is covered: by a comparison or by the checksum.
import { crc32 } from "node:zlib";
import { readPlainFile, UnfitFile } from "../base/plain-file.ts";
import { PithError } from "../base/error.ts";
import { FACTS_VERSION } from "../parse/facts.ts";

const MAGIC = "PITHCOLS";
const HEADER_BYTES = 40;
/** Places of 32-bit words in the header. */
const ORDER = 3;
const FORMAT = 4;
const FACTS = 5;
const BODY_CHECK = 6;
const BODY_BYTES = 7;
const REGISTRY_BYTES = 8;
const HEAD_CHECK = 9;
const ALIGN = 8;
const ORDER_MARK = 0x01020304;

export type Column = Uint8Array | Uint32Array | Int32Array | Float64Array | BigInt64Array | BigUint64Array;
type ColumnType = "u8" | "u32" | "i32" | "f64" | "i64" | "u64";
type ColumnOf<T extends ColumnType> = T extends "u8"
  ? Uint8Array
  : T extends "u32"
    ? Uint32Array
    : T extends "i32"
      ? Int32Array
      : T extends "f64"
        ? Float64Array
        : T extends "i64"
          ? BigInt64Array
          : BigUint64Array;

const MAKERS = {
  u8: Uint8Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
  i64: BigInt64Array,
  u64: BigUint64Array,
} as const;

/** What is wrong with a file of the cache: the subject of the CACHE_UNUSABLE that a reader throws. */
export type ColumnFault = "not-ours" | "older-version" | "newer-version" | "truncated" | "corrupt";

export interface ColumnFile<Meta> {
  readonly meta: Meta;
  column<T extends ColumnType>(name: string, type: T): ColumnOf<T>;
}

interface Registry {
  meta: unknown;
  columns: Record<string, [type: ColumnType, offset: number, count: number]>;
}

function fault(what: ColumnFault, detail: string): PithError {
  return new PithError("CACHE_UNUSABLE", `A cache file can't be used: ${detail}.`, {
    subject: what,
    next: "Nothing: it is made again.",
  });
}

function typeOf(column: Column): ColumnType {
  if (column instanceof Uint8Array) return "u8";
  if (column instanceof Uint32Array) return "u32";
  if (column instanceof Int32Array) return "i32";
  if (column instanceof Float64Array) return "f64";
  return column instanceof BigInt64Array ? "i64" : "u64";
}

const aligned = (n: number): number => (n + ALIGN - 1) & -ALIGN;

/** The bytes of a column file. `kind` is 4 letters; `format` is raised whenever columns change their meaning. */
export function writeColumnFile(
  kind: string,
  format: number,
  meta: unknown,
  columns: Readonly<Record<string, Column>>,
): Uint8Array<ArrayBuffer> {
  const registry: Registry = { meta, columns: {} };
  let body = 0;
  for (const [name, column] of Object.entries(columns)) {
    registry.columns[name] = [typeOf(column), body, column.length];
    body = aligned(body + column.byteLength);
  }
  const head = Buffer.from(JSON.stringify(registry), "utf8");
  const first = aligned(HEADER_BYTES + head.byteLength);
  const bytes = new Uint8Array(first + body);
  bytes.set(Buffer.from(MAGIC + kind, "latin1"), 0);
  bytes.set(head, HEADER_BYTES);
  for (const [name, column] of Object.entries(columns)) {
    const at = first + registry.columns[name]![1];
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
  }
  const words = new Uint32Array(bytes.buffer, 0, HEADER_BYTES / 4);
  words[ORDER] = ORDER_MARK;
  words[FORMAT] = format;
  words[FACTS] = FACTS_VERSION;
  words[BODY_CHECK] = crc32(bytes.subarray(HEADER_BYTES));
  words[BODY_BYTES] = bytes.byteLength - HEADER_BYTES;
  words[REGISTRY_BYTES] = head.byteLength;
  words[HEAD_CHECK] = crc32(bytes.subarray(0, HEAD_CHECK * 4));
  return bytes;
}

/** Past every file of the cache: a segment is closed long before, and half a million files make a snapshot of 100 MB. */
const MOST_BYTES = 1_000_000_000;

/**
 * The bytes of a column file. What can't be one by its kind, its header or its size is not read, and throws
 * CACHE_UNUSABLE like a damaged one; a file that isn't there throws the file system's error.
 */
export function columnBytes(path: string, kind: string, format: number): Uint8Array<ArrayBuffer> {
  try {
    return readPlainFile(path, MOST_BYTES, {
      head: {
        bytes: HEADER_BYTES,
        check: (head, size) => checkHeader(kind, format, new Uint8Array(head), size),
      },
    });
  } catch (error) {
    if (error instanceof UnfitFile) throw fault("corrupt", `it is ${error.fault}`);
    throw error;
  }
}

/** Views over the columns; throws CACHE_UNUSABLE (subject: a ColumnFault) unless every byte is as written. */
export function readColumnFile<Meta>(kind: string, format: number, given: Uint8Array): ColumnFile<Meta> {
  // Typed arrays need their alignment; a Buffer from Node's pool may stand anywhere.
  const bytes = given.byteOffset % ALIGN === 0 ? given : new Uint8Array(given);
  checkHeader(kind, format, bytes, bytes.byteLength);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_BYTES / 4);
  if (words[BODY_CHECK] !== crc32(bytes.subarray(HEADER_BYTES)))
    throw fault("corrupt", "its checksum differs");
  const headBytes = words[REGISTRY_BYTES]!;
  const registry = parseRegistry(bytes.subarray(HEADER_BYTES, HEADER_BYTES + headBytes));
  const first = bytes.byteOffset + aligned(HEADER_BYTES + headBytes);
  return {
    meta: registry.meta as Meta,
    column(name, type) {
      const entry = Object.hasOwn(registry.columns, name) ? registry.columns[name]! : null;
      if (entry === null || entry[0] !== type) throw fault("corrupt", `it has no column ${name} of ${type}`);
      return new MAKERS[type](bytes.buffer as ArrayBuffer, first + entry[1], entry[2]) as ColumnOf<
        typeof type
      >;
    },
  };
}

/** `bytes` starts with the header; `size` is that of all of it. */
function checkHeader(kind: string, format: number, bytes: Uint8Array, size: number): void {
  const latin1 = (from: number, to: number): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("latin1");
  if (bytes.byteLength < HEADER_BYTES) throw fault("truncated", "it is shorter than its header");
  if (latin1(0, 8) !== MAGIC || latin1(8, 12) !== kind) throw fault("not-ours", "it doesn't start as one");
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_BYTES / 4);
  if (words[ORDER] !== ORDER_MARK) throw fault("not-ours", "it comes from a machine of another byte order");
  if (words[HEAD_CHECK] !== crc32(bytes.subarray(0, HEAD_CHECK * 4)))
    throw fault("corrupt", "its header is damaged");
  if (words[FORMAT]! > format || words[FACTS]! > FACTS_VERSION)
    throw fault("newer-version", "a newer Pith wrote it");
  if (words[FORMAT] !== format || words[FACTS] !== FACTS_VERSION) {
    throw fault("older-version", "an older Pith wrote it");
  }
  const expected = words[BODY_BYTES]! + HEADER_BYTES;
  if (size < expected) throw fault("truncated", "its end is missing");
  if (size > expected) throw fault("corrupt", "it is longer than it says");
}

function parseRegistry(bytes: Uint8Array): Registry {
  try {
    return JSON.parse(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"),
    ) as Registry;
  } catch (error) {
    throw new PithError("CACHE_UNUSABLE", "A cache file can't be used: its registry is damaged.", {
      subject: "corrupt" satisfies ColumnFault,
      next: "Nothing: it is made again.",
      cause: error,
    });
  }
}
