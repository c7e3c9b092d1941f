// Where may a key stand in braces (`{ name: 1 }`, `const { name } = x`)? Behind the brace or a comma, and behind comments and
// the words of methods (`get name() {}`) between. First by the text alone, which is cheap and lets too much through; then
// where the code tells which slashes are comments.
import type { Code } from "./ecmascript-code.ts";

/** Words between a brace or a comma and the name of a method. */
const WORDS = /(?<![\w$.#\u0080-\uffff])(?:async|get|set)$/;

/** Whether braces, a comma or a comment stand before: nothing else is the beginning of a key. */
export function mayBeginKey(text: string, from: number): boolean {
  let at = backOverWords(text, from);
  if (text[at - 1] === "{" || text[at - 1] === ",") return true;
  if (text[at - 1] === "/" && text[at - 2] === "*") return true;
  // A comment to the end of a line ends before the name: anywhere in it the line has its mark.
  if (!text.slice(at, from).includes("\n")) return false;
  const line = text.lastIndexOf("\n", at - 1) + 1;
  for (at--; at > line; at--) if (text[at] === "/" && text[at - 1] === "/") return true;
  return false;
}

/** The same, and surely. */
export function beginsKey(code: Code, from: number): boolean {
  const before = code.text[backOverComments(code, from) - 1];
  return before === "{" || before === ",";
}

/** Back over blanks, comments and the words of methods. */
function backOverComments(code: Code, from: number): number {
  for (let at = from; ;) {
    const end = backOverWords(code.text, at);
    const comment = end === 0 ? -1 : code.commentAt(end - 1);
    if (comment === -1) return end;
    at = comment;
  }
}

function backOverWords(text: string, from: number): number {
  for (let at = backOverBlank(text, from); ;) {
    const isMany = text[at - 1] === "*" && text[at - 2] !== "/";
    // Without a blank between it is a part of the name.
    const word = isMany || at === from ? null : WORDS.exec(text.slice(Math.max(0, at - 6), at));
    if (!isMany && word === null) return at;
    at = backOverBlank(text, at - (word?.[0].length ?? 1));
  }
}

export function backOverBlank(text: string, from: number): number {
  let at = from;
  while (at > 0 && /\s/.test(text[at - 1]!)) at--;
  return at;
}
