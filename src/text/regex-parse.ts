// Is this text a pattern, and of which parts? A recursive parser of Rust's syntax (regex-syntax 0.8) that refuses,
// with the place, what Rust refuses (PATTERN_INVALID) and what this search cannot run (PATTERN_UNSUPPORTED).
import { parseClass } from "./regex-class.ts";
import { Cursor } from "./regex-cursor.ts";
import { parseEscape } from "./regex-escape.ts";
import { NEST_LIMIT, type RegexNode, depthOf } from "./regex-tree.ts";

/** The largest count of a repetition: far above any use, far below what would exhaust memory. */
const COUNT_LIMIT = 10_000;

interface Flags {
  ignoreCase: boolean;
  swapGreed: boolean;
  verbose: boolean;
}

export interface ParseOptions {
  ignoreCase: boolean;
}

export function parseRegex(pattern: string, options: ParseOptions): RegexNode {
  const half = pattern.search(/\p{Surrogate}/u);
  if (half !== -1) {
    throw new Cursor(pattern.replace(/\p{Surrogate}/gu, "\uFFFD")).invalid("this is half a character", half);
  }
  return new Parser(pattern, options).parse();
}

class Parser {
  readonly #cursor: Cursor;
  readonly #names = new Set<string>();
  #flags: Flags;
  #groups = 0;

  constructor(pattern: string, options: ParseOptions) {
    this.#cursor = new Cursor(pattern);
    this.#flags = { ignoreCase: options.ignoreCase, swapGreed: false, verbose: false };
  }

  parse(): RegexNode {
    const node = this.#alternation();
    if (!this.#cursor.done) throw this.#cursor.invalid("this `)` closes no group");
    return node;
  }

  /** Up to the end or to the `)` of the group around it. Flags set in one branch hold in the branches after it. */
  #alternation(): RegexNode {
    const branches = [this.#concat()];
    while (this.#cursor.take("|")) branches.push(this.#concat());
    return branches.length === 1 ? branches[0]! : { type: "alternate", parts: branches };
  }

  #concat(): RegexNode {
    const cursor = this.#cursor;
    const parts: RegexNode[] = [];
    let repeatable = false;
    for (;;) {
      cursor.skipBlanks();
      const { char } = cursor;
      if (cursor.done || char === "|" || char === ")") break;
      if (char === "*" || char === "+" || char === "?" || char === "{") {
        if (!repeatable) throw cursor.invalid(`nothing stands before \`${char}\` to repeat`);
        parts.push(this.#repetition(parts.pop()!));
        continue;
      }
      const part = char === "(" ? this.#group() : this.#single();
      repeatable = part !== null;
      if (part !== null) parts.push(part);
    }
    if (parts.length === 0) return { type: "empty" };
    return parts.length === 1 ? parts[0]! : { type: "concat", parts };
  }

  #single(): RegexNode {
    const cursor = this.#cursor;
    const { at, char } = cursor;
    const { ignoreCase } = this.#flags;
    if (char === "[") return { type: "class", set: parseClass(cursor), ignoreCase, at };
    if (char === "\\") {
      const escape = parseEscape(cursor);
      if (escape.type === "assertion") return escape;
      if (escape.item.type === "char") return { type: "literal", char: escape.item.char, ignoreCase, at };
      return { type: "class", set: escape.item, ignoreCase, at };
    }
    cursor.next();
    if (char === ".") return { type: "dot" };
    if (char === "^") return { type: "assertion", kind: "line-start" };
    if (char === "$") return { type: "assertion", kind: "line-end" };
    return { type: "literal", char: char.codePointAt(0)!, ignoreCase, at };
  }

  #repetition(body: RegexNode): RegexNode {
    const cursor = this.#cursor;
    const start = cursor.at;
    const { min, max } = cursor.char === "{" ? this.#counts() : sign(cursor.next());
    const lazy = cursor.take("?");
    const depth = depthOf(body) + 1;
    if (depth > NEST_LIMIT) throw cursor.invalid(`repetitions nest deeper than ${NEST_LIMIT}`, start);
    return { type: "repeat", body, min, max, greedy: lazy === this.#flags.swapGreed, depth };
  }

  /** `{2}`, `{2,}`, `{2,5}`. */
  #counts(): { min: number; max: number | null } {
    const cursor = this.#cursor;
    const start = cursor.at;
    cursor.nextThenBlanks();
    const min = this.#count(start);
    let max: number | null = min;
    if (cursor.startsWith(",")) {
      cursor.nextThenBlanks();
      max = cursor.startsWith("}") ? null : this.#count(start);
    }
    if (!cursor.startsWith("}")) throw cursor.invalid("the `}` of this repetition is missing", start);
    cursor.nextThenBlanks();
    if (max !== null && max < min) throw cursor.invalid("the second count is below the first", start);
    return { min, max };
  }

