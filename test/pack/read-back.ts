// Reads a span's text back as its rule says: begin at the first line; a mark of n lines moves on by n.
export function readBack(span: {
  start: number;
  end: number;
  text: string;
  form: string;
}): { line: number; text: string }[] {
  const texts = span.text.split("\n");
  if (span.form === "whole") return texts.map((text, i) => ({ line: span.start + i, text }));
  const run = (text: string) => /^⋯*/.exec(text.trimStart())![0].length;
  const longest = Math.max(...texts.map(run));
  const shown: { line: number; text: string }[] = [];
  let line = span.start;
  for (const text of texts) {
    const mark = longest > 0 && run(text) === longest ? /^⋯+ (\d+) lines? left out$/.exec(text) : null;
    if (mark !== null) line += Number(mark[1]);
    else shown.push({ line: line++, text });
  }
  return shown;
}
