// Reads a bundle that anybody may have made: nothing of it is used before all of it was looked at once. Its header, its
// size, its hash and each record's place are checked in one pass that keeps the keys alone; values are read when they are
// asked for. What a record says is the business of whoever asks.
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { setImmediate as pause } from "node:timers/promises";
import { isPithError, PithError, throwIfCancelled } from "../base/error.ts";
import { GrowingBytes } from "../base/growing-bytes.ts";
import {
  HEADER_BYTES,
  LONGEST_KEY,
  readHeader,
  RECORD_HEAD_BYTES,
  unsound,
  type BundleHeader,
} from "./bundle-form.ts";
import { StringTable } from "./string-table.ts";

/** Read at once. Between two parts signals are heard. */
const PART_BYTES = 1_000_000;
/** Never waits in opening: a pipe put in the file's place is no bundle. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
/** Letters, digits and the marks of a facts key. */
const KEY = /^[\w.-]+$/;

/** Throws BUNDLE_INVALID, PATH_NOT_FOUND, CANCELLED. */
export async function openBundle(file: string, signal?: AbortSignal): Promise<Bundle> {
  let descriptor: number | null = null;
  try {
    if (!statSync(file).isFile()) throw unsound(file, "it is no plain file");
    descriptor = openSync(file, OPEN_FLAGS);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw unsound(file, "it is no plain file");
    const head = Buffer.alloc(HEADER_BYTES);
    const count = readSync(descriptor, head, 0, HEADER_BYTES, 0);
    const header = readHeader(file, head.subarray(0, count), stats.size);
    const places = await readPlaces(file, descriptor, header, signal);
    const bundle = new Bundle(header, descriptor, places);
    descriptor = null;
    return bundle;
  } catch (cause) {
    if (isPithError(cause)) throw cause;
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new PithError("PATH_NOT_FOUND", `The bundle ${file} can't be read (${code}).`, {
      subject: file,
      next: "Give a file that pith index --export made.",
      cause,
    });
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

interface Places {
  keys: StringTable;
  /** Where each value begins, and how many bytes it has. */
  at: Float64Array;
  bytes: Uint32Array;
}

export class Bundle {
  readonly header: BundleHeader;
  readonly #descriptor: number;
  readonly #places: { words: Places; syntax: Places };

  constructor(header: BundleHeader, descriptor: number, places: { words: Places; syntax: Places }) {
    this.header = header;
    this.#descriptor = descriptor;
    this.#places = places;
  }

  has(kind: "words" | "syntax", key: string): boolean {
    return this.#places[kind].keys.find(key) !== -1;
  }

  /** The value under a key; null where there is none of at most so many bytes. */
  get(kind: "words" | "syntax", key: string, mostBytes: number): Uint8Array | null {
    const { keys, at, bytes } = this.#places[kind];
    const index = keys.find(key);
    if (index === -1 || bytes[index]! > mostBytes) return null;
    const value = new Uint8Array(bytes[index]!);
    return fill(this.#descriptor, value, at[index]!) === value.byteLength ? value : null;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

async function readPlaces(
  file: string,
  descriptor: number,
  header: BundleHeader,
  signal: AbortSignal | undefined,
): Promise<{ words: Places; syntax: Places }> {
  const body = new Body(descriptor, header.bodyBytes);
  const words = await placesOf(file, body, header.words, signal);
  const syntax = await placesOf(file, body, header.syntax, signal);
  if (body.left !== 0) throw unsound(file, "it holds more than its records");
  if (body.digest() !== header.id) throw unsound(file, "its checksum differs");
  return { words, syntax };
}

async function placesOf(
  file: string,
  body: Body,
  count: number,
  signal: AbortSignal | undefined,
): Promise<Places> {
  if (count * RECORD_HEAD_BYTES > body.left)
    throw unsound(file, "it names more records than it has room for");
  const keys = new GrowingBytes();
  const keyAt = new Uint32Array(count + 1);
  const at = new Float64Array(count);
  const bytes = new Uint32Array(count);
  let before: Buffer | null = null;
  for (let i = 0; i < count; i++) {
    const head = body.take(RECORD_HEAD_BYTES);
    const keyBytes = head?.readUInt32LE(0) ?? 0;
    bytes[i] = head?.readUInt32LE(4) ?? 0;
    const key = keyBytes > LONGEST_KEY ? null : body.take(keyBytes);
    if (key === null || bytes[i]! > body.left) throw unsound(file, "a record of it is damaged");
    if (!KEY.test(key.toString("latin1")) || (before !== null && Buffer.compare(before, key) >= 0))
      throw unsound(file, "its records are not in order");
    before = key;
    keys.add(key);
    keyAt[i + 1] = keys.length;
    at[i] = body.at;
    for (let left = bytes[i]!; left > 0;) {
      left -= body.pass(left);
      if (body.isDrained) await heard(signal);
    }
    if (i % 10_000 === 0) await heard(signal);
  }
  return { keys: new StringTable({ bytes: keys.bytes(), at: keyAt }), at, bytes };
}

async function heard(signal: AbortSignal | undefined): Promise<void> {
  await pause();
  throwIfCancelled(signal);
}

/** What lies behind the header, in order, a part at a time; all of it goes through the hash. */
class Body {
  readonly #descriptor: number;
  readonly #hash = createHash("sha256");
  readonly #end: number;
  #part = Buffer.alloc(PART_BYTES);
  #from = 0;
  #to = 0;
  /** Place in the file of the next byte. */
  at = HEADER_BYTES;

  constructor(descriptor: number, bytes: number) {
    this.#descriptor = descriptor;
    this.#end = HEADER_BYTES + bytes;
  }

  get left(): number {
    return this.#end - this.at;
  }

  /** Nothing that was read is left over. */
  get isDrained(): boolean {
    return this.#from === this.#to;
  }

  /** A copy of the next bytes, few of them; null where there are not so many. */
  take(count: number): Buffer | null {
    if (count > this.left) return null;
    const taken = Buffer.alloc(count);
    for (let filled = 0; filled < count;) {
      if (this.isDrained && this.#read() === 0) return null;
      const more = Math.min(count - filled, this.#to - this.#from);
      this.#part.copy(taken, filled, this.#from, this.#from + more);
      filled += more;
      this.#advance(more);
    }
    return taken;
  }

  /** Goes past at least one of the next bytes, if there is one. */
  pass(count: number): number {
    if (this.isDrained) this.#read();
    const more = Math.min(count, this.#to - this.#from);
    this.#advance(more);
    // A file that was cut short meanwhile: the checksum will differ.
    if (more > 0) return more;
    this.at += count;
    return count;
  }

  digest(): string {
    return this.#hash.digest("hex");
  }

  #advance(count: number): void {
    this.#from += count;
    this.at += count;
  }

  #read(): number {
    const wanted = Math.min(PART_BYTES, this.left);
    this.#from = 0;
    this.#to = readSync(this.#descriptor, this.#part, 0, wanted, this.at);
    this.#hash.update(this.#part.subarray(0, this.#to));
    return this.#to;
  }
}

/** How many bytes there were. */
function fill(descriptor: number, into: Uint8Array, at: number): number {
  let filled = 0;
  while (filled < into.byteLength) {
    const count = readSync(descriptor, into, filled, into.byteLength - filled, at + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
