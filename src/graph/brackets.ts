// Where does a bracket open or close? By counting; strings and comments are left out where a function says so.

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

/** Offset of the bracket that closes the one at `open`, or of the quote that ends the string there; -1 for none. */
export function closing(text: string, open: number): number {
  const until = Math.min(text.length, open + 4 * FARTHEST);
  const first = text.charCodeAt(open);
  if (first === 34 || first === 39 || first === 96) return stringEnd(text, open, until);
  /** Code units of the brackets that are awaited. */
  const awaited: number[] = [];
  for (let at = open; at < until; at++) {
    switch (text.charCodeAt(at)) {
      case 34: // "
      case 39: // '
      case 96: // `
        at = stringEnd(text, at, until);
        if (at === -1) return -1;
        break;
      case 47: // /
        if (text.charCodeAt(at + 1) === 47) at = text.indexOf("\n", at);
        else if (text.charCodeAt(at + 1) === 42) {
          at = text.indexOf("*/", at + 2);
          if (at !== -1) at++;
        }
        if (at === -1) return -1;
        break;
      case 40: // (
        awaited.push(41);
        break;
      case 91: // [
        awaited.push(93);
        break;
      case 123: // {
        awaited.push(125);
        break;
      case 41: // )
      case 93: // ]
      case 125: // }
        if (awaited.pop() !== text.charCodeAt(at)) return -1;
        if (awaited.length === 0) return at;
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

/** The parts between commas, or another mark, at the text's own level; `types` may have arguments between angles. */
export function divided(text: string, mark: string, what: "code" | "types" = "code"): string[] {
  if (!text.includes(mark)) return [text];
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  const opening = what === "types" ? "([{<" : "([{";
  for (let at = 0; at < text.length; at++) {
    const c = text[at]!;
    if (opening.includes(c)) depth++;
    else if (c === ")" || c === "]" || c === "}") depth--;
    else if (c === ">" && what === "types" && text[at - 1] !== "-" && text[at - 1] !== "=") depth--;
    else if (depth === 0 && text.startsWith(mark, at)) {
      parts.push(text.slice(from, at));
      from = at + mark.length;
    }
  }
  return [...parts, text.slice(from)];
}
