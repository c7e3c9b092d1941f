// What lies between the parts of a text: white space, ends of lines, what stands first on its line.

export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

/** The end without the white space before it: a grammar may count the line end to the node. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

/** The offset so many code units on, or the end of the line: a name given as text need not be the text there. */
export function inLine(text: string, start: number, length: number): number {
  const line = text.indexOf("\n", start);
  const end = Math.min(start + length, text.length);
  return line === -1 ? end : Math.min(end, line);
}

/** Nothing but white space between, and no blank line. */
export function adjoins(text: string, end: number, start: number): boolean {
  let lines = 0;
  for (let at = end; at < start; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 && ++lines > 1) return false;
    if (!isSpace(code)) return false;
  }
  return true;
}

export function beginsItsLine(text: string, start: number): boolean {
  for (let at = start - 1; at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (code === 10) return true;
    if (!isSpace(code)) return false;
  }
  return true;
}
