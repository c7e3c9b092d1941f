// Errors quote what they were given: arguments, lines of a file, a pattern. They are redacted like everything that leaves.
import { PithError, toPithError } from "../base/error.ts";
import { redactSync } from "./redact.ts";

/** Any thrown thing as an error that may be shown. Its cause stays with it, and is never shown but for debugging. */
export function shownError(error: unknown): PithError {
  const { code, message, subject, next, cause } = toPithError(error);
  const clean = (text: string) => redactSync("", text).text;
  return new PithError(code, clean(message), { subject: clean(subject), next: clean(next), cause });
}
