// The tools of the conformance suite's example server that show what a transport does (progress, questions to the client, a
// stream that closes in the middle of a call), served by the transport of `pith mcp`.
import { setTimeout as wait } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/server";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { startHttpServer } from "../../../src/surface/mcp/http/http-server.ts";
import { HTTP_LIMITS } from "../../../src/surface/mcp/http/limits.ts";
import { streamable } from "../../../src/surface/mcp/http/streamable.ts";

const text = (said: string, more: object = {}): CallToolResult => ({
  content: [{ type: "text", text: said }],
  ...more,
});
const string = { type: "string" as const };

type Tool = (
  args: Record<string, unknown>,
  context: ServerContext,
  server: Server,
) => Promise<CallToolResult>;

const TOOLS: Readonly<Record<string, Tool>> = {
  test_simple_text: async () => text("This is a simple text response for testing."),
  test_error_handling: async () =>
    text("This tool intentionally returns an error for testing", { isError: true }),
  async test_tool_with_progress(_args, { mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress, total: 100 },
        });
      await wait(50);
    }
    return text("done");
  },
  async test_tool_with_logging(_args, { mcpReq }) {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await mcpReq.notify({ method: "notifications/message", params: { level: "info", data } });
      await wait(50);
    }
    return text("done");
  },
  async test_sampling({ prompt }, { mcpReq }) {
    const answer = await mcpReq.send({
      method: "sampling/createMessage",
      params: { messages: [{ role: "user", content: { type: "text", text: prompt } }], maxTokens: 100 },
    });
    return text(`LLM response: ${JSON.stringify(answer)}`);
  },
  async test_elicitation({ message }, { mcpReq }) {
    const answer = await mcpReq.send({
      method: "elicitation/create",
      params: {
        message,
        requestedSchema: {
          type: "object",
          properties: { username: string, email: string },
          required: ["username", "email"],
        },
      },
    });
    return text(`User response: ${JSON.stringify(answer)}`);
  },
  async test_reconnection(_args, { http }) {
    await wait(50);
    http?.closeSSE?.();
    await wait(100);
    return text("Reconnection test completed successfully");
  },
};

/** The scenarios that these tools are for, and those that need none. */
export const FIXTURE_SCENARIOS = [
  "server-initialize",
  "logging-set-level",
  "ping",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-error",
  "tools-call-with-logging",
  "tools-call-with-progress",
  "tools-call-sampling",
  "tools-call-elicitation",
  "server-sse-polling",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

export async function fixtureServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const create = (): Server => {
    const server = new Server(
      { name: "fixture", version: "1" },
      { capabilities: { tools: {}, logging: {} } },
    );
    server.setRequestHandler("tools/list", () => ({
      tools: Object.keys(TOOLS).map((name) => ({
        name,
        description: name,
        inputSchema: { type: "object" as const },
      })),
    }));
    server.setRequestHandler("tools/call", ({ params }, context) =>
      TOOLS[params.name]!(params.arguments ?? {}, context, server),
    );
    return server;
  };
  const endpoint = streamable({ create, limits: HTTP_LIMITS, path: "/mcp", isStateless: false });
  const { address, close } = await startHttpServer({
    endpoint,
    limits: HTTP_LIMITS,
    host: "127.0.0.1",
    port: 0,
    hosts: [],
    origins: [],
    token: undefined,
  });
  return { url: `http://127.0.0.1:${address.port}/mcp`, close };
}
