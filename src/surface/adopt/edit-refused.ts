// A file of the user's that stays as it is: which one, why, where in it, and what can be done instead.
import { PithError } from "../../base/error.ts";
import { oneLine } from "../../base/safe-text.ts";

export interface Place {
  line: number;
  column: number;
}

/** `what` continues the sentence that the file's name begins. */
export function editRefused(file: string, what: string, next: string, cause?: unknown): PithError {
  return new PithError("EDIT_REFUSED", `${oneLine(file)} ${what}`, { subject: file, next, cause });
}

/** Lines and columns from 1, columns in UTF-16 units, as everywhere. */
export function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - start + 1 };
}

export function broken(file: string, { line, column }: Place, why: string, cause?: unknown): PithError {
  return editRefused(
    `${file}:${line}:${column}`,
    `can't be read: ${oneLine(why)}. It was left as it is.`,
    "Mend that place, then run the command again; --print shows what would be added.",
    cause,
  );
}
