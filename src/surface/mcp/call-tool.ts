// What happens on a tool call? Arguments are checked, the root is found, the engine answers, and the answer goes
// back as one text. What an agent can act on is an ordinary answer; `isError` is for faults.
import { resolve } from "node:path";
import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import { PithError } from "../../base/error.ts";
import { isInside, realPlace, resolveDefaultRoot } from "../../files/guard.ts";
import { inOtherWorkTree } from "../../git/work-trees.ts";
import { shownError } from "../../redact/redact-error.ts";
import { nearestNames } from "../../base/order.ts";
import type { OperationArguments } from "../../engine/arguments.ts";
import type { Engine, EngineOperation } from "../../engine/engine.ts";
import type { Receipt } from "../../pack/receipt.ts";
import { inArgumentWords } from "../argument-words.ts";
import type { CompatSet } from "../compat/compat-set.ts";
import { operationNamed, toolsOf } from "../operations.ts";
import type { Operation, ToolSet } from "../entry.ts";
import { brief, checkArguments, quote } from "../parameters.ts";
import { chooseRoot, pathOfRoot } from "./client-roots.ts";
import type { ClientRoots } from "./client-roots.ts";
import { progressNotes } from "./progress-notes.ts";

/** Folders named in an error. */
const MOST_NAMED = 3;

export interface CallOptions {
  tools: ToolSet;
  /** The tools of another system in place of ours. */
  compat?: CompatSet | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** `--root`: goes before the client's roots. */
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
    if (options.compat !== undefined)
      return await callCompat(options.compat, params, context, roots, options);
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
    const offered = (options.compat?.tools ?? toolsOf(options.tools)).map((tool) => tool.name);
    const fault = inArgumentWords(shownError(error), offered);
    return { content: [{ type: "text", text: errorText(fault) }], isError: true };
  }
}

/** A tool of another system: its own arguments and result, the same root, engine and faults. */
async function callCompat(
  set: CompatSet,
  params: { name: string; arguments?: Record<string, unknown> },
  context: ServerContext,
  roots: ClientRoots,
  options: CallOptions,
): Promise<CallToolResult | InputRequiredResult> {
  const started = performance.now();
  const tool = set.tools.find(({ name }) => name === params.name);
  if (tool === undefined)
    throw noSuchTool(
      params.name,
      set.tools.map(({ name }) => name),
    );
  const { checkCompat } = await import("../compat/check-compat.ts");
  const args = checkCompat(tool, params.arguments ?? {});
  const root = await rootOf(tool.root === undefined ? undefined : args[tool.root], context, roots, options);
  if (typeof root === "object") return root;
  const text = await tool.answer({
    root: root ?? resolveDefaultRoot({ cwd: options.cwd, allowBroad: true }).path,
    client: roots,
    args,
    env: options.env,
    elapsed: () => performance.now() - started,
    async run(name, given) {
      let receipt: Receipt | null = null;
      const engine = await options.engine();
      const outcome = await engine.run(
        name,
        {
          format: "json",
          ...(root !== undefined && { root }),
          ...given,
        } as unknown as OperationArguments[typeof name],
        {
          signal: context.mcpReq.signal,
          onProgress: progressNotes(context),
          onReceipt: (made) => {
            receipt = made;
          },
        },
      );
      outcome.notices.forEach(options.notice);
      return { ...outcome, receipt };
    },
  });
  return { content: [{ type: "text", text }] };
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
  throw noSuchTool(name, names);
}

function noSuchTool(name: string, names: readonly string[]): PithError {
  const near = nearestNames(name, names);
  const guess = near.length > 0 ? `Did you mean ${near.join(" or ")}? ` : "";
  return new PithError("OPERATION_UNKNOWN", `There is no tool ${quote(name)}.`, {
    subject: brief(name),
    next: `${guess}Offered: ${names.join(", ")}.`,
  });
}

/**
 * `--root`, or one of the client's roots, or undefined: the engine looks around the working directory. A call may name a
 * folder in them, or the same part of another work tree of their repository: many clients go on naming the tree in which
 * they began. What a model writes must not open another folder of the machine.
 */
async function rootOf(
  argument: unknown,
  context: ServerContext,
  roots: ClientRoots,
  options: CallOptions,
): Promise<string | undefined | InputRequiredResult> {
  const declared = options.root === undefined ? await roots.find(context) : [options.root];
  if (!isList(declared)) return declared;
  const chosen = chooseRoot(declared, options.cwd);
  if (typeof argument !== "string") return chosen;
  const allowed =
    chosen === undefined ? [resolveDefaultRoot({ cwd: options.cwd, allowBroad: true }).path] : declared;
  const path = realPlace(resolve(chosen ?? options.cwd, pathIn(argument)));
  const holds = (folder: string) => path === folder || isInside(path, folder);
  const open = allowed.map(realPlace);
  if (open.some(holds)) return path;
  const others = open.map((folder) => inOtherWorkTree(folder, path));
  if (others.some((folder) => folder !== null && holds(folder))) return path;
  const named = `${allowed.slice(0, MOST_NAMED).join(", ")}${allowed.length > MOST_NAMED ? ", …" : ""}`;
  throw new PithError(
    "PATH_OUTSIDE_ROOT",
    `The folder ${quote(argument)} is none that this server works in.`,
    {
      subject: brief(argument),
      next: `Leave root out, or name a folder in ${named}. Another one is for whoever starts the server to give it.`,
    },
  );
}

function pathIn(argument: string): string {
  try {
    return pathOfRoot(argument);
  } catch (cause) {
    throw new PithError("ARGUMENT_INVALID", `${quote(argument)} is no address of a folder on this machine.`, {
      subject: brief(argument),
      next: "Give the folder's path, or leave root out.",
      cause,
    });
  }
}

function isList(found: readonly string[] | InputRequiredResult): found is readonly string[] {
  return Array.isArray(found);
}

/** With a line end: `pith query` puts out these very bytes, and scripts read lines. */
function errorText(error: PithError): string {
  const next = error.next === "" ? "" : ` Next: ${cut(error.next)}`;
  return `${error.code}: ${cut(error.message)}${next}\n`;
}

/** What a client sent comes back in errors: no longer than it takes to recognise it, for it is paid for. */
const LONGEST_TOLD = 1_000;

/** Without what lies in the middle. */
function cut(text: string): string {
  if (text.length <= LONGEST_TOLD) return text;
  const half = LONGEST_TOLD / 2;
  return `${text.slice(0, half)} … ${text.slice(-half)}`.toWellFormed();
}
