// Which parts of a text of JavaScript are code? Its brackets, those in strings and comments left out, so that blocks and
// functions can be told apart. Where braces do not match, nothing is told.

export class Code {
  readonly text: string;
  /** Offsets of all brackets of the code, ascending. */
  readonly #brackets: Int32Array;
  /** Number of the bracket that belongs to each, or -1. */
  readonly #partner: Int32Array;
  /** Number of the bracket that is open around each, or -1. */
  readonly #around: Int32Array;
  /** Beginnings and ends of strings and comments. */
  readonly #hidden: Int32Array;

  private constructor(text: string, brackets: readonly number[], hidden: readonly number[]) {
    this.text = text;
    this.#brackets = Int32Array.from(brackets);
    this.#hidden = Int32Array.from(hidden);
    this.#partner = new Int32Array(brackets.length).fill(-1);
    this.#around = new Int32Array(brackets.length).fill(-1);
    this.#match();
  }

  static of(text: string): Code | null {
    const scanner = new Scanner(text);
    return scanner.scan() ? new Code(text, scanner.brackets, scanner.hidden) : null;
  }

  /** A text of JSX may hold a bracket that belongs to none: braces go before the others. */
  #match(): void {
    const { text } = this;
    const open: number[] = [];
    for (let i = 0; i < this.#brackets.length; i++) {
      const c = text[this.#brackets[i]!]!;
      if (c === "(" || c === "[" || c === "{") {
        this.#around[i] = open.at(-1) ?? -1;
        open.push(i);
        continue;
      }
      const wanted = c === ")" ? "(" : c === "]" ? "[" : "{";
      let at = open.length - 1;
      while (at >= 0 && text[this.#brackets[open[at]!]!] !== wanted) {
        if (wanted !== "{" && text[this.#brackets[open[at]!]!] === "{") at = -1;
        else at--;
      }
      if (at < 0) {
        this.#around[i] = open.at(-1) ?? -1;
        continue;
      }
      const partner = open[at]!;
      open.length = at;
      this.#partner[i] = partner;
      this.#partner[partner] = i;
      this.#around[i] = this.#around[partner]!;
    }
  }

  /** Whether the offset lies in a comment or a string. */
  isHidden(offset: number): boolean {
    return this.#hiddenFrom(offset) !== -1;
  }

  /** Where the comment begins in which the offset lies, or -1. */
  commentAt(offset: number): number {
    const start = this.#hiddenFrom(offset);
    return start !== -1 && this.text[start] === "/" && /[/*]/.test(this.text[start + 1] ?? "") ? start : -1;
  }

  /** Where the string begins in which the offset lies, or -1. */
  stringAt(offset: number): number {
    const start = this.#hiddenFrom(offset);
    return start !== -1 && /["'`]/.test(this.text[start]!) ? start : -1;
  }

  #hiddenFrom(offset: number): number {
    const hidden = this.#hidden;
    let low = 0;
    let high = hidden.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (hidden[2 * middle + 1]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low < hidden.length / 2 && hidden[2 * low]! <= offset ? hidden[2 * low]! : -1;
  }

  /** Whether the block around the first offset has not ended at the second. */
  isOpen(from: number, to: number): boolean {
    let block = this.#innermost(from);
    while (block !== -1 && this.text[this.#brackets[block]!] !== "{") block = this.#around[block]!;
    if (block === -1) return true;
    const close = this.#partner[block]!;
    return close === -1 || this.#brackets[close]! >= to;
  }

  /** Where the bracket that opens at the offset closes, or -1. */
  closes(open: number): number {
    const place = this.#first(open);
    if (this.#brackets[place] !== open) return -1;
    const partner = this.#partner[place]!;
    return partner <= place ? -1 : this.#brackets[partner]!;
  }

  /** Where the bracket opens that closes at the offset, or -1. */
  opens(close: number): number {
    const place = this.#first(close);
    if (this.#brackets[place] !== close) return -1;
    const partner = this.#partner[place]!;
    return partner === -1 || partner >= place ? -1 : this.#brackets[partner]!;
  }

  /** Offset of the innermost bracket that is open at the offset, or -1. */
  innermost(offset: number): number {
    const place = this.#innermost(offset);
    return place === -1 ? -1 : this.#brackets[place]!;
  }

  #innermost(offset: number): number {
    const before = this.#first(offset) - 1;
    if (before < 0) return -1;
    const c = this.text[this.#brackets[before]!]!;
    return c === "(" || c === "[" || c === "{" ? before : this.#around[before]!;
  }

  /** Number of the first bracket at the offset or behind it. */
  #first(offset: number): number {
    const brackets = this.#brackets;
    let low = 0;
    let high = brackets.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (brackets[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

class Scanner {
  readonly brackets: number[] = [];
  readonly hidden: number[] = [];
  readonly #text: string;
  /** Depths at which a template goes on after its `}`. */
  readonly #templates: number[] = [];
  #depth = 0;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** False where braces do not match. */
  scan(): boolean {
    const text = this.#text;
    while (this.#at < text.length) {
      const at = this.#at;
      switch (text.charCodeAt(at)) {
        case 123: // {
          this.brackets.push(at);
          this.#depth++;
          this.#at++;
          break;
        case 125: // }
          if (!this.#close(at)) return false;
          break;
        case 40: // (
        case 41: // )
        case 91: // [
        case 93: // ]
          this.brackets.push(at);
          this.#at++;
          break;
        case 34: // "
        case 39: // '
          this.#hideTo(stringEnd(text, at));
          break;
        case 96: // `
          if (!this.#template(at, at + 1)) return false;
          break;
        case 47: // /
          this.#hideTo(slashEnd(text, at));
          break;
        default:
          this.#at++;
      }
    }
    return this.#depth === 0;
  }

  #close(at: number): boolean {
    this.#depth--;
    this.brackets.push(at);
    if (this.#depth < 0) return false;
    this.#at++;
    if (this.#templates.at(-1) !== this.#depth) return true;
    this.#templates.pop();
    return this.#template(this.#at, this.#at);
  }

  /** Hides a template up to its end or to the next code in it. */
  #template(hideFrom: number, from: number): boolean {
    const text = this.#text;
    for (let i = from; i < text.length; i++) {
      if (text[i] === "\\") i++;
      else if (text[i] === "`") {
        this.hidden.push(hideFrom, i + 1);
        this.#at = i + 1;
        return true;
      } else if (text[i] === "$" && text[i + 1] === "{") {
        this.hidden.push(hideFrom, i + 1);
        this.#templates.push(this.#depth);
        this.#at = i + 1;
        return true;
      }
    }
    return false;
  }

  #hideTo(end: number): void {
    if (end === -1) this.#at++;
    else {
      this.hidden.push(this.#at, end);
      this.#at = end;
    }
  }
}

/** End of a string on one line; -1 where it has none there (an apostrophe in a text of JSX). */
function stringEnd(text: string, start: number): number {
  const quote = text[start]!;
  for (let at = start + 1; at < text.length; at++) {
    const c = text[at]!;
    if (c === "\\") at++;
    else if (c === quote) return at + 1;
    else if (c === "\n") return -1;
  }
  return -1;
}

/** End of a comment or of a regular expression, or -1. */
function slashEnd(text: string, at: number): number {
  const next = text[at + 1];
  if (next === "/") {
    const end = text.indexOf("\n", at);
    return end === -1 ? text.length : end;
  }
  if (next === "*") {
    const end = text.indexOf("*/", at + 2);
    return end === -1 ? text.length : end + 2;
  }
  return regexMayBegin(text, at) ? regexEnd(text, at) : -1;
}

function regexMayBegin(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (text[before] === " " || text[before] === "\t")) before--;
  const c = text[before] ?? "\n";
  if (/[=(,;:!&|?{}[\n+\-*%~^>]/.test(c)) return true;
  return /\b(?:return|typeof|case|in|of|do|else)$/.test(text.slice(Math.max(0, before - 8), before + 1));
}

function regexEnd(text: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < text.length; at++) {
    const c = text[at]!;
    if (c === "\n") return -1;
    if (c === "\\") at++;
    else if (c === "[") inClass = true;
    else if (c === "]") inClass = false;
    else if (c === "/" && !inClass) return at + 1;
  }
  return -1;
}

let last: { text: string; code: Code | null } | null = null;
const memo = new WeakMap<object, Code | null>();

/** The code of a file, made once for as long as `owner` lives. */
export function codeOf(owner: object, text: string): Code | null {
  let code = memo.get(owner);
  if (code === undefined) {
    code = last?.text === text ? last.code : Code.of(text);
    last = { text, code };
    memo.set(owner, code);
  }
  return code;
}
