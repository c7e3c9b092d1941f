// Where does the code end that stands before an offset? White space and comments are stepped over backwards.

/** The end of what stands before the dot, or -1 if there is no dot. */
export function receiverEnd(text: string, start: number, comment: string): number {
  let at = codeBefore(text, start, comment);
  if (text.startsWith("::", at - 2) || text.startsWith("->", at - 2)) at -= 2;
  else if (text[at - 1] === ".") at--;
  else return -1;
  if (text[at - 1] === "?") at--;
  return at;
}

/** Offset of the end of the code before the offset: white space and comments are stepped over. */
export function codeBefore(text: string, offset: number, comment: string): number {
  let at = offset;
  for (;;) {
    let newLine = false;
    while (at > 0 && isSpace(text.charCodeAt(at - 1))) if (text.charCodeAt(--at) === 10) newLine = true;
    if (text.startsWith("*/", at - 2)) {
      const open = text.lastIndexOf("/*", at - 3);
      if (open === -1) return at;
      at = open;
      continue;
    }
    if (!newLine) return at;
    const lineStart = text.lastIndexOf("\n", at - 1) + 1;
    const mark = commentIn(text.slice(lineStart, at), comment);
    if (mark === -1) return at;
    at = lineStart + mark;
  }
}

/** Where a comment of one line begins, or -1: behind quotes that are closed. */
function commentIn(line: string, comment: string): number {
  for (let at = line.indexOf(comment); at !== -1; at = line.indexOf(comment, at + 1)) {
    const before = line.slice(0, at).replace(/\\./g, "");
    const open = (quote: string) => (before.split(quote).length - 1) % 2 === 1;
    if (!open('"') && !open("'") && !open("`")) return at;
  }
  return -1;
}

export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** Offset of the angle bracket that the one at `close` closes, or -1. */
export function openAngle(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0 && at > close - 500; at--) {
    if (text[at] === ">" && text[at - 1] !== "=") depth++;
    else if (text[at] === "<" && --depth === 0) return at;
    else if (text[at] === ";") return -1;
  }
  return -1;
}
