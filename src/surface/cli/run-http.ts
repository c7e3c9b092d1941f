// `pith mcp --transport http|sse`: from the command line to the server. What does not fit together is refused before anything
// listens.
import { oneLine } from "../../base/safe-text.ts";
import { PithError } from "../../base/error.ts";
import { rootAskedFor } from "../../files/guard.ts";
import { brief, quote } from "../parameters.ts";
import type { ToolServerOptions } from "../mcp/tool-server.ts";
import { listeningOf, notListening } from "./http-listening.ts";
import { onInterrupt } from "./interrupt.ts";
import type { Terminal } from "./terminal.ts";

/** `PITH` on the keys of a telephone. */
const PORT = 7484;
const PATHS = { http: "/mcp", sse: "/sse" } as const;
/** The exit code, once it has been stopped. */
export async function runHttp(
  args: Readonly<Record<string, unknown>>,
  server: Omit<ToolServerOptions, "errors" | "cwd" | "env">,
  terminal: Terminal,
): Promise<number> {
  const transport = args["transport"] as "http" | "sse";
  const { cwd, env, stderr } = terminal;
  const { root } = server;
  const given = rootAskedFor(root, { cwd }).path;
  const path = pathOf(args["path"] as string | undefined, PATHS[transport]);
  const listening = await listeningOf(args, terminal, PORT);
  const { serveHttp } = await import("../mcp/serve-http.ts");
  const interrupt = onInterrupt();
  try {
    await serveHttp({
      ...server,
      transport,
      isStateless: args["stateless"] === true,
      ...listening,
      path,
      given,
      cwd,
      env,
      errors: stderr,
      stop: interrupt.signal,
      listening: (url) => void stderr.write(`pith: serving MCP at ${url} for ${oneLine(given)}\n`),
    });
  } catch (cause) {
    throw notListening(cause as NodeJS.ErrnoException, listening);
  }
  return interrupt.code() ?? 0;
}

function pathOf(given: string | undefined, preset: string): string {
  if (given === undefined) return preset;
  const taken = ["/health", "/messages"];
  if (
    /^\/[\w.~/-]{1,200}$/.test(given) &&
    URL.parse(given, "http://a")?.pathname === given &&
    !taken.includes(given)
  )
    return given;
  throw new PithError("ARGUMENT_INVALID", `${quote(given)} is no path for --path.`, {
    subject: brief(given),
    next: `It begins with a slash and has letters, digits, dots, dashes and slashes, and is neither ${taken.join(" nor ")}: ${preset}.`,
  });
}
