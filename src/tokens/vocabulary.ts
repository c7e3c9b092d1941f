// Which byte strings are tokens of an encoding, and with which rank? An open-addressing hash table over one byte array,
// made in one pass from the published table of an encoding (`<base64 of the bytes> <rank>` a line): about 35 ms and
// 15 MB for o200k_base, where importing the same table as a JavaScript module takes 250 ms and 75 MB.
// A published package may carry the finished table as an image (`vocabularyImage`): 3 ms, or compressed, for an encoding
// that few ask for: 15 ms.
import { existsSync, readFileSync } from "node:fs";
import { endianness } from "node:os";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

export type EncodingName = "o200k_base" | "cl100k_base";

export interface Vocabulary {
  readonly tokens: number;
  /** Bytes of the longest token. */
  readonly longest: number;
  /** Rank of the token that is exactly `bytes[start..end)`, or -1. */
  rank(bytes: Uint8Array, start: number, end: number): number;
}

interface Table {
  tokens: number;
  longest: number;
  /** `blob[starts[rank] .. starts[rank + 1])` are the bytes of a token. */
  starts: Uint32Array;
  /** Rank in each slot, or -1. */
  slots: Int32Array;
  blob: Uint8Array;
}

/** 2^19 slots for 200,000 tokens: a load of 0.38, where linear probing needs 1.3 looks on average. */
const SLOTS = 1 << 19;

/**
 * First word of an image ("VOC2"); the next three are tokens, longest token, bytes of the blob. Then the slots, the length
 * of each token in a byte, the blob.
 */
const MAGIC = 0x32434f56;
const HEADER_WORDS = 4;

export function loadVocabulary(
  name: EncodingName,
  read: (name: EncodingName) => Uint8Array = readPublished,
): Vocabulary {
  const source = read(name);
  const { tokens, longest, starts, slots, blob } = fromImage(source) ?? fromText(source);
  return { tokens, longest, rank: (bytes, start, end) => look(bytes, start, end, blob, starts, slots) };
}

/** Where a published package keeps images: `<encoding>.vocabulary` beside this file, or the same with `.br`. */
function readPublished(name: EncodingName): Uint8Array {
  if (endianness() === "LE") {
    const image = new URL(`./${name}.vocabulary`, import.meta.url);
    if (existsSync(image)) return readFileSync(image);
    const compressed = new URL(`./${name}.vocabulary.br`, import.meta.url);
    if (existsSync(compressed)) return brotliDecompressSync(readFileSync(compressed));
  }
  return readFileSync(fileURLToPath(import.meta.resolve(`gpt-tokenizer/data/${name}.tiktoken`)));
}

/** The finished table of an encoding as one little-endian file, read back without any work. */
export function vocabularyImage(name: EncodingName): Uint8Array {
  const { tokens, longest, starts, slots, blob } = fromText(readPublished(name));
  // Every token of both tables is shorter than 256 bytes (a test checks).
  const lengths = Uint8Array.from({ length: tokens }, (_, rank) => starts[rank + 1]! - starts[rank]!);
  const header = Uint32Array.of(MAGIC, tokens, longest, blob.length);
  const parts = [header, slots, lengths, blob].map((a) => Buffer.from(a.buffer, a.byteOffset, a.byteLength));
  return Buffer.concat(parts);
}

function fromImage(source: Uint8Array): Table | null {
  if (source.length < HEADER_WORDS * 4) return null;
  // Typed arrays need their offset aligned; a Buffer from a pool may not be.
  const bytes = source.byteOffset % 4 === 0 ? source : source.slice();
  const [magic, tokens, longest, blobLength] = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS);
  if (magic !== MAGIC) return null;
  const slotsAt = bytes.byteOffset + HEADER_WORDS * 4;
  const lengthsAt = slotsAt + SLOTS * 4;
  const blobAt = lengthsAt + tokens!;
  const lengths = new Uint8Array(bytes.buffer, lengthsAt, tokens);
  const starts = new Uint32Array(tokens! + 1);
  for (let rank = 0; rank < tokens!; rank++) starts[rank + 1] = starts[rank]! + lengths[rank]!;
  return {
    tokens: tokens!,
    longest: longest!,
    starts,
    slots: new Int32Array(bytes.buffer, slotsAt, SLOTS),
    blob: new Uint8Array(bytes.buffer, blobAt, blobLength!),
  };
}

/** FNV-1a, 32 bits. `fromText` and `look` must fold bytes in the same way. */
const OFFSET = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

const SPACE = 32;
const PAD = 61;

function fromText(source: Uint8Array): Table {
  const blob = new Uint8Array((source.length * 3) >> 2);
  const starts = new Uint32Array(SLOTS >> 1);
  const slots = new Int32Array(SLOTS).fill(-1);
  const value = new Uint8Array(256);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (let i = 0; i < 64; i++) value[alphabet.charCodeAt(i)] = i;
  let at = 0;
  let out = 0;
  let rank = 0;
  let longest = 0;
  while (at < source.length) {
    let hash = OFFSET;
    starts[rank] = out;
    while (source[at] !== SPACE) {
      const third = source[at + 2]!;
      const fourth = source[at + 3]!;
      const group =
        (value[source[at]!]! << 18) | (value[source[at + 1]!]! << 12) | (value[third]! << 6) | value[fourth]!;
      at += 4;
      blob[out++] = group >> 16;
      hash = Math.imul(hash ^ (group >> 16), PRIME);
      if (third === PAD) continue;
      const second = (group >> 8) & 255;
      blob[out++] = second;
      hash = Math.imul(hash ^ second, PRIME);
      if (fourth === PAD) continue;
      blob[out++] = group & 255;
      hash = Math.imul(hash ^ (group & 255), PRIME);
    }
    // Ranks are consecutive from 0 in both tables (a test checks), so the digits need no reading.
    at += rank < 10 ? 3 : rank < 100 ? 4 : rank < 1000 ? 5 : rank < 10_000 ? 6 : rank < 100_000 ? 7 : 8;
    if (out - starts[rank]! > longest) longest = out - starts[rank]!;
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    while (slots[slot] !== -1) slot = (slot + 1) & (SLOTS - 1);
    slots[slot] = rank++;
  }
  starts[rank] = out;
  return { tokens: rank, longest, starts: starts.subarray(0, rank + 1), slots, blob: blob.subarray(0, out) };
}

function look(
  bytes: Uint8Array,
  start: number,
  end: number,
  blob: Uint8Array,
  starts: Uint32Array,
  slots: Int32Array,
): number {
  let hash = OFFSET;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, PRIME);
  const length = end - start;
  let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  for (let rank = slots[slot]!; rank !== -1; rank = slots[slot]!) {
    const from = starts[rank]!;
    if (starts[rank + 1]! - from === length) {
      let i = 0;
      while (i < length && blob[from + i] === bytes[start + i]) i++;
      if (i === length) return rank;
    }
    slot = (slot + 1) & (SLOTS - 1);
  }
  return -1;
}
