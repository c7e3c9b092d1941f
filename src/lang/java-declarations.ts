// What do the declarations of Java give: types with their bases, methods, fields?
import type { SpanKind } from "../base/span.ts";
import type { FactsBuilder, NodeRule, SyntaxTree } from "./syntax-rules.ts";

/** Members can be named without a receiver anywhere in their class. */
export function memberSymbol(
  b: FactsBuilder,
  input: {
    node: number;
    list?: number;
    name: number;
    kind: SpanKind;
    body?: number;
    value?: number;
    type?: string;
  },
): void {
  if (input.name === -1) return;
  const name = b.tree.textOf(input.name);
  const symbol = b.symbol({ ...input, declare: false });
  if (input.kind !== "constructor") b.declareName(name, "this", { symbol, type: input.type });
}

/** The name of a written type without its arguments; of `var x = new Foo()` the value's. */
export function typeText(tree: SyntaxTree, type: number, value: number): string {
  if (type === -1) return "";
  switch (tree.type(type)) {
    case "generic_type":
      return typeText(tree, tree.first(type), value);
    case "scoped_type_identifier":
      return tree.textOf(type).replace(/\s+/g, "");
    case "type_identifier": {
      const text = tree.textOf(type);
      if (text !== "var") return text;
      const created = value !== -1 && tree.type(value) === "object_creation_expression";
      return created ? typeText(tree, tree.child(value, "type"), -1) : "";
    }
    default:
      return "";
  }
}

export function typeRule(kind: SpanKind): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const body = tree.child(node, "body");
    b.symbol({ node, name: tree.child(node, "name"), kind, body, bases: basesOf(tree, node) });
    b.scope(node);
  };
}

const BASE_CLAUSES = new Set(["superclass", "super_interfaces", "extends_interfaces"]);

function basesOf(tree: SyntaxTree, node: number): string[] {
  const bases: string[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (!BASE_CLAUSES.has(tree.type(child))) continue;
    const list = tree.childOfType(child, "type_list");
    for (let type = tree.first(list === -1 ? child : list); type !== -1; type = tree.next(type)) {
      bases.push(tree.textOf(tree.type(type) === "generic_type" ? tree.first(type) : type));
    }
  }
  return bases;
}

export const methodRule =
  (kind: "method" | "constructor"): NodeRule =>
  (b, node) => {
    const { tree } = b;
    memberSymbol(b, { node, name: tree.child(node, "name"), kind, body: tree.child(node, "body") });
    b.scope(node, { function: true });
  };

export const fieldRule: NodeRule = (b, node) => {
  const { tree } = b;
  const declarators: number[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "variable_declarator") declarators.push(child);
  }
  const modifiers = tree.childOfType(node, "modifiers");
  const text = modifiers === -1 ? "" : tree.textOf(modifiers);
  const fixed =
    tree.type(node) === "constant_declaration" || (/\bstatic\b/.test(text) && /\bfinal\b/.test(text));
  for (const declarator of declarators) {
    memberSymbol(b, {
      node: declarators.length === 1 ? node : declarator,
      list: declarators.length === 1 ? undefined : node,
      name: tree.child(declarator, "name"),
      kind: fixed ? "constant" : "field",
      value: tree.child(declarator, "value"),
      type: typeText(tree, tree.child(node, "type"), -1),
    });
  }
};
