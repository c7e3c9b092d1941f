// The requests of a batch from standard input, which may never end: no more of it than a batch may have.
import type { Readable } from "node:stream";
import { LARGEST_BATCH } from "../base/limits.ts";

export async function readRequests(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let held = 0;
  for await (const part of stream as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(part);
    parts.push(bytes);
    held += bytes.length;
    if (held <= LARGEST_BATCH) continue;
    const { tooManyRequests } = await import("../engine/request-file.ts");
    throw tooManyRequests("-");
  }
  return Buffer.concat(parts, held).toString("utf8");
}
