// The code of a Jupyter notebook. Its lines are strings of a JSON file: they are put together to one text for the parser,
// and each place in that text is led back to the line and column of the file where it stands.
import { lineStarts } from "../base/lines.ts";
import type { EmbeddedCode } from "./embedded.ts";
import type { Range, SyntaxFacts } from "./facts.ts";
import { JsonScanner } from "./json-scan.ts";
import { Positions } from "./syntax-positions.ts";

/** Kernels by their names for languages, where Pith has others. */
const KERNELS: ReadonlyMap<string, string> = new Map([
  ["python3", "python"],
  ["ipython", "python"],
  ["c++", "cpp"],
  ["c#", "csharp"],
  ["shell", "bash"],
  ["deno", "typescript"],
]);

/** Where each code unit of the text stands in the file. */
interface Code {
  text: string[];
  places: number[];
}

/** What a JSON string holds, with the offset of each unit, and the offset of its closing quote. */
interface Literal {
  text: string;
  places: number[];
  end: number;
}

interface Cell {
  code: boolean;
  lines: Literal[];
}

export function notebookCode(text: string): EmbeddedCode {
  const reader = new NotebookReader(text);
  reader.read();
  const code: Code = { text: [], places: [] };
  for (const cell of reader.cells) if (cell.code) addCell(code, cell);
  const joined = code.text.join("");
  const places = code.places;
  places.push(places.length === 0 ? 0 : places[places.length - 1]!);
  return {
    language: joined.trim() === "" ? "" : (KERNELS.get(reader.language) ?? reader.language),
    text: joined,
    settle(facts) {
      const file = new Positions(text);
      const starts = lineStarts(joined);
      const offset = (line: number, column: number): number =>
        Math.min((starts[line - 1] ?? joined.length) + column - 1, joined.length);
      return movedFacts(facts, (range) => {
        const from = offset(range.start, range.startColumn);
        const to = offset(range.end, range.endColumn);
        return rangeOf(file, text, places, from, to);
      });
    },
  };
}

function rangeOf(file: Positions, text: string, places: readonly number[], from: number, to: number): Range {
  const start = places[from]!;
  if (to <= from) return file.range(start, start);
  // The end is that of the last unit: behind it another string may begin.
  const last = places[to - 1]!;
  const width = text[last] !== "\\" ? 1 : text[last + 1] === "u" ? 6 : 2;
  return file.range(start, Math.min(Math.max(last + width, start), text.length));
}

/** A cell's lines; `%%bash` makes it one of another language, `%matplotlib` and `!ls` speak to the notebook. */
function addCell(code: Code, cell: Cell): void {
  const whole = cell.lines.map((line) => line.text).join("");
  if (/^\s*%%(?!time\b|timeit\b|capture\b|prun\b)/.test(whole)) return;
  let lineBegins = true;
  for (const literal of cell.lines) {
    let at = 0;
    while (at < literal.text.length) {
      const found = literal.text.indexOf("\n", at);
      const end = found === -1 ? literal.text.length : found + 1;
      const line = literal.text.slice(at, end);
      const magic = lineBegins && /^\s*(?:[%!]|\?)/.test(line);
      code.text.push(magic ? line.replace(/[^\n]/g, " ") : line);
      for (let i = at; i < end; i++) code.places.push(literal.places[i]!);
      lineBegins = found !== -1;
      at = end;
    }
  }
  const last = cell.lines.at(-1);
  if (last === undefined) return;
  code.text.push("\n\n");
  code.places.push(last.end, last.end);
}

class NotebookReader {
  readonly cells: Cell[] = [];
  language = "python";
  private readonly scanner: JsonScanner;

  constructor(text: string) {
    this.scanner = new JsonScanner(text);
  }

  read(): void {
    if (this.scanner.next() !== "{") return;
    this.members((key, token) => {
      if (key === "cells" && token === "[") this.items((item) => this.cell(item));
      else if (key === "metadata" && token === "{") {
        this.members((name, inner) => {
          if ((name === "kernelspec" || name === "language_info") && inner === "{") this.kernel(name);
          else this.skip(inner);
        });
      } else this.skip(token);
    });
  }

