// What is a local variable or a parameter of JavaScript or TypeScript? The facts of a file keep simple types of locals;
// here the rest is found in the text: the nearest declaration whose block is still open, or the parameter of a function
// around, with its type, its value, or the list whose elements it is given.
import { closing } from "./brackets.ts";
import { callbackPlace, commasBefore } from "./ecmascript-callbacks.ts";
import { isWord, skipSpace, valuesAt } from "./ecmascript-chains.ts";
import { codeOf, type Code } from "./ecmascript-code.ts";
import { typeAt } from "./ecmascript-types.ts";
import type { FileTables } from "./file-tables.ts";
import type { LocalValue } from "./language-graph.ts";

interface Declared {
  /** Offset of the name, or of the pattern's end. */
  at: number;
  /** Offset behind the pattern or the name: where the type or the value begins; -1 where nothing can be told. */
  after: number;
  /** Name of the member that a pattern takes, or empty. */
  member: string;
  /** Offset behind the loop whose head declares it, or -1. */
  until: number;
}

/** Methods of lists that call a function with each element. */
const WITH_ELEMENTS = new Set(
  "forEach map filter find findLast findIndex findLastIndex some every flatMap sort toSorted".split(" "),
);
/** Uses of a name that are looked through for a parameter. */
const MOST_USES = 400;

class Locals {
  readonly #code: Code;
  readonly #declared = new Map<string, Declared[]>();

  constructor(code: Code) {
    this.#code = code;
    const { text } = code;
    const pattern = /\b(?:const|let|var|using)\s+(?:([\w$\u0080-\uffff]+)|(\{[^{}()]*\}))/g;
    for (const match of text.matchAll(pattern)) {
      if (code.isHidden(match.index)) continue;
      const after = match.index + match[0].length;
      const until = loopEnd(code, match.index);
      if (match[1] !== undefined)
        this.#add(match[1], { at: after - match[1].length, after, member: "", until });
      else this.#addPattern(match[2]!, after, until);
    }
  }

  #addPattern(pattern: string, after: number, until: number): void {
    for (const part of pattern.slice(1, -1).split(",")) {
      const names = /^\s*([\w$\u0080-\uffff]+)\s*(?::\s*([\w$\u0080-\uffff]+)\s*)?$/.exec(part);
      const local = names?.[2] ?? names?.[1];
      if (local !== undefined) this.#add(local, { at: after, after, member: names![1]!, until });
      else {
        // A default or a rest: bound, and not known.
        const bound = /([\w$\u0080-\uffff]+)\s*(?:=|$)/.exec(part)?.[1];
        if (bound !== undefined) this.#add(bound, { at: after, after: -1, member: "", until });
      }
    }
  }

  #add(name: string, declared: Declared): void {
    const known = this.#declared.get(name);
    if (known === undefined) this.#declared.set(name, [declared]);
    else known.push(declared);
  }

  find(name: string, offset: number): LocalValue | null {
    const declared = this.#nearest(name, offset);
    const parameter = this.#parameter(name, declared?.at ?? 0, offset);
    if (parameter !== -1) return this.#ofParameter(name, parameter);
    return declared === null || declared.after === -1 ? null : this.#given(declared);
  }

  #nearest(name: string, offset: number): Declared | null {
    const all = this.#declared.get(name) ?? [];
    for (let i = all.length - 1; i >= 0; i--) {
      const declared = all[i]!;
      if (declared.at > offset || !this.#code.isOpen(declared.at, offset)) continue;
      if (declared.until !== -1 && offset >= declared.until) continue;
      return declared;
    }
    return null;
  }

  /** The last parameter of the name between the offsets whose function reaches to the second, or -1. */
  #parameter(name: string, from: number, to: number): number {
    const { text } = this.#code;
    let at = text.lastIndexOf(name, to - 1);
    for (let uses = 0; at > from && uses < MOST_USES; uses++) {
      if (!isWord(text[at - 1]) && !isWord(text[at + name.length]) && text[at - 1] !== ".") {
        if (functionEnd(this.#code, at, name.length) >= to && !this.#code.isHidden(at)) return at;
      }
      at = at === 0 ? -1 : text.lastIndexOf(name, at - 1);
    }
    return -1;
  }

  #given({ after, member }: Declared): LocalValue | null {
    const { text } = this.#code;
    let at = skipSpace(text, after);
    if (text[at] === "!") at++;
    if (text[at] === ":") {
      const type = typeAt(text, at + 1);
      return type === "" ? null : { from: "type", type, member };
    }
    const of = /^of\s/.exec(text.slice(at, at + 3));
    if (of !== null) {
      const values = valuesAt(text, at + 2);
      return values?.length === 1 && member === "" ? { from: "element", of: values[0]! } : null;
    }
    if (text[at] !== "=" || text[at + 1] === "=" || text[at + 1] === ">") return null;
    const values = valuesAt(text, at + 1);
    return values === null || values.length === 0 ? null : { from: "value", of: values, member };
  }

  #ofParameter(name: string, at: number): LocalValue | null {
    const { text } = this.#code;
    let after = skipSpace(text, at + name.length);
    const open = this.#code.innermost(at);
    const bare = text.startsWith("=>", after);
    // `({ a, b: name }: Props) =>`
    if (!bare && open !== -1 && text[open] === "{") {
      const close = this.#code.closes(open);
      if (close === -1) return null;
      const member =
        /([\w$\u0080-\uffff]+)\s*:\s*$/.exec(text.slice(Math.max(open, at - 60), at))?.[1] ?? name;
      const mark = skipSpace(text, close + 1);
      const list = this.#code.innermost(open);
      if (list === -1 || text[list] !== "(") return null;
      if (text[mark] === "," || text[mark] === ")") return this.#ofCallback(list, open, member);
      if (text[mark] !== ":") return null;
      const type = typeAt(text, mark + 1);
      return type === "" ? null : { from: "type", type, member };
    }
    if (!bare && (open === -1 || text[open] !== "(")) return null;
    if (text[after] === "?") after = skipSpace(text, after + 1);
    if (text[after] === ":") {
      const type = typeAt(text, after + 1);
      return type === "" ? null : { from: "type", type, member: "" };
    }
    if (text[after] === "=" && text[after + 1] !== ">") {
      const values = valuesAt(text, after + 1);
      return values === null || values.length !== 1 ? null : { from: "value", of: values, member: "" };
    }
    return this.#element(bare ? at : open, at) ?? this.#ofCallback(bare ? at : open, at, "");
  }

  /** `run((name) => …)`: the function begins at `start`, its parameter, or the pattern of it, at `at`. */
  #ofCallback(start: number, at: number, member: string): LocalValue | null {
    const place = callbackPlace(this.#code, start);
    if (place === null) return null;
    const parameter = start === at ? 0 : commasBefore(this.#code, start, at);
    return parameter === -1 ? null : { from: "callback", ...place, parameter, member };
  }

  /** `list.forEach((name) => …)`: the function begins at the offset, and the name is its first parameter. */
  #element(start: number, at: number): LocalValue | null {
    const { text } = this.#code;
    if (start !== at && skipSpace(text, start + 1) !== at) return null;
    const head = /(?:\?\.|\.)\s*([\w$]+)\s*(?:<[^<>()]*>)?\(\s*(?:async\s*)?$/.exec(
      text.slice(Math.max(0, start - 80), start),
    );
    if (head === null || !WITH_ELEMENTS.has(head[1]!)) return null;
    return { from: "element", of: { end: start - head[0].length, awaited: false } };
  }
}