  #count(start: number): number {
    const cursor = this.#cursor;
    const blanks = () => {
      while (/^\p{White_Space}$/u.test(cursor.char)) cursor.next();
    };
    let digits = "";
    blanks();
    while (/^[0-9]$/.test(cursor.char)) digits += cursor.nextThenBlanks();
    blanks();
    if (cursor.done) throw cursor.invalid("the `}` of this repetition is missing", start);
    if (digits === "")
      throw cursor.invalid("a repetition needs a number; write \\{ for the character", start);
    const count = Number(digits);
    if (count > 0xffffffff) throw cursor.invalid("this count is too large", start);
    if (count > COUNT_LIMIT) throw cursor.unsupported(`counts above ${COUNT_LIMIT} are not supported`, start);
    return count;
  }

  /** A group, or null for flags such as `(?i)`. */
  #group(): RegexNode | null {
    const cursor = this.#cursor;
    const start = cursor.at;
    cursor.nextThenBlanks();
    const outer = this.#flags;
    if (/^\?<?[=!]/.test(cursor.pattern.slice(cursor.at, cursor.at + 3))) {
      throw cursor.unsupported("look-around is not supported", start);
    }
    if (cursor.take("?P<") || cursor.take("?<")) {
      this.#name(start);
    } else if (cursor.take("?")) {
      const end = this.#readFlags(start);
      if (end === ")") {
        cursor.verbose = this.#flags.verbose;
        return null;
      }
    }
    if (++this.#groups > NEST_LIMIT) throw cursor.invalid(`groups nest deeper than ${NEST_LIMIT}`, start);
    cursor.verbose = this.#flags.verbose;
    const body = this.#alternation();
    this.#groups--;
    if (cursor.done) throw cursor.invalid("the `)` of this group is missing", start);
    // The blanks behind the group are read by the rules around it.
    this.#flags = outer;
    cursor.verbose = outer.verbose;
    cursor.next();
    const depth = depthOf(body) + 1;
    if (depth > NEST_LIMIT) throw cursor.invalid(`groups nest deeper than ${NEST_LIMIT}`, start);
    return { type: "group", body, depth };
  }

  #name(start: number): void {
    const cursor = this.#cursor;
    const at = cursor.at;
    while (!cursor.done && cursor.char !== ">") {
      const allowed = cursor.at === at ? /^[_\p{Alphabetic}]$/u : /^[_.[\]\p{Alphabetic}\p{N}]$/u;
      if (!allowed.test(cursor.char)) throw cursor.invalid(`${cursor.char} cannot be in the name of a group`);
      cursor.next();
    }
    const name = cursor.pattern.slice(at, cursor.at);
    if (!cursor.take(">")) throw cursor.invalid("the `>` of this group's name is missing", start);
    if (name === "") throw cursor.invalid("the group's name is empty", at);
    if (this.#names.has(name)) throw cursor.invalid(`two groups have the name ${name}`, at);
    this.#names.add(name);
  }

  /** Flags up to `:` or `)`, one of which is given back. They hold up to the end of the group around them. */
  #readFlags(start: number): ":" | ")" {
    const cursor = this.#cursor;
    const flags = { ...this.#flags };
    const seen = new Set<string>();
    let on = true;
    for (;;) {
      const { at } = cursor;
      if (cursor.done) throw cursor.invalid("the `)` of this group is missing", start);
      const flag = cursor.next();
      if (flag === ":" || flag === ")") {
        if (!on && cursor.pattern[at - 1] === "-") throw cursor.invalid("no flag follows the `-`", at - 1);
        if (flag === ")" && seen.size === 0)
          throw cursor.invalid("nothing stands before `?` to repeat", at - 1);
        this.#flags = flags;
        return flag;
      }
      if (seen.has(flag)) throw cursor.invalid(`the flag ${flag} stands twice`, at);
      seen.add(flag);
      if (flag === "-") on = false;
      else this.#setFlag(flags, flag, on, at);
    }
  }

  #setFlag(flags: Flags, flag: string, on: boolean, at: number): void {
    if (flag === "i") flags.ignoreCase = on;
    else if (flag === "U") flags.swapGreed = on;
    else if (flag === "x") flags.verbose = on;
    else if (flag === "u" && !on) throw this.#cursor.unsupported("patterns of bytes are not supported", at);
    else if (flag === "R" && on)
      throw this.#cursor.unsupported("the flag R is not supported: lines end alike", at);
    // `m` and `s` change nothing: `^` and `$` always stand at the ends of a line, and no match leaves its line.
    else if (!"msuR".includes(flag)) throw this.#cursor.invalid(`there is no flag ${flag}`, at);
  }
}

function sign(char: string): { min: number; max: number | null } {
  return { min: char === "+" ? 1 : 0, max: char === "?" ? 1 : null };
}
