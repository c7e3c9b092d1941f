// What does a text cost? Opens the counter of a unit. An encoding's table is read on first use and kept.
//
// What each unit counts, exactly:
// - `o200k_base`, `cl100k_base`: the tokens that the reference implementation gives the text's UTF-8 bytes when special
//   tokens are ordinary text (`<|endoftext|>` is seven tokens, not one). A lone surrogate counts as U+FFFD, which is
//   what UTF-8 makes of it. Runs of any length are counted whole; nothing is cut.
// - `bytes`: UTF-8 bytes. `estimate`: min(ceil(1.5 × o200k_base), UTF-8 bytes after NFKC).
import { toUSVString } from "node:util";

import { sha256 } from "../base/hash.ts";
import { inBlocks } from "./blocks.ts";
import { mergedCount } from "./merge.ts";
import { piecePatterns } from "./pieces.ts";
import type { Unit } from "./units.ts";
import { loadVocabulary, type EncodingName } from "./vocabulary.ts";

export interface Counter {
  readonly unit: Unit;
  /** False for `estimate` alone. */
  readonly exact: boolean;
  count(text: string): number;
  /** Whether `count(text) <= limit`, without counting where a bound settles it and without counting on past the limit. */
  atMost(text: string, limit: number): boolean;
}

export async function openCounter(unit: Unit): Promise<Counter> {
  return openCounterSync(unit);
}

const opened = new Map<Unit, Counter>();

export function openCounterSync(unit: Unit): Counter {
  let counter = opened.get(unit);
  if (counter === undefined) {
    counter = makeCounter(unit);
    opened.set(unit, counter);
  }
  return counter;
}

function makeCounter(unit: Unit): Counter {
  if (unit === "bytes") {
    const count = (text: string) => Buffer.byteLength(text);
    return {
      unit,
      exact: true,
      count,
      atMost: (text, limit) => text.length <= limit && count(text) <= limit,
    };
  }
  if (unit === "estimate") {
    const tokens = openCounterSync("o200k_base");
    const bytes = (text: string) => Buffer.byteLength(text.normalize("NFKC"));
    return {
      unit,
      exact: false,
      count: (text) => Math.min(Math.ceil(1.5 * tokens.count(text)), bytes(text)),
      atMost: (text, limit) => bytes(text) <= limit || tokens.atMost(text, Math.floor(limit / 1.5)),
    };
  }
  const count = encodingCount(unit);
  return {
    unit,
    exact: true,
    count: inBlocks((text) => count(text, Infinity)),
    atMost: (text, limit) => count(text, limit) <= limit,
  };
}

/** Merged pieces are mostly identifiers that come again; beyond this many the memory is emptied. */
const REMEMBERED_PIECES = 20_000;
const REMEMBERED_LENGTH = 64;

/** From so many bytes on a piece is remembered by its hash: an answer is counted again and again while it is fitted. */
const LONG_PIECE = 4096;
const REMEMBERED_LONG = 1000;

/** Counts tokens and stops once `limit` is passed. */
function encodingCount(name: EncodingName): (text: string, limit: number) => number {
  const vocabulary = loadVocabulary(name);
  const { ascii, unicode } = piecePatterns(name);
  const encoder = new TextEncoder();
  const remembered = new Map<string, number>();
  const rememberedLong = new Map<string, number>();
  let buffer = new Uint8Array(1 << 16);

  function pieceTokens(
    text: string,
    at: number,
    end: number,
    bytes: Uint8Array,
    from: number,
    to: number,
  ): number {
    if (to - from === 1 || vocabulary.rank(bytes, from, to) !== -1) return 1;
    if (to - from >= LONG_PIECE) return longPieceTokens(bytes.subarray(from, to));
    if (end - at > REMEMBERED_LENGTH) return mergedCount(vocabulary, bytes, from, to);
    const piece = text.slice(at, end);
    let merged = remembered.get(piece);
    if (merged === undefined) {
      merged = mergedCount(vocabulary, bytes, from, to);
      if (remembered.size >= REMEMBERED_PIECES) remembered.clear();
      remembered.set(piece, merged);
    }
    return merged;
  }

  function longPieceTokens(piece: Uint8Array): number {
    const key = sha256(piece);
    let merged = rememberedLong.get(key);
    if (merged === undefined) {
      merged = mergedCount(vocabulary, piece, 0, piece.length);
      if (rememberedLong.size >= REMEMBERED_LONG) rememberedLong.clear();
      rememberedLong.set(key, merged);
    }
    return merged;
  }

  return (given, limit) => {
    const text = toUSVString(given);
    const room = text.length * 3;
    if (buffer.length < room) buffer = new Uint8Array(room);
    const bytes = buffer;
    const size = encoder.encodeInto(text, bytes).written;
    // Each token stands for at least one byte and at most `longest`.
    if (limit !== Infinity) {
      if (size <= limit) return limit;
      if (size > limit * vocabulary.longest) return limit + 1;
    }
    let tokens = 0;
    let at = 0;
    let byteAt = 0;
    while (at < text.length && tokens <= limit) {
      const next = size === text.length ? text.length : nextOther(text, at);
      const safe = next === text.length ? next : safeBefore(text, at, next);
      while (at < next && tokens <= limit) {
        ascii.lastIndex = at;
        ascii.test(text);
        const end = ascii.lastIndex;
        if (end > safe) break;
        const byteEnd = byteAt + end - at;
        tokens += pieceTokens(text, at, end, bytes, byteAt, byteEnd);
        at = end;
        byteAt = byteEnd;
      }
      // Pieces that a character outside of ASCII may take part in, one at a time until it is passed.
      while (at <= next && at < text.length && tokens <= limit) {
        unicode.lastIndex = at;
        unicode.test(text);
        const end = unicode.lastIndex;
        const byteEnd = byteAt + utf8Length(text, at, end);
        tokens += pieceTokens(text, at, end, bytes, byteAt, byteEnd);
        at = end;
        byteAt = byteEnd;
      }
    }
    // One huge text must not hold its memory for the life of the process.
    if (buffer.length > 1 << 22) buffer = new Uint8Array(1 << 16);
    return tokens;
  };
}

const OTHER = /[^\x00-\x7f]/g;

/** Next character outside of ASCII, or the end. */
function nextOther(text: string, at: number): number {
  OTHER.lastIndex = at;
  return OTHER.test(text) ? OTHER.lastIndex - 1 : text.length;
}

/**
 * Up to where both patterns cut alike before a character outside of ASCII at `other`. Where blanks stand before it: up to
 * them, since a run of blanks could go on with other white space. Else two before it: a piece looks at one character
 * after its end, and at two where that is an apostrophe (a contraction).
 */
function safeBefore(text: string, at: number, other: number): number {
  let blank = other;
  while (blank > at && isBlank(text.charCodeAt(blank - 1))) blank--;
  return blank < other ? blank : other - 2;
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** UTF-8 bytes of `text[from..to)`, which is well formed. */
function utf8Length(text: string, from: number, to: number): number {
  let length = 0;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair stands for two of the four bytes.
    length += unit < 0x80 ? 1 : unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3;
  }
  return length;
}
