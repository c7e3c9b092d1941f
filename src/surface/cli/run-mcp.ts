// `pith mcp`: from the command line to the server, with the SDK loaded only here.
import { Console } from "node:console";
import { resolve } from "node:path";
import type { Entry, ToolSet } from "../entry.ts";
import { checkArguments } from "../parameters.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { configuredTools } from "./configured-tools.ts";
import { commandLineName } from "./flags.ts";
import { checkTransport } from "./http-flags.ts";
import { ENDS_WITH_ITS_CLIENT, onInterrupt } from "./interrupt.ts";
import type { CreateEngine } from "./run-operation.ts";
import type { Terminal } from "./terminal.ts";

export async function runMcp(
  entry: Entry,
  raw: RawCommand,
  terminal: Terminal,
  createEngine: CreateEngine,
): Promise<number> {
  const args = await checkArguments(entry, raw.values, "cli", commandLineName);
  const transport = checkTransport(args);
  const given = args["root"] as string | undefined;
  const root = given === undefined ? undefined : resolve(terminal.cwd, given);
  // Nothing but protocol may reach standard output, whatever a dependency prints.
  globalThis.console = new Console(terminal.stderr, terminal.stderr);
  const server = {
    tools: (args["tools"] as ToolSet | undefined) ?? (await configuredTools(root, terminal)),
    root,
    watch: args["watch"] === true,
    createEngine,
  };
  if (transport !== "stdio") {
    const { runHttp } = await import("./run-http.ts");
    const code = await runHttp(args, server, terminal);
    // Work that was cut off must not keep the process.
    process.exit(code);
  }
  const interrupt = onInterrupt(undefined, ENDS_WITH_ITS_CLIENT);
  if ((terminal.stdin as { isTTY?: boolean }).isTTY === true) {
    terminal.stderr.write("pith: waiting for an MCP client on standard input; Ctrl-C ends it.\n");
  }
  const { serveMcp } = await import("../mcp/serve.ts");
  await serveMcp({
    ...server,
    input: terminal.stdin,
    output: terminal.stdout,
    errors: terminal.stderr,
    cwd: terminal.cwd,
    env: terminal.env,
    stop: interrupt.signal,
  });
  // Work that was cut off (a worker, a scan) must not keep the process: its client is gone.
  process.exit(interrupt.code() ?? 0);
}
