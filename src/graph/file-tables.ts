// Tables over the facts of one file, made once: references by name and by place, symbols by qualified name, and which
// symbols are one declaration.
import type { SpanKind } from "../base/span.ts";
import type { Range, Reference, SyntaxFacts, SyntaxSymbol } from "../parse/facts.ts";
import { blockAt, hasBlocks } from "./ecmascript-blocks.ts";
import type { GraphFile } from "./view.ts";

/** A declaration: the file's number and the first of its symbols there. */
export interface Place {
  readonly file: number;
  readonly at: number;
}

export function placeKey({ file, at }: Place): string {
  return `${file}:${at}`;
}

/** Kinds that name a type and no value, and the other way round. */
const TYPES_ALONE = new Set<SpanKind>(["interface", "type", "trait"]);
const VALUES_ALONE = new Set<SpanKind>([
  "function",
  "method",
  "constructor",
  "variable",
  "constant",
  "property",
  "field",
  "macro",
]);

export function isType(kind: SpanKind): boolean {
  return !VALUES_ALONE.has(kind);
}

export function isValue(kind: SpanKind): boolean {
  return !TYPES_ALONE.has(kind);
}

/** Whether the inner extent lies in the outer one. */
export function holds(outer: Range, inner: Range): boolean {
  const begins =
    outer.start < inner.start || (outer.start === inner.start && outer.startColumn <= inner.startColumn);
  const ends = outer.end > inner.end || (outer.end === inner.end && outer.endColumn >= inner.endColumn);
  return begins && ends;
}

export class FileTables {
  readonly file: GraphFile;
  readonly facts: SyntaxFacts;
  readonly byName = new Map<string, number[]>();
  readonly byQualified = new Map<string, number[]>();
  /** Symbols that stand in no other one and are qualified by none, by name. */
  readonly top = new Map<string, number[]>();
  /** First symbol of the declaration that a symbol belongs to. */
  readonly first: Int32Array;
  #lineStarts: Int32Array | null = null;
  #at: Map<number, number> | null = null;
  #children: Map<number, number[]> | null = null;
  #folded: Map<string, string[]> | null = null;

  constructor(file: GraphFile, facts: SyntaxFacts) {
    this.file = file;
    this.facts = facts;
    facts.references.forEach(({ name }, i) => push(this.byName, name, i));
    facts.symbols.forEach((symbol, i) => {
      push(this.byQualified, symbol.qualified, i);
      if (symbol.parent === -1 && symbol.qualified === symbol.name) push(this.top, symbol.name, i);
    });
    this.first = this.#grouped();
    this.#keepOutermost();
  }

  place(symbol: number): Place {
    return { file: this.file.index, at: this.first[symbol]! };
  }

  /** All symbols of the declaration that begins with this one. */
  symbolsOf(at: number): number[] {
    const { qualified } = this.facts.symbols[at]!;
    return (this.byQualified.get(qualified) ?? []).filter((s) => this.first[s] === at);
  }

