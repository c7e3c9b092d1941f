// `pith mcp`: from the command line to the server, with the SDK loaded only here.
import { resolve } from "node:path";
import type { Entry, ToolSet } from "../operations.ts";
import { checkArguments } from "../parameters.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { commandLineName } from "./flags.ts";
import { onInterrupt } from "./interrupt.ts";
import type { CreateEngine } from "./run-operation.ts";
import type { Terminal } from "./terminal.ts";

export async function runMcp(
  entry: Entry,
  raw: RawCommand,
  terminal: Terminal,
  createEngine: CreateEngine,
): Promise<number> {
  const args = await checkArguments(entry, raw.values, "cli", commandLineName);
  const root = args["root"] as string | undefined;
  // Nothing but protocol may reach standard output, whatever a dependency prints.
  globalThis.console = new console.Console(terminal.stderr, terminal.stderr);
  using interrupt = onInterrupt();
  const { serveMcp } = await import("../mcp/serve.ts");
  await serveMcp({
    tools: (args["tools"] as ToolSet | undefined) ?? "default",
    root: root === undefined ? undefined : resolve(terminal.cwd, root),
    createEngine,
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