/** Behind the loop in whose head the offset stands; -1 where it is in none. */
function loopEnd(code: Code, at: number): number {
  const { text } = code;
  const head = /\bfor\s*(?:await\s*)?\(\s*$/.exec(text.slice(Math.max(0, at - 30), at));
  if (head === null) return -1;
  const open = text.lastIndexOf("(", at);
  const close = code.closes(open);
  if (close === -1) return at;
  const body = skipSpace(text, close + 1);
  if (text[body] === "{") {
    const end = code.closes(body);
    return end === -1 ? text.length : end;
  }
  const end = /[;\n]/.exec(text.slice(body, body + 2_000));
  return end === null ? text.length : body + end.index + 1;
}

/** Where the function ends whose parameter stands at the offset; -1 where it is no parameter. */
function functionEnd(code: Code, at: number, length: number): number {
  const { text } = code;
  const arrow = skipSpace(text, at + length);
  if (text.startsWith("=>", arrow)) return bodyEnd(code, skipSpace(text, arrow + 2));
  const open = parenthesisAround(code, at);
  if (open === -1) return -1;
  // A default's value or a type among the parameters is no parameter.
  const before = text.slice(Math.max(open, at - 60), at).trimEnd();
  if (!/(?:[(,{[]|\.\.\.|(?:private|protected|public|readonly|override)|\w\s*:)$/.test(before)) return -1;
  const close = code.closes(open);
  if (close === -1) return -1;
  let next = skipSpace(text, close + 1);
  if (text[next] === ":") {
    // A result type: up to the arrow or the body.
    const end = /=>|\{/.exec(text.slice(next, next + 300));
    if (end === null) return -1;
    next += end.index;
  }
  if (text.startsWith("=>", next)) return bodyEnd(code, skipSpace(text, next + 2));
  if (text[next] !== "{") return -1;
  const word = /([\w$]+)\s*$/.exec(text.slice(Math.max(0, open - 40), open))?.[1] ?? "";
  if (/^(?:if|while|switch|with|for)$/.test(word)) return -1;
  return code.closes(next);
}

function bodyEnd(code: Code, from: number): number {
  const { text } = code;
  if (text[from] === "{") return code.closes(from);
  let at = from;
  while (at < text.length) {
    const c = text[at]!;
    if (c === "(" || c === "[" || c === "{") {
      const close = code.closes(at);
      if (close === -1) return text.length;
      at = close + 1;
    } else if (c === '"' || c === "'" || c === "`") {
      const close = closing(text, at);
      at = close === -1 ? at + 1 : close + 1;
    } else if (c === ")" || c === "]" || c === "}" || c === ";" || c === ",") return at;
    else at++;
  }
  return at;
}

/** The parenthesis around the offset, over patterns and defaults. */
function parenthesisAround(code: Code, from: number): number {
  for (let at = code.innermost(from); at !== -1; at = code.innermost(at))
    if (code.text[at] === "(") return at;
  return -1;
}

const memo = new WeakMap<FileTables, Locals | null>();

export function localValue(tables: FileTables, name: string, offset: number): LocalValue | null {
  let made = memo.get(tables);
  if (made === undefined) {
    const code = codeOf(tables, tables.file.text);
    made = code === null ? null : new Locals(code);
    memo.set(tables, made);
  }
  return made?.find(name, offset) ?? null;
}
