// Errors quote what they were given: arguments, lines of a file, a pattern. They are redacted like everything that leaves,
// and nothing in them can steer a terminal.
import { PithError, toPithError } from "../base/error.ts";
import { oneLine, safeLines } from "../base/safe-text.ts";
import { shownText } from "./redact.ts";

/** Any thrown thing as an error that may be shown. Its cause stays with it, and is never shown but for debugging. */
export function shownError(error: unknown): PithError {
  const { code, message, subject, next, cause } = toPithError(error);
  // A wrong pattern is shown with a caret under its place, on lines of its own; anything else is one sentence.
  const safe = code.startsWith("PATTERN_") ? safeLines : oneLine;
  return new PithError(code, safe(shownText(message)), {
    subject: oneLine(shownText(subject)),
    next: oneLine(shownText(next)),
    cause,
  });
}
