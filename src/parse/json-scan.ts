// The tokens of JSON with their places, one after another in one pass: comments and single quotes are let through, what
// is no JSON is stepped over. For readers that need places, which `JSON.parse` does not give.

export type JsonToken = "{" | "}" | "[" | "]" | ":" | "," | "string" | "word" | "end";

const SPACE = /[\s\ufeff]/;

export class JsonScanner {
  /** Extent of the last token, quotes included. */
  start = 0;
  end = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  next(): JsonToken {
    const { text } = this;
    let at = this.end;
    for (;;) {
      while (at < text.length && text.charCodeAt(at) <= 32) at++;
      const head = text[at];
      if (head === "/" && text[at + 1] === "/") at = endOr(text, "\n", at);
      else if (head === "/" && text[at + 1] === "*") at = endOr(text, "*/", at + 2) + 2;
      else if (head !== undefined && text.charCodeAt(at) > 127 && SPACE.test(head)) at++;
      else break;
    }
    this.start = Math.min(at, text.length);
    this.end = this.start;
    const mark = text[at];
    if (mark === undefined) return "end";
    switch (mark) {
      case "{":
      case "}":
      case "[":
      case "]":
      case ":":
      case ",":
        this.end = at + 1;
        return mark;
      case '"':
      case "'":
        this.end = endOfString(text, at, mark);
        return "string";
      default:
        this.end = endOfWord(text, at);
        return "word";
    }
  }

  /** The last token without its quotes; escapes as they stand, unless they are well formed. */
  value(): string {
    const raw = this.text.slice(this.start, this.end);
    const mark = raw[0];
    if (mark !== '"' && mark !== "'") return raw;
    const inner = raw.slice(1, raw.length > 1 && raw.endsWith(mark) ? -1 : undefined);
    if (!inner.includes("\\")) return inner;
    try {
      return String(JSON.parse(`"${mark === "'" ? inner.replaceAll('"', '\\"') : inner}"`));
    } catch {
      return inner;
    }
  }
}

function endOr(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found;
}

/** Behind the closing quote; a string that is not closed ends with its line. */
function endOfString(text: string, start: number, mark: string): number {
  for (let at = start + 1; at < text.length; at++) {
    const head = text[at];
    if (head === "\\") at++;
    else if (head === mark) return at + 1;
    else if (head === "\n") return at;
  }
  return text.length;
}

function endOfWord(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && !/[\s{}[\]:,"'/]/.test(text[at]!)) at++;
  return at;
}
