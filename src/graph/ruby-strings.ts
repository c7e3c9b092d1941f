// Where do comments, strings, heredocs, symbols, variables and numbers end in Ruby, and the heads of methods?

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

/** Where the comment ends that begins at the offset, also what follows `__END__`; -1 where none begins. */
export function commentEnd(text: string, at: number): number {
  const orEnd = (found: number, more = 0) => (found === -1 ? text.length : found + more);
  if (text[at] === "#") return orEnd(text.indexOf("\n", at));
  if (at > 0 && text[at - 1] !== "\n") return -1;
  if (text.startsWith("=begin", at)) return orEnd(text.indexOf("\n=end", at), 5);
  return /^__END__\r?(?:\n|$)/.test(text.slice(at, at + 9)) ? text.length : -1;
}

/** Length of the symbol, variable or number at the offset; 0 where there is none. `behind`: a value stands before it. */
export function plainLength(text: string, at: number, behind: boolean): number {
  const c = text[at]!;
  const near = text.slice(at, at + 200);
  if (c === "@" || c === "$") return /^(?:@{1,2}|\$)(?:[\w\u0080-\uffff]+|[^\s\w])?/.exec(near)![0].length;
  if (/\d/.test(c)) {
    const length = /^\d[\w.]*(?<!\.)/.exec(near)?.[0].length ?? 1;
    // `1..2`, `1.times`
    const dots = near.slice(0, length).search(/\.(?:\.|[a-z_])/i);
    return dots === -1 ? length : dots;
  }
  if (c !== ":" || text[at - 1] === ":") return 0;
  const named =
    /^:[\w\u0080-\uffff]+[?!=]?(?![=~>])/.exec(near) ??
    /^:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/.exec(near);
  if (named !== null && !/^:\d/.test(near)) return named[0].length;
  return behind ? 0 : (/^:(?:\[\]=?|[-+*/%<>=!~^&|`]{1,3}@?)/.exec(near)?.[0].length ?? 0);
}
