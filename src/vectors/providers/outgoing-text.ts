// What of a text may be sent? The one way to a provider: without secrets, not longer than is set, in whole characters.
import { redactSync } from "../../redact/redact.ts";

export interface Outgoing {
  text: string;
  /** It was longer. */
  cut: boolean;
}

/**
 * Null where nothing is left to send. A text of a file was redacted before with all of its file around it, which tells more;
 * redacting it again changes nothing then, and is what holds for a text from anywhere else.
 */
export function outgoingText(text: string, mostBytes: number): Outgoing | null {
  // Redacted before it is cut: half of a secret does not look like one. What is far longer is not read to its end.
  const near = text.length > 8 * mostBytes ? text.slice(0, 8 * mostBytes) : text;
  const clean = redactSync("", near).text.toWellFormed();
  const shown = cutAt(clean, mostBytes);
  if (shown.trim() === "") return null;
  return { text: shown, cut: shown.length < clean.length || near.length < text.length };
}

/** The beginning of a text, of at most so many bytes of UTF-8, that ends between two characters. */
export function cutAt(text: string, mostBytes: number): string {
  if (Buffer.byteLength(text) <= mostBytes) return text;
  // No code unit is more than three bytes.
  let end = Math.min(text.length, mostBytes);
  let bytes = Buffer.byteLength(text.slice(0, end));
  while (bytes > mostBytes) {
    end -= Math.max(1, Math.floor((bytes - mostBytes) / 3));
    bytes = Buffer.byteLength(text.slice(0, end));
  }
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end);
}
