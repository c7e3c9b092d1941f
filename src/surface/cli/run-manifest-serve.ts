// `pith manifest serve`: an origin of manifests, until it is stopped.
import { resolve } from "node:path";
import { statSync } from "node:fs";
import { oneLine } from "../../base/safe-text.ts";
import { PithError } from "../../base/error.ts";
import type { Entry } from "../entry.ts";
import { brief, checkArguments, quote } from "../parameters.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { commandLineName } from "./flags.ts";
import { listeningOf, notListening } from "./http-listening.ts";
import { onInterrupt } from "./interrupt.ts";
import type { Terminal } from "./terminal.ts";

/** Beside that of the MCP server. */
const PORT = 7485;

export async function runManifestServe(entry: Entry, raw: RawCommand, terminal: Terminal): Promise<number> {
  const args = await checkArguments(entry, raw.values, "cli", commandLineName);
  const place = resolve(terminal.cwd, args["place"] as string);
  if (statSync(place, { throwIfNoEntry: false }) === undefined)
    throw new PithError(
      "PATH_NOT_FOUND",
      `There is no manifest and no folder ${quote(args["place"] as string)}.`,
      {
        subject: brief(args["place"] as string),
        next: "Name the file of a manifest, or the folder that a build wrote into.",
      },
    );
  const listening = await listeningOf(args, terminal, PORT);
  const [{ startHttpServer }, { HTTP_LIMITS }, { namesOf, urlOf }, { manifestOrigin }] = await Promise.all([
    import("../mcp/http/http-server.ts"),
    import("../mcp/http/limits.ts"),
    import("../mcp/http/machine-names.ts"),
    import("../origin/manifest-origin.ts"),
  ]);
  const interrupt = onInterrupt();
  const { host, port, token, allowHosts, allowOrigins } = listening;
  const http = await startHttpServer({
    endpoint: manifestOrigin(place),
    limits: HTTP_LIMITS,
    host,
    port,
    token,
    hosts: [...namesOf(host), ...allowHosts],
    origins: allowOrigins,
  }).catch((cause: unknown) => {
    throw notListening(cause as NodeJS.ErrnoException, listening);
  });
  terminal.stderr.write(`pith: serving manifests of ${oneLine(place)} at ${urlOf(http.address, "/")}\n`);
  await new Promise<void>((done) => {
    if (interrupt.signal.aborted) done();
    interrupt.signal.addEventListener("abort", () => done(), { once: true });
  });
  await http.close();
  return interrupt.code() ?? 0;
}
