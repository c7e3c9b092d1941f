// Where do comments, words and type arguments begin and end in the text of a Kotlin file?

export const CODE_WORD = /[\w\u0080-\uffff]/;

export function commentEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text.startsWith("/*", at)) {
      depth++;
      at++;
    } else if (text.startsWith("*/", at)) {
      at++;
      if (--depth === 0) return at + 1;
    }
  }
  return text.length;
}

export function codeEnd(text: string, from: number): number {
  let at = from;
  while (at > 0 && /\s/.test(text[at - 1]!)) at--;
  return at;
}

export function wordBefore(text: string, end: number): string {
  let at = end;
  while (at > 0 && CODE_WORD.test(text[at - 1]!)) at--;
  return text.slice(at, end);
}

export function angleStart(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0 && at > close - 500; at--) {
    const c = text[at]!;
    if (c === ">" && text[at - 1] !== "-") depth++;
    else if (c === "<" && --depth === 0) return at;
    else if (c === ";" || c === "{" || c === "}") return -1;
  }
  return -1;
}
