// Where a server of ours listens, and to whom: read from the command line. What does not fit together is refused before anything
// listens: other people's machines can't be told apart without a token.
import { lookup } from "node:dns/promises";
import { PithError } from "../../base/error.ts";
import { isLoopback } from "../mcp/http/machine-names.ts";
import { brief, quote } from "../parameters.ts";
import { readToken, TOKEN_VARIABLE } from "./bearer-token.ts";
import type { Terminal } from "./terminal.ts";

export interface Listening {
  /** An address, as numbers. */
  host: string;
  port: number;
  token: string | undefined;
  allowHosts: readonly string[];
  allowOrigins: readonly string[];
}

/** Throws ARGUMENT_INVALID. */
export async function listeningOf(
  args: Readonly<Record<string, unknown>>,
  { cwd, env }: Terminal,
  port: number,
): Promise<Listening> {
  const allowOrigins = ((args["allowOrigin"] as string[] | undefined) ?? []).map(originOf);
  const allowHosts = ((args["allowHost"] as string[] | undefined) ?? []).map(hostNameOf);
  const token = readToken(args["tokenFile"] as string | undefined, { cwd, env });
  // No process that is started from here needs it.
  delete env[TOKEN_VARIABLE];
  const host = await addressOf((args["host"] as string | undefined) ?? "127.0.0.1");
  if (!isLoopback(host) && token === undefined) {
    throw new PithError("ARGUMENT_INVALID", "Other machines can be served only those that know a token.", {
      subject: "--host",
      next: `Give --token-file FILE or ${TOKEN_VARIABLE}, or leave --host out: then this machine alone is served.`,
    });
  }
  return { host, port: (args["port"] as number | undefined) ?? port, token, allowHosts, allowOrigins };
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

/** What a server that could not listen is told as. */
export function notListening(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Listening, "host" | "port">,
): Error {
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
