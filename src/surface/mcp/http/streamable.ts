// Streamable HTTP: which way is a message answered? In the newer protocol, and without sessions, each request by a server
// of its own; in the older one with sessions.
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { Server } from "@modelcontextprotocol/server";
import type { Era } from "../tool-server.ts";
import type { HttpLimits } from "./limits.ts";
import { refusal } from "./refusal.ts";
import { Sessions } from "./sessions.ts";
import type { Endpoint } from "./http-server.ts";

export interface StreamableOptions {
  create: (era: Era) => Server;
  limits: HttpLimits;
  path: string;
  isStateless: boolean;
}

export function streamable({ create, limits, path, isStateless }: StreamableOptions): Endpoint {
  const single = createMcpHandler(({ era }) => create(era), {
    legacy: isStateless ? "stateless" : "reject",
    keepAliveMs: limits.keepAlive,
    // Each is a request that stays open.
    maxSubscriptions: limits.exchanges / 2,
  });
  const sessions = isStateless ? undefined : new Sessions(() => create("legacy"), limits);
  return {
    methods: (asked) => (asked !== path ? [] : isStateless ? ["POST"] : ["GET", "POST", "DELETE"]),
    async handle(request, body, done) {
      if (sessions !== undefined && (body === undefined || (await isLegacyRequest(request, body))))
        return sessions.handle(request, body, done);
      if (body === undefined) return refusal(405, "This server keeps no sessions.");
      return single.fetch(request, { parsedBody: body });
    },
    async close() {
      await Promise.all([single.close(), sessions?.close()]);
    },
  };
}
