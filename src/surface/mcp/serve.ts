// The MCP server over standard input and output: how it starts and when it ends. Nothing here touches the repository: the
// engine is loaded by the first call, so that the handshake never waits for it.
import type { Readable, Writable } from "node:stream";
import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { watchParent, type ParentWorld } from "./parent-process.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { toolServer } from "./tool-server.ts";
import type { ToolServerOptions } from "./tool-server.ts";

export interface ServeOptions extends ToolServerOptions {
  input: Readable;
  output: Writable;
  /** Ends the server, as a signal from the terminal does. */
  stop: AbortSignal;
  parent?: ParentWorld;
}

/** Resolves when the client is gone and everything is closed. */
export async function serveMcp(options: ServeOptions): Promise<void> {
  const transport = new StdioTransport({
    input: options.input,
    output: options.output,
    parse: parseJSONRPCMessage,
  });
  const server = toolServer(options);
  const handle = serveStdio(({ era }) => server.create(era), { transport });

  // serveStdio has put its own listener on the transport; ours comes after it.
  const inner = transport.onclose;
  const ended = new Promise<void>((resolve) => {
    transport.onclose = () => {
      inner?.();
      resolve();
    };
  });
  if (options.stop.aborted) void handle.close();
  options.stop.addEventListener("abort", () => void handle.close(), { once: true });
  const unwatch = watchParent(() => void handle.close(), options.parent);

  await ended;
  unwatch();
  await server.close();
}
