// `pith mcp`: from the command line to the server, with the SDK loaded only here.
import { Console } from "node:console";
import { resolve } from "node:path";
import { oneLine } from "../../base/safe-text.ts";
import { PithError, toPithError } from "../../base/error.ts";
import { shownError } from "../../redact/redact-error.ts";
import type { CompatName, CompatSet } from "../compat/compat-set.ts";
import type { Entry, ToolSet } from "../entry.ts";
import { checkArguments } from "../parameters.ts";
import type { RawCommand } from "./collect-arguments.ts";
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
    tools: await toolSetOf(args, root, terminal),
    compat: await compatSet(args, terminal.cwd),
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

/** Tools in place of those of the table: another system's, or those for manifests. */
export async function compatSet(
  args: Readonly<Record<string, unknown>>,
  cwd: string,
): Promise<CompatSet | undefined> {
  const { compat, tools } = args;
  const manifests = args["manifest"] as string[] | undefined;
  if (compat !== undefined && (tools === "manifest" || manifests !== undefined)) throw oneSet();
  if (compat !== undefined) {
    const { loadCompatSet } = await import("../compat/compat-set.ts");
    return loadCompatSet(compat as CompatName);
  }
  if (tools !== "manifest" && manifests === undefined) return undefined;
  if (tools !== undefined && tools !== "manifest") throw oneSet();
  const { manifestTools } = await import("../mcp/manifest-tools.ts");
  return manifestTools((manifests ?? []).map((path) => resolve(cwd, path)));
}

function oneSet(): PithError {
  return new PithError("ARGUMENT_INVALID", "A server offers one set of tools.", {
    subject: "--tools",
    next: "Start one with --tools manifest, and another one for the other tools.",
  });
}

/** Those of the table; where others stand in their place it does not matter. */
export async function toolSetOf(
  args: Readonly<Record<string, unknown>>,
  root: string | undefined,
  terminal: Terminal,
): Promise<ToolSet> {
  const given = args["tools"];
  if (given === "default" || given === "full") return given;
  return given === "manifest" || args["manifest"] !== undefined ? "default" : configuredTools(root, terminal);
}

/** The tool set of the settings. A fault in them must not keep the client from its tools: every call will say it. */
async function configuredTools(root: string | undefined, terminal: Terminal): Promise<ToolSet> {
  try {
    const { loadConfig } = await import("../../config/load.ts");
    const { resolveDefaultRoot } = await import("../../files/guard.ts");
    const folder = root ?? resolveDefaultRoot({ cwd: terminal.cwd }).path;
    const { tools } = loadConfig({ root: folder, env: terminal.env }).values;
    if (tools === "default" || tools === "full") return tools;
    terminal.stderr.write(`pith: the setting tools is "${oneLine(tools)}"; accepted: default, full\n`);
  } catch (error) {
    // No project here yet (a home folder, say): the client names its root with each call.
    if (toPithError(error).code !== "ROOT_TOO_BROAD")
      terminal.stderr.write(`pith: ${shownError(error).message}\n`);
  }
  return "default";
}