  /** Symbols whose parent is this one; -1 for those that have none. */
  children(of: number): readonly number[] {
    if (this.#children === null) {
      this.#children = new Map();
      this.facts.symbols.forEach(({ parent }, i) => push(this.#children!, parent, i));
    }
    return this.#children.get(of) ?? [];
  }

  /** Offset in the file's text of a place given by line and column. */
  offset(line: number, column: number): number {
    this.#lineStarts ??= lineStarts(this.file.text);
    return (this.#lineStarts[line - 1] ?? this.file.text.length) + column - 1;
  }

  startOf(range: Range): number {
    return this.offset(range.start, range.startColumn);
  }

  endOf(range: Range): number {
    return this.offset(range.end, range.endColumn);
  }

  /** Line and column of an offset. */
  position(offset: number): { line: number; column: number } {
    const starts = (this.#lineStarts ??= lineStarts(this.file.text));
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return { line: low, column: offset - starts[low - 1]! + 1 };
  }

  /** The reference that begins at the offset, or -1. */
  referenceAt(offset: number): number {
    if (this.#at === null) {
      this.#at = new Map();
      this.facts.references.forEach(({ range }, i) => this.#at!.set(this.startOf(range), i));
    }
    return this.#at.get(offset) ?? -1;
  }

  /** The names and those of the file's references that differ from one of them in case alone. */
  spellings(names: ReadonlySet<string>): ReadonlySet<string> {
    if (this.#folded === null) {
      this.#folded = new Map();
      for (const name of this.byName.keys()) {
        const folded = name.toLowerCase();
        const known = this.#folded.get(folded);
        if (known === undefined) this.#folded.set(folded, [name]);
        else known.push(name);
      }
    }
    return new Set([...names].flatMap((name) => [name, ...(this.#folded!.get(name.toLowerCase()) ?? [])]));
  }

  /** Whether a list of exports names it there: that hands nothing on. */
  isListed({ name, range }: Reference): boolean {
    return this.facts.exports.some((e) => e.local === name && holds(e.range, range));
  }

  /** The innermost symbol that holds the line and column, or -1. */
  enclosing(line: number, column: number): number {
    let found = -1;
    for (const [i, { range }] of this.facts.symbols.entries()) {
      if (range.start > line || (range.start === line && range.startColumn > column)) break;
      if (range.end > line || (range.end === line && range.endColumn > column)) found = i;
    }
    return found;
  }

  /** Overloads, accessors of one property and merged declarations are one; what merely shares its name is not. */
  #grouped(): Int32Array {
    const { symbols } = this.facts;
    const first = new Int32Array(symbols.length);
    symbols.forEach((symbol, i) => {
      first[i] = i;
      const same = this.byQualified.get(symbol.qualified)!;
      const above = symbol.parent === -1 ? -1 : first[symbol.parent]!;
      for (let k = same.indexOf(i) - 1; k >= 0; k--) {
        const other = same[k]!;
        const before = symbols[other]!;
        if ((before.parent === -1 ? -1 : first[before.parent]!) !== above) continue;
        if (OVERLOADING.has(this.file.language) && isCallable(symbol)) continue;
        if (this.file.language === "csharp" && isType(symbol.kind) && !arePartial(before, symbol)) continue;
        // `namespace A; class A {}`: what a namespace of PHP names is no type.
        const isSpace = before.kind === "namespace" || symbol.kind === "namespace";
        if (this.file.language === "php" && isSpace && before.kind !== symbol.kind) continue;
        if (!areOne(before, symbol) && !this.#areDecorated(before, symbol)) continue;
        if (!this.areTogether(other, i)) continue;
        first[i] = first[other]!;
        break;
      }
    });
    return first;
  }

  /**
   * Whether two symbols of one name stand in the same block. Callbacks and bare blocks are no symbols: what is declared
   * in two of them has the same qualified name and is not the same.
   */
  areTogether(one: number, other: number): boolean {
    if (!hasBlocks(this.file.language)) return true;
    const { parent, range } = this.facts.symbols[one]!;
    // Members of a type and of what is merged with it stand where their owners stand.
    if (parent !== -1 && OWNERS.has(this.facts.symbols[parent]!.kind)) return true;
    const start = this.startOf(range);
    return blockAt(this, start) === blockAt(this, this.startOf(this.facts.symbols[other]!.range));
  }

  /** Where a name is declared at the top of the file, what a block inside declares under it is not seen at the top. */
  #keepOutermost(): void {
    if (!hasBlocks(this.file.language)) return;
    for (const [name, symbols] of this.top) {
      if (symbols.length === 1 || symbols.every((s) => this.first[s] === this.first[symbols[0]!])) continue;
      const outermost = symbols.filter(
        (s) => blockAt(this, this.startOf(this.facts.symbols[s]!.range)) === -1,
      );
      if (outermost.length > 0) this.top.set(name, outermost);
    }
  }

  /** Overloads of Python, and the accessors of one of its properties. */
  #areDecorated(before: SyntaxSymbol, after: SyntaxSymbol): boolean {
    if (this.file.language !== "python" || before.kind !== after.kind) return false;
    const head = ({ range, nameRange }: SyntaxSymbol) =>
      this.file.text.slice(this.startOf(range), this.startOf(nameRange));
    return (
      /^@\s*(?:\w+\.)*overload\b/m.test(head(before).replace(/^[ \t]+/gm, "")) ||
      new RegExp(`@\\s*${after.name}\\.(?:setter|getter|deleter)\\b`).test(head(after))
    );
  }
}

/** Languages whose overloads are declarations of their own; in Ruby a second method takes the place of the first. */
const OVERLOADING = new Set(["csharp", "java", "kotlin", "ruby"]);
const OWNERS = new Set<SpanKind>(["class", "interface", "namespace", "enum", "module", "type"]);
const MERGING = new Set<SpanKind>(["class", "interface", "namespace", "enum", "module"]);
const ACCESSOR = /(?:^|\s)(?:get|set)\s/;

function areOne(before: SyntaxSymbol, after: SyntaxSymbol): boolean {
  if (MERGING.has(before.kind) && MERGING.has(after.kind)) return true;
  if (before.kind === "function" && after.kind === "namespace") return true;
  if (before.kind !== after.kind || isStaticHead(before) !== isStaticHead(after)) return false;
  if (before.kind === "method" && ACCESSOR.test(before.signature) && ACCESSOR.test(after.signature))
    return true;
  // The same member in two blocks of a merged type.
  if (before.parent !== after.parent) return true;
  return isCallable(before) && before.bodyStart === 0;
}

/** Namespaces, and types of C# that say so; with other type parameters a type is another one. */
function arePartial(before: SyntaxSymbol, after: SyntaxSymbol): boolean {
  if (before.kind === "namespace" && after.kind === "namespace") return true;
  const isPart = ({ signature }: SyntaxSymbol) => /(?:^|\s)partial\s/.test(signature);
  const parameters = ({ signature, name }: SyntaxSymbol) =>
    (new RegExp(`\\b${name}\\s*<([^<>]*)>`).exec(signature)?.[1] ?? "").split(",").length *
    (new RegExp(`\\b${name}\\s*<`).test(signature) ? 1 : 0);
  return isPart(before) && isPart(after) && parameters(before) === parameters(after);
}

function isCallable({ kind }: SyntaxSymbol): boolean {
  return kind === "function" || kind === "method" || kind === "constructor";
}

function isStaticHead({ signature }: SyntaxSymbol): boolean {
  return /(?:^|\s)static\s/.test(signature.slice(0, 80));
}

function push<Key>(map: Map<Key, number[]>, key: Key, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function lineStarts(text: string): Int32Array {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return Int32Array.from(starts);
}

const tables = new WeakMap<GraphFile, FileTables>();
const byFacts = new WeakMap<SyntaxFacts, FileTables>();

/** Null where the file has no facts. */
export function tablesOf(file: GraphFile): FileTables | null {
  if (file.facts === null) return null;
  let made = tables.get(file);
  if (made === undefined) {
    // The same content read for another question, under the same path: nothing of it is made again.
    made = byFacts.get(file.facts);
    if (made?.file.path !== file.path || made.file.index !== file.index)
      made = new FileTables(file, file.facts);
    tables.set(file, made);
    byFacts.set(file.facts, made);
  }
  return made;
}
