// What of a path or pattern, as a person writes it, is left behind the root? On Windows slashes lean both ways, and the case
// of letters, that of the drive before all, says nothing.
import { sep } from "node:path";

/** With forward slashes where the system has others. */
export function withForwardSlashes(text: string, separator = sep): string {
  return separator === "\\" ? text.replaceAll("\\", "/") : text;
}

/** The rest behind the root; the text as it is where it doesn't begin with it. */
export function withoutRoot(text: string, root: string | undefined, separator = sep): string {
  if (root === undefined) return text;
  const comparable = (path: string): string =>
    separator === "\\" ? withForwardSlashes(path, separator).toLowerCase() : path;
  const [given, start] = [comparable(text), comparable(root)];
  return given === start || given.startsWith(`${start}/`) ? text.slice(root.length) : text;
}
