// What does one line declare or import? The patterns that its words and marks let through are tried in their order.
import type { DeclarationPattern } from "../lang/language.ts";
import { importName } from "../text/import-name.ts";
import type { LineView } from "./words-line-view.ts";
import type { Rules } from "./words-rules.ts";
import { patternBit } from "./words-rules.ts";
import { LONGEST_LINE } from "./words-scan.ts";
import type { Scan } from "./words-scan.ts";

const LONGEST_NAME = 200;

export interface Match {
  name: string;
  pattern: DeclarationPattern;
  /** Of a heading. */
  level: number;
  /** The line above is its overline. */
  overlined: boolean;
}

export class LineMatcher {
  readonly imports = new Set<string>();
  readonly #scan: Scan;
  readonly #rules: Rules;
  readonly #view: LineView;
  /** Underlines in the order of their first appearance: their levels. */
  readonly #underlines: string[] = [];

  constructor(scan: Scan, rules: Rules, view: LineView) {
    this.#scan = scan;
    this.#rules = rules;
    this.#view = view;
  }

  /** The first declaration that matches; imports are kept aside. `inClass` answers for patterns of members. */
  match(line: number, inClass: () => boolean): Match | null {
    const candidates = this.#scan.candidates[line]!;
    const { patterns } = this.#rules;
    const text = this.#view.text(line);
    let found: Match | null = null;
    for (let i = 0; i < patterns.length; i++) {
      if ((candidates & patternBit(i)) === 0) continue;
      const { regex, declaration } = patterns[i]!;
      if (declaration !== null && (found !== null || (declaration.member === true && !inClass()))) continue;
      const below = declaration?.below === undefined ? "" : this.#below(line, declaration.below);
      if (below === null) continue;
      const groups = regex.exec(text)?.groups;
      const name = groups?.["name"]?.trim().replace(/^`(.*)`$/, "$1");
      if (name === undefined || name === "") continue;
      if (declaration === null) this.#keepImport(name);
      else if (name.length <= LONGEST_NAME) found = this.#made(line, name, declaration, groups!, below);
    }
    return found;
  }

  #keepImport(name: string): void {
    const imported = importName(name);
    if (imported !== "") this.imports.add(imported);
  }

  #below(line: number, below: RegExp): string | null {
    if (line + 1 >= this.#scan.lines) return null;
    const text = this.#view.text(line + 1);
    return text.length < LONGEST_LINE && below.test(text) ? text.trim() : null;
  }

  #made(
    line: number,
    name: string,
    pattern: DeclarationPattern,
    groups: Record<string, string>,
    below: string,
  ): Match {
    const made = { name, pattern, level: pattern.level ?? groups["level"]?.length ?? 0, overlined: false };
    if (made.level > 0 || this.#rules.language.extent !== "heading") return made;
    if (below === "") return { ...made, level: /^\s*(#*)/.exec(this.#view.text(line))![1]!.length };
    // An overline makes another mark of the same character.
    made.overlined = line > 0 && this.#view.text(line - 1).trim() === below;
    const mark = (made.overlined ? "over" : "") + below[0]!;
    if (!this.#underlines.includes(mark)) this.#underlines.push(mark);
    made.level = this.#underlines.indexOf(mark) + 1;
    return made;
  }
}
