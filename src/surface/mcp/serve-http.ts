// The MCP server over HTTP, for clients that connect to it instead of starting it: what is served, for whom, and when it
// ends. What holds for every transport is in tool-server.ts, what holds for HTTP in http/.
import { namesOf, urlOf } from "./http/machine-names.ts";
import { HTTP_LIMITS } from "./http/limits.ts";
import type { HttpLimits } from "./http/limits.ts";
import { startHttpServer } from "./http/http-server.ts";
import { rootsWithin } from "./http/roots-within.ts";
import { sse } from "./http/sse.ts";
import { streamable } from "./http/streamable.ts";
import { inTurns } from "./http/turns.ts";
import { toolServer } from "./tool-server.ts";
import type { ToolServerOptions } from "./tool-server.ts";

export interface ServeHttpOptions extends ToolServerOptions {
  transport: "http" | "sse";
  isStateless: boolean;
  /** The address to listen on, as numbers. */
  host: string;
  port: number;
  path: string;
  token: string | undefined;
  allowHosts: readonly string[];
  allowOrigins: readonly string[];
  /** The folder beyond which no client gets: that of `--root`, or what is around the working directory. */
  given: string;
  /** Ends the server, as a signal from the terminal does. */
  stop: AbortSignal;
  /** Hears the address once it listens. */
  listening: (url: string) => void;
  limits?: Partial<HttpLimits>;
}

/** Resolves when it has been stopped and everything is closed. Rejects where it can't listen. */
export async function serveHttp(options: ServeHttpOptions): Promise<void> {
  const limits = { ...HTTP_LIMITS, ...options.limits };
  const { path, host, port, isStateless } = options;
  const server = toolServer(options, {
    ...(options.root === undefined && { roots: rootsWithin(options.given) }),
    call: (call) => inTurns(call, limits.atWork, limits.callTime),
  });
  const endpoint =
    options.transport === "sse"
      ? sse({ create: () => server.create("legacy"), limits, path })
      : streamable({ create: server.create, limits, path, isStateless });
  const http = await startHttpServer({
    endpoint,
    limits,
    host,
    port,
    token: options.token,
    hosts: [...namesOf(host), ...options.allowHosts],
    origins: options.allowOrigins,
  });
  options.listening(urlOf(http.address, path));
  await new Promise<void>((resolve) => {
    if (options.stop.aborted) resolve();
    options.stop.addEventListener("abort", () => resolve(), { once: true });
  });
  await http.close();
  await server.close();
}
