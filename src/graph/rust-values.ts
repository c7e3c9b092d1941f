// Of which type is an expression of Rust? Names by what binds them, then member after member: fields and functions of the
// repository by what is written there, those of the library by `rust-library.ts`. Whatever else is not known.
import { tablesOf, type FileTables } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { bindingOf, type Binding, type Span } from "./rust-bindings.ts";
import { chainStart, isKeyword } from "./rust-chains.ts";
import type { Item } from "./rust-items.ts";
import { awaited, elementOf, handedTo, holderMade, isBox, isBoxName, tried } from "./rust-library.ts";
import { partType } from "./rust-patterns.ts";
import { pathAt } from "./rust-paths.ts";
import { alike, memberType, resultOf, selfValue, type RustValue } from "./rust-results.ts";
import { writtenType } from "./rust-text.ts";
import { behindAngles, isName, textOf, tokenAt, tokensOf, wordAt, type Tokens } from "./rust-tokens.ts";
import { libraryType, parseType, unaliased, type RustType } from "./rust-types.ts";
import type { Resolver } from "./resolve.ts";

/** Values that lead to each other. */
const DEEPEST = 24;
/** Functions of the library that make one of the type that they stand behind. */
const MAKING = /^(?:new|default|from|open|create|builder|(?:with|from)_\w+)$/;

/** The value of the expression that ends before the offset, by the longest chain that ends there. */
export function valueEndingAt(r: Resolver, tables: FileTables, offset: number): Promise<RustValue | null> {
  const tokens = tokensOf(tables);
  const to = tokenAt(tokens, offset);
  const from = chainStart(tokens, to);
  return from === to ? Promise.resolve(null) : valueOfSpan(r, tables, { from, to }, 0);
}

