// Where do declarations begin and end, as far as lines and indentation tell? A pattern finds the line with the name;
// comments and decorators right above belong to it; it ends before the next line of code that is indented no deeper
// and neither closes nor continues it.
import type { SpanKind } from "../base/span.ts";
import type { WordsDeclaration } from "./facts.ts";
import { LineView } from "./words-line-view.ts";
import type { Match } from "./words-match.ts";
import { LineMatcher } from "./words-match.ts";
import type { Rules } from "./words-rules.ts";
import type { Scan } from "./words-scan.ts";
import { HAS_CODE, HAS_COMMENT, IN_COMMENT, IN_STRING } from "./words-scan.ts";

/** More declarations are a table, not code; the rest of the file keeps its words. */
const MOST_DECLARATIONS = 20_000;
const MOST_IN_DATA = 1_000;
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

/** Goes through the lines once, numbering them from 0; declarations have lines from 1. */
class DeclarationFinder {
  readonly #scan: Scan;
  readonly #rules: Rules;
  readonly #view: LineView;
  readonly #matcher: LineMatcher;
  readonly #found: WordsDeclaration[] = [];
  readonly #most: number;

  /** Open declarations, outermost first, with their indentation (or heading level). */
  readonly #open: { index: number; indent: number }[] = [];
  /** Indentation of the innermost open declaration, or -1. */
  #openIndent = -1;
  /** Last line that holds code. */
  #lastCode = -1;
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
    this.#scan = scan;
    this.#rules = rules;
    this.#view = new LineView(text, scan, rules);
    this.#matcher = new LineMatcher(scan, rules, this.#view);
    this.#most = rules.language.data ? MOST_IN_DATA : MOST_DECLARATIONS;
  }

  find(): Declared {
    const { lines, flags } = this.#scan;
    for (let line = 0; line < lines; line++) {
      const flag = flags[line]!;
      if (flag === 0) this.#above = -1;
      else if ((flag & IN_STRING) !== 0) this.#lineOfString(line, flag);
      else if ((flag & HAS_CODE) === 0) this.#lineOfComment(line, flag);
      // Code behind the end of a comment: its indentation says nothing.
      else if ((flag & IN_COMMENT) !== 0) this.#lastCode = line;
      else if (line >= this.#marginalEnd) this.#lineOfCode(line);
    }
    this.#closeDownTo(0, lines - 1);
    this.#settleParents();
    return { declarations: this.#found, imports: [...this.#matcher.imports] };
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
    this.#lastCode = line;
    if (!this.#aboveDecorates) this.#above = -1;
  }

  #lineOfComment(line: number, flag: number): void {
    const indent = this.#scan.indent[line]!;
    if ((flag & IN_COMMENT) !== 0 || this.#aboveDecorates) return;
    if (this.#above >= 0 && indent === this.#aboveIndent) return;
    this.#above = line;
    this.#aboveIndent = indent;
  }

  #lineOfCode(line: number): void {
    const indent = this.#scan.indent[line]!;
    const { extent, language } = this.#rules;
    let found = this.#matchOn(line);
    if (this.#view.isMarginal(line)) {
      this.#marginalEnd = this.#view.continuedEnd(line);
      if (found !== null) this.#declareMarginal(line, found);
      this.#above = -1;
      return;
    }
    if (language.equations === true && found !== null && this.#isEquation(found.name, indent)) found = null;
    if (extent === "indent" && indent <= this.#openIndent) this.#closeForCode(line, indent, found !== null);
    if (found === null) {
      if (indent === 0) this.#keepMargin(line);
      this.#keepDecorators(line, indent);
    } else {
      if (extent === "heading") this.#closeForHeading(line, found.level);
      else if (extent === "next") this.#closeDownTo(0, line - 1);
      this.#declare(line, extent === "heading" ? found.level : indent, found);
    }
    this.#lastCode = line;
  }

  // ---------------------------------------------------------------- what a line declares

  #matchOn(line: number): Match | null {
    if (this.#scan.candidates[line] === 0 || this.#found.length >= this.#most) return null;
    const found = this.#matcher.match(line, () => this.#inClass(line));
    if (found?.overlined) {
      this.#above = line - 1;
      this.#aboveIndent = this.#scan.indent[line]!;
    }
    return found;
  }

  /** Whether what encloses the line, by its indentation, is a class or its like. */
  #inClass(line: number): boolean {
    const indent = this.#scan.indent[line]!;
    const around = this.#open.findLast((open) => open.indent < indent);
    return around !== undefined && CLASS_LIKE.has(this.#found[around.index]!.kind);
  }

  /** A further equation of the declaration that is open, not a declaration of its own. */
  #isEquation(name: string, indent: number): boolean {
    const top = this.#open.at(-1);
    return top !== undefined && top.indent === indent && this.#found[top.index]!.name === name;
  }

  #declare(line: number, indent: number, { name, pattern }: Match): void {
    const parent = this.#open.at(-1)?.index ?? -1;
    const start = this.#startOf(line);
    this.#open.push({ index: this.#found.length, indent });
    this.#openIndent = indent;
    this.#found.push({
      name,
      kind: kindInside(this.#found[parent], pattern.kind, name),
      start: start + 1,
      line: line + 1,
      end: line + 1,
      parent,
    });
    this.#above = -1;
    this.#aboveDecorates = false;
  }

  /** A declaration outside the nesting, such as a macro: its line and those that continue it. */
  #declareMarginal(line: number, { name, pattern }: Match): void {
    const start = this.#above >= 0 ? this.#above : line;
    const parent = this.#open.at(-1)?.index ?? -1;
    const end = this.#marginalEnd;
    this.#found.push({ name, kind: pattern.kind, start: start + 1, line: line + 1, end, parent });
  }

  /** First line of what stands above and belongs to it; of a name behind a closing bracket, the head of the block. */
  #startOf(line: number): number {
    const indent = this.#scan.indent[line]!;
    if (this.#above >= 0) {
      return this.#rules.language.prose || this.#aboveIndent === indent ? this.#above : line;
    }
    const last = this.#found.at(-1)?.start ?? 0;
    const headed =
      indent === 0 && this.#margin >= last && this.#open.length === 0 && this.#view.startsWithCloser(line);
    return headed ? this.#marginStart : line;
  }

  // ---------------------------------------------------------------- what stands above

  #keepMargin(line: number): void {
    if (this.#view.startsWithCloser(line)) return;
    this.#margin = line;
    this.#marginStart = this.#above >= 0 && this.#aboveIndent === 0 ? this.#above : line;
  }

  #keepDecorators(line: number, indent: number): void {
    if (this.#view.isAttached(line)) {
      if (this.#above < 0 || this.#aboveIndent !== indent) {
        this.#above = line;
        this.#aboveIndent = indent;
      }
      this.#aboveDecorates = true;
      return;
    }
    const goesOn =
      this.#aboveDecorates &&
      (indent > this.#aboveIndent || (indent === this.#aboveIndent && this.#view.isContinued(line)));
    if (!goesOn) {
      this.#above = -1;
      this.#aboveDecorates = false;
    }
  }

  // ---------------------------------------------------------------- what a line ends

  #closeForCode(line: number, indent: number, declares: boolean): void {
    const open = this.#open;
    while (open.length > 0) {
      const top = open[open.length - 1]!;
      if (indent > top.indent) break;
      if (indent === top.indent && this.#continues(line, top.index, declares)) return;
      open.pop();
      this.#found[top.index]!.end = this.#endBefore(line, top.indent) + 1;
    }
    this.#openIndent = open.at(-1)?.indent ?? -1;
  }

  #continues(line: number, index: number, declares: boolean): boolean {
    if (declares && !this.#view.startsWithCloser(line)) return false;
    if (this.#view.isContinued(line)) return true;
    return this.#rules.language.equations === true && this.#view.startsWith(line, this.#found[index]!.name);
  }

  /** The last line of a declaration that the line ends: the last code, or a comment behind it that is indented deeper. */
  #endBefore(line: number, indent: number): number {
    const { flags, indent: indents } = this.#scan;
    const first = Math.max(this.#lastCode + 1, line - TRAILING_COMMENTS);
    for (let i = line - 1; i >= first; i--) {
      if (flags[i] === HAS_COMMENT && indents[i]! > indent) return i;
    }
    return this.#lastCode;
  }

  #closeForHeading(line: number, level: number): void {
    while (this.#open.length > 0 && this.#open.at(-1)!.indent >= level) {
      this.#closeDownTo(this.#open.length - 1, line - 1);
    }
  }

  /** Ends the open declarations above a depth at a line, blank lines before it and what stands above the next one apart. */
  #closeDownTo(depth: number, last: number): void {
    if (this.#open.length <= depth) return;
    let end = this.#above >= 0 && last < this.#scan.lines - 1 ? Math.min(last, this.#above - 1) : last;
    while (end > 0 && this.#scan.flags[end] === 0) end--;
    while (this.#open.length > depth) {
      const declaration = this.#found[this.#open.pop()!.index]!;
      declaration.end = Math.max(declaration.line, end + 1);
    }
  }
}
