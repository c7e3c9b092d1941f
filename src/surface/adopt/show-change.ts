// What would change in a file, as a unified diff that a person can read before it happens. Everything in it is
// redacted, and what holds other programs' keys is concealed before.
import { forTerminal } from "../../base/safe-text.ts";
import { redactSync } from "../../redact/redact.ts";
import type { FileToEdit } from "./file-to-edit.ts";

/** Lines around a change, as `diff -u` has them. */
const AROUND = 3;

/** `after` null: the file goes. Empty where nothing changes. */
export function unifiedDiff(
  { shown, before, asBytes }: Pick<FileToEdit, "shown" | "before" | "asBytes">,
  after: string | null,
  conceal: (text: string) => string = (text) => text,
): string {
  if (before === after) return "";
  const text = (of: string | null) => {
    if (of === null) return "";
    return redactSync(shown, conceal(asBytes ? Buffer.from(of, "latin1").toString("utf8") : of)).text;
  };
  const old = linesOf(text(before));
  const now = linesOf(text(after));
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let same = 0;
  while (same < old.length - start && same < now.length - start && old.at(-1 - same) === now.at(-1 - same))
    same++;
  const from = Math.max(0, start - AROUND);
  const upTo = Math.min(AROUND, same);
  const body = [
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - same).map((line) => `-${line}`),
    ...now.slice(start, now.length - same).map((line) => `+${line}`),
    ...old.slice(old.length - same, old.length - same + upTo).map((line) => ` ${line}`),
  ];
  const count = (lines: string[], which: "+" | "-") => lines.filter((line) => !line.startsWith(which)).length;
  const range = (of: string[], lines: number) => `${of.length === 0 ? 0 : from + 1},${lines}`;
  return [
    `--- ${before === null ? "(not there)" : shown}`,
    `+++ ${after === null ? "(removed)" : shown}`,
    `@@ -${range(old, count(body, "+"))} +${range(now, count(body, "-"))} @@`,
    ...body.map((line) => forTerminal(line.replace(/[\r\n]+$/, "")) + (line.endsWith("\n") ? "" : NO_END)),
    "",
  ].join("\n");
}

const NO_END = "\n\\ No newline at end of file";

/** Each with its line end. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
