// Where do declarations begin and end, as far as lines and indentation tell? A pattern finds the line with the name;
// comments and decorators right above belong to it; it ends before the next line of code that is indented no deeper
// and neither closes nor continues it.
import type { SpanKind } from "../base/span.ts";
import type { DeclarationPattern } from "../lang/language.ts";
import type { WordsDeclaration } from "./facts.ts";
import { importName } from "../text/import-name.ts";
import type { Rules } from "./words-rules.ts";
import { patternBit } from "./words-rules.ts";
import type { Scan } from "./words-scan.ts";
import { HAS_CODE, HAS_COMMENT, IN_COMMENT, IN_STRING } from "./words-scan.ts";

/** More declarations are a table, not code; the rest of the file keeps its words. */
const MOST_DECLARATIONS = 20_000;
const MOST_IN_DATA = 1_000;
const LONGEST_NAME = 200;
/** Comment lines behind the last code line that are looked at when a declaration ends. */
const TRAILING_COMMENTS = 50;

const CLASS_LIKE = new Set(["class", "interface", "trait", "struct", "enum", "implementation"]);
const FUNCTION_LIKE = new Set(["function", "method", "constructor"]);

/** A function in a class is a method, or its constructor if it has its name; what looks like a method in a function is one of its own functions. */
function kindInside(parent: WordsDeclaration | undefined, kind: SpanKind, name: string): SpanKind {
  if (parent === undefined || (kind !== "function" && kind !== "method")) return kind;
  if (CLASS_LIKE.has(parent.kind)) return name === parent.name ? "constructor" : "method";
  return FUNCTION_LIKE.has(parent.kind) ? "function" : kind;
}

export interface Declared {
  declarations: WordsDeclaration[];
  imports: string[];
}

export function findDeclarations(text: string, scan: Scan, rules: Rules): Declared {
  return new DeclarationFinder(text, scan, rules).find();
}

class DeclarationFinder {
  readonly #text: string;
  readonly #scan: Scan;
  readonly #rules: Rules;
  readonly #found: WordsDeclaration[] = [];
  readonly #imports = new Set<string>();
  readonly #most: number;

  /** Open declarations, outermost first, with their indentation (or heading level). */
  readonly #open: { index: number; indent: number }[] = [];
  readonly #underlines: string[] = [];
  /** Last line (from 0) that holds code, and the comment lines since then. */
  #lastCode = -1;
  readonly #comments: number[] = [];
  /** First line of the comments and decorators above, their indentation, and whether a decorator is among them. */
  #above = -1;
  #aboveIndent = 0;
  #aboveDecorates = false;
  /** Lines before this one continue a marginal line. */
  #marginalEnd = 0;
  /** Last line at the margin that closes nothing, with what stands above it: a nameless head such as `typedef struct {`. */
  #margin = -1;
  #marginStart = -1;

  constructor(text: string, scan: Scan, rules: Rules) {
    this.#text = text;
    this.#scan = scan;
    this.#rules = rules;
    this.#most = rules.language.data ? MOST_IN_DATA : MOST_DECLARATIONS;
  }

  find(): Declared {
    const { lines, flags } = this.#scan;
    for (let line = 0; line < lines; line++) {
      const flag = flags[line]!;
      if (flag === 0) this.#above = -1;
      else if ((flag & IN_STRING) !== 0) this.#lineOfString(line, flag);
      else if ((flag & HAS_CODE) === 0) this.#lineOfComment(line, flag);
      else this.#lineOfCode(line);
    }
    this.#closeDownTo(0, lines - 1);
    this.#settleParents();
    return { declarations: this.#found, imports: [...this.#imports] };
  }

  /** A marginal declaration cannot know, when it is met, whether what seems open around it goes on. */
  #settleParents(): void {
    for (const declaration of this.#found) {
      while (declaration.parent >= 0 && this.#found[declaration.parent]!.end < declaration.end) {
        declaration.parent = this.#found[declaration.parent]!.parent;
      }
    }
  }

