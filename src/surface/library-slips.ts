// What was given to the library where no types are checked? A slip is said in our own words, with what to write.
import { isRecord } from "../base/record.ts";
import { PithError } from "../base/error.ts";
import { LONGEST_PATH } from "../base/limits.ts";
import { nearestNames } from "../base/order.ts";
import type { Operation } from "./entry.ts";
import { OPERATIONS } from "./operations.ts";
import { brief, quote } from "./parameters.ts";

/** What `open` is given. */
export function checkOpening(root: unknown, options: unknown): void {
  if (root !== undefined && (typeof root !== "string" || root.length > LONGEST_PATH)) {
    throw new PithError("ARGUMENT_INVALID", `open takes the path of a folder, not ${quote(root)}.`, {
      subject: "root",
      next: 'Write open("/path/to/repository"), or open() for the work tree around the working directory.',
    });
  }
  const { env, onNotice } = isRecord(options) ? (options as Record<string, unknown>) : {};
  if (isRecord(options) && (env === undefined || isRecord(env)) && isCallable(onNotice)) return;
  throw new PithError("ARGUMENT_INVALID", "The options of open are an object.", {
    subject: "options",
    next: "Write open(root, { env, onNotice }): env an object of texts, onNotice a function.",
  });
}

/** What goes with each call beside its arguments. */
export function checkCall(call: unknown): void {
  const { signal, onProgress } = isRecord(call) ? (call as Record<string, unknown>) : {};
  const isSignal = signal === undefined || signal instanceof AbortSignal;
  if (isRecord(call) && isSignal && isCallable(onProgress)) return;
  throw new PithError("ARGUMENT_INVALID", "What goes with a call is an object.", {
    subject: "call",
    next: "Write { signal, onProgress }: an AbortSignal and a function, each of them optional.",
  });
}

function isCallable(value: unknown): boolean {
  return value === undefined || typeof value === "function";
}

/** `pith.context("a question")` is a likely slip where no types are checked. */
export function noArguments(operation: Operation, given: unknown): PithError {
  const first = operation.parameters.find((p) => p.required)?.name;
  const value = typeof given === "string" || Array.isArray(given) ? shortJson(given) : "…";
  return new PithError("ARGUMENT_INVALID", `${operation.name} takes an object of arguments.`, {
    subject: operation.name,
    next: `Write ${operation.name}(${first === undefined ? "{}" : `{ ${first}: ${value} }`}).`,
  });
}

function shortJson(given: unknown): string {
  try {
    const json = JSON.stringify(given);
    return json.length > 80 ? "…" : json;
  } catch {
    return "…";
  }
}

export function unknownOperation(name: unknown): PithError {
  const known = OPERATIONS.map((o) => o.name);
  const near = typeof name === "string" ? nearestNames(name, known) : [];
  return new PithError("OPERATION_UNKNOWN", `There is no operation ${quote(name)}.`, {
    subject: typeof name === "string" ? brief(name) : typeof name,
    next: near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `Known: ${known.join(", ")}.`,
  });
}
