// Many requests from one file: a JSON object a line, one JSON line back for each, in order. A fault is the answer of its
// own line and stops nothing.
import { closeSync, openSync, readSync } from "node:fs";
import { isPithError, PithError } from "../base/error.ts";
import { LARGEST_BATCH, LONGEST_ID } from "../base/limits.ts";
import { safeJson } from "../base/safe-text.ts";
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
      id = checkedId(request.id);
      const op = operationOf(request.op);
      const { id: _id, op: _op, ...rest } = request;
      const given = { root: args.root, ...rest, format: "json" } as OperationArguments[typeof op];
      // Each line is written with its line feed, which is counted in.
      const outcome = await engine.run(op, given, { ...context, id, to: { lineEnd: true } });
      for (const notice of outcome.notices) notices.add(notice);
      // What has a budget has the id in it, counted; a report is given it here.
      const report = id !== undefined && !Object.hasOwn(outcome.answer as object, "id");
      output.push(report ? withId(id, outcome.output) : outcome.output.trimEnd());
      answers.push(report ? { id, ...(outcome.answer as object) } : outcome.answer);
    } catch (error) {
      const fault = shownError(error);
      if (fault.code === "CANCELLED") throw fault;
      const answer = { ...(id === undefined ? {} : { id }), error: fault.toJSON() };
      output.push(safeJson(answer));
      answers.push(answer);
    }
  }
  return { output: output.join("\n"), answer: answers, found: true, notices: [...notices] };
}

function withId(id: unknown, json: string): string {
  return `{"id":${safeJson(id)}${json === "{}" ? "" : ","}${json.slice(1)}`;
}

/** In parts: what never ends has no size to ask for. */
function readUpTo(file: string): string {
  const handle = openSync(file, "r");
  try {
    const parts: Buffer[] = [];
    for (let held = 0; ;) {
      const part = Buffer.allocUnsafe(PART);
      const read = readSync(handle, part, 0, PART, null);
      if (read === 0) return Buffer.concat(parts, held).toString("utf8");
      parts.push(part.subarray(0, read));
      held += read;
      if (held > LARGEST_BATCH) throw tooManyRequests(file);
    }
  } finally {
    closeSync(handle);
  }
}

const PART = 1 << 16;

export function tooManyRequests(subject: string): PithError {
  return new PithError("ARGUMENT_INVALID", `The requests have more than ${LARGEST_BATCH} bytes.`, {
    subject,
    next: "Divide them over several batches.",
  });
}

function readRequests(file: string): string {
  try {
    return readUpTo(file);
  } catch (cause) {
    if (isPithError(cause)) throw cause;
    throw new PithError("PATH_NOT_FOUND", `The request file ${file} can't be read.`, {
      subject: file,
      next: "Give an existing file, or - for standard input.",
      cause,
    });
  }
}

/** Letters and digits of any script, blanks, and what ASCII has beside them; no backslash, so nothing is hidden in JSON. */
const ID = /^[\p{L}\p{M}\p{N} -[\]-~]*$/u;

/** It stands in the answer as it is given: so it is short, and of characters that steer no reader. */
function checkedId(id: unknown): unknown {
  if (id === undefined) return id;
  const json = shortJson(id);
  if (json !== null && ID.test(json)) return id;
  throw new PithError(
    "ARGUMENT_INVALID",
    "The id of a request is too long, or has characters of another kind.",
    {
      subject: "id",
      next: `Give a number or a text: at most ${LONGEST_ID} characters, letters, digits, blanks and plain punctuation.`,
    },
  );
}

function shortJson(id: unknown): string | null {
  try {
    const json = JSON.stringify(id);
    return json.length <= LONGEST_ID ? json : null;
  } catch {
    // Nested too deep.
    return null;
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
  const name = op === undefined ? "search" : op;
  const known = BATCHED.find((b) => b === name);
  if (known !== undefined) return known;
  const shown = typeof name === "string" ? name.slice(0, LONGEST_ID) : typeof name;
  const near = typeof name === "string" ? nearestNames(name, BATCHED) : [];
  throw new PithError("OPERATION_UNKNOWN", `There is no operation ${shown} for a batch.`, {
    subject: shown,
    next: near.length > 0 ? `Nearest: ${near.join(", ")}.` : `Known: ${BATCHED.join(", ")}.`,
  });
}
