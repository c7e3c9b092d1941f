// How are paths, names and reasons written on one line, so that no file name can make a line of its own or a false header?

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/;
const CONTROLS =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** One line: line ends and other control characters become escapes such as `\n` or `\u2028`. */
export function oneLine(text: string): string {
  return CONTROL.test(text) ? text.replace(CONTROLS, escaped) : text;
}

function escaped(character: string): string {
  const short: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A longer line is cut, and says by how much: a place is listed, not read. In UTF-16 code units. */
const LONGEST_LINE = 300;

export function cutLine(text: string): string {
  if (text.length <= LONGEST_LINE) return text;
  // Never between the halves of one character.
  const end = /[\ud800-\udbff]/.test(text[LONGEST_LINE - 1]!) ? LONGEST_LINE - 1 : LONGEST_LINE;
  return `${text.slice(0, end)} ⋯ ${text.length - end} more characters`;
}

/** A path as answers show it: quoted where it has blanks, quotes or backticks, or could be read as `12: text`. */
export function pathLabel(path: string): string {
  return /[\s"`]|^\d+:|^$/.test(path) || CONTROL.test(path) ? JSON.stringify(oneLine(path)) : path;
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

/** What a terminal may be shown of a line: control characters become pictures, so that no file can steer it. */
export function forTerminal(line: string): string {
  return line.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (c) => {
    const code = c.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? "\u2421" : "\ufffd";
  });
}
