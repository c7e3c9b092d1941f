// The outcome of an operation that has no budget: a short report, the same facts as JSON.
import { forTerminal } from "../pack/label.ts";
import { redactSync, redactValue } from "../redact/redact.ts";
import type { Format, Outcome } from "./operation.ts";

export function plainOutcome(
  format: Format | undefined,
  answer: unknown,
  text: string,
  options: { found?: boolean; notices?: readonly string[] } = {},
): Outcome {
  const clean = redactValue(answer);
  const output = format === "json" ? JSON.stringify(clean) : forPeople(format, redactSync("", text).text);
  return { output, answer: clean, found: options.found ?? true, notices: options.notices ?? [] };
}

/** At a terminal nothing that comes from a file's name or rule can steer it. */
function forPeople(format: Format | undefined, text: string): string {
  return format === "terminal" ? text.split("\n").map(forTerminal).join("\n") : text;
}
