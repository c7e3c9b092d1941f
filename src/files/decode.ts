// What text do these bytes hold? UTF-8, UTF-16 with a mark, a declared encoding, or UTF-8 with marked losses; or none.
import { isAscii, isUtf8 } from "node:buffer";

export interface Decoded {
  text: string;
  /** WHATWG name of the encoding, such as `utf-8`, `utf-16le`, `shift_jis`. */
  encoding: string;
  /** Some bytes had no meaning in the encoding and stand as U+FFFD. */
  lossy: boolean;
}

/** Git, too, calls a file binary by a NUL in this many bytes (xdiff-interface.c). */
const FIRST_BYTES = 8_000;

/** A text that is not valid UTF-8 and has a larger share of broken or control bytes than this is no text. */
const MOST_STRANGE_SHARE = 0.1;

/**
 * Null for binary content. `declared` is asked only where the bytes are not plain UTF-8, and gives the name of the
 * encoding that was declared for the file, or null.
 */
export function decode(bytes: Uint8Array, declared: () => string | null = () => null): Decoded | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isBinaryFormat(buffer)) return null;
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return decodeAs(buffer, "utf-16le");
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return decodeAs(buffer, "utf-16be");
  const nul = buffer.subarray(0, FIRST_BYTES).includes(0);
  if (!nul) {
    // ISO-2022 and its kin are seven-bit text with escape signs: only a declaration tells them from ASCII.
    if (isAscii(buffer)) {
      const escaped = buffer.includes(0x1b) ? declaredText(buffer, declared()) : null;
      return escaped ?? { text: buffer.toString("latin1"), encoding: "utf-8", lossy: false };
    }
    if (isUtf8(buffer))
      return { text: withoutMark(buffer.toString("utf8")), encoding: "utf-8", lossy: false };
  }
  const text = declaredText(buffer, declared());
  if (text !== null) return text;
  if (nul || strangeShare(buffer) > MOST_STRANGE_SHARE) return null;
  return decodeAs(buffer, "utf-8");
}

/** Formats that begin like text: PDF, and UTF-32 by its mark, which no decoder of the runtime reads. */
function isBinaryFormat(buffer: Buffer): boolean {
  return buffer.toString("latin1", 0, 5) === "%PDF-" || buffer.toString("latin1", 0, 4) === "\xff\xfe\0\0";
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Null where nothing is declared or the runtime does not know the encoding. */
function declaredText(buffer: Buffer, label: string | null): Decoded | null {
  if (label === null) return null;
  try {
    return decodeAs(buffer, new TextDecoder(label).encoding);
  } catch {
    return null;
  }
}

function decodeAs(buffer: Buffer, encoding: string): Decoded {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(buffer), encoding, lossy: false };
  } catch {
    return { text: new TextDecoder(encoding).decode(buffer), encoding, lossy: true };
  }
}

/** Share of bytes that no text has: broken UTF-8 and control signs other than white space and escape. */
function strangeShare(buffer: Buffer): number {
  const sample = buffer.subarray(0, FIRST_BYTES);
  if (sample.length === 0) return 0;
  let strange = 0;
  for (const byte of sample) {
    if (byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27) strange++;
  }
  const text = new TextDecoder("utf-8").decode(sample);
  for (let at = text.indexOf("\ufffd"); at !== -1; at = text.indexOf("\ufffd", at + 1)) strange++;
  return strange / sample.length;
}
