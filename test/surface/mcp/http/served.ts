// Our server over HTTP in this process, on a port of its own, with an engine that says what it was asked; clients that are
// real, and requests as somebody writes them by hand.
import { PassThrough } from "node:stream";
import { connect as connectSocket } from "node:net";
import type { Socket } from "node:net";
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ClientOptions, Transport } from "@modelcontextprotocol/client";
import type { OperationContext, Outcome } from "../../../../src/engine/operation.ts";
import type { ToolSet } from "../../../../src/surface/entry.ts";
import { serveHttp } from "../../../../src/surface/mcp/serve-http.ts";
import type { ServeHttpOptions } from "../../../../src/surface/mcp/serve-http.ts";
import { fakeEngine } from "../../cli/fake-terminal.ts";
import type { Ran } from "../../cli/fake-terminal.ts";

export type Way = "sessions" | "stateless" | "sse";
type Answer = (name: string, context: OperationContext) => Partial<Outcome> | Promise<Partial<Outcome>>;

export interface ServedOptions extends Partial<Omit<ServeHttpOptions, "transport">> {
  way?: Way;
  tools?: ToolSet;
  answer?: Answer;
}

export interface Served extends AsyncDisposable {
  url: string;
  port: number;
  calls: Ran["calls"];
  stderr: () => string;
  stop: () => void;
  ended: Promise<void>;
}

export async function served({ way = "sessions", answer, ...options }: ServedOptions = {}): Promise<Served> {
  const calls: Ran["calls"] = [];
  const errors = new PassThrough();
  let stderr = "";
  errors.on("data", (chunk) => (stderr += String(chunk)));
  const stop = new AbortController();
  let ended: Promise<void> = Promise.resolve();
  const url = await new Promise<string>((resolve, reject) => {
    ended = serveHttp({
      transport: way === "sse" ? "sse" : "http",
      isStateless: way === "stateless",
      host: "127.0.0.1",
      port: 0,
      path: way === "sse" ? "/sse" : "/mcp",
      token: undefined,
      allowHosts: [],
      allowOrigins: [],
      given: "/somewhere",
      root: undefined,
      tools: "default",
      createEngine: async () => fakeEngine(calls, answer),
      errors,
      cwd: "/somewhere",
      env: {},
      stop: stop.signal,
      listening: resolve,
      ...options,
    });
    ended.catch(reject);
  });
  return {
    url,
    port: Number(new URL(url).port),
    calls,
    stderr: () => stderr,
    stop: () => stop.abort(),
    ended,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}

export interface Connected extends AsyncDisposable {
  client: Client;
  transport: Transport;
}

export async function connected(
  url: string,
  options: {
    way?: Way;
    era?: "legacy" | "modern";
    client?: ClientOptions;
    prepare?: (client: Client) => void;
    headers?: Record<string, string>;
  } = {},
): Promise<Connected> {
  const mode = options.era === "modern" ? { pin: "2026-07-28" } : ("legacy" as const);
  const client = new Client(
    { name: "test", version: "1" },
    { ...options.client, versionNegotiation: { mode } },
  );
  options.prepare?.(client);
  const address = new URL(url);
  const init = { requestInit: { headers: options.headers ?? {} } };
  const transport =
    options.way === "sse"
      ? new SSEClientTransport(address, init)
      : new StreamableHTTPClientTransport(address, init);
  await client.connect(transport);
  return {
    client,
    transport,
    async [Symbol.asyncDispose]() {
      await client.close();
    },
  };
}

export const textOf = (result: { content: unknown }): string =>
  (result.content as { text: string }[])[0]!.text;

export const HEADERS = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

/** A request as a program without the SDK sends it. */
export async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(url, { method: "POST", headers: { ...HEADERS, ...headers }, body: text });
}

/** The messages of an answer, however they were sent. */
export async function messages(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text();
  if (!(response.headers.get("content-type") ?? "").startsWith("text/event-stream"))
    return text === "" ? [] : [JSON.parse(text) as Record<string, unknown>];
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);
}

/** Begins a session by hand; its id. */
export async function begin(
  url: string,
  initialize: unknown,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await post(url, initialize, headers);
  await response.text();
  return response.headers.get("mcp-session-id") ?? "";
}

/** Bytes as they are written, and what came until the other end closed or enough has been seen. */
export async function raw(
  port: number,
  bytes: string | readonly string[],
  options: { until?: RegExp; pause?: number; ms?: number } = {},
): Promise<string> {
  const socket: Socket = connectSocket(port, "127.0.0.1");
  let seen = "";
  const closed = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, options.ms ?? 10_000);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    socket.on("data", (chunk) => {
      seen += String(chunk);
      if (options.until?.test(seen) === true) end();
    });
    socket.on("close", end);
    socket.on("error", end);
  });
  for (const part of typeof bytes === "string" ? [bytes] : bytes) {
    socket.write(part);
    if (options.pause !== undefined) await new Promise((resolve) => setTimeout(resolve, options.pause));
  }
  await closed;
  socket.destroy();
  return seen;
}

export async function eventually(
  holds: () => boolean | Promise<boolean>,
  what: string,
  ms = 10_000,
): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Not seen in ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
