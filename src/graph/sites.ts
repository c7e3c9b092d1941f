// Places as answers show them: the line's text, its column, the symbol around it. The text is made when it is asked
// for: of ten thousand places few are shown.
import { compareStrings } from "../base/order.ts";
import type { ReferenceRole } from "../parse/facts.ts";
import type { FileTables } from "./file-tables.ts";
import type { PossibleSite, ProvenSite, Rule, Site, Why } from "./graph.ts";
import type { GraphFile } from "./view.ts";

/** A line of code is longer only where a machine wrote it. In UTF-16 code units. */
const LONGEST_TEXT = 240;

export class FoundSite implements Site {
  readonly file: number;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly enclosing: string;
  readonly symbol: number;
  readonly role: ReferenceRole | null;
  readonly #file: GraphFile;

  constructor(file: GraphFile, line: number, column: number, symbol: number, role: ReferenceRole | null) {
    this.#file = file;
    this.file = file.index;
    this.path = file.path;
    this.line = line;
    this.column = column;
    this.symbol = symbol;
    this.enclosing = symbol === -1 ? "" : file.facts!.symbols[symbol]!.qualified;
    this.role = role;
  }

  get text(): string {
    return textOf(this.#file, this.line);
  }
}

export class FoundProven extends FoundSite implements ProvenSite {
  readonly rule: Rule;

  constructor(tables: FileTables, reference: number, rule: Rule) {
    const { range, enclosing, role } = tables.facts.references[reference]!;
    super(tables.file, range.start, range.startColumn, enclosing, role);
    this.rule = rule;
  }
}

/** A proven place that is no reference of the parser. */
export class ProvenInText extends FoundSite implements ProvenSite {
  readonly rule: Rule;

  constructor(tables: FileTables, offset: number, role: ReferenceRole, rule: Rule) {
    const { line, column } = tables.position(offset);
    super(tables.file, line, column, tables.enclosing(line, column), role);
    this.rule = rule;
  }
}

export class FoundPossible extends FoundSite implements PossibleSite {
  readonly why: Why;
  readonly #source: GraphFile;

  constructor(
    file: GraphFile,
    at: { line: number; column: number; symbol: number },
    role: ReferenceRole | null,
    why: Why,
  ) {
    super(file, at.line, at.column, at.symbol, role);
    this.why = why;
    this.#source = file;
  }

  because(why: Why): FoundPossible {
    return new FoundPossible(this.#source, this, this.role, why);
  }
}

export function possibleAt(tables: FileTables, reference: number, why: Why): FoundPossible {
  const { range, enclosing, role } = tables.facts.references[reference]!;
  return new FoundPossible(
    tables.file,
    { line: range.start, column: range.startColumn, symbol: enclosing },
    role,
    why,
  );
}

/** The same place for another reason. */
export function possibleLike(site: PossibleSite, why: Why): PossibleSite {
  return site instanceof FoundPossible ? site.because(why) : { ...site, why };
}

/** A place that is no reference of the parser. */
export function possibleInText(tables: FileTables, offset: number, why: Why): FoundPossible {
  const at = tables.position(offset);
  return new FoundPossible(tables.file, { ...at, symbol: tables.enclosing(at.line, at.column) }, null, why);
}

export function siteOfReference(tables: FileTables, reference: number): FoundSite {
  const { range, enclosing, role } = tables.facts.references[reference]!;
  return new FoundSite(tables.file, range.start, range.startColumn, enclosing, role);
}

export function textOf(file: GraphFile, line: number): string {
  const text = (file.lines[line - 1] ?? "").trim();
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}

export function bySite(a: Site, b: Site): number {
  return compareStrings(a.path, b.path) || a.line - b.line || a.column - b.column;
}
