// The HTTP server itself, whatever is served on it: what comes in is checked and bounded (names, token, size, time, number)
// and goes to the endpoint; what comes back is written as it is read.
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isJsonContentType } from "@modelcontextprotocol/server";
import { guardOf } from "./guard.ts";
import type { GuardOptions } from "./guard.ts";
import type { HttpLimits } from "./limits.ts";
import { busy, PARSE_ERROR, REFUSED, refusal } from "./refusal.ts";
import { goneSignal, readBody, webRequest, writeResponse } from "./web-exchange.ts";

/** For those who look whether it runs: containers, proxies. Says nothing else, and needs no token. */
const HEALTH = "/health";

export interface Endpoint {
  /** The methods that a path takes; none: there is no such path. */
  methods: (path: string) => readonly string[];
  /** `body` is undefined for a request that has none; `done` resolves when its answer is written or given up. */
  handle: (request: Request, body: unknown, done: Promise<void>) => Promise<Response>;
  close: () => Promise<void>;
}

export interface HttpServerOptions extends GuardOptions {
  endpoint: Endpoint;
  limits: HttpLimits;
  host: string;
  port: number;
}

export interface HttpServer {
  address: AddressInfo;
  /** Ends at once: connections too. */
  close: () => Promise<void>;
}

/** Rejects where it can't listen. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { limits, endpoint } = options;
  const server = createServer({
    maxHeaderSize: limits.headers,
    headersTimeout: limits.headersTime,
    requestTimeout: limits.requestTime,
    keepAliveTimeout: limits.connectionTime,
    connectionsCheckingInterval: Math.min(limits.headersTime, limits.requestTime) / 2,
    // A connection whose other end has vanished must not count for ever.
    keepAlive: true,
    keepAliveInitialDelay: limits.stalledTime,
  });
  server.maxConnections = limits.connections;
  server.on("request", exchanges(options));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: options.host, port: options.port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    address: server.address() as AddressInfo,
    async close() {
      server.close();
      await endpoint.close();
      server.closeAllConnections();
    },
  };
}

function exchanges(options: HttpServerOptions): (from: IncomingMessage, to: ServerResponse) => void {
  const { endpoint, limits } = options;
  const guard = guardOf(options);
  let open = 0;

  const answer = async (from: IncomingMessage, gone: AbortSignal, done: Promise<void>): Promise<Response> => {
    const refused = guard.check(from);
    if (refused !== null) return refused;
    const url = addressOf(from);
    if (url === null) return refusal(400, "This address can't be read.");
    const method = from.method ?? "";
    if (url.pathname === HEALTH && (method === "GET" || method === "HEAD"))
      return Response.json({ status: "ok" });
    const methods = endpoint.methods(url.pathname);
    if (methods.length === 0) return refusal(404, "There is nothing at this path.");
    // A browser asks first, without the token.
    if (method === "OPTIONS")
      return new Response(null, { status: 204, headers: { Allow: methods.join(", ") } });
    const unknown = guard.checkToken(from);
    if (unknown !== null) return unknown;
    if (!methods.includes(method))
      return refusal(405, `This path takes ${methods.join(", ")}.`, REFUSED, { Allow: methods.join(", ") });
    if (method !== "POST") return endpoint.handle(webRequest(from, url, gone), undefined, done);
    if (open > limits.exchanges) return busy("Too many requests at once.");
    const body = await bodyOf(from, limits.body);
    if (body instanceof Response) return body;
    return endpoint.handle(webRequest(from, url, gone), body.json, done);
  };

  return (from, to) => {
    // A stream that only waits for what may come is bounded with its session.
    const counts = from.method === "POST" ? 1 : 0;
    open += counts;
    const gone = goneSignal(to);
    let finish: () => void = () => {};
    const done = new Promise<void>((resolve) => (finish = resolve));
    void answer(from, gone, done)
      .catch(() => refusal(gone.aborted ? 499 : 500, "The request could not be answered."))
      .then(async (response) => {
        for (const [name, value] of Object.entries(guard.crossOrigin(from)))
          response.headers.set(name, value);
        // What is left of a body that nobody wants is not waited for.
        if (!from.complete) to.setHeader("Connection", "close");
        await writeResponse(to, response, gone, limits.stalledTime);
        if (!from.complete) from.destroy();
      })
      .catch(() => to.destroy())
      .finally(() => {
        open -= counts;
        finish();
      });
  };
}

function addressOf(from: IncomingMessage): URL | null {
  // Not relative to an address: `//elsewhere/mcp` is a path.
  return URL.parse(`http://localhost${from.url?.startsWith("/") === true ? from.url : "/?"}`);
}

async function bodyOf(from: IncomingMessage, most: number): Promise<Response | { json: unknown }> {
  if (!isJsonContentType(from.headers["content-type"] ?? null))
    return refusal(415, "The Content-Type must be application/json.");
  const encoding = from.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") return refusal(415, "Bodies are taken without Content-Encoding alone.");
  const bytes = await readBody(from, most);
  if (bytes === null) return refusal(413, `A body may have at most ${most} bytes.`);
  try {
    const json: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return { json };
  } catch {
    return refusal(400, "The body is no JSON.", PARSE_ERROR);
  }
}
