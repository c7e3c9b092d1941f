// The outcome of an operation that has no budget: a short report, the same facts as JSON. Nothing in it that comes from a
// file's name, a rule or a setting can make a line of its own or steer a terminal.
import { oneLine, safeJson } from "../base/safe-text.ts";
import { redactValue, shownText } from "../redact/redact.ts";
import { withShownPaths } from "../redact/shown-path.ts";
import type { Format, Outcome } from "./operation.ts";

export function plainOutcome(
  format: Format | undefined,
  answer: unknown,
  lines: readonly string[],
  options: { found?: boolean; notices?: readonly string[] } = {},
): Outcome {
  const clean = withShownPaths(redactValue(answer));
  const output = format === "json" ? safeJson(clean) : textOf(lines);
  return { output, answer: clean, found: options.found ?? true, notices: options.notices ?? [] };
}

/** Each line is redacted as it was written, then all of them together: a secret may go over several lines. */
function textOf(lines: readonly string[]): string {
  return shownText(lines.map((line) => oneLine(shownText(line))).join("\n"));
}
