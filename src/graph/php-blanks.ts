// What of a PHP file's text is code? Comments, strings and the text around the code are blanked out, at the same offsets;
// what is written as code inside of a string (`"{$x->f()}"`) stays.

/** The text with everything but code blanked out. */
export function codeOf(text: string): string {
  const parts: string[] = [];
  let at = 0;
  const blank = (to: number): void => {
    parts.push(text.slice(at, to).replace(/[^\n]/g, " "));
    at = to;
  };
  // A string in a string would not be told from the outer one's marks.
  const keep = (to: number, unquoted = false): void => {
    const kept = text.slice(at, to);
    parts.push(unquoted ? kept.replace(/["'`]/g, " ") : kept);
    at = to;
  };
  const open = (from: number): number => {
    const found = /<\?(?:php\b|=)|<\?(?!xml)/gi;
    found.lastIndex = from;
    const match = found.exec(text);
    return match === null ? text.length : match.index + match[0].length;
  };
  blank(open(0));
  const next = /\?>|\/\/|#(?!\[)|\/\*|'|"|`|<<</g;
  while (at < text.length) {
    next.lastIndex = at;
    const match = next.exec(text);
    if (match === null) break;
    keep(match.index);
    switch (match[0]) {
      case "?>":
        // It ends a statement as `;` does.
        parts.push("; ");
        at += 2;
        blank(open(at));
        break;
      case "//":
      case "#": {
        const end = /\n|\?>/g;
        end.lastIndex = at;
        blank(end.exec(text)?.index ?? text.length);
        break;
      }
      case "/*": {
        const end = text.indexOf("*/", at + 2);
        blank(end === -1 ? text.length : end + 2);
        break;
      }
      case "'": {
        const end = quoteEnd(text, at + 1, "'");
        keep(at + 1);
        blank(Math.max(at, end - 1));
        keep(end);
        break;
      }
      case "<<<": {
        const head = /^<<<[ \t]*(["']?)([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)\1[ \t]*\r?\n/.exec(
          text.slice(at, at + 200),
        );
        if (head === null) {
          keep(at + 3);
          break;
        }
        const ending = new RegExp(`^[ \\t]*${head[2]}(?![\\w\\u0080-\\uffff])`, "gm");
        ending.lastIndex = at + head[0].length;
        const found = ending.exec(text);
        const end = found === null ? text.length : found.index;
        blank(at + head[0].length);
        if (head[1] === "'") blank(end);
        else interpolated(text, at, end, blank, keep);
        // So that it is a value like any other string.
        if (found !== null && at < text.length) {
          parts.push('""'.padEnd(found[0].length).slice(0, found[0].length));
          at = end + found[0].length;
        }
        break;
      }
      default: {
        const end = quoteEnd(text, at + 1, match[0]);
        keep(at + 1);
        interpolated(text, at, Math.max(at, end - 1), blank, keep);
        keep(end);
      }
    }
  }
  keep(text.length);
  return parts.join("");
}

/** Behind the quote that ends the string. */
function quoteEnd(text: string, from: number, quote: string): number {
  let code = quote !== "'";
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) return at + 1;
    else if (code && text[at] === "{" && text[at + 1] === "$") {
      const end = braceEnd(text, at);
      if (end === -1) code = false;
      else at = end;
    }
  }
  return text.length;
}

/** Longest code in a string, in UTF-16 code units: a brace that closes farther away is another one's. */
const LONGEST_INSIDE = 1_000;

/** Where the brace closes; strings in it may hold braces. -1 where it does not. */
function braceEnd(text: string, from: number): number {
  let depth = 0;
  const last = Math.min(text.length, from + LONGEST_INSIDE);
  for (let at = from; at < last; at++) {
    const c = text[at]!;
    if (c === "{") depth++;
    else if (c === "}") {
      if (--depth === 0) return at;
    } else if (c === '"' || c === "'") {
      for (at++; at < last && text[at] !== c; at++) if (text[at] === "\\") at++;
    }
  }
  return -1;
}

/** Keeps `{$…}` and `$x->y` inside of a string, with `;` before and behind them. */
function interpolated(
  text: string,
  from: number,
  to: number,
  blank: (to: number) => void,
  keep: (to: number, unquoted?: boolean) => void,
): void {
  const inside = /\\[^]|\{\$|\$[A-Za-z_\u0080-\uffff]/g;
  inside.lastIndex = from;
  for (let match = inside.exec(text); match !== null && match.index < to; match = inside.exec(text)) {
    if (match[0][0] === "\\") continue;
    blank(match.index);
    let end: number;
    if (match[0] === "{$") {
      end = braceEnd(text, match.index);
      end = end === -1 || end >= to ? to : end + 1;
    } else {
      const path =
        /^\$[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*(?:\??->[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?/;
      end = Math.min(to, match.index + path.exec(text.slice(match.index, match.index + 300))![0].length);
    }
    keep(end, true);
    inside.lastIndex = end;
  }
  blank(to);
}
