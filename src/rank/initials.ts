// Do the words of a name begin with certain letters? `WebSocketUpgrade` and `web_socket_config` with `ws`.
import type { BytesTest } from "../store/segment-view.ts";

const isUpper = (byte: number) => byte >= 65 && byte <= 90;
const isLower = (byte: number) => byte >= 97 && byte <= 122;
const isDigit = (byte: number) => byte >= 48 && byte <= 57;

/** A letter begins a word behind what is no letter, and where capitals and small letters meet: `aB`, `ABc`. */
function beginsWord(bytes: Uint8Array, at: number, start: number, end: number): boolean {
  const byte = bytes[at]!;
  if (!isUpper(byte) && !isLower(byte)) return false;
  if (at === start) return true;
  const before = bytes[at - 1]!;
  if (!isUpper(before) && !isLower(before) && !isDigit(before)) return true;
  if (!isUpper(byte)) return false;
  return !isUpper(before) || (at + 1 < end && isLower(bytes[at + 1]!));
}

/** Whether the first words begin with these letters (small, ASCII); never of a name beyond ASCII. */
export function initialsMatch(...[bytes, start, end, letters]: [...Parameters<BytesTest>, string]): boolean {
  let met = 0;
  for (let at = start; at < end && met < letters.length; at++) {
    if (bytes[at]! > 127) return false;
    if (!beginsWord(bytes, at, start, end)) continue;
    if ((bytes[at]! | 32) !== letters.charCodeAt(met)) return false;
    met++;
  }
  return met === letters.length;
}

/** The first words of an ASCII name, as they stand in it. */
export function longForm(name: string, words: number): string {
  const bytes = Buffer.from(name, "latin1");
  let met = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (!beginsWord(bytes, at, 0, bytes.length)) continue;
    if (met === words) return name.slice(0, at).replace(/[^A-Za-z0-9]+$/, "");
    met++;
  }
  return name;
}
