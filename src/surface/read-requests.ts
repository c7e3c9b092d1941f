// The requests of a batch from standard input, which may never end: no more of it than a batch may have.
import type { Readable } from "node:stream";
import { GrowingBytes } from "../base/growing-bytes.ts";
import { LARGEST_BATCH } from "../base/limits.ts";

export async function readRequests(stream: Readable): Promise<string> {
  const bytes = new GrowingBytes();
  for await (const part of stream as AsyncIterable<Buffer | string>) {
    bytes.add(typeof part === "string" ? Buffer.from(part) : part);
    if (bytes.length <= LARGEST_BATCH) continue;
    const { tooManyRequests } = await import("../engine/request-file.ts");
    throw tooManyRequests("-");
  }
  return bytes.text();
}
