// What is the same for every transport? One engine for all clients, loaded by the first call; a protocol server for each
// connection, session or request, with the tools on it; notes for the person, each said once.
import { Server } from "@modelcontextprotocol/server";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import type { Writable } from "node:stream";
import type { Engine, EngineOptions } from "../../engine/engine.ts";
import type { CompatSet } from "../compat/compat-set.ts";
import type { ToolSet } from "../entry.ts";
import { oneLine } from "../../base/safe-text.ts";
import { packageVersion } from "../../base/package-version.ts";
import { callTool } from "./call-tool.ts";
import type { CallOptions } from "./call-tool.ts";
import { clientRoots } from "./client-roots.ts";
import type { ClientRoots } from "./client-roots.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { describeCompat, describeTools } from "./tools.ts";

/** How long the engine may take to close, in ms, before the process ends anyway. */
const CLOSING = 200;

export interface ToolServerOptions {
  tools: ToolSet;
  /** The tools of another system in place of ours. */
  compat?: CompatSet | undefined;
  root: string | undefined;
  /** Whether what changes is read ahead of the next call. */
  watch?: boolean | undefined;
  createEngine: (options: EngineOptions) => Promise<Engine>;
  errors: Writable;
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export type Era = "legacy" | "modern";
type Call = typeof callTool;
type CallParams = Parameters<Call>[0];

export interface ToolServerWays {
  /** Which of the folders that a client names are heeded; all of them unless given. */
  roots?: (named: ClientRoots) => ClientRoots;
  /** What a call has to pass on its way in; nothing unless given. */
  call?: (call: Call) => Call;
}

export interface ToolServer {
  /** A server that is connected to nothing yet. */
  create: (era: Era) => Server;
  /** A call without a client: by one that names no folders and asks for no progress. */
  call: (params: CallParams, signal: AbortSignal) => Promise<CallToolResult>;
  /** Ends the engine, or gives it up after a moment, or as many ms. */
  close: (patience?: number) => Promise<void>;
}

export function toolServer(options: ToolServerOptions, ways: ToolServerWays = {}): ToolServer {
  let engine: Promise<Engine> | undefined;
  const said = new Set<string>();
  const callOptions: CallOptions = {
    tools: options.tools,
    compat: options.compat,
    env: options.env,
    root: options.root,
    cwd: options.cwd,
    engine: () =>
      (engine ??= options.createEngine({
        env: options.env,
        cwd: options.cwd,
        watch: options.watch ?? false,
        surface: "mcp",
      })),
    notice: (text: string) => {
      if (said.has(text)) return;
      said.add(text);
      options.errors.write(`pith: ${oneLine(text)}\n`);
    },
  };
  const { compat } = options;
  const tools = compat === undefined ? describeTools(options.tools) : describeCompat(compat);
  const call = ways.call?.(callTool) ?? callTool;
  return {
    create(era) {
      const server = new Server(
        { name: "pith", version: packageVersion() },
        { capabilities: { tools: {} }, instructions: compat?.instructions ?? INSTRUCTIONS },
      );
      const named = clientRoots(server, era);
      const roots = ways.roots?.(named) ?? named;
      server.setRequestHandler("tools/list", () => ({ tools }));
      server.setRequestHandler("tools/call", (request, context) =>
        call(request.params, context, roots, callOptions),
      );
      return server;
    },
    async call(params, signal) {
      // Of what the protocol gives a call only that which is used of it.
      const context = { mcpReq: { signal } } as unknown as ServerContext;
      const result = await call(params, context, { find: async () => [] }, callOptions);
      return result as CallToolResult;
    },
    async close(patience = CLOSING) {
      if (engine === undefined) return;
      const closing = engine.then((e) => e.close()).catch(() => {});
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patience);
      });
      await Promise.race([closing, tooLong]);
      clearTimeout(timer);
    },
  };
}
