// Where in the pattern does the parser stand? Characters are code points, offsets are UTF-16 code units.
// With the flag `x` (verbose), white space and `#` comments between the parts of a pattern are no part of it.
import { PithError } from "../base/error.ts";
import { invalidPattern, unsupportedPattern } from "./regex-fault.ts";

/** Unicode's Pattern_White_Space: what Rust skips with the flag `x`. */
const WHITE_SPACE = /^[\t-\r \u0085\u200e\u200f\u2028\u2029]$/;

export class Cursor {
  readonly pattern: string;
  at = 0;
  verbose = false;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  get done(): boolean {
    return this.at >= this.pattern.length;
  }

  /** The character here; empty at the end. */
  get char(): string {
    const code = this.pattern.codePointAt(this.at);
    return code === undefined ? "" : String.fromCodePoint(code);
  }

  startsWith(text: string): boolean {
    return this.pattern.startsWith(text, this.at);
  }

  /** Steps over the text if it is here. */
  take(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  /** The character here, stepped over. */
  next(): string {
    const { char } = this;
    this.at += char.length;
    return char;
  }

  /** As `next`, and over the blanks behind it. */
  nextThenBlanks(): string {
    const char = this.next();
    this.skipBlanks();
    return char;
  }

  skipBlanks(): void {
    while (this.verbose && !this.done) {
      if (WHITE_SPACE.test(this.char)) this.next();
      else if (this.char === "#") this.#skipComment();
      else return;
    }
  }

  /** The next character behind this one that is no blank; empty if there is none. */
  peekBehind(): string {
    const { at } = this;
    this.nextThenBlanks();
    const { char } = this;
    this.at = at;
    return char;
  }

  invalid(what: string, at = this.at): PithError {
    return invalidPattern(this.pattern, at, what);
  }

  unsupported(what: string, at = this.at): PithError {
    return unsupportedPattern(this.pattern, at, what);
  }

  #skipComment(): void {
    const end = this.pattern.indexOf("\n", this.at);
    this.at = end === -1 ? this.pattern.length : end + 1;
  }
}