  private kernel(of: string): void {
    this.members((key, token) => {
      const says = key === "language" || (of === "language_info" && key === "name");
      if (says && token === "string") this.language = this.scanner.value().toLowerCase();
      else this.skip(token);
    });
  }

  private cell(token: string): void {
    if (token !== "{") {
      this.skip(token);
      return;
    }
    const cell: Cell = { code: false, lines: [] };
    this.members((key, inner) => {
      if (key === "cell_type" && inner === "string") cell.code = this.scanner.value() === "code";
      else if (key === "source" && inner === "string") cell.lines.push(this.literal());
      else if (key === "source" && inner === "[") {
        this.items((item) => {
          if (item === "string") cell.lines.push(this.literal());
          else this.skip(item);
        });
      } else this.skip(inner);
    });
    this.cells.push(cell);
  }

  /** The string that was read last, unit by unit. */
  private literal(): Literal {
    const { text, start, end } = this.scanner;
    const places: number[] = [];
    let out = "";
    const close = end - start > 1 && text[end - 1] === '"' ? end - 1 : end;
    for (let at = start + 1; at < close;) {
      const escape =
        text[at] === "\\" ? /^\\(?:u[0-9a-fA-F]{4}|.)/.exec(text.slice(at, at + 6))?.[0] : undefined;
      out += escape === undefined ? text[at]! : unescaped(escape);
      places.push(at);
      at += escape?.length ?? 1;
    }
    return { text: out, places, end: Math.max(start, close - 1) };
  }

  /** Calls for each member of the object that has just been opened, behind its colon. */
  private members(visit: (key: string, token: string) => void): void {
    for (;;) {
      const token = this.scanner.next();
      if (token === "}" || token === "end") return;
      if (token !== "string") {
        if (token === "{" || token === "[") this.skip(token);
        continue;
      }
      const key = this.scanner.value();
      if (this.scanner.next() !== ":") continue;
      const value = this.scanner.next();
      if (value === "end" || value === "}") return;
      visit(key, value);
    }
  }

  private items(visit: (token: string) => void): void {
    for (;;) {
      const token = this.scanner.next();
      if (token === "]" || token === "end") return;
      if (token !== ",") visit(token);
    }
  }

  /** Steps over the value whose first token was read. */
  private skip(token: string): void {
    let depth = token === "{" || token === "[" ? 1 : 0;
    while (depth > 0) {
      const next = this.scanner.next();
      if (next === "end") return;
      if (next === "{" || next === "[") depth++;
      else if (next === "}" || next === "]") depth--;
    }
  }
}

function unescaped(escape: string): string {
  switch (escape[1]) {
    case "n":
      return "\n";
    case "t":
      return "\t";
    case "r":
      return "\r";
    case "b":
    case "f":
      return " ";
    case "u":
      return escape.length === 6 ? String.fromCharCode(Number.parseInt(escape.slice(2), 16)) : "u";
    default:
      return escape[1] ?? "";
  }
}

/** Facts with every range put elsewhere. */
function movedFacts(facts: SyntaxFacts, move: (range: Range) => Range): SyntaxFacts {
  return {
    ...facts,
    symbols: facts.symbols.map((symbol) => ({
      ...symbol,
      range: move(symbol.range),
      nameRange: move(symbol.nameRange),
      bodyStart:
        symbol.bodyStart === 0 ? 0 : bodyIn(move(symbol.range), move(pointAt(symbol.bodyStart)).start),
    })),
    references: facts.references.map((reference) => ({ ...reference, range: move(reference.range) })),
    imports: facts.imports.map((each) => ({ ...each, range: move(each.range) })),
    exports: facts.exports.map((each) => ({ ...each, range: move(each.range) })),
  };
}

const pointAt = (line: number): Range => ({ start: line, startColumn: 1, end: line, endColumn: 1 });

/** Where lines of a cell lie in one line of the file, a body can't begin before what it is the body of. */
function bodyIn({ start, end }: Range, line: number): number {
  return Math.min(Math.max(line, start), end);
}
