// Which curly brackets stand around a place in a Kotlin file, and what are they: bodies of classes, of objects without a
// name, of functions, of statements, or lambdas? Of a lambda also what it is given to.
import type { FileTables } from "./file-tables.ts";
import { angleStart, CODE_WORD, codeEnd, commentEnd, wordBefore } from "./kotlin-code.ts";

export type BlockKind = "lambda" | "object" | "class" | "function" | "when" | "statement";

export interface Block {
  readonly kind: BlockKind;
  /** Offset of the bracket that opens, and past the one that closes. */
  readonly start: number;
  end: number;
  /** Of an object or a class: where its keyword stands. */
  readonly head: number;
  /** Of a lambda: where the name of the function stands that it is given to; -1 where it is given to none. */
  readonly callee: number;
  /** Which argument it is: a place, or a name; -1 for the one behind the brackets. */
  readonly argument: number | string;
  /** Of a lambda that a variable is given: nothing says of what type it is. */
  readonly free: boolean;
}

interface Open {
  mark: "(" | "[" | "{" | "$";
  start: number;
  commas: number;
  block: Block | null;
}

interface Pending {
  kind: BlockKind;
  head: number;
  depth: number;
}

const made = new WeakMap<FileTables, readonly Block[]>();

/** All blocks of the file by their beginnings. */
export function blocksOf(tables: FileTables): readonly Block[] {
  let known = made.get(tables);
  if (known === undefined) made.set(tables, (known = new Scan(tables.file.text).run()));
  return known;
}

/** Blocks around the offset, the innermost first. */
export function blocksAt(tables: FileTables, offset: number): Block[] {
  const around: Block[] = [];
  for (const block of blocksOf(tables)) {
    if (block.start >= offset) break;
    if (block.end > offset) around.push(block);
  }
  return around.reverse();
}

const STATEMENTS = new Set(["if", "for", "while", "catch", "switch"]);

const BARE = new Set(["else", "try", "finally", "do"]);

/** Words behind which a lambda is given to nothing that has a name. */
const VALUES = new Set(["return", "in", "throw", "is", "as", "by"]);

class Scan {
  readonly #text: string;
  readonly #found: Block[] = [];
  readonly #open: Open[] = [];
  /** Where the bracket opens that closes at an offset. */
  readonly #opens = new Map<number, number>();
  #pending: Pending | null = null;
  /** Past the last code that is neither white space nor a comment. */
  #last = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): readonly Block[] {
    const text = this.#text;
    let at = 0;
    while (at < text.length) {
      const c = text[at]!;
      if (c === "/" && text[at + 1] === "/") {
        const end = text.indexOf("\n", at);
        at = end === -1 ? text.length : end;
      } else if (c === "/" && text[at + 1] === "*") at = commentEnd(text, at);
      else if (c === '"') at = this.#string(at, text.startsWith('"""', at));
      else if (c === "'") at = this.#character(at);
      else if (c === "`") {
        const end = text.indexOf("`", at + 1);
        at = this.#code(end === -1 ? at + 1 : end + 1);
      } else if (CODE_WORD.test(c)) at = this.#word(at);
      else if (/\s/.test(c)) at++;
      else at = this.#mark(at, c);
    }
    for (const { block } of this.#open) if (block !== null) block.end = text.length;
    return this.#found.sort((a, b) => a.start - b.start);
  }

