// What happens on a tool call? Arguments are checked, the root is found, the engine answers, and the answer goes
// back as one text. What an agent can act on is an ordinary answer; `isError` is for faults.
import { resolve } from "node:path";
import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import { PithError } from "../../base/error.ts";
import { shownError } from "../../redact/redact-error.ts";
import { nearestNames } from "../../base/order.ts";
import type { OperationArguments } from "../../engine/arguments.ts";
import type { Engine, EngineOperation } from "../../engine/engine.ts";
import { inArgumentWords } from "../argument-words.ts";
import { operationNamed, toolsOf } from "../operations.ts";
import type { Operation, ToolSet } from "../operations.ts";
import { brief, checkArguments, quote } from "../parameters.ts";
import { pathOfRoot } from "./client-roots.ts";
import type { ClientRoots } from "./client-roots.ts";
import { progressNotes } from "./progress-notes.ts";

export interface CallOptions {
  tools: ToolSet;
  /** `--root`: goes before the client's roots, after a call's own argument. */
  root: string | undefined;
  cwd: string;
  engine: () => Promise<Engine>;
  /** For the person, on stderr. */
  notice: (text: string) => void;
}

export async function callTool(
  params: { name: string; arguments?: Record<string, unknown> },
  context: ServerContext,
  roots: ClientRoots,
  options: CallOptions,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    const operation = toolNamed(params.name, options.tools);
    const args = await checkArguments(operation, params.arguments ?? {}, "mcp");
    const root = await rootOf(args["root"], context, roots, options);
    if (typeof root === "object") return root;
    if (root === undefined) delete args["root"];
    else args["root"] = root;
    const engine = await options.engine();
    const outcome = await engine.run(
      // A batch is no tool.
      operation.name as EngineOperation,
      { format: "text", ...args } as unknown as OperationArguments[typeof operation.name],
      { signal: context.mcpReq.signal, onProgress: progressNotes(context) },
    );
    outcome.notices.forEach(options.notice);
    return { content: [{ type: "text", text: outcome.output }] };
  } catch (error) {
    const offered = toolsOf(options.tools).map((tool) => tool.name);
    const fault = inArgumentWords(shownError(error), offered);
    return { content: [{ type: "text", text: errorText(fault) }], isError: true };
  }
}

function toolNamed(name: string, set: ToolSet): Operation {
  const tools = toolsOf(set);
  const found = tools.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  const names = tools.map((tool) => tool.name);
  const other = operationNamed(name);
  if (other !== undefined) {
    const how = other.tool === null ? `\`pith ${name}\`` : "`pith mcp --tools full`";
    throw new PithError("OPERATION_UNKNOWN", `The tool ${name} is not offered here.`, {
      subject: name,
      next: `It needs ${how}. Offered: ${names.join(", ")}.`,
    });
  }
  const near = nearestNames(name, names);
  const guess = near.length > 0 ? `Did you mean ${near.join(" or ")}? ` : "";
  throw new PithError("OPERATION_UNKNOWN", `There is no tool ${quote(name)}.`, {
    subject: brief(name),
    next: `${guess}Offered: ${names.join(", ")}.`,
  });
}

/** The call's argument, then `--root`, then the client's roots; undefined: the engine looks around the working directory. */
async function rootOf(
  argument: unknown,
  context: ServerContext,
  roots: ClientRoots,
  options: CallOptions,
): Promise<string | undefined | InputRequiredResult> {
  if (typeof argument !== "string") return options.root ?? roots.find(context);
  const path = pathOfRoot(argument);
  return resolve(options.root ?? options.cwd, path);
}

export function errorText(error: PithError): string {
  return `${error.code}: ${error.message}${error.next === "" ? "" : ` Next: ${error.next}`}`;
}
