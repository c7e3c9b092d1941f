// How is a progress event written for a person?
import { thousands } from "../base/thousands.ts";
import type { Progress } from "../engine/operation.ts";

/** `reading 1,200 of 8,700 files`. */
export function progressText(progress: Progress): string {
  const done = thousands(progress.done);
  const total = progress.total === null ? "" : ` of ${thousands(progress.total)}`;
  return `${progress.phase} ${done}${total} ${progress.unit}`;
}