  #lineOfString(line: number, flag: number): void {
    if ((flag & (HAS_CODE | HAS_COMMENT)) === 0) return;
    this.#sawCode(line);
    if (!this.#aboveDecorates) this.#above = -1;
  }

  #lineOfComment(line: number, flag: number): void {
    const indent = this.#scan.indent[line]!;
    if (
      (flag & IN_COMMENT) === 0 &&
      !this.#aboveDecorates &&
      (this.#above < 0 || indent !== this.#aboveIndent)
    ) {
      this.#above = line;
      this.#aboveIndent = indent;
    }
    this.#comments.push(line);
  }

  #lineOfCode(line: number): void {
    if (line < this.#marginalEnd) return;
    const indent = this.#scan.indent[line]!;
    const candidates = this.#scan.candidates[line]!;
    if ((this.#scan.flags[line]! & IN_COMMENT) !== 0) {
      // Code behind the end of a comment: its indentation says nothing.
      this.#sawCode(line);
      return;
    }
    let found: { name: string; pattern: DeclarationPattern; level: number } | null = null;
    if (candidates !== 0 && this.#found.length < this.#most) found = this.#match(line, candidates);

    if (this.#isMarginal(line)) {
      this.#marginalEnd = this.#continuedEnd(line);
      if (found !== null) this.#declareMarginal(line, found.name, found.pattern);
      this.#above = -1;
      return;
    }
    const heading = this.#rules.language.extent === "heading";
    if (found !== null && this.#isEquation(found.name, indent)) found = null;
    if (this.#rules.language.extent === "indent") this.#closeForCode(line, indent, found !== null);
    if (found !== null) {
      if (heading) this.#closeForHeading(line, found.level);
      else if (this.#rules.language.extent === "next") this.#closeDownTo(0, line - 1);
      this.#declare(line, heading ? found.level : indent, found.name, found.pattern);
    } else {
      if (indent === 0 && !this.#startsWithCloser(line)) {
        this.#margin = line;
        this.#marginStart = this.#above >= 0 && this.#aboveIndent === 0 ? this.#above : line;
      }
      this.#keepDecorators(line, indent);
    }
    this.#sawCode(line);
  }

  #sawCode(line: number): void {
    this.#lastCode = line;
    this.#comments.length = 0;
  }

  // ---------------------------------------------------------------- what a line declares

  #line(line: number): string {
    const { start } = this.#scan;
    let end = start[line + 1]!;
    if (end > start[line]! && this.#text.charCodeAt(end - 1) === 10) end--;
    if (end > start[line]! && this.#text.charCodeAt(end - 1) === 13) end--;
    return this.#text.slice(start[line]!, end);
  }

  #match(
    line: number,
    candidates: number,
  ): { name: string; pattern: DeclarationPattern; level: number } | null {
    const { patterns } = this.#rules;
    const text = this.#line(line);
    let found: { name: string; pattern: DeclarationPattern; level: number } | null = null;
    for (let i = 0; i < patterns.length; i++) {
      if ((candidates & patternBit(i)) === 0) continue;
      const { regex, declaration } = patterns[i]!;
      if (declaration !== null && (found !== null || (declaration.member === true && !this.#inClass(line))))
        continue;
      const match = regex.exec(text);
      const name = match?.groups?.["name"]?.trim().replace(/^`(.*)`$/, "$1");
      if (name === undefined || name === "") continue;
      if (declaration === null) {
        const imported = importName(name);
        if (imported !== "") this.#imports.add(imported);
      } else if (name.length <= LONGEST_NAME) {
        const below = declaration.below === undefined ? "" : this.#matchBelow(line, declaration.below);
        if (below !== null) {
          found = {
            name,
            pattern: declaration,
            level: this.#level(line, declaration, match!.groups!, below),
          };
        }
      }
    }
    return found;
  }

  /** Whether what encloses the line, by its indentation, is a class or its like. */
  #inClass(line: number): boolean {
    const indent = this.#scan.indent[line]!;
    const around = this.#open.findLast((open) => open.indent < indent);
    return around !== undefined && CLASS_LIKE.has(this.#found[around.index]!.kind);
  }

  #matchBelow(line: number, below: RegExp): string | null {
    if (line + 1 >= this.#scan.lines) return null;
    const text = this.#line(line + 1);
    return text.length < 1_000 && below.test(text) ? text : null;
  }

  #level(line: number, pattern: DeclarationPattern, groups: Record<string, string>, below: string): number {
    if (pattern.level !== undefined) return pattern.level;
    if (groups["level"] !== undefined) return groups["level"].length;
    if (below === "") return /^\s*(#+)/.exec(this.#line(line))?.[1]?.length ?? 1;
    // Levels of underlines go by their first appearance; an overline makes another mark of the same character.
    const overlined = line > 0 && this.#line(line - 1).trim() === below.trim();
    if (overlined) this.#above = line - 1;
    const mark = (overlined ? "over" : "") + (below.trim()[0] ?? "");
    if (!this.#underlines.includes(mark)) this.#underlines.push(mark);
    return this.#underlines.indexOf(mark) + 1;
  }

  #declare(line: number, indent: number, name: string, pattern: DeclarationPattern): void {
    const parent = this.#open.at(-1)?.index ?? -1;
    this.#open.push({ index: this.#found.length, indent });
    this.#found.push({
      name,
      kind: kindInside(this.#found[parent], pattern.kind, name),
      start: this.#startOf(line) + 1,
      line: line + 1,
      end: line + 1,
      parent,
    });
    this.#above = -1;
    this.#aboveDecorates = false;
  }

  /** First line of what stands above and belongs to it; of a name behind a closing bracket, the head of the block. */
  #startOf(line: number): number {
    const indent = this.#scan.indent[line]!;
    const last = this.#found.at(-1)?.start ?? 0;
    if (this.#above >= 0)
      return this.#rules.language.prose || this.#aboveIndent === indent ? this.#above : line;
    const headed =
      indent === 0 && this.#margin >= last && this.#startsWithCloser(line) && this.#open.length === 0;
    return headed ? this.#marginStart : line;
  }

  /** A declaration outside the nesting, such as a macro: its line and those that continue it by a backslash. */
  #declareMarginal(line: number, name: string, pattern: DeclarationPattern): void {
    const start = this.#above >= 0 ? this.#above : line;
    const parent = this.#open.at(-1)?.index ?? -1;
    const end = this.#marginalEnd;
    this.#found.push({ name, kind: pattern.kind, start: start + 1, line: line + 1, end, parent });
  }

  /** Line (from 0) after a line and those that continue it by a backslash. */
  #continuedEnd(line: number): number {
    let end = line;
    while (end + 1 < this.#scan.lines && this.#line(end).endsWith("\\")) end++;
    return end + 1;
  }

  // ---------------------------------------------------------------- what stands above

  #keepDecorators(line: number, indent: number): void {
    if (this.#isAttached(line)) {
      if (this.#above < 0 || this.#aboveIndent !== indent) {
        this.#above = line;
        this.#aboveIndent = indent;
      }
      this.#aboveDecorates = true;
      return;
    }
    const goesOn = this.#aboveDecorates && (indent > this.#aboveIndent || this.#isContinued(line, null));
    if (!goesOn || indent < this.#aboveIndent) {
      this.#above = -1;
      this.#aboveDecorates = false;
    }
  }

  #isAttached(line: number): boolean {
    if (this.#startsWithOne(line, this.#rules.attached)) return true;
    const { attachedEnd } = this.#rules.language;
    return attachedEnd !== undefined && this.#line(line).endsWith(attachedEnd);
  }

  // ---------------------------------------------------------------- what a line ends

  #closeForCode(line: number, indent: number, declares: boolean): void {
    const open = this.#open;
    while (open.length > 0) {
      const top = open[open.length - 1]!;
      if (indent > top.indent) return;
      if (
        indent === top.indent &&
        (!declares || this.#startsWithCloser(line)) &&
        this.#isContinued(line, this.#found[top.index]!.name)
      )
        return;
      open.pop();
      this.#found[top.index]!.end = this.#endBefore(top.indent) + 1;
    }
  }

  #closeForHeading(line: number, level: number): void {
    while (this.#open.length > 0 && this.#open.at(-1)!.indent >= level)
      this.#closeDownTo(this.#open.length - 1, line - 1);
  }

  /** Ends the open declarations above a depth at a line, blank lines before it and what stands above the next one apart. */
  #closeDownTo(depth: number, last: number): void {
    let end = this.#above >= 0 && last < this.#scan.lines - 1 ? Math.min(last, this.#above - 1) : last;
    while (end > 0 && this.#scan.flags[end] === 0) end--;
    while (this.#open.length > depth) {
      const declaration = this.#found[this.#open.pop()!.index]!;
      declaration.end = Math.max(declaration.line, end + 1);
    }
  }

  /** The last line of a declaration that the line ends: the last code, or a comment behind it that is indented deeper. */
  #endBefore(indent: number): number {
    const comments = this.#comments;
    const first = Math.max(0, comments.length - TRAILING_COMMENTS);
    for (let i = comments.length - 1; i >= first; i--) {
      const line = comments[i]!;
      if ((this.#scan.flags[line]! & IN_COMMENT) === 0 && this.#scan.indent[line]! > indent) return line;
    }
    return this.#lastCode;
  }

  #isLabel(line: number): boolean {
    const { start } = this.#scan;
    // Longer lines are no labels; the slice is only made where the last mark is a colon.
    let end = start[line + 1]!;
    while (end > start[line]! && this.#text.charCodeAt(end - 1) <= 32) end--;
    return (
      this.#text.charCodeAt(end - 1) === 58 &&
      /^\s*(?:\w+|public slots|private slots):\s*$/.test(this.#line(line))
    );
  }

  #isMarginal(line: number): boolean {
    if (this.#startsWithOne(line, this.#rules.marginal)) return true;
    return this.#rules.language.labels === true && this.#isLabel(line);
  }

  /** A further equation of the declaration that is open, not a declaration of its own. */
  #isEquation(name: string, indent: number): boolean {
    const top = this.#open.at(-1);
    return (
      this.#rules.language.equations === true &&
      top !== undefined &&
      top.indent === indent &&
      this.#found[top.index]!.name === name
    );
  }

  #startsWithOne(line: number, starts: readonly string[]): boolean {
    if (starts.length === 0) return false;
    const at = this.#firstCode(line);
    for (const start of starts) if (this.#standsAt(at, start)) return true;
    return false;
  }

  #isContinued(line: number, name: string | null): boolean {
    const at = this.#firstCode(line);
    const { continueFirst, continues, language } = this.#rules;
    if (continueFirst[this.#text.charCodeAt(at) & 127] === 1) {
      for (const start of continues) if (this.#standsAt(at, start)) return true;
    }
    return name !== null && language.equations === true && this.#standsAt(at, name);
  }

  #startsWithCloser(line: number): boolean {
    const unit = this.#text.charCodeAt(this.#firstCode(line));
    return unit === 125 || unit === 93 || unit === 41;
  }

  #firstCode(line: number): number {
    let at = this.#scan.start[line]!;
    for (;;) {
      const unit = this.#text.charCodeAt(at);
      if (unit !== 32 && unit !== 9) return at;
      at++;
    }
  }

  /** A word must stand there whole; marks need not. */
  #standsAt(at: number, start: string): boolean {
    if (!this.#text.startsWith(start, at)) return false;
    if (!isWord(start.charCodeAt(start.length - 1))) return true;
    return !isWord(this.#text.charCodeAt(at + start.length));
  }
}

function isWord(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
  );
}
