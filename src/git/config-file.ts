// What does a Git configuration file say? Sections, subsections, quotes, escapes, continued lines, comments.

export interface GitConfigEntry {
  /** `section.key` or `section.subsection.key`; section and key in lower case, the subsection as written. */
  key: string;
  /** Null for a key without `=`, which Git reads as true. */
  value: string | null;
}

/** Entries in the order in which they stand. What cannot be read ends the list: a broken file must not stop an answer. */
export function parseGitConfig(text: string): GitConfigEntry[] {
  const entries: GitConfigEntry[] = [];
  let section = "";
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;

  while (at < text.length) {
    const char = text[at]!;
    if (/\s/.test(char)) {
      at++;
    } else if (char === "#" || char === ";") {
      at = endOfLine(text, at);
    } else if (char === "[") {
      const header = /\[\s*([-.\w]+)(?:\s+"((?:[^"\\\n]|\\[^\n])*)")?\s*\]/y;
      header.lastIndex = at;
      const found = header.exec(text);
      if (found === null) return entries;
      section = found[1]!.toLowerCase();
      if (found[2] !== undefined) section += `.${found[2].replace(/\\(.)/g, "$1")}`;
      at = header.lastIndex;
    } else {
      const name = /([a-zA-Z][-a-zA-Z0-9]*)[ \t]*/y;
      name.lastIndex = at;
      const found = name.exec(text);
      if (found === null || section === "") return entries;
      at = name.lastIndex;
      const key = `${section}.${found[1]!.toLowerCase()}`;
      if (text[at] === "=") {
        const read = readValue(text, at + 1);
        if (read === null) return entries;
        entries.push({ key, value: read.value });
        at = read.end;
      } else {
        entries.push({ key, value: null });
        at = endOfLine(text, at);
      }
    }
  }
  return entries;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", '"': '"', "\\": "\\" };

/** A value ends at its line's end or comment; blanks at its ends count only inside quotes. */
function readValue(text: string, from: number): { value: string; end: number } | null {
  let value = "";
  /** Length of the value without blanks that stand outside quotes at its end. */
  let kept = 0;
  let quoted = false;
  let at = from;
  for (; at < text.length; at++) {
    const char = text[at]!;
    if (char === "\n") break;
    if (char === "\r" && text[at + 1] === "\n") break;
    if (char === "\\") {
      at++;
      if (text[at] === "\r" && text[at + 1] === "\n") at++;
      if (text[at] === "\n") continue;
      const escaped = ESCAPES[text[at] ?? ""];
      if (escaped === undefined) return null;
      value += escaped;
      kept = value.length;
    } else if (char === '"') {
      quoted = !quoted;
      kept = value.length;
    } else if (!quoted && (char === "#" || char === ";")) {
      at = endOfLine(text, at);
      break;
    } else if (!quoted && /\s/.test(char)) {
      if (value !== "") value += char;
    } else {
      value += char;
      kept = value.length;
    }
  }
  return quoted ? null : { value: value.slice(0, kept), end: at };
}
