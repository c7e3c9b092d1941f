// The outcome of an operation that has no budget: a short report, the same facts as JSON.
import { redactSync } from "../redact/redact.ts";
import type { Format, Outcome } from "./operation.ts";

export function plainOutcome(
  format: Format | undefined,
  answer: unknown,
  text: string,
  options: { found?: boolean; notices?: readonly string[] } = {},
): Outcome {
  const output = format === "json" ? JSON.stringify(answer) : redactSync("", text).text;
  return { output, answer, found: options.found ?? true, notices: options.notices ?? [] };
}
