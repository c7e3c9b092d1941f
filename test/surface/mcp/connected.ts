// A real client of the protocol and our server in one process, joined by streams.
import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/client";
import type { ClientOptions, JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { Engine } from "../../../src/engine/engine.ts";
import { serveMcp } from "../../../src/surface/mcp/serve.ts";
import type { CompatSet } from "../../../src/surface/compat/compat-set.ts";
import type { ToolSet } from "../../../src/surface/entry.ts";

export type Era = "legacy" | "modern";

export interface Connected extends AsyncDisposable {
  client: Client;
  stderr: () => string;
  /** Resolves when the server has ended. */
  ended: Promise<void>;
}

export interface ConnectedOptions {
  era: Era;
  engine: () => Promise<Engine>;
  tools?: ToolSet;
  compat?: CompatSet;
  root?: string;
  cwd?: string;
  client?: ClientOptions;
  prepare?: (client: Client) => void;
}

export async function connect(options: ConnectedOptions): Promise<Connected> {
  const server = startServer(options);
  const client = new Client(
    { name: "test", version: "1" },
    {
      ...options.client,
      versionNegotiation: { mode: options.era === "legacy" ? "legacy" : { pin: "2026-07-28" } },
    },
  );
  options.prepare?.(client);
  await client.connect(streamTransport(server.fromServer, server.toServer));
  return {
    client,
    stderr: server.stderr,
    ended: server.ended,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.ended;
    },
  };
}

export interface Started {
  toServer: PassThrough;
  fromServer: PassThrough;
  stderr: () => string;
  ended: Promise<void>;
  stop: AbortController;
}

export function startServer(options: Omit<ConnectedOptions, "era">, parent?: () => number): Started {
  const toServer = new PassThrough();
  const fromServer = new PassThrough();
  const errors = new PassThrough();
  let stderr = "";
  errors.on("data", (chunk) => (stderr += String(chunk)));
  const stop = new AbortController();
  const ended = serveMcp({
    tools: options.tools ?? "default",
    compat: options.compat,
    root: options.root,
    createEngine: options.engine,
    input: toServer,
    output: fromServer,
    errors,
    cwd: options.cwd ?? "/somewhere",
    env: {},
    stop: stop.signal,
    ...(parent !== undefined && { parent: { parent, isLeft: () => false } }),
  });
  return { toServer, fromServer, stderr: () => stderr, ended, stop };
}

function streamTransport(input: PassThrough, output: PassThrough): Transport {
  const transport: Transport = {
    async start() {
      let held = "";
      input.on("data", (chunk) => {
        held += String(chunk);
        const lines = held.split("\n");
        held = lines.pop() ?? "";
        for (const line of lines) transport.onmessage?.(JSON.parse(line) as JSONRPCMessage);
      });
    },
    async send(message) {
      output.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      output.end();
      transport.onclose?.();
    },
  };
  return transport;
}
