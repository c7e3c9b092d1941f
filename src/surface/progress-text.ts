// How is a progress event written for a person?
import type { Progress } from "../engine/operation.ts";

/** `reading 1,200 of 8,700 files`. */
export function progressText(progress: Progress): string {
  const done = progress.done.toLocaleString("en");
  const total = progress.total === null ? "" : ` of ${progress.total.toLocaleString("en")}`;
  return `${progress.phase} ${done}${total} ${progress.unit}`;
}
