// A block between two marks in a text of the user's: put in, renewed, taken out. Nothing outside the marks changes but the
// one blank line that was put before the block, which goes with it. What was there before stands again, byte for byte.
import { lineEndOf } from "./splice.ts";

export interface Marks {
  begin: string;
  end: string;
}

/** The text with the block at its end, or renewed where it stands. `text` null: the file is not there. */
export function putBlock(text: string | null, marks: Marks, lines: readonly string[]): string {
  const found = text === null ? null : findBlock(text, marks);
  const eol = lineEndOf(found === null ? (text ?? "") : text!.slice(found.start, found.end));
  const block = [marks.begin, ...lines, marks.end].join(eol);
  // A file that begins with the block is one that was made for it.
  if (text === null) return block + eol;
  if (found !== null) return text.slice(0, found.start) + block + text.slice(found.end);
  if (text === "" || text === "\uFEFF" || text.endsWith("\n")) return text + eol + block + eol;
  return text + eol + eol + block;
}

/** The text as it was before; null: the file was made for the block and has nothing else. Undefined: there is no block. */
export function takeBlock(text: string, marks: Marks): string | null | undefined {
  const found = findBlock(text, marks);
  if (found === null) return undefined;
  const eol = lineEndOf(text.slice(found.start, found.end));
  const before = text.slice(0, found.start);
  const after = text.slice(found.end);
  // At the end of a text without a final line end two line ends were put before it, and none behind.
  if (after === "" && before.endsWith(eol + eol)) return before.slice(0, -2 * eol.length);
  const rest = after.startsWith(eol) ? after.slice(eol.length) : after;
  if (before === "" && rest === "") return null;
  return (before.endsWith(eol) ? before.slice(0, -eol.length) : before) + rest;
}

export function hasBlock(text: string, marks: Marks): boolean {
  return findBlock(text, marks) !== null;
}

/** Marks count on lines of their own, and a beginning only with the next end: what stands between is ours alone. */
function findBlock(text: string, marks: Marks): { start: number; end: number } | null {
  for (let end = text.indexOf(marks.end); end !== -1; end = text.indexOf(marks.end, end + 1)) {
    if (!beginsLine(text, end)) continue;
    for (let start = end; (start = text.lastIndexOf(marks.begin, start - 1)) !== -1;) {
      if (beginsLine(text, start)) return { start, end: end + marks.end.length };
      if (start === 0) break;
    }
  }
  return null;
}

function beginsLine(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === "\n" || (at === 1 && text[0] === "\uFEFF");
}
