// Where do comments and strings begin and end? Asked by the scanner wherever an opener's first character stands.
import type { Opener } from "./words-rules.ts";
import { inWord } from "./words-rules.ts";

/** The opener that stands here, or null. */
export function openerAt(
  text: string,
  at: number,
  lineStart: number,
  openers: readonly Opener[],
): Opener | null {
  for (const opener of openers) {
    if (!text.startsWith(opener.open, at)) continue;
    if (opener.prefix !== "" && !isPrefix(text, at - opener.prefix.length, opener.prefix)) continue;
    if (opener.spaced && at > lineStart && !isSpace(text.charCodeAt(at - 1))) continue;
    if (opener.first && at > lineStart) continue;
    if (opener.kind === "regex" && !mayBeRegex(text, at, lineStart)) continue;
    if (opener.char && !isCharLiteral(text, at)) continue;
    return opener;
  }
  return null;
}

function isPrefix(text: string, at: number, prefix: string): boolean {
  return text.startsWith(prefix, at) && (at === 0 || inWord[text.charCodeAt(at - 1) & 127] !== 1);
}

/** Nothing but a string's prefix (`r`, `rb`) stands before it on the line. */
export function isFirst(text: string, at: number, lineStart: number): boolean {
  let i = at;
  while (i > lineStart && at - i < 2 && !isSpace(text.charCodeAt(i - 1))) i--;
  while (i > lineStart && isSpace(text.charCodeAt(i - 1))) i--;
  return i === lineStart;
}

/** Offset after what opens here, or -1 if it does not close (on its line, where it must). */
export function endOf(text: string, at: number, opener: Opener, unclosed: Int32Array): number {
  if (at < unclosed[opener.index]!) return -1;
  const from = at + opener.open.length;
  if (opener.close === "\n") return lineEnd(text, from);
  if (opener.nested) return endOfNested(text, from, opener, unclosed);
  const multiline = opener.kind === "block" || opener.multiline;
  const end = multiline
    ? endOfMany(text, from, opener)
    : opener.kind === "regex"
      ? endOfRegex(text, from)
      : endOnLine(text, from, opener);
  if (end < 0) unclosed[opener.index] = multiline ? text.length : lineEnd(text, from);
  return end;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function endOfMany(text: string, from: number, opener: Opener): number {
  const { close, escape } = opener;
  let end = text.indexOf(close, from);
  if (escape < 0) return end < 0 ? -1 : end + close.length;
  while (end >= 0 && isEscaped(text, end, from, escape)) end = text.indexOf(close, end + 1);
  return end < 0 ? -1 : end + close.length;
}

/** An odd number of escapes stands before. Escapes are counted once per closer, so a long run of them costs its length. */
function isEscaped(text: string, at: number, from: number, escape: number): boolean {
  let i = at;
  while (i > from && text.charCodeAt(i - 1) === escape) i--;
  return (at - i) % 2 === 1;
}

function endOfNested(text: string, from: number, opener: Opener, unclosed: Int32Array): number {
  let depth = 1;
  let close = text.indexOf(opener.close, from);
  let open = text.indexOf(opener.open, from);
  while (close >= 0) {
    if (open >= 0 && open < close) {
      depth++;
      open = text.indexOf(opener.open, open + opener.open.length);
    } else {
      depth--;
      if (depth === 0) return close + opener.close.length;
      close = text.indexOf(opener.close, close + opener.close.length);
    }
  }
  unclosed[opener.index] = text.length;
  return -1;
}

function endOnLine(text: string, from: number, opener: Opener): number {
  const first = opener.close.charCodeAt(0);
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 10) return -1;
    if (c === opener.escape) i++;
    else if (c === first && text.startsWith(opener.close, i)) return i + opener.close.length;
  }
  return -1;
}

function endOfRegex(text: string, from: number): number {
  let inClass = false;
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 10) return -1;
    if (c === 92) i++;
    else if (c === 91) inClass = true;
    else if (c === 93) inClass = false;
    else if (c === 47 && !inClass) return i + 1;
  }
  return -1;
}

/** A slash begins a regular expression after an operator, an opening bracket or `return`, else it divides. */
function mayBeRegex(text: string, at: number, lineStart: number): boolean {
  let i = at - 1;
  while (i >= lineStart && isSpace(text.charCodeAt(i))) i--;
  if (i < lineStart) return true;
  if ("(,=:[!&|?{};~+".includes(text[i]!) || text.startsWith("=>", i - 1)) return true;
  return /\b(?:return|typeof|case|if|when|unless|and|or|not|match)$/.test(
    text.slice(Math.max(lineStart, i - 9), i + 1),
  );
}

/** `'x'`, `'\n'`, `'\u{1f600}'`. */
function isCharLiteral(text: string, at: number): boolean {
  if (text.charCodeAt(at + 1) !== 92) {
    const width = text.codePointAt(at + 1)! > 0xffff ? 2 : 1;
    return text.charCodeAt(at + 1 + width) === 39;
  }
  return text.slice(at + 3, at + 13).includes("'");
}

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 9;
}
