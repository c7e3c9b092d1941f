// Which blocks are around a place in a Ruby file: classes, methods, `class << self`, blocks with the call that takes them?
// Read from the text alone and held against what the parser found: a file in which the two differ is not trusted.
import type { FileTables } from "./file-tables.ts";
import { rubyTokens, type RubyToken } from "./ruby-tokens.ts";

export interface Block {
  readonly kind: "class" | "module" | "singleton" | "def" | "block" | "other";
  readonly start: number;
  /** Where its last word or bracket begins. */
  readonly end: number;
  /** Of a block the name of the call that takes it, or empty; of a singleton what stands behind `<<`. */
  readonly name: string;
}

export interface RubyCode {
  /** As long as the text; comments and the insides of strings are blanked out. */
  readonly code: string;
  readonly blocks: readonly Block[];
  /** Whether the blocks are those that the parser found. */
  readonly sure: boolean;
  /** Symbols of classes, modules and methods by the beginning of their block. */
  readonly symbols: ReadonlyMap<number, number>;
}

const made = new WeakMap<FileTables, RubyCode>();

export function rubyCode(tables: FileTables): RubyCode {
  let known = made.get(tables);
  if (known === undefined) {
    const { code, tokens } = rubyTokens(tables.file.text);
    const { blocks, balanced } = blocksOf(code, tokens);
    const words = wordsOf(tables, code);
    const sure = balanced && !tables.facts.errors && agrees(tables, words, blocks);
    made.set(tables, (known = { code, blocks, sure, symbols: words }));
  }
  return known;
}

/** Blocks around the offset, the innermost first. */
export function blocksAt({ blocks }: RubyCode, offset: number): Block[] {
  const found: Block[] = [];
  for (const block of blocks) {
    if (block.start > offset) break;
    if (block.end >= offset) found.push(block);
  }
  return found.reverse();
}

interface Open {
  readonly kind: Block["kind"] | "bracket";
  readonly start: number;
  readonly mark: string;
  readonly name: string;
}

function blocksOf(code: string, tokens: readonly RubyToken[]): { blocks: Block[]; balanced: boolean } {
  const open: Open[] = [];
  const blocks: Block[] = [];
  let balanced = true;
  let loop = false;
  for (const { kind, at, word } of tokens) {
    switch (kind) {
      case "open":
        if (word === "while" || word === "until" || word === "for") loop = true;
        open.push({ kind: kindOf(word), start: at, mark: "end", name: "" });
        break;
      case "singleton":
        open.push({ kind: "singleton", start: at, mark: "end", name: word });
        break;
      case "line":
        loop = false;
        break;
      case "do":
        if (loop) loop = false;
        else open.push({ kind: "block", start: at, mark: "end", name: callerBefore(code, at, true) });
        break;
      case "brace":
        open.push({
          kind: word === "block" ? "block" : "bracket",
          start: at,
          mark: "}",
          name: word === "block" ? callerBefore(code, at, false) : "",
        });
        break;
      case "bracket":
        open.push({ kind: "bracket", start: at, mark: word, name: "" });
        break;
      default: {
        const last = open.pop();
        if (last === undefined || last.mark !== word) {
          balanced = false;
          if (last !== undefined) open.push(last);
          break;
        }
        if (last.kind !== "bracket")
          blocks.push({ kind: last.kind, start: last.start, end: at, name: last.name });
      }
    }
  }
  blocks.sort((a, b) => a.start - b.start);
  return { blocks, balanced: balanced && open.length === 0 };
}

function kindOf(word: string): Block["kind"] {
  return word === "class" || word === "module" || word === "def" ? word : "other";
}

/** The call that takes the block which begins at the offset: `a.each do`, `get "/" do`, `map(&x) {`. */
function callerBefore(code: string, at: number, isDo: boolean): string {
  let line = code.slice(Math.max(code.lastIndexOf("\n", at - 1) + 1, code.lastIndexOf(";", at - 1) + 1), at);
  // What stands in brackets is part of an argument, but for one that is still open.
  for (let next = ""; next !== line; line = next) {
    next = line.replace(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g, (inner) => "_".repeat(inner.length));
    if (next === line) break;
  }
  line = line.slice(
    Math.max(line.lastIndexOf("("), line.lastIndexOf("["), line.lastIndexOf("{"), line.lastIndexOf("|")) + 1,
  );
  if (!isDo) return /([A-Za-z_][\w]*[?!]?)_*\s*$/.exec(line.replace(/_+\s*$/, ""))?.[1] ?? "";
  const parts = line
    .replace(/^.*(?:[^=!<>]=|=>|&&|\|\|)\s/, "")
    .replace(/^.*\b(?:return|and|or|not|yield|then|if|unless|while|until|elsif|when)\s/, "")
    .trim();
  const first = /^(?:[@$]{0,2}[\w]+[?!]?|\.|&\.|::|"\s*"|'\s*'|_)+/.exec(parts)?.[0] ?? "";
  return /([A-Za-z_][\w]*[?!]?)$/.exec(first.replace(/_+$/, ""))?.[1] ?? "";
}

/** Where the word of each `def`, `class` and `module` of the parser stands, with its symbol. */
function wordsOf(tables: FileTables, code: string): Map<number, number> {
  const found = new Map<number, number>();
  tables.facts.symbols.forEach(({ kind, range, nameRange }, at) => {
    if (!/^(?:class|module|method|constructor|function)$/.test(kind)) return;
    const from = tables.startOf(range);
    const head = code.slice(from, tables.startOf(nameRange));
    const word = /(?:^|[\s(])(def|class|module)\s+[\w:.\s]*$/.exec(head);
    if (word !== null) found.set(from + head.lastIndexOf(word[1]!), at);
  });
  return found;
}

/** Whether each of them ends where the text says. */
function agrees(tables: FileTables, words: ReadonlyMap<number, number>, blocks: readonly Block[]): boolean {
  const { text } = tables.file;
  const ends = new Map(blocks.map((b) => [b.start, b.end]));
  for (const [start, symbol] of words) {
    const end = ends.get(start);
    const last = tables.endOf(tables.facts.symbols[symbol]!.range);
    // A method without an end (`def x = 1`) makes no block.
    if (end === undefined) {
      if (!text.startsWith("def", start) || text.slice(last - 3, last) === "end") return false;
      continue;
    }
    const rest = text.slice(end + 3, Math.max(end + 3, last)).trim();
    if (last < end + 3 || (rest !== "" && !rest.startsWith(")"))) return false;
  }
  return true;
}
