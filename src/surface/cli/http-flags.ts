// Which transport does `pith mcp` serve, and do its flags go with that one? Loads nothing: a client over stdio waits for it.
import { PithError } from "../../base/error.ts";
import { longFlag } from "./flags.ts";

/** Flags that mean nothing where the client starts the server. */
const FOR_HTTP = ["port", "host", "path", "stateless", "tokenFile", "allowHost", "allowOrigin"] as const;

/** Throws for flags of another transport than the one that is asked for. */
export function checkTransport(args: Readonly<Record<string, unknown>>): "stdio" | "http" | "sse" {
  const transport = (args["transport"] ?? "stdio") as "stdio" | "http" | "sse";
  const wrong = FOR_HTTP.filter((name) => args[name] !== undefined && args[name] !== false).find(
    (name) => transport === "stdio" || (transport === "sse" && name === "stateless"),
  );
  if (wrong === undefined) return transport;
  const flag = longFlag(wrong);
  throw new PithError("ARGUMENT_INVALID", `${flag} means nothing with --transport ${transport}.`, {
    subject: flag,
    next: `Leave it out, or give --transport http${wrong === "stateless" ? "" : " or sse"}.`,
  });
}
