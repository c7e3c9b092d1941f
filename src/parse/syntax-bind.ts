// What does a reference mean, as far as its file tells? Its binding, the text before its last dot and that text's
// type, and the symbol of this file that scopes alone lead to.
import type { SpanKind } from "../base/span.ts";
import type { Binding, SyntaxSymbol } from "./facts.ts";
import type { DraftReference } from "./syntax-drafts.ts";
import type { Extraction } from "./syntax-extract.ts";
import type { Bound } from "./syntax-scopes.ts";

/** Longest receiver kept, in UTF-16 code units (SCHEMAS). */
const MOST_RECEIVER = 80;
const WORD = /^@{0,2}[\w$\u0080-\uffff]+/;
/** Behind the name of a type: it is what `->` leads to. */
const ARROW = "->";
/** A receiver that is a path of names: what follows the first one. */
const PATH = /^[\w$\u0080-\uffff]+((?:::[\w$\u0080-\uffff]+)+)$/;
/** One field behind the object itself: `.x`, `?.x`, `->x`, `::$x`. */
const FIELD = /^(?:[?!]*\.|\?*->|::\$)(#?[\w$\u0080-\uffff]+)$/;
/** Kinds whose members `this` reaches. */
const OWNERS = new Set<SpanKind>([
  "class",
  "interface",
  "trait",
  "struct",
  "enum",
  "module",
  "implementation",
  "constant",
  "variable",
]);

export interface Meaning {
  binding: Binding;
  target: number;
  receiver: string;
  receiverType: string;
}

export class Binder {
  private readonly extraction: Extraction;
  private readonly symbols: readonly SyntaxSymbol[];
  /** Place in the list of symbols by number of draft, and back. */
  private readonly placeOf: Int32Array;
  private readonly order: readonly number[];
  private readonly byQualified = new Map<string, number>();

  constructor(
    extraction: Extraction,
    symbols: readonly SyntaxSymbol[],
    placeOf: Int32Array,
    order: readonly number[],
  ) {
    this.extraction = extraction;
    this.symbols = symbols;
    this.placeOf = placeOf;
    this.order = order;
    for (const [place, symbol] of symbols.entries()) {
      const first = this.byQualified.get(symbol.qualified);
      if (first === undefined) this.byQualified.set(symbol.qualified, place);
      // The name does not say whether the type's or the instances' one is meant.
      else if (first !== -1 && this.isStatic(first) !== this.isStatic(place)) {
        this.byQualified.set(symbol.qualified, -1);
      }
    }
  }

  /** Null where nothing outside can be meant: a local variable, a parameter or the object itself, read or written. */
  bind(draft: DraftReference, name: string, start: number, enclosing: number): Meaning | null {
    const { rules } = this.extraction.compiled;
    const plain = { target: -1, receiver: "", receiverType: "" };
    if (draft.role === "import") return { ...plain, binding: "import" };
    if (draft.receiverStart !== -1) return this.member(draft, name, start, enclosing);
    if (this.isAbsolute(start)) {
      return { ...plain, binding: "member", receiver: rules.absolute ?? "" };
    }
    if (rules.self.includes(name)) return null;
    const uses = draft.role === "read" || draft.role === "write";
    if (name === "_" && uses) return null;
    const known = this.scopeName(draft, name);
    const bound = this.extraction.scopes.resolve(known, draft.scope, start);
    if (bound === undefined) return { ...plain, binding: "unknown" };
    const target = this.place(bound);
    if (target === -1 && bound.binding !== "import" && (uses || draft.role === "type")) return null;
    return { ...plain, binding: bound.binding, target };
  }

  private member(draft: DraftReference, name: string, start: number, enclosing: number): Meaning {
    const { tree, compiled, scopes } = this.extraction;
    const { self, base } = compiled.rules;
    const own = draft.receiverStart;
    const from = own - (this.isAbsolute(own) ? (compiled.rules.absolute ?? "").length : 0);
    const to = draft.receiverEnd;
    const receiver = receiverText(tree.text, from, to);
    const head = WORD.exec(receiver)?.[0] ?? "";
    const whole = head.length === to - from;
    const bound = head === "" ? undefined : scopes.resolve(head, draft.scope, start);
    if (self.includes(head) || (bound?.binding === "this" && bound.symbol === -1)) {
      const owner = this.ownerOf(enclosing);
      const target = whole && owner !== "" ? this.memberOf(owner, name) : -1;
      return {
        binding: "this",
        target,
        receiver,
        receiverType: this.fieldType(owner, head, receiver, to, draft.start),
      };
    }
    if (base.includes(head)) return { binding: "super", target: -1, receiver, receiverType: "" };
    if (bound?.binding === "import") return { binding: "import", target: -1, receiver, receiverType: "" };
    const path = whole ? "" : to - from > MOST_RECEIVER ? undefined : PATH.exec(receiver)?.[1];
    const owner = bound === undefined || path === undefined ? null : this.ownerAt(bound, head, path);
    const type = whole ? this.ownType(bound?.type ?? "", enclosing) : "";
    return {
      binding: "member",
      target: owner === null ? -1 : this.memberOf(owner, name),
      receiver,
      receiverType: type.endsWith(ARROW) ? this.pointedType(type, to, draft.start) : type,
    };
  }

  /** Qualified name of what a receiver names. A name without a symbol may begin the names of others (`a` of `a::b`). */
  private ownerAt(bound: Bound, head: string, path: string): string | null {
    const place = this.place(bound);
    if (place !== -1) return this.symbols[place]!.qualified + path;
    return this.extraction.compiled.rules.separator === "::" && bound.binding === "local"
      ? head + path
      : null;
  }

  /** Of a pointer that is an object itself, the arrow gives what it points to, the dot its own members. */
  private pointedType(type: string, from: number, to: number): string {
    const { text } = this.extraction.tree;
    return text.slice(from, to).trimStart().startsWith(ARROW) ? type.slice(0, -ARROW.length) : "";
  }

  private scopeName(draft: DraftReference, name: string): string {
    const { rules } = this.extraction.compiled;
    if (rules.scopeName === undefined) return name;
    const { tree } = this.extraction;
    const type = draft.node === -1 ? "" : tree.type(draft.node);
    return rules.scopeName(name, type, draft.role, tree.text[draft.start - 1] ?? "");
  }

  /** The mark for names that are meant from the root stands before the offset. */
  private isAbsolute(offset: number): boolean {
    const { absolute } = this.extraction.compiled.rules;
    return absolute !== undefined && this.extraction.tree.text.endsWith(absolute, offset);
  }

  /** `Self` by its name. */
  private ownType(type: string, enclosing: number): string {
    return this.extraction.compiled.rules.self.includes(type) ? this.ownerOf(enclosing) : type;
  }

  private isStatic(place: number): boolean {
    return this.extraction.symbols[this.order[place]!]!.input.static === true;
  }

  private place(bound: Bound): number {
    return bound.symbol === -1 ? -1 : this.placeOf[bound.symbol]!;
  }

  private memberOf(owner: string, name: string): number {
    return this.byQualified.get(`${owner}${this.extraction.compiled.rules.separator}${name}`) ?? -1;
  }

  /** Type of `this.field`, where the field is declared in the same file. */
  private fieldType(owner: string, head: string, receiver: string, to: number, next: number): string {
    if (owner === "" || receiver.length === head.length) return owner;
    const field = FIELD.exec(receiver.slice(head.length))?.[1];
    if (field === undefined) return "";
    const place = this.memberOf(owner, field);
    const type = place === -1 ? "" : (this.extraction.symbols[this.order[place]!]!.input.type ?? "");
    return type.endsWith(ARROW) ? this.pointedType(type, to, next) : type;
  }

  /** Qualified name of the type whose members `this` means in the symbol, or empty. */
  private ownerOf(enclosing: number): string {
    const { symbols } = this;
    const { separator } = this.extraction.compiled.rules;
    let made = false;
    for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
      const symbol = symbols[at]!;
      // What a value is made of is not in it yet: `const x = this.y`, `const x = { y: this.y }`.
      const value = symbol.kind === "constant" || symbol.kind === "variable";
      if (OWNERS.has(symbol.kind) && (made || !value)) return symbol.qualified;
      made ||= !value && symbol.kind !== "property";
      // A method that no type encloses is qualified by its receiver (Go), or by its class (C++).
      if (symbol.parent === -1 && (symbol.kind === "method" || symbol.kind === "constructor")) {
        return symbol.qualified.slice(0, Math.max(0, symbol.qualified.lastIndexOf(separator)));
      }
    }
    return "";
  }
}

function receiverText(text: string, from: number, to: number): string {
  const raw = text.slice(from, Math.min(to, from + 4 * MOST_RECEIVER));
  const folded = /\s/.test(raw) ? raw.replace(/\s+/g, " ") : raw;
  if (folded.length <= MOST_RECEIVER) return folded;
  const half = (folded.charCodeAt(MOST_RECEIVER - 1) & 0xfc00) === 0xd800;
  return folded.slice(0, half ? MOST_RECEIVER - 1 : MOST_RECEIVER);
}
