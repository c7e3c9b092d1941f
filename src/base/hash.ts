// Hashes. A content id is the hash that Git gives the same bytes as a blob, so that ids can be compared with Git's.
import { hash } from "node:crypto";

/** Git blob id (40 hex digits) of the raw bytes. */
export function contentId(bytes: Uint8Array): string {
  const header = Buffer.from(`blob ${bytes.byteLength}\0`, "latin1");
  return hash("sha1", Buffer.concat([header, bytes]), "hex");
}

/** SHA-256 of a text (as UTF-8) or bytes, in hex. */
export function sha256(data: string | Uint8Array): string {
  return hash("sha256", data, "hex");
}
