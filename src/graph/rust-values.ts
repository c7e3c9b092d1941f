// Of which type is an expression of Rust? Names by what binds them, then member after member: fields and functions of the
// repository by what is written there, those of the library by `rust-library-results.ts`. Whatever else is not known.
import type { FileTables } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { bindingOf, type Binding } from "./rust-bindings.ts";
import { valueOfBinding } from "./rust-bound-values.ts";
import { chainStart, isKeyword } from "./rust-chains.ts";
import { libraryKind } from "./rust-library.ts";
import { awaited, indexed, takesRange, tried } from "./rust-library-results.ts";
import { calledPath, valueOfPath } from "./rust-path-values.ts";
import { opened, partType } from "./rust-patterns.ts";
import { looksInto, memberType, selfValue, type RustValue } from "./rust-results.ts";
import { firstAt, type Span } from "./rust-spans.ts";
import { behindAngles, isName, textOf, tokenAt, tokensOf, wordAt, type Tokens } from "./rust-tokens.ts";
import { libraryType, parseType, simpleName, unaliased, type RustType } from "./rust-types.ts";
import type { Resolver } from "./resolve.ts";

/** Values that lead to each other. */
const DEEPEST = 24;
/** The value of the expression that ends before the offset, by the longest chain that ends there. */
export function valueEndingAt(r: Resolver, tables: FileTables, offset: number): Promise<RustValue | null> {
  const tokens = tokensOf(tables);
  const to = tokenAt(tokens, offset);
  const from = chainStart(tokens, to);
  return from === to ? Promise.resolve(null) : valueOfSpan(r, tables, { from, to }, 0);
}

function valueOfSpan(r: Resolver, tables: FileTables, span: Span, depth: number): Promise<RustValue | null> {
  if (depth > DEEPEST || span.from >= span.to) return Promise.resolve(null);
  return r.once(`rv${tables.file.index}:${span.from}:${span.to}`, null, () =>
    new Expression(r, tables, span, depth).read(),
  );
}

class Expression {
  readonly #r: Resolver;
  readonly #tables: FileTables;
  readonly #tokens: Tokens;
  readonly #to: number;
  readonly #depth: number;
  readonly #enclosing: number;
  #at: number;

