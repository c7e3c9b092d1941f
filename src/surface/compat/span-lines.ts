// Which text has each line of a span that was shown? Lines that were left out stand as one mark, which says how many.

const LEFT_OUT = /^⋯ (\d+) lines? left out/;

/** Line number → its text, of the lines that are there. */
export function linesOfSpan({ start, text }: { start: number; text: string }): Map<number, string> {
  const lines = new Map<number, string>();
  let at = start;
  for (const line of text.split("\n")) {
    const left = LEFT_OUT.exec(line)?.[1];
    if (left === undefined) lines.set(at++, line);
    else at += Number(left);
  }
  return lines;
}
