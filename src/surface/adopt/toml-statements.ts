// Where does each statement of a TOML text begin and end? Headers of tables and pairs, over strings and lists of many
// lines. It reads texts that a TOML reader has taken already, so it need not find faults.

export interface TomlStatement {
  /** First character of the header or of the key. */
  start: number;
  /** Behind its last character; comments and blanks behind it are not part of it. */
  end: number;
  /** The names in `[a.b]` or `[[a.b]]`. */
  header: string[] | null;
  /** The names of `a.b = …`. */
  key: string[] | null;
}

export function tomlStatements(text: string): TomlStatement[] {
  const found: TomlStatement[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    if (/\s/.test(text[at]!)) at++;
    else if (text[at] === "#") at = endOfLine(text, at);
    else {
      const statement = text[at] === "[" ? header(text, at) : pair(text, at);
      found.push(statement);
      // What follows on the line is a comment at most.
      at = Math.max(endOfLine(text, statement.end), at + 1);
    }
  }
  return found;
}

function header(text: string, start: number): TomlStatement {
  let at = start;
  while (text[at] === "[") at++;
  const { names, end } = keyAt(text, at);
  at = end;
  while (text[at] === "]") at++;
  return { start, end: at, header: names, key: null };
}

function pair(text: string, start: number): TomlStatement {
  const { names, end } = keyAt(text, start);
  return { start, end: valueEnd(text, end + 1), header: null, key: names };
}

/** Names with dots between them, up to `=` or `]`. */
function keyAt(text: string, from: number): { names: string[]; end: number } {
  const names: string[] = [];
  let at = from;
  for (;;) {
    while (/[ \t.]/.test(text[at] ?? "")) at++;
    const sign = text[at];
    if (sign === undefined || sign === "=" || sign === "]" || sign === "\n") return { names, end: at };
    const end = sign === '"' || sign === "'" ? stringEnd(text, at) : bareEnd(text, at);
    names.push(nameOf(text.slice(at, end)));
    at = end;
  }
}

function bareEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !/[\s.=\]#]/.test(text[end]!)) end++;
  return Math.max(end, at + 1);
}

function nameOf(written: string): string {
  if (written.startsWith("'")) return written.slice(1, -1);
  if (!written.startsWith('"')) return written;
  try {
    return JSON.parse(written) as string;
  } catch {
    // An escape that JSON has not (`\\e`, `\\U`): no name of ours has one.
    return written;
  }
}

function valueEnd(text: string, from: number): number {
  let depth = 0;
  let at = from;
  let end = from;
  while (at < text.length) {
    const sign = text[at]!;
    if (sign === '"' || sign === "'") end = at = stringEnd(text, at);
    else if (sign === "#") at = endOfLine(text, at);
    else if (sign === "\n" && depth === 0) return end;
    else {
      if (sign === "[" || sign === "{") depth++;
      if (sign === "]" || sign === "}") depth--;
      at++;
      if (!/\s/.test(sign)) end = at;
    }
  }
  return end;
}

function stringEnd(text: string, at: number): number {
  const quote = text[at]!;
  const triple = quote.repeat(3);
  if (text.startsWith(triple, at)) {
    let end = at + 3;
    while (end < text.length && !text.startsWith(triple, end))
      end += quote === '"' && text[end] === "\\" ? 2 : 1;
    end += 3;
    // Up to two quotes may stand before the closing ones.
    while (text[end] === quote) end++;
    return end;
  }
  let end = at + 1;
  while (end < text.length && text[end] !== quote && text[end] !== "\n")
    end += quote === '"' && text[end] === "\\" ? 2 : 1;
  return end + 1;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}
