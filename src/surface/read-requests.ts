// The requests of a batch, or the arguments of one call, from standard input, which may never end: no more of it than a
// batch may have.
import type { Readable } from "node:stream";
import type { PithError } from "../base/error.ts";
import { GrowingBytes } from "../base/growing-bytes.ts";
import { LARGEST_BATCH } from "../base/limits.ts";

/** `tooMuch` makes the error for what is more; of a batch unless given. */
export async function readRequests(stream: Readable, tooMuch?: () => PithError): Promise<string> {
  const bytes = new GrowingBytes();
  for await (const part of stream as AsyncIterable<Buffer | string>) {
    bytes.add(typeof part === "string" ? Buffer.from(part) : part);
    if (bytes.length <= LARGEST_BATCH) continue;
    if (tooMuch !== undefined) throw tooMuch();
    const { tooManyRequests } = await import("../engine/request-file.ts");
    throw tooManyRequests("-");
  }
  return bytes.text();
}
