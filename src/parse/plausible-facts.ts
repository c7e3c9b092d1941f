// Can these facts be of this text? Asked of facts that come from elsewhere, before they are taken: places lie in the file,
// numbers of symbols name symbols, and the words in them are words of the text. Whether they are the facts that the parser
// would make, only the parser can tell.
import { splitLines } from "../base/lines.ts";
import type { Range, SyntaxFacts, WordsFacts } from "./facts.ts";
import { TextWords } from "./text-words.ts";

export class PlausibleFacts {
  readonly #words: TextWords;
  readonly #lines: readonly string[];

  constructor(text: string) {
    this.#words = new TextWords(text);
    this.#lines = splitLines(text);
  }

  /** Names alone are looked at: the terms of chunks are stems, which stand in no answer. */
  words(facts: WordsFacts): boolean {
    const { declarations, lines } = facts;
    return lines <= Math.max(1, this.#lines.length) && declarations.every((d) => this.#words.hold(d.name));
  }

  syntax({ symbols, references, imports, exports }: SyntaxFacts): boolean {
    const words = this.#words;
    const isSymbol = (index: number): boolean => index >= -1 && index < symbols.length;
    return (
      symbols.every(
        (s, i) =>
          this.#holds(s.range) &&
          this.#holds(s.nameRange) &&
          s.bodyStart <= this.#lines.length &&
          s.parent >= -1 &&
          // Whoever goes up from parent to parent comes to an end.
          s.parent < i &&
          [s.name, s.qualified, s.signature, s.doc, ...s.bases].every((text) => words.hold(text)),
      ) &&
      references.every(
        (r) =>
          this.#holds(r.range) &&
          isSymbol(r.enclosing) &&
          isSymbol(r.target) &&
          [r.name, r.receiver, r.receiverType].every((text) => words.hold(text)),
      ) &&
      imports.every(
        (i) => this.#holds(i.range) && [i.module, i.imported, i.local].every((text) => words.hold(text)),
      ) &&
      exports.every(
        (e) => this.#holds(e.range) && [e.exported, e.local, e.from].every((text) => words.hold(text)),
      )
    );
  }

  #holds({ start, startColumn, end, endColumn }: Range): boolean {
    return (
      start >= 1 &&
      start <= end &&
      end <= Math.max(1, this.#lines.length) &&
      this.#isColumn(start, startColumn) &&
      this.#isColumn(end, endColumn)
    );
  }

  /** Behind the last letter stands the line's end, which may be two characters. */
  #isColumn(line: number, column: number): boolean {
    return column >= 1 && column <= (this.#lines[line - 1]?.length ?? 0) + 3;
  }
}
