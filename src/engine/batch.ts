// Many requests from one file: a JSON object a line, one JSON line back for each, in order. A fault is the answer of its
// own line and stops nothing.
import { PithError } from "../base/error.ts";
import { LONGEST_ID, MOST_REQUESTS } from "../base/limits.ts";
import { pause } from "../base/pause.ts";
import { safeJson } from "../base/safe-text.ts";
import { excerpt, shownText } from "../redact/redact.ts";
import { shownError } from "../redact/redact-error.ts";
import { nearestNames } from "../base/order.ts";
import type { BatchArguments, OperationArguments, OperationName } from "./arguments.ts";
import type { Engine } from "./engine.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { readRequestFile } from "./request-file.ts";

/** Every operation that only reads, but a batch itself: a test holds it to the table of operations. */
export const BATCHED = [
  "context",
  "search",
  "symbol",
  "trace",
  "impact",
  "review",
  "rename",
  "outline",
  "similar",
  "read",
  "status",
  "index",
  "why",
  "config",
  "doctor",
  "receipt",
] as const;

/** Characters of all answers together, where they are given back at once: no string takes many more. */
const MOST_OUTPUT = 200_000_000;

export async function batch(
  engine: Pick<Engine, "run">,
  readStdin: () => Promise<string>,
  args: BatchArguments,
  context: OperationContext,
): Promise<Outcome> {
  const text = args.file === "-" ? await readStdin() : await readRequestFile(args.file, context.signal);
  const answers: unknown[] = [];
  const output: string[] = [];
  const notices = new Set<string>();
  const lines = requestsOf(text, args.file);
  let written = 0;
  const { onLine, ...each } = context;
  for (const [at, { line, number }] of lines.entries()) {
    context.onProgress?.({ phase: "answering", done: at, total: lines.length, unit: "requests" });
    await pause(context.signal);
    let id: unknown;
    try {
      if (written > MOST_OUTPUT) throw outputFull();
      const request = parseRequest(line);
      id = checkedId(request.id);
      const op = operationOf(request.op);
      const { id: _id, op: _op, ...rest } = request;
      const given = { root: args.root, ...rest, format: "json" } as OperationArguments[typeof op];
      // Each line is written with its line feed, which is counted in.
      const outcome = await engine.run(op, given, { ...each, id, to: { lineEnd: true } });
      for (const notice of outcome.notices) notices.add(notice);
      // What has a budget has the id in it, counted; a report is given it here.
      const report = id !== undefined && !Object.hasOwn(outcome.answer as object, "id");
      output.push(report ? withId(id, outcome.output) : outcome.output.trimEnd());
      answers.push(report ? { id, ...(outcome.answer as object) } : outcome.answer);
    } catch (error) {
      const fault = shownError(error);
      if (fault.code === "CANCELLED") throw fault;
      // Without an id the place in the file tells whose fault it is.
      const answer = { ...(id === undefined ? { line: number } : { id }), error: fault.toJSON() };
      output.push(safeJson(answer));
      answers.push(answer);
    }
    if (onLine === undefined) written += output.at(-1)!.length;
    else {
      // Whoever takes them has them, also if what comes later is interrupted.
      answers.length = 0;
      if (!(await onLine(output.pop()!))) break;
    }
  }
  return { output: output.join("\n"), answer: answers, found: true, notices: [...notices] };
}

/** The lines with something on them, under their numbers. No more of the text is looked at than a batch may have. */
function requestsOf(text: string, file: string): { line: string; number: number }[] {
  const found: { line: string; number: number }[] = [];
  for (let at = 0, number = 1; at < text.length; number++) {
    const feed = text.indexOf("\n", at);
    const end = feed === -1 ? text.length : feed;
    const line = text.slice(at, end).trim();
    at = end + 1;
    if (line === "") continue;
    if (found.length === MOST_REQUESTS) throw tooMany(file);
    found.push({ line, number });
  }
  return found;
}

function tooMany(subject: string): PithError {
  return new PithError("ARGUMENT_INVALID", `There are more than ${MOST_REQUESTS} requests.`, {
    subject,
    next: "Divide them over several batches.",
  });
}

function outputFull(): PithError {
  return new PithError("ARGUMENT_INVALID", "The answers before this one have filled the output.", {
    subject: "batch",
    next: "Ask this one and those after it in another batch, or with smaller budgets.",
  });
}

function withId(id: unknown, json: string): string {
  return `{"id":${safeJson(id)}${json === "{}" ? "" : ","}${json.slice(1)}`;
}

/** Letters and digits of any script, blanks, and what ASCII has beside them; no backslash, so nothing is hidden in JSON. */
const ID = /^[\p{L}\p{M}\p{N} -[\]-~]*$/u;

/** It stands in the answer as it is given: so it is short, and of characters that steer no reader. */
function checkedId(id: unknown): unknown {
  if (id === undefined) return id;
  const json = shortJson(id);
  // The answer has the id in it, and is a way out like any other.
  if (json !== null && shownText(json) !== json) return "[redacted:id]";
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
    // The message of the parser quotes what stands around the place, cut anywhere.
    const place = / at position \d+/.exec((cause as Error).message)?.[0] ?? "";
    throw new PithError("ARGUMENT_INVALID", `The line is not JSON${place}.`, {
      subject: excerpt(line, 80),
      next: 'Write one object a line, such as {"op":"search","query":"parse"}.',
      cause,
    });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new PithError("ARGUMENT_INVALID", "A request is a JSON object.", {
      subject: excerpt(line, 80),
      next: 'Write one object a line, such as {"op":"search","query":"parse"}.',
    });
  }
  return value as Record<string, unknown>;
}

function operationOf(op: unknown): (typeof BATCHED)[number] & OperationName {
  const name = op === undefined ? "search" : op;
  const known = BATCHED.find((b) => b === name);
  if (known !== undefined) return known;
  const shown = typeof name === "string" ? excerpt(name, LONGEST_ID) : typeof name;
  const near = typeof name === "string" ? nearestNames(name, BATCHED) : [];
  throw new PithError("OPERATION_UNKNOWN", `There is no operation ${shown} for a batch.`, {
    subject: shown,
    next: near.length > 0 ? `Nearest: ${near.join(", ")}.` : `Known: ${BATCHED.join(", ")}.`,
  });
}
