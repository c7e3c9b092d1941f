// What a manifest can't be made of, with what to do instead.
import { PithError } from "../../base/error.ts";

export function sourceInvalid(subject: string, what: string, next: string, cause?: unknown): PithError {
  return new PithError("MANIFEST_SOURCE_INVALID", `${what}.`, {
    subject,
    next,
    ...(cause !== undefined && { cause }),
  });
}