export function valueOfSpan(
  r: Resolver,
  tables: FileTables,
  span: Span,
  depth: number,
): Promise<RustValue | null> {
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
        const close = this.#tokens.pairs[this.#at]!;
        const range = textOf(this.#tokens, this.#at + 1, close).includes("..");
        if (!range) value = this.#typed(elementOf(await unaliased(this.#r, value.type)), value.rule);
        this.#at = close + 1;
        if (close === -1) return null;
      } else if (word === "as") {
        const type = parseType(textOf(this.#tokens, this.#at + 1, this.#to), this.#tables, this.#enclosing);
        return this.#typed(type, "variable-type");
      } else return null;
    }
    // Whether it is the box that is looked into, or a reference to it, the type does not say.
    if (value !== null && stars > 0 && isBox(await unaliased(this.#r, value.type))) return null;
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
      const first = await this.#inner(this.#at + 1, this.#argumentEnd(this.#at + 1, close));
      this.#at = close + 1;
      return close === -1 || first === null ? null : this.#library("[]", first.type);
    }
    if (word === "unsafe" && this.#word(this.#at + 1) === "{") {
      const close = this.#tokens.pairs[this.#at + 1]!;
      const value = await this.#inner(this.#at + 2, close);
      this.#at = close + 1;
      return value;
    }
    if (word === "<") return null;
    if (!(isName(word) || word === "$crate" || word === "::") || isKeyword(word)) return null;
    return this.#named();
  }

  #skip(value: RustValue): RustValue {
    this.#at++;
    return value;
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
      const to = this.#argumentEnd(from, close);
      if (to < close) comma = true;
      parts.push(await this.#inner(from, to));
      from = to + 1;
    }
    if (!comma) return parts[0] ?? null;
    const unknown = libraryType("?", [], this.#tables, this.#enclosing);
    return this.#library("()", ...parts.map((p) => p?.type ?? unknown));
  }

  /** The comma behind an argument, or the end. */
  #argumentEnd(from: number, until: number): number {
    for (let at = from; at < until; at++) {
      const word = wordAt(this.#tokens, at);
      if (word === "," || (word === ";" && from < at)) return at;
      if ((word === "(" || word === "[" || word === "{") && this.#tokens.pairs[at]! > at)
        at = this.#tokens.pairs[at]!;
      else if (word === "<" && wordAt(this.#tokens, at - 1) === "::") {
        const behind = behindAngles(this.#tokens, at, until);
        if (behind !== -1) at = behind - 1;
      }
    }
    return until;
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
      return close === -1 ? null : this.#ofPath(path, parts, "new-expression");
    }
    if (path === "self") return this.#self();
    if (parts.length === 1) {
      const binding = bindingOf(this.#tokens, from, path);
      if (binding !== null) return this.#bound(binding, path);
    }
    return this.#ofPath(path, parts, "variable-type");
  }

  #self(): RustValue | null {
    return selfValue(this.#tables, this.#enclosing);
  }

  async #bound(binding: Binding, name: string): Promise<RustValue | null> {
    const value = await valueOfBinding(this.#r, this.#tables, binding, this.#enclosing, this.#depth + 1);
    if (value === null) return null;
    const type = await partType(this.#r, this.#tables, binding.pattern, name, value.type, this.#enclosing);
    return this.#typed(type, value.rule);
  }

  /** A constant, a variant, a struct without fields. */
  async #ofPath(path: string, parts: readonly string[], rule: Rule): Promise<RustValue | null> {
    const found = await pathAt(
      this.#r,
      this.#tables,
      path,
      this.#enclosing,
      rule === "new-expression" ? "type" : "any",
    );
    const [item] = found.items;
    if (found.items.length !== 1 || found.unsure || item!.kind !== "place") return null;
    const type = await this.#ofItem(item!, parts, rule);
    return this.#typed(type, rule);
  }

  async #ofItem(
    item: Item & { kind: "place" },
    parts: readonly string[],
    rule: Rule,
  ): Promise<RustType | null> {
    const tables = tablesOf(await this.#r.file(item.place.file));
    const symbol = tables?.facts.symbols[item.place.at];
    if (symbol === undefined) return null;
    if (symbol.kind === "struct" || symbol.kind === "enum" || symbol.kind === "type")
      return rule === "new-expression" || symbol.kind === "struct"
        ? parseType(parts.join("::"), this.#tables, this.#enclosing)
        : null;
    if (symbol.kind !== "constant" && symbol.kind !== "variable") return null;
    const parent = symbol.parent === -1 ? undefined : tables!.facts.symbols[symbol.parent]!;
    if (parent?.kind === "enum") return libraryType(parent.name, [], tables!, symbol.parent);
    const written = writtenType(symbol);
    return written === "" ? null : parseType(written, tables!, item.place.at);
  }

  async #called(path: string, parts: readonly string[], args: string): Promise<RustValue | null> {
    const open = this.#at;
    const close = this.#tokens.pairs[open]!;
    if (close === -1) return null;
    this.#at = close + 1;
    const found = await pathAt(this.#r, this.#tables, path, this.#enclosing, "value");
    if (found.items.length === 0) {
      const holder = holderMade(path);
      if (holder !== null) {
        const first = await this.#inner(open + 1, this.#argumentEnd(open + 1, close));
        if (first === null) return null;
        return holder === ""
          ? { ...first, rule: "result-type" }
          : { ...this.#library(`std::${holder}`, first.type), rule: "result-type" };
      }
      if (!found.outside || found.unsure) return null;
      // `Vec::<T>::new()`, `String::from(…)` make one of their own type.
      if (
        parts.length > 1 &&
        /^[A-Z]/.test(parts.at(-2)!) &&
        MAKING.test(parts.at(-1)!) &&
        !isBoxName(parts.at(-2)!)
      )
        return this.#typed(
          parseType(parts.slice(0, -1).join("::") + args.replace(/^::/, ""), this.#tables, this.#enclosing),
          "result-type",
        );
      return null;
    }
    const own =
      parts.length > 1 ? parseType(parts.slice(0, -1).join("::"), this.#tables, this.#enclosing) : null;
    const self = own !== null && own.path === "Self" ? (this.#self()?.type ?? own) : own;
    const types: (RustType | null)[] = [];
    for (const item of found.items) {
      if (item.kind !== "place") return null;
      const tables = tablesOf(await this.#r.file(item.place.file))!;
      const symbol = tables.facts.symbols[item.place.at]!;
      if (symbol.kind === "struct") types.push(parseType(path, this.#tables, this.#enclosing));
      else if (symbol.kind === "constant") types.push(await this.#ofItem(item, parts, "construction"));
      else types.push(resultOf(tables, item.place.at, self));
    }
    // Which of several is meant is not known: but they give the same.
    if (found.unsure && !(found.items.length > 1)) return null;
    return this.#typed(await alike(this.#r, types), "result-type");
  }

  /** `vec![a, b]`, `format!(…)` */
  async #expanded(path: string): Promise<RustValue | null> {
    const open = this.#at + 1;
    const close = this.#tokens.pairs[open] ?? -1;
    if (close === -1) return null;
    this.#at = close + 1;
    if (path === "format") return this.#library("std::String");
    if (path !== "vec") return null;
    const first = await this.#inner(open + 1, this.#argumentEnd(open + 1, close));
    return first === null ? null : this.#library("std::Vec", first.type);
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
      const close = this.#tokens.pairs[this.#at]!;
      if (close === -1) return null;
      this.#at = close + 1;
    }
    const type = await memberType(this.#r, value.type, name, isCall);
    return this.#typed(type, isCall ? "result-type" : "field-type");
  }
}

/** What a pattern is matched with. */
export async function valueOfBinding(
  r: Resolver,
  tables: FileTables,
  binding: Binding,
  enclosing: number,
  depth: number,
): Promise<RustValue | null> {
  if (binding.type !== "" && !/^_$/.test(binding.type.trim())) {
    const type = parseType(binding.type, tables, enclosing);
    return type === null ? null : { type, rule: binding.value === null ? "parameter-type" : "variable-type" };
  }
  if (binding.value === null) return null;
  if (binding.how === "closure") return handed(r, tables, binding, depth);
  const value = await valueOfSpan(r, tables, binding.value, depth);
  if (value === null || binding.how === "value") return value;
  const element = elementOf(await unaliased(r, value.type));
  const iterated = element ?? (await iteratedOver(r, value.type));
  return iterated === null ? null : { type: iterated, rule: "variable-type" };
}

/** What a type that iterates by itself gives: the `Item` of its `next`. */
async function iteratedOver(r: Resolver, type: RustType): Promise<RustType | null> {
  const next = await memberType(r, type, "next", true);
  return next === null ? null : tried(next);
}

/** The parameter of a closure: what the method hands to it to which it is given. */
async function handed(
  r: Resolver,
  tables: FileTables,
  binding: Binding,
  depth: number,
): Promise<RustValue | null> {
  if (binding.place !== 0) return null;
  const tokens = tokensOf(tables);
  let at = binding.value!.from - 1;
  if (wordAt(tokens, at) === "move") at--;
  if (wordAt(tokens, at) !== "(" || wordAt(tokens, at - 2) !== ".") return null;
  const from = chainStart(tokens, at - 2);
  const value = await valueOfSpan(r, tables, { from, to: at - 2 }, depth);
  if (value === null) return null;
  const type = await unaliased(r, value.type);
  const own = handedTo(type, wordAt(tokens, at - 1));
  return own === null ? null : { type: own, rule: "variable-type" };
}