  #code(end: number): number {
    this.#last = end;
    return end;
  }

  #character(at: number): number {
    const match = /^'(?:\\u[\da-fA-F]{4}|\\.|[^'\\\n])'/.exec(this.#text.slice(at, at + 10));
    return this.#code(at + (match?.[0].length ?? 1));
  }

  /** Reads a text from its first character, or behind a template that stood in it, up to its end or the next template. */
  #string(start: number, raw: boolean, inside = false): number {
    const text = this.#text;
    let at = inside ? start : start + (raw ? 3 : 1);
    for (; at < text.length; at++) {
      const c = text[at]!;
      if (c === "\\" && !raw) at++;
      else if (c === "$" && text[at + 1] === "{") {
        this.#open.push({ mark: "$", start: at, commas: raw ? 1 : 0, block: null });
        return this.#code(at + 2);
      } else if (c === '"' && (!raw || text.startsWith('"""', at))) {
        if (!raw) return this.#code(at + 1);
        while (text[at + 3] === '"') at++;
        return this.#code(at + 3);
      } else if (c === "\n" && !raw) return this.#code(at);
    }
    return this.#code(at);
  }

  #mark(at: number, c: string): number {
    const text = this.#text;
    if (c === "(" || c === "[") this.#open.push({ mark: c, start: at, commas: 0, block: null });
    else if (c === "{") this.#brace(at);
    else if (c === ")" || c === "]" || c === "}") {
      const open = this.#close(c);
      if (open !== null) {
        this.#opens.set(at, open.start);
        if (open.block !== null) open.block.end = at + 1;
        if (open.mark === "$") {
          this.#code(at + 1);
          return this.#string(at + 1, open.commas === 1, true);
        }
      }
      if (this.#pending !== null && this.#open.length < this.#pending.depth) this.#pending = null;
    } else if (c === ",") {
      const open = this.#open.at(-1);
      if (open !== undefined) open.commas++;
    } else if (c === ";" || (c === "=" && text[at + 1] !== "=" && !/[=!<>]/.test(text[at - 1] ?? ""))) {
      if (this.#pending?.depth === this.#open.length) this.#pending = null;
    }
    return this.#code(at + 1);
  }

  /** Brackets that are not closed are left out. */
  #close(c: string): Open | null {
    const fits = (mark: string) =>
      c === ")" ? mark === "(" : c === "]" ? mark === "[" : mark === "{" || mark === "$";
    for (let i = this.#open.length - 1; i >= 0; i--) {
      if (fits(this.#open[i]!.mark)) {
        const [open] = this.#open.splice(i);
        return open!;
      }
      if (this.#open[i]!.mark === "{" || this.#open[i]!.mark === "$") return null;
    }
    return null;
  }

  #word(at: number): number {
    const text = this.#text;
    let end = at + 1;
    while (CODE_WORD.test(text[end] ?? "")) end++;
    const word = text.slice(at, end);
    const before = text[this.#last - 1] ?? "";
    const depth = this.#open.length;
    if (before !== "." && before !== "@" && !(before === ":" && text[this.#last - 2] === ":")) {
      if (word === "class" || word === "interface") this.#pending = { kind: "class", head: at, depth };
      else if (word === "object" && /^\s*(?:[:{]|[\w`]+\s*(?:[:{\n]|$))/.test(text.slice(end, end + 200))) {
        const named =
          /^\s*[\w`]/.test(text.slice(end, end + 200)) ||
          /(?<![\w.])(?:companion|data)\s+$/.test(text.slice(Math.max(0, at - 40), at));
        this.#pending = { kind: named ? "class" : "object", head: at, depth };
      } else if (word === "fun" && !/^\s+interface\b/.test(text.slice(end, end + 40)))
        this.#pending = { kind: "function", head: at, depth };
      else if (word === "init" && /^\s*\{/.test(text.slice(end, end + 40)))
        this.#pending = { kind: "function", head: at, depth };
      else if (word === "constructor" && !(this.#pending?.kind === "class" && this.#pending.depth === depth))
        this.#pending = { kind: "function", head: at, depth };
      else if ((word === "get" || word === "set") && this.#isAccessor(at, end, word))
        this.#pending = { kind: "function", head: at, depth };
      else if (word === "val" || word === "var" || word === "typealias") {
        if (this.#pending?.depth === depth) this.#pending = null;
      }
    }
    return this.#code(end);
  }

  /** `get() {`, `private set(value) {` at the beginning of a line, in a class or at the top. */
  #isAccessor(at: number, end: number, word: string): boolean {
    const text = this.#text;
    const inner = this.#open.at(-1);
    if (inner !== undefined && (inner.block === null || !/^(?:class|object)$/.test(inner.block.kind)))
      return false;
    const line = text.slice(text.lastIndexOf("\n", at) + 1, at);
    if (
      !/^\s*(?:(?:private|protected|internal|public|inline|override|@\w+)\s+)*$/.test(line) &&
      !/\bva[lr]\b/.test(line)
    )
      return false;
    const behind = text.slice(end, end + 200);
    return word === "get"
      ? /^\s*\(\s*\)\s*(?::[^={\n]+)?[={]/.test(behind)
      : /^\s*\(\s*[\w]+\s*(?::[^){]*)?\)\s*[={]/.test(behind);
  }

  #brace(at: number): void {
    const depth = this.#open.length;
    const block = this.#classified(at, depth);
    this.#found.push(block);
    this.#open.push({ mark: "{", start: at, commas: 0, block });
  }

  #classified(start: number, depth: number): Block {
    const text = this.#text;
    const block = (
      kind: BlockKind,
      callee = -1,
      argument: number | string = -1,
      free = false,
      head = -1,
    ): Block => ({
      kind,
      start,
      end: text.length,
      head,
      callee,
      argument,
      free,
    });
    const pending = this.#pending;
    if (pending !== null && pending.depth === depth) {
      this.#pending = null;
      return block(pending.kind, -1, -1, false, pending.head);
    }
    let end = this.#last;
    const inner = this.#open.at(-1);
    if (text.startsWith("->", end - 2))
      return inner?.block?.kind === "when" ? block("statement") : block("lambda");
    // `label@ {`
    if (text[end - 1] === "@") {
      const label = /[\w]+@$/.exec(text.slice(Math.max(0, end - 80), end));
      if (label !== null) end = codeEnd(text, end - label[0].length);
    }
    let last = text[end - 1] ?? "";
    if (last === ")") {
      const open = this.#opens.get(end - 1) ?? -1;
      if (open === -1) return block("lambda");
      end = codeEnd(text, open);
      const word = wordBefore(text, end);
      if (STATEMENTS.has(word)) return block("statement");
      if (word === "when") return block("when");
      last = text[end - 1] ?? "";
    }
    if (last === ">") {
      const open = angleStart(text, end - 1);
      if (open !== -1) end = open;
      last = text[end - 1] ?? "";
    }
    if (CODE_WORD.test(last)) {
      const word = wordBefore(text, end);
      if (BARE.has(word)) return block("statement");
      if (word === "when") return block("when");
      if (VALUES.has(word)) return block("lambda");
      return block("lambda", end - word.length);
    }
    if (last === "(" || last === "," || (last === "=" && inner?.mark === "("))
      return this.#argument(inner, end, block);
    if (last === "=") {
      const name = /\b(?:val|var)\s+[\w]+\s*=$/.test(text.slice(Math.max(0, end - 200), end));
      return block("lambda", -1, -1, name);
    }
    return block("lambda");
  }

  #argument(
    inner: Open | undefined,
    end: number,
    block: (kind: BlockKind, callee?: number, argument?: number | string) => Block,
  ): Block {
    const text = this.#text;
    if (inner?.mark !== "(") return block("lambda");
    let at = codeEnd(text, inner.start);
    if (text[at - 1] === ">") {
      const open = angleStart(text, at - 1);
      if (open !== -1) at = open;
    }
    const word = wordBefore(text, at);
    if (word === "") return block("lambda");
    const name = text[end - 1] === "=" ? wordBefore(text, codeEnd(text, end - 1)) : "";
    return block("lambda", at - word.length, name === "" ? inner.commas : name);
  }
}
