// What Elixir's `def…` words declare: modules, protocols, functions in clauses, macros, fields of structs.
import type { SpanKind } from "../base/span.ts";
import { above, ABOVE, docOf, functionKey } from "./elixir-attributes.ts";
import { bindHead } from "./elixir-patterns.ts";
import {
  argumentsOf,
  attributeValue,
  attributeWord,
  bodyOf,
  children,
  clauseKey,
  headOf,
  keywordValue,
  nameOf,
  word,
} from "./elixir-places.ts";
import type { FactsBuilder, SyntaxTree } from "./syntax-rules.ts";

/** Definitions that an earlier clause took along. */
const taken = new WeakMap<FactsBuilder, Set<number>>();

/** `defmodule`, `defprotocol`, `defimpl`. */
export function moduleRule(b: FactsBuilder, node: number, kind: SpanKind): void {
  const { tree } = b;
  const [named = -1] = argumentsOf(tree, node);
  const body = bodyOf(tree, node);
  const block = tree.childOfType(node, "do_block");
  const inside = block === -1 ? [] : children(tree, block);
  const docs = inside
    .filter((child) => attributeWord(tree, child) === "moduledoc")
    .map((child) => docOf(tree, child))
    .filter((doc) => doc !== -1);
  const list = tree.childOfType(node, "arguments");
  const headEnd = list === -1 ? undefined : tree.end(list);
  if (kind === "implementation") {
    const type = keywordValue(tree, node, "for");
    const name = type === -1 || tree.type(type) !== "alias" ? named : type;
    const bases = named === -1 ? [] : [tree.textOf(named)];
    if (name !== -1) {
      const text = lastPart(tree.textOf(name));
      const nameStart = tree.end(name) - text.length;
      b.symbol({ node, name: text, nameStart, kind, body, headEnd, docs, bases, declare: false });
    }
  } else if (named !== -1 && tree.type(named) === "alias") {
    const bases = inside
      .filter((child) => attributeWord(tree, child) === "behaviour")
      .map((child) => attributeValue(tree, child))
      .filter((value) => value !== -1 && tree.type(value) === "alias")
      .map((value) => tree.textOf(value));
    const whole = tree.textOf(named);
    const name = lastPart(whole);
    b.symbol({
      node,
      name,
      nameStart: tree.end(named) - name.length,
      path: name.length < whole.length ? whole.slice(0, -name.length - 1) : undefined,
      kind,
      body,
      headEnd,
      docs,
      bases,
      declare: name.length === whole.length,
    });
    b.skip(named);
  }
  b.scope(node, { function: true });
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** `def` and its kin. Clauses of one name and number of arguments that follow one another are one symbol. */
export function functionRule(b: FactsBuilder, node: number, kind: SpanKind): void {
  const { tree } = b;
  const head = headOf(tree, node);
  if (head === -1) return;
  const consumed = taken.get(b) ?? new Set<number>();
  taken.set(b, consumed);
  const name = nameOf(tree, head);
  if (name !== null && !consumed.has(node)) {
    const { outer, docs } = above(b, node);
    const [whole = head] = argumentsOf(tree, node);
    const symbol = b.symbol({
      node,
      outer,
      through: lastClause(tree, node, consumed),
      head: node,
      name: name.text,
      nameStart: name.start,
      kind,
      body: bodyOf(tree, node),
      headEnd: tree.end(whole),
      docs,
      declare: false,
    });
    if (symbol !== -1) b.declareName(functionKey(name.text), "local", { level: "function", symbol });
  }
  b.scope(node, { function: true });
  const target = tree.child(head, "target");
  if (target !== -1) b.ignore(target);
  else if (tree.type(head) === "identifier") b.ignore(head);
  bindHead(b, head);
}

function lastClause(tree: SyntaxTree, node: number, consumed: Set<number>): number {
  const key = clauseKey(tree, node);
  let last = node;
  if (key === "") return last;
  let between: number[] = [];
  for (let next = tree.next(node); next !== -1; next = tree.next(next)) {
    if (tree.type(next) === "comment" || ABOVE.has(attributeWord(tree, next))) {
      between.push(next);
      continue;
    }
    if (clauseKey(tree, next) !== key || word(tree, next) !== word(tree, node)) break;
    if (between.some((attribute) => attributeWord(tree, attribute) === "doc")) break;
    between = [];
    consumed.add(next);
    last = next;
  }
  return last;
}

/** `defstruct [:a, b: 1]`, `defexception message: ""`. */
export function structRule(b: FactsBuilder, node: number): void {
  const { tree } = b;
  for (let at = node + 1; at < tree.after(node); at++) {
    const type = tree.type(at);
    const item = type === "atom" || type === "keyword";
    if (!item || !isField(tree, at, node)) continue;
    const name = tree.textOf(at).replace(/^:|:\s*$/g, "");
    if (!/^\w+[?!]?$/.test(name)) continue;
    b.symbol({
      node: at,
      outer: type === "keyword" ? tree.parent(at) : at,
      name,
      nameStart: tree.start(at) + (type === "atom" ? 1 : 0),
      kind: "field",
      declare: false,
    });
  }
}

/** An item of the list itself, not of a value in it. */
function isField(tree: SyntaxTree, item: number, call: number): boolean {
  for (let at = tree.parent(item); at !== call; at = tree.parent(at)) {
    const type = tree.type(at);
    if (type === "pair" && tree.parent(item) !== at) return false;
    if (!/^(?:arguments|list|keywords|pair)$/.test(type)) return false;
  }
  return tree.field(item) !== "value";
}
