// How are paths, names and reasons written on one line, so that no file name can make a line of its own or a false header?
import { mayHaveControls, oneLine, safeJson } from "../base/safe-text.ts";
import { shownPath } from "../redact/shown-path.ts";

export { forTerminal, oneLine } from "../base/safe-text.ts";

/** A longer line is cut, and says by how much: a place is listed, not read. In UTF-16 code units. */
const LONGEST_LINE = 300;

export function cutLine(text: string): string {
  if (text.length <= LONGEST_LINE) return text;
  // Never between the halves of one character.
  const end = /[\ud800-\udbff]/.test(text[LONGEST_LINE - 1]!) ? LONGEST_LINE - 1 : LONGEST_LINE;
  return `${text.slice(0, end)} ⋯ ${text.length - end} more characters`;
}

/**
 * Blanks and quotes; what could be read as `12: text`, as a flag, or as a place of another file (`a:12`, `a#3`).
 */
const NOT_PLAIN = /[\s"`]|^\d+:|^-|^$|[:#]\d+(?:-\d+)?$/;

/** A path as answers show it: as it is, or in quotes as JSON has it. `readLabel` reads it back. */
export function pathLabel(path: string): string {
  const shown = shownPath(path);
  return NOT_PLAIN.test(shown) || mayHaveControls(shown) ? quotedPath(shown) : shown;
}

/** The label with quotes whatever the path is: never taken for anything else. */
export function quotedPath(path: string): string {
  return safeJson(path);
}

/** The path of a label in quotes, and what stands behind it (`:12-20`); null for what is no such label. */
export function readLabel(text: string): { path: string; rest: string } | null {
  const quoted = /^"(?:[^"\\]|\\.)*"/su.exec(text)?.[0];
  if (quoted === undefined) return null;
  try {
    return { path: JSON.parse(quoted) as string, rest: text.slice(quoted.length) };
  } catch {
    // Quotes, but not as a label has them.
    return null;
  }
}

/** The path that is meant: a label in quotes is read back, anything else is the path itself. */
export function pathOfLabel(text: string): string {
  const label = readLabel(text);
  return label?.rest === "" ? label.path : text;
}

/** `path:start-end kind name`; a kind of plain text (`lines`, `file`) needs no name. */
export function placeLabel(span: {
  path: string;
  start: number;
  end: number;
  kind: string;
  name: string;
}): string {
  const lines = span.start === span.end ? `${span.start}` : `${span.start}-${span.end}`;
  const name = span.name === "" ? "" : ` ${oneLine(span.name)}`;
  return `${pathLabel(span.path)}:${lines} ${span.kind}${name}`;
}
