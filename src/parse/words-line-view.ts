// What does a line begin with? Questions that the search for declarations asks of single lines.
import type { Rules } from "./words-rules.ts";
import { ATTACHED, CONTINUES, MARGINAL } from "./words-rules.ts";
import type { Scan } from "./words-scan.ts";

export class LineView {
  readonly #text: string;
  readonly #scan: Scan;
  readonly #rules: Rules;

  constructor(text: string, scan: Scan, rules: Rules) {
    this.#text = text;
    this.#scan = scan;
    this.#rules = rules;
  }

  /** The line without its end. */
  text(line: number): string {
    const { start } = this.#scan;
    let end = start[line + 1]!;
    if (end > start[line]! && this.#text.charCodeAt(end - 1) === 10) {
      end--;
      if (end > start[line]! && this.#text.charCodeAt(end - 1) === 13) end--;
    }
    return this.#text.slice(start[line]!, end);
  }

  /** Which of `CONTINUES`, `ATTACHED`, `MARGINAL` the first character leaves possible. Mostly none. */
  mayBe(line: number): number {
    return this.#rules.starts[this.#text.charCodeAt(this.#scan.first[line]!) & 127]!;
  }

  /** At a declaration's own indentation the line still belongs to it. */
  isContinued(line: number): boolean {
    return (this.mayBe(line) & CONTINUES) !== 0 && this.#startsWithOne(line, this.#rules.continues);
  }

  /** A decorator or the like: the line belongs to the declaration below it. */
  isAttached(line: number): boolean {
    if ((this.mayBe(line) & ATTACHED) !== 0 && this.#startsWithOne(line, this.#rules.attached)) return true;
    const { attachedEnd } = this.#rules.language;
    return attachedEnd !== undefined && this.text(line).endsWith(attachedEnd);
  }

  /** The line ends nothing, however it is indented. */
  isMarginal(line: number): boolean {
    if ((this.mayBe(line) & MARGINAL) !== 0 && this.#startsWithOne(line, this.#rules.marginal)) return true;
    return this.#rules.language.labels === true && this.#isLabel(line);
  }

  startsWithCloser(line: number): boolean {
    const unit = this.#text.charCodeAt(this.#scan.first[line]!);
    return unit === 125 || unit === 93 || unit === 41;
  }

  /** A word must stand there whole; marks need not. */
  startsWith(line: number, start: string): boolean {
    const at = this.#scan.first[line]!;
    if (!this.#text.startsWith(start, at)) return false;
    return !isWord(start.charCodeAt(start.length - 1)) || !isWord(this.#text.charCodeAt(at + start.length));
  }

  /** Line after a line and those that continue it by a backslash. */
  continuedEnd(line: number): number {
    let end = line;
    while (end + 1 < this.#scan.lines && this.text(end).endsWith("\\")) end++;
    return end + 1;
  }

  #startsWithOne(line: number, starts: readonly string[]): boolean {
    for (const start of starts) if (this.startsWith(line, start)) return true;
    return false;
  }

  /** `out:`, `public:` alone on a line. */
  #isLabel(line: number): boolean {
    const { start } = this.#scan;
    let end = start[line + 1]!;
    while (end > start[line]! && this.#text.charCodeAt(end - 1) <= 32) end--;
    return this.#text.charCodeAt(end - 1) === 58 && /^\s*\w+(?: slots)?:\s*$/.test(this.text(line));
  }
}

function isWord(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
  );
}
