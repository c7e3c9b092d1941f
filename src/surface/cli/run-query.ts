// `pith query`: what a client of `pith mcp` would get for a call, byte for byte, without a client. The same way is gone: the
// same checks, the same choice of the root, the same answer.
import { resolve } from "node:path";
import { oneLine, safeLines } from "../../base/safe-text.ts";
import { PithError } from "../../base/error.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Entry, ToolSet } from "../entry.ts";
import { callTool } from "../mcp/call-tool.ts";
import { brief, checkArguments, quote } from "../parameters.ts";
import { readRequests } from "../read-requests.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { configuredTools } from "./configured-tools.ts";
import { commandLineName } from "./flags.ts";
import { onInterrupt } from "./interrupt.ts";
import { closed } from "./run-operation.ts";
import type { CreateEngine } from "./run-operation.ts";
import { write } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";

/** A client that names no roots and asks for no progress. */
const NO_ROOTS = { find: async () => [] };

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
    arguments: argumentsIn(given === "-" ? await readRequests(terminal.stdin) : given),
  };
  const interrupt = onInterrupt();
  let engine: Engine | undefined;
  let isFound = true;
  try {
    const result = await callTool(call, contextOf(interrupt.signal), NO_ROOTS, {
      tools: (args["tools"] as ToolSet | undefined) ?? (await configuredTools(root, terminal)),
      root,
      cwd,
      engine: async () => {
        const made = (engine ??= await createEngine({ env, cwd }));
        return {
          run: async (...asked) => {
            const outcome = await made.run(...asked);
            isFound = outcome.found;
            return outcome;
          },
          close: () => made.close(),
        };
      },
      notice: (text) => void stderr.write(`pith: ${oneLine(text)}\n`),
    });
    const code = interrupt.code();
    if (code !== undefined) return code;
    const text = args["envelope"] === true ? `${JSON.stringify(result)}\n` : textOf(result);
    const read = await write(stdout, stdout.isTTY === true ? ended(safeLines(text)) : text);
    if (result["isError"] === true) return 2;
    return isFound || !read ? 0 : 1;
  } finally {
    if (engine !== undefined) await closed(engine);
    interrupt.end();
  }
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

/** Of what the protocol gives a call only that which is used of it. */
function contextOf(signal: AbortSignal): Parameters<typeof callTool>[1] {
  return { mcpReq: { signal } } as unknown as Parameters<typeof callTool>[1];
}

function textOf(result: object): string {
  const { content } = result as { content?: { type: string; text?: string }[] };
  return (content ?? []).map((part) => part.text ?? "").join("\n");
}

function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
