// Where do strings, heredocs and the heads of methods end in Ruby?

/** Where the mark stands that ends a string, or the end of the text. `code`: it may hold `#{…}`. */
export function stringEnd(text: string, from: number, open: string, close: string, code: boolean): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const c = text[at]!;
    if (c === "\\") at++;
    else if (code && c === "#" && text[at + 1] === "{") at = interpolationEnd(text, at + 2, 0);
    else if (c === close && depth === 0) return at;
    else if (c === close && open !== close) depth--;
    else if (c === open && open !== close) depth++;
  }
  return text.length;
}

/** Behind the line that ends a heredoc. */
export function heredocEnd(text: string, from: number, id: string, indented: boolean): number {
  const ending = new RegExp(`^${indented ? "[ \\t]*" : ""}${id}\\r?$`, "gm");
  ending.lastIndex = from;
  const found = ending.exec(text);
  return found === null ? text.length : found.index + found[0].length;
}

/** Whether a method whose name ends at the offset is written as `def name(…) = value`. */
export function isEndless(text: string, from: number): boolean {
  let at = from;
  while (text[at] === " ") at++;
  if (text[at] === "(") {
    let depth = 0;
    for (; at < text.length; at++) {
      if (text[at] === "(") depth++;
      else if (text[at] === ")" && --depth === 0) break;
    }
    at++;
    while (text[at] === " ") at++;
  }
  return text[at] === "=" && !/[=~>]/.test(text[at + 1] ?? "");
}

/** Where `#{` ends; strings in it may hold braces. */
function interpolationEnd(text: string, from: number, nested: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const c = text[at]!;
    if (c === "\\") at++;
    else if (c === "{") depth++;
    else if (c === "/" && /[[(,=|&{~]\s*$/.test(text.slice(Math.max(0, at - 4), at))) {
      const end = /\/|\n/g;
      end.lastIndex = at + 1;
      at = end.exec(text)?.index ?? text.length;
    } else if (c === "}") {
      if (depth-- === 0) return at;
    } else if (c === "?" && /["']/.test(text[at + 1] ?? "") && /[(,\s]/.test(text[at - 1] ?? "")) at++;
    else if ((c === '"' || c === "'") && nested < 20) {
      for (at++; at < text.length && text[at] !== c; at++) {
        if (text[at] === "\\") at++;
        else if (c === '"' && text[at] === "#" && text[at + 1] === "{")
          at = interpolationEnd(text, at + 2, nested + 1);
      }
    }
  }
  return text.length;
}
