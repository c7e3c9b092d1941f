// What does a Rust item declare? Functions, types, `impl` blocks, constants, with their owners and bases.
import type { SpanKind } from "../base/span.ts";
import { typeText } from "./rust-types.ts";
import type { NodeRule, SymbolInput, SyntaxTree } from "./syntax-rules.ts";

/** The list of an `impl` or `trait` that the node stands in, as the type of its owner. */
function ownerType(tree: SyntaxTree, node: number): string {
  const list = tree.parent(node);
  const owner = list === -1 || tree.type(list) !== "declaration_list" ? -1 : tree.parent(list);
  return owner === -1 ? "" : tree.type(owner);
}

export const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  const owner = ownerType(tree, node);
  const method = owner === "impl_item" || owner === "trait_item";
  b.symbol({
    node,
    name: tree.child(node, "name"),
    kind: method ? "method" : "function",
    body: tree.child(node, "body"),
    declare: !method,
  });
  b.scope(node, { function: true });
};

export function itemRule(kind: SpanKind, options: { fields?: boolean } = {}): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const body = tree.child(node, "body");
    // The fields of a tuple are its head: `struct Pair(u32, u32)`.
    const shown =
      body !== -1 && options.fields === true && tree.type(body) !== "field_declaration_list" ? -1 : body;
    const bounds = kind === "trait" ? tree.child(node, "bounds") : -1;
    b.symbol({
      node,
      name: tree.child(node, "name"),
      kind,
      body: shown,
      bases: bounds === -1 ? [] : boundNames(tree, bounds),
      docs: kind === "module" && body !== -1 ? innerDocs(tree, body) : [],
    });
    b.scope(node, { function: kind === "module" });
  };
}

function boundNames(tree: SyntaxTree, bounds: number): string[] {
  const names: string[] = [];
  for (let child = tree.first(bounds); child !== -1; child = tree.next(child)) {
    const named = typeNameOf(tree, child);
    if (named !== -1) names.push(tree.textOf(named));
  }
  return names;
}

/** `//!` at the beginning of a body. */
function innerDocs(tree: SyntaxTree, body: number): number[] {
  const docs: number[] = [];
  for (let child = tree.first(body); child !== -1; child = tree.next(child)) {
    if (!/^(?:line|block)_comment$/.test(tree.type(child)) || !/^\/[/*]!/.test(tree.textOf(child))) break;
    docs.push(child);
  }
  return docs;
}

/** The node that names a type: without arguments, references and pointers; with its path. */
export function typeNameOf(tree: SyntaxTree, type: number): number {
  switch (tree.type(type)) {
    case "type_identifier":
    case "scoped_type_identifier":
    case "primitive_type":
      return type;
    case "generic_type":
    case "reference_type":
    case "pointer_type":
      return tree.child(type, "type") === -1 ? -1 : typeNameOf(tree, tree.child(type, "type"));
    case "function_type":
      return tree.child(type, "trait");
    case "dynamic_type":
    case "abstract_type":
      return tree.child(type, "trait") === -1 ? -1 : typeNameOf(tree, tree.child(type, "trait"));
    default:
      return -1;
  }
}

/** An `impl` is named for its type, whose name stays a reference. */
export const implRule: NodeRule = (b, node) => {
  const { tree } = b;
  const type = tree.child(node, "type");
  const trait = tree.child(node, "trait");
  const named = type === -1 ? -1 : typeNameOf(tree, type);
  const last =
    named !== -1 && tree.type(named) === "scoped_type_identifier" ? tree.child(named, "name") : named;
  const base = trait === -1 ? -1 : typeNameOf(tree, trait);
  const shown = last === -1 ? type : last;
  if (shown !== -1) {
    b.symbol({
      node,
      name: tree.textOf(shown).replace(/\s+/g, " "),
      nameStart: tree.start(shown),
      kind: "implementation",
      body: tree.child(node, "body"),
      bases: base === -1 ? [] : [tree.textOf(base)],
      declare: false,
    });
  }
  b.scope(node);
};

export function valueItem(kind: "constant" | "variable" | "type"): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const owner = ownerType(tree, node);
    const inType = owner === "impl_item" || owner === "trait_item";
    const value = tree.child(node, kind === "type" ? "type" : "value");
    const type = kind === "type" ? "" : typeText(tree, tree.child(node, "type"));
    b.symbol({ node, name: tree.child(node, "name"), kind, value, type, declare: !inType });
    if (kind === "type") b.scope(node);
  };
}

export function memberItem(kind: "constant" | "field"): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const type = typeText(tree, tree.child(node, "type"));
    const input: SymbolInput = { node, name: tree.child(node, "name"), kind, type, declare: false };
    const body = tree.child(node, "body");
    if (body !== -1 && tree.type(body) === "field_declaration_list") input.body = body;
    b.symbol(input);
  };
}
