// `pith query`: what a client of `pith mcp` would get for a call, byte for byte, without a client. The same way is gone: the
// same checks, the same choice of the root, the same answer.
import { resolve } from "node:path";
import { safeLines } from "../../base/safe-text.ts";
import { PithError } from "../../base/error.ts";
import { LARGEST_BATCH } from "../../base/limits.ts";
import type { Entry } from "../entry.ts";
import { toolServer } from "../mcp/tool-server.ts";
import { brief, checkArguments, quote } from "../parameters.ts";
import { readRequests } from "../read-requests.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { commandLineName } from "./flags.ts";
import { onInterrupt } from "./interrupt.ts";
import type { CreateEngine } from "./run-operation.ts";
import { write } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";

/** How long the engine may take to close after the answer is out, in ms: as after every command. */
const CLOSING = 2000;

export async function runQuery(
  entry: Entry,
  raw: RawCommand,
  terminal: Terminal,
  createEngine: CreateEngine,
): Promise<number> {
  const args = await checkArguments(entry, raw.values, "cli", commandLineName);
  const { cwd, env, stdout, stderr } = terminal;
  const root = args["root"] === undefined ? undefined : resolve(cwd, args["root"] as string);
  const given = (args["arguments"] as string | undefined) ?? "{}";
  const call = {
    name: args["tool"] as string,
    arguments: argumentsIn(given === "-" ? await readRequests(terminal.stdin, tooLong) : given),
  };
  // A chunk of its own in the package would be one file more for every start of a server.
  const { compatSet, toolSetOf } = await import("./run-mcp.ts");
  const interrupt = onInterrupt();
  let isFound = true;
  const server = toolServer({
    tools: await toolSetOf(args, root, terminal),
    compat: await compatSet(args, cwd),
    root,
    cwd,
    env,
    errors: stderr,
    async createEngine(options) {
      const engine = await createEngine(options);
      return {
        async run(...asked) {
          const outcome = await engine.run(...asked);
          isFound = outcome.found;
          return outcome;
        },
        close: () => engine.close(),
      };
    },
  });
  try {
    const result = await server.call(call, interrupt.signal);
    const code = interrupt.code();
    if (code !== undefined) return code;
    const text = args["envelope"] === true ? `${JSON.stringify(result)}\n` : textOf(result);
    const read = await write(stdout, stdout.isTTY === true ? ended(safeLines(text)) : text);
    if (result["isError"] === true) return 2;
    return isFound || !read ? 0 : 1;
  } finally {
    await server.close(CLOSING);
    interrupt.end();
  }
}

function tooLong(): PithError {
  return new PithError("ARGUMENT_INVALID", `Standard input has more than ${LARGEST_BATCH} bytes.`, {
    subject: "-",
    next: `Give the arguments of one call as one object: '{"query": "session token"}'.`,
  });
}

function argumentsIn(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new PithError("ARGUMENT_INVALID", `${quote(text)} is no JSON.`, {
      subject: brief(text),
      next: `Give the arguments of the tool as one object: '{"query": "session token"}', or - to read it from standard input.`,
      cause,
    });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    // The SDK drops that name on a call's way in.
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== "__proto__"));
  }
  throw new PithError("ARGUMENT_INVALID", `${quote(text)} is no object of arguments.`, {
    subject: brief(text),
    next: `Give names and values: '{"query": "session token"}'.`,
  });
}

function textOf(result: object): string {
  const { content } = result as { content?: { type: string; text?: string }[] };
  return (content ?? []).map((part) => part.text ?? "").join("\n");
}

function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