  constructor(r: Resolver, tables: FileTables, { from, to }: Span, depth: number) {
    this.#r = r;
    this.#tables = tables;
    this.#tokens = tokensOf(tables);
    this.#at = from;
    this.#to = to;
    this.#depth = depth;
    const { line, column } = tables.position(this.#tokens.starts[from]!);
    this.#enclosing = tables.enclosing(line, column);
  }

  async read(): Promise<RustValue | null> {
    let isMut = false;
    let stars = 0;
    while (/^(?:&|&&|\*|mut|move)$/.test(this.#word())) {
      if (this.#word() === "mut") isMut = true;
      if (this.#word() === "*") stars++;
      this.#at++;
    }
    let value = await this.#first();
    while (value !== null && this.#at < this.#to) {
      const word = this.#word();
      if (word === "?") {
        value = this.#typed(tried(await unaliased(this.#r, value.type)), value.rule);
        this.#at++;
      } else if (word === ".") value = await this.#member(value);
      else if (word === "[") {
        const open = this.#at;
        const close = this.#tokens.pairs[open]!;
        if (close === -1) return null;
        this.#at = close + 1;
        const type = await unaliased(this.#r, value.type);
        const range = await this.#isRange(open + 1, close);
        if (range === null && libraryKind(type) === "list") return null;
        if (range !== true) value = this.#typed(indexed(type), value.rule);
      } else if (word === "as") {
        const type = parseType(textOf(this.#tokens, this.#at + 1, this.#to), this.#tables, this.#enclosing);
        return this.#typed(type, "variable-type");
      } else return null;
    }
    // Whether it is the box that is looked into, or a reference to it, the type does not say.
    if (value !== null && stars > 0 && (await looksInto(this.#r, value.type))) return null;
    return value !== null && isMut ? { ...value, type: { ...value.type, isMut } } : value;
  }

  #word(at = this.#at): string {
    return at < this.#to ? wordAt(this.#tokens, at) : "";
  }

  #typed(type: RustType | null, rule: Rule): RustValue | null {
    return type === null ? null : { type, rule };
  }

  #inner(from: number, to: number): Promise<RustValue | null> {
    return valueOfSpan(this.#r, this.#tables, { from, to }, this.#depth + 1);
  }

  #library(path: string, ...args: RustType[]): RustValue {
    return { type: libraryType(path, args, this.#tables, this.#enclosing), rule: "variable-type" };
  }

  async #first(): Promise<RustValue | null> {
    const word = this.#word();
    if (/^b?"|^b?r#*"/.test(word)) return this.#skip(this.#library("std::str"));
    if (/^\d|^b?'.|^(?:true|false)$/.test(word)) return this.#skip(this.#library("std::usize"));
    if (word === "(") return this.#group();
    if (word === "[") {
      const close = this.#tokens.pairs[this.#at]!;
      const first = await this.#inner(this.#at + 1, this.#endOfArgument(this.#at + 1, close));
      this.#at = close + 1;
      return close === -1 || first === null ? null : this.#library("[]", first.type);
    }
    if (word === "unsafe" && this.#word(this.#at + 1) === "{") {
      const close = this.#tokens.pairs[this.#at + 1]!;
      const value = await this.#inner(this.#at + 2, close);
      this.#at = close + 1;
      return value;
    }
    if (word === "|" || word === "||") return this.#closure();
    if (word === "<") return null;
    if (!(isName(word) || word === "$crate" || word === "::") || isKeyword(word)) return null;
    return this.#named();
  }

  #skip(value: RustValue): RustValue {
    this.#at++;
    return value;
  }

  /** A closure goes on to the end; it has what the library gives it, and what traits have for all functions. */
  #closure(): RustValue {
    this.#at = this.#to;
    return this.#library("std::Closure");
  }

  /** `(a)`, `(a, b)` */
  async #group(): Promise<RustValue | null> {
    const open = this.#at;
    const close = this.#tokens.pairs[open]!;
    if (close === -1) return null;
    this.#at = close + 1;
    const parts: (RustValue | null)[] = [];
    let comma = false;
    for (let from = open + 1; from < close;) {
      const to = this.#endOfArgument(from, close);
      if (to < close) comma = true;
      parts.push(await this.#inner(from, to));
      from = to + 1;
    }
    if (parts.length === 0) return this.#library("()");
    if (!comma) return parts[0] ?? null;
    const unknown = libraryType("?", [], this.#tables, this.#enclosing);
    return this.#library("()", ...parts.map((p) => p?.type ?? unknown));
  }

  #endOfArgument(from: number, until: number): number {
    return firstAt(this.#tokens, from, until, (word) => word === "," || word === ";");
  }

  /** A path, and whether it is called, made one of, expanded or read. */
  async #named(): Promise<RustValue | null> {
    const from = this.#at;
    const parts: string[] = [];
    let args = "";
    if (this.#word() === "::") this.#at++;
    for (;;) {
      parts.push(this.#word());
      this.#at++;
      if (this.#word() !== "::") break;
      if (this.#word(this.#at + 1) === "<") {
        const behind = behindAngles(this.#tokens, this.#at + 1, this.#to);
        if (behind === -1) return null;
        args = textOf(this.#tokens, this.#at + 1, behind);
        this.#at = behind;
        if (this.#word() !== "::") break;
      }
      this.#at++;
    }
    const path = parts.join("::");
    const next = this.#word();
    if (next === "(") return this.#called(path, parts, args);
    if (next === "!") return this.#expanded(path);
    if (next === "{") {
      const close = this.#tokens.pairs[this.#at]!;
      this.#at = close + 1;
      return close === -1 ? null : this.#ofPath(path, "new-expression");
    }
    if (path === "self") return selfValue(this.#tables, this.#enclosing);
    if (parts.length === 1) {
      const binding = bindingOf(this.#tokens, from, path);
      if (binding !== null) return this.#bound(binding, path);
    }
    return this.#ofPath(path, "variable-type");
  }

  #ofPath(path: string, rule: Rule): Promise<RustValue | null> {
    return valueOfPath(this.#r, this.#tables, this.#enclosing, path, rule);
  }

  async #bound(binding: Binding, name: string): Promise<RustValue | null> {
    const read = (span: Span) => valueOfSpan(this.#r, this.#tables, span, this.#depth + 1);
    const value = await valueOfBinding(this.#r, this.#tables, binding, this.#enclosing, read);
    if (value === null) return null;
    const type = await partType(this.#r, this.#tables, binding.pattern, name, value.type, this.#enclosing);
    return this.#typed(type, value.rule);
  }

  async #called(path: string, parts: readonly string[], args: string): Promise<RustValue | null> {
    const open = this.#at;
    const close = this.#tokens.pairs[open]!;
    if (close === -1) return null;
    this.#at = close + 1;
    const first = () => this.#inner(open + 1, this.#endOfArgument(open + 1, close));
    return calledPath(this.#r, this.#tables, this.#enclosing, { path, parts, args }, first);
  }

  /** `vec![a, b]`, `format!(…)` */
  async #expanded(path: string): Promise<RustValue | null> {
    const open = this.#at + 1;
    const close = this.#tokens.pairs[open] ?? -1;
    if (close === -1) return null;
    this.#at = close + 1;
    if (path === "format") return this.#library("std::String");
    if (path !== "vec") return null;
    const first = await this.#inner(open + 1, this.#endOfArgument(open + 1, close));
    return first === null ? null : this.#library("std::Vec", first.type);
  }

  /** Whether an index is a range; null where it may be one. */
  async #isRange(from: number, to: number): Promise<boolean | null> {
    if (textOf(this.#tokens, from, to).includes("..")) return true;
    const index = await this.#inner(from, to);
    const type = index === null ? null : await unaliased(this.#r, index.type);
    if (type !== null && type.path !== "?") return simpleName(type) === "usize" ? false : null;
    if (to - from !== 1) return false;
    const binding = bindingOf(this.#tokens, from, wordAt(this.#tokens, from));
    const value = binding?.how === "value" ? binding.value : null;
    return value !== null && textOf(this.#tokens, value.from, value.to).includes("..") ? null : false;
  }

  async #member(value: RustValue): Promise<RustValue | null> {
    this.#at++;
    const name = this.#word();
    this.#at++;
    if (name === "await") return this.#typed(awaited(await unaliased(this.#r, value.type)), "result-type");
    if (this.#word() === "::" && this.#word(this.#at + 1) === "<") {
      const behind = behindAngles(this.#tokens, this.#at + 1, this.#to);
      if (behind === -1) return null;
      this.#at = behind;
    }
    const isCall = this.#word() === "(";
    if (isCall) {
      const open = this.#at;
      const close = this.#tokens.pairs[open]!;
      if (close === -1) return null;
      this.#at = close + 1;
      // A part of the list, and no element of it.
      if (/^(?:get|get_mut)$/.test(name) && (await this.#isRange(open + 1, close)) !== false) {
        const list = await opened(this.#r, value.type);
        if (takesRange(list, name)) return null;
      }
    }
    const type = await memberType(this.#r, value.type, name, isCall);
    return this.#typed(type, isCall ? "result-type" : "field-type");
  }
}
