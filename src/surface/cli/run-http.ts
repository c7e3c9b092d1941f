// `pith mcp --transport http|sse`: from the command line to the server. What does not fit together is refused before anything
// listens: other people's machines can't be told apart without a token.
import { lookup } from "node:dns/promises";
import { oneLine } from "../../base/safe-text.ts";
import { PithError } from "../../base/error.ts";
import { rootAskedFor } from "../../files/guard.ts";
import { brief, quote } from "../parameters.ts";
import type { ToolServerOptions } from "../mcp/tool-server.ts";
import { readToken, TOKEN_VARIABLE } from "./bearer-token.ts";
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
  const allowOrigins = ((args["allowOrigin"] as string[] | undefined) ?? []).map(originOf);
  const allowHosts = ((args["allowHost"] as string[] | undefined) ?? []).map(hostNameOf);
  const token = readToken(args["tokenFile"] as string | undefined, { cwd, env });
  // No process that is started from here needs it.
  delete env[TOKEN_VARIABLE];
  const host = await addressOf((args["host"] as string | undefined) ?? "127.0.0.1");
  const { isLoopback, serveHttp } = await import("../mcp/serve-http.ts");
  if (!isLoopback(host) && token === undefined) {
    throw new PithError("ARGUMENT_INVALID", "Other machines can be served only those that know a token.", {
      subject: "--host",
      next: `Give --token-file FILE or ${TOKEN_VARIABLE}, or leave --host out: then this machine alone is served.`,
    });
  }
  const interrupt = onInterrupt();
  const port = (args["port"] as number | undefined) ?? PORT;
  try {
    await serveHttp({
      ...server,
      transport,
      isStateless: args["stateless"] === true,
      host,
      port,
      path,
      token,
      allowHosts,
      allowOrigins,
      given,
      cwd,
      env,
      errors: stderr,
      stop: interrupt.signal,
      listening: (url) => void stderr.write(`pith: serving MCP at ${url} for ${oneLine(given)}\n`),
    });
  } catch (cause) {
    throw notListening(cause as NodeJS.ErrnoException, host, port);
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

function originOf(given: string): string {
  const url = URL.parse(given);
  if (url !== null && url.origin === given.replace(/\/$/, "") && url.origin !== "null") return url.origin;
  throw new PithError("ARGUMENT_INVALID", `${quote(given)} is no origin of a page.`, {
    subject: brief(given),
    next: "Give scheme, name and port, such as https://app.example or http://localhost:6274.",
  });
}

function hostNameOf(given: string): string {
  if (/^[\w.-]{1,253}$|^\[?[0-9a-f:.]{2,45}\]?$/i.test(given)) return given.toLowerCase();
  throw new PithError("ARGUMENT_INVALID", `${quote(given)} is no name of a machine.`, {
    subject: brief(given),
    next: "Give the name alone, without scheme and port, such as pith.example.",
  });
}

/** In numbers, so that what is checked is what is listened on. */
async function addressOf(host: string): Promise<string> {
  try {
    return (await lookup(host.replaceAll(/^\[|\]$/g, ""))).address;
  } catch (cause) {
    throw new PithError("ARGUMENT_INVALID", `There is no address for the host ${quote(host)}.`, {
      subject: brief(host),
      next: "Give an address of this machine, such as 127.0.0.1 or 0.0.0.0.",
      cause,
    });
  }
}

function notListening(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const why: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken. Next: give another --port; 0 takes a free one.`,
    EACCES: `Port ${port} needs rights that this user hasn't. Next: give a --port above 1023.`,
    EADDRNOTAVAIL: `${host} is no address of this machine. Next: give one of its own with --host.`,
  };
  const text = why[error.code ?? ""];
  if (text === undefined) return error;
  const [message, next] = text.split(" Next: ") as [string, string];
  return new PithError("ARGUMENT_INVALID", message, {
    subject: error.code === "EADDRNOTAVAIL" ? "--host" : "--port",
    next: `${next.charAt(0).toUpperCase()}${next.slice(1)}`,
    cause: error,
  });
}
