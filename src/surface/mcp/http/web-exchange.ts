// The adapter between node:http and the web's Request and Response, which the SDK speaks: bodies are read within a ceiling,
// answers are written no faster than they are read, and a client that goes away is noticed.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";

/** The whole body, or null: it has more bytes than it may. Rejects where the client goes away in the middle of it. */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer | null> {
  if (Number(request.headers["content-length"] ?? 0) > most) return null;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}

/** Without its body, which has been read. Throws for header lines that no web request can have. */
export function webRequest(request: IncomingMessage, url: URL, gone: AbortSignal): Request {
  const headers = new Headers();
  const { rawHeaders } = request;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
  // Whoever takes anything takes both forms of an answer; the SDK wants them by name.
  const accept = headers.get("accept") ?? "*/*";
  if (request.method === "POST" && accept.includes("*/*"))
    headers.set("accept", "application/json, text/event-stream");
  return new Request(url, { method: request.method ?? "GET", headers, signal: gone });
}

/** Aborted when the connection closes before the answer has been written. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  // What can't be written ends with the connection.
  response.on("error", () => {});
  return controller.signal;
}

/** Resolves when the answer has been handed over, or nobody is there to take it. */
export async function writeResponse(
  to: ServerResponse,
  answer: Response,
  gone: AbortSignal,
  stalledTime: number,
): Promise<void> {
  if (gone.aborted) {
    await answer.body?.cancel().catch(() => {});
    return;
  }
  // Whether the connection stays is between node:http and the client.
  answer.headers.delete("connection");
  to.writeHead(answer.status, [...answer.headers].flat());
  if (answer.body === null || to.req.method === "HEAD") {
    await answer.body?.cancel().catch(() => {});
    to.end();
    return;
  }
  // A stream may have nothing to say for long, and its reader must see that it is there.
  to.flushHeaders();
  const reader = answer.body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  gone.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || gone.aborted) break;
      if (!to.write(value)) await drained(to, gone, stalledTime);
    }
  } catch {
    // A stream that failed has no whole answer.
    to.destroy();
  } finally {
    gone.removeEventListener("abort", cancel);
    to.end();
  }
}

async function drained(to: ServerResponse, gone: AbortSignal, stalledTime: number): Promise<void> {
  const tooLong = AbortSignal.timeout(stalledTime);
  try {
    await once(to, "drain", { signal: AbortSignal.any([gone, tooLong]) });
  } catch {
    if (tooLong.aborted) to.destroy();
  }
}
