// Where does a bracket open or close? By counting, with strings and comments left out as far as that can be told.

const PAIR: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
/** Code units that are looked at: a longer expression is not followed. */
const FARTHEST = 8_000;

/** Offset of the bracket that the one at `close` closes, or -1. */
export function closedBy(text: string, close: number): number {
  const open = [PAIR[text[close]!]];
  const until = Math.max(0, close - FARTHEST);
  for (let at = close - 1; at >= until; at--) {
    const c = text[at]!;
    if (c === '"' || c === "'" || c === "`") {
      const start = stringStart(text, at, until);
      if (start === -1) return -1;
      at = start;
    } else if (c === ")" || c === "]" || c === "}") open.push(PAIR[c]);
    else if (c === "(" || c === "[" || c === "{") {
      if (open.pop() !== c) return -1;
      if (open.length === 0) return at;
    }
  }
  return -1;
}

/** Where a string that ends at the offset begins: on the same line, but for backticks. */
function stringStart(text: string, end: number, until: number): number {
  const quote = text[end]!;
  for (let at = end - 1; at >= until; at--) {
    if (text[at] === "\n" && quote !== "`") return -1;
    if (text[at] !== quote) continue;
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

/** Offset of the bracket that closes the one at `open`, or -1. */
export function closing(text: string, open: number): number {
  const close: string[] = [];
  const until = Math.min(text.length, open + 4 * FARTHEST);
  for (let at = open; at < until; at++) {
    const c = text[at]!;
    if (c === '"' || c === "'" || c === "`") {
      at = stringEnd(text, at, until);
      if (at === -1) return -1;
    } else if (c === "/" && text[at + 1] === "/") {
      const line = text.indexOf("\n", at);
      if (line === -1) return -1;
      at = line;
    } else if (c === "/" && text[at + 1] === "*") {
      const end = text.indexOf("*/", at + 2);
      if (end === -1) return -1;
      at = end + 1;
    } else if (c === "(" || c === "[" || c === "{") close.push(c);
    else if (c === ")" || c === "]" || c === "}") {
      if (close.pop() !== PAIR[c]) return -1;
      if (close.length === 0) return at;
    }
  }
  return -1;
}

/** Where the string that begins at the offset ends; an apostrophe in a text of JSX ends nowhere. */
function stringEnd(text: string, start: number, until: number): number {
  const quote = text[start]!;
  for (let at = start + 1; at < until; at++) {
    const c = text[at]!;
    if (c === "\\") at++;
    else if (c === quote) return at;
    else if (c === "\n" && quote !== "`") return start;
  }
  return -1;
}
