// Many requests from one file: a JSON object a line, one JSON line back for each, in order. A fault is the answer of its
// own line and stops nothing.
import { readFileSync } from "node:fs";
import { PithError } from "../base/error.ts";
import { shownError } from "../redact/redact-error.ts";
import { nearestNames } from "../base/order.ts";
import type { BatchArguments, OperationArguments, OperationName } from "./arguments.ts";
import type { Engine } from "./engine.ts";
import type { OperationContext, Outcome } from "./operation.ts";

const BATCHED = [
  "context",
  "search",
  "symbol",
  "outline",
  "read",
  "status",
  "why",
  "config",
  "receipt",
] as const;

export async function batch(
  engine: Pick<Engine, "run">,
  readStdin: () => Promise<string>,
  args: BatchArguments,
  context: OperationContext,
): Promise<Outcome> {
  const text = args.file === "-" ? await readStdin() : readRequests(args.file);
  const answers: unknown[] = [];
  const output: string[] = [];
  const notices = new Set<string>();
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  for (const [at, line] of lines.entries()) {
    context.onProgress?.({ phase: "answering", done: at, total: lines.length, unit: "requests" });
    let id: unknown;
    try {
      const request = parseRequest(line);
      id = request.id;
      const op = operationOf(request.op);
      const { id: _id, op: _op, ...rest } = request;
      const given = { root: args.root, ...rest, format: "json" } as OperationArguments[typeof op];
      const outcome = await engine.run(op, given, { ...context, id });
      for (const notice of outcome.notices) notices.add(notice);
      // What has a budget has the id in it, counted; a report is given it here.
      const report = id !== undefined && !Object.hasOwn(outcome.answer as object, "id");
      output.push(report ? withId(id, outcome.output) : outcome.output);
      answers.push(report ? { id, ...(outcome.answer as object) } : outcome.answer);
    } catch (error) {
      const fault = shownError(error);
      if (fault.code === "CANCELLED") throw fault;
      const answer = { ...(id === undefined ? {} : { id }), error: fault.toJSON() };
      output.push(JSON.stringify(answer));
      answers.push(answer);
    }
  }
  return { output: output.join("\n"), answer: answers, found: true, notices: [...notices] };
}

function withId(id: unknown, json: string): string {
  return `{"id":${JSON.stringify(id)}${json === "{}" ? "" : ","}${json.slice(1)}`;
}

function readRequests(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new PithError("PATH_NOT_FOUND", `The request file ${file} can't be read.`, {
      subject: file,
      next: "Give an existing file, or - for standard input.",
      cause,
    });
  }
}

function parseRequest(line: string): { id?: unknown; op?: unknown } & Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new PithError("ARGUMENT_INVALID", `The line is not JSON: ${(cause as Error).message}.`, {
      subject: line.slice(0, 80),
      next: 'Write one object a line, such as {"op":"search","query":"parse"}.',
      cause,
    });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new PithError("ARGUMENT_INVALID", "A request is a JSON object.", {
      subject: line.slice(0, 80),
      next: 'Write one object a line, such as {"op":"search","query":"parse"}.',
    });
  }
  return value as Record<string, unknown>;
}

function operationOf(op: unknown): (typeof BATCHED)[number] & OperationName {
  const name = op === undefined ? "search" : String(op);
  const known = BATCHED.find((b) => b === name);
  if (known !== undefined) return known;
  const near = nearestNames(name, BATCHED);
  throw new PithError("OPERATION_UNKNOWN", `There is no operation ${name} for a batch.`, {
    subject: name,
    next: near.length > 0 ? `Nearest: ${near.join(", ")}.` : `Known: ${BATCHED.join(", ")}.`,
  });
}
