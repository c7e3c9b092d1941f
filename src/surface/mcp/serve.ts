// The MCP server over standard input and output: how it starts, what it offers, and when it ends. Nothing here
// touches the repository: the engine is loaded by the first call, so that the handshake never waits for it.
import type { Readable, Writable } from "node:stream";
import { Server, parseJSONRPCMessage } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Engine, EngineOptions } from "../../engine/engine.ts";
import type { ToolSet } from "../entry.ts";
import { oneLine } from "../../base/safe-text.ts";
import { packageVersion } from "../../base/package-version.ts";
import { callTool } from "./call-tool.ts";
import { clientRoots } from "./client-roots.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { watchParent, type ParentWorld } from "./parent-process.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { describeTools } from "./tools.ts";

/** How long the engine may take to close, in ms, before the process ends anyway. */
const CLOSING = 200;

export interface ServeOptions {
  tools: ToolSet;
  root: string | undefined;
  /** Whether what changes is read ahead of the next call. */
  watch?: boolean | undefined;
  createEngine: (options: EngineOptions) => Promise<Engine>;
  input: Readable;
  output: Writable;
  errors: Writable;
  cwd: string;
  env: NodeJS.ProcessEnv;
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

  let engine: Promise<Engine> | undefined;
  const said = new Set<string>();
  const callOptions = {
    tools: options.tools,
    root: options.root,
    cwd: options.cwd,
    engine: () =>
      (engine ??= options.createEngine({
        env: options.env,
        cwd: options.cwd,
        watch: options.watch ?? false,
      })),
    notice: (text: string) => {
      if (said.has(text)) return;
      said.add(text);
      options.errors.write(`pith: ${oneLine(text)}\n`);
    },
  };
  const tools = describeTools(options.tools);

  const handle = serveStdio(
    ({ era }) => {
      const server = new Server(
        { name: "pith", version: packageVersion() },
        { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
      );
      const roots = clientRoots(server, era);
      server.setRequestHandler("tools/list", () => ({ tools }));
      server.setRequestHandler("tools/call", (request, context) =>
        callTool(request.params, context, roots, callOptions),
      );
      return server;
    },
    { transport },
  );

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
  if (engine !== undefined) {
    const closing = engine.then((e) => e.close()).catch(() => {});
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, CLOSING))]);
  }
}
