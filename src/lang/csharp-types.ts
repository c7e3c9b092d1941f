// Written types of C#: which of its identifiers name types, and what type a variable has by what stands beside it. The
// grammar has one kind of identifier for all.
import type { FactsBuilder, RuleRole, SyntaxTree } from "./syntax-rules.ts";

const INNER = new Set([
  "array_type",
  "nullable_type",
  "pointer_type",
  "ref_type",
  "scoped_type",
  "tuple_element",
  "primary_constructor_base_type",
  "function_pointer_parameter",
  "ref_type_expression",
]);

/** Gives the identifiers of a written type their role; what it is made of is of the role `type` in any case. */
export function markType(b: FactsBuilder, type: number, role: RuleRole = "type"): void {
  const { tree } = b;
  if (type === -1) return;
  const kind = tree.type(type);
  if (kind === "identifier") {
    if (tree.textOf(type) === "var") b.ignore(type);
    else b.role(type, role);
  } else if (kind === "generic_name") {
    b.role(tree.first(type), role);
  } else if (kind === "qualified_name" || kind === "alias_qualified_name") {
    const qualifier = tree.child(type, kind === "qualified_name" ? "qualifier" : "alias");
    const name = nameOf(tree, tree.child(type, "name"));
    if (name !== -1) b.role(name, role, qualifier);
    if (qualifier !== -1) markType(b, qualifier);
  } else if (INNER.has(kind)) {
    const inner = tree.child(type, "type");
    markType(b, inner === -1 ? tree.first(type) : inner, kind === "array_type" ? "type" : role);
  } else if (kind === "tuple_type") {
    for (let child = tree.first(type); child !== -1; child = tree.next(child)) {
      markType(b, child);
      b.ignore(tree.child(child, "name"));
    }
  } else if (kind === "function_pointer_type") {
    for (let child = tree.first(type); child !== -1; child = tree.next(child)) markType(b, child);
  }
}

/** The identifier of a name: `Foo` of `Foo<int>`. */
export function nameOf(tree: SyntaxTree, node: number): number {
  if (node === -1) return -1;
  const type = tree.type(node);
  if (type === "identifier") return node;
  if (type === "generic_name") return tree.first(node);
  if (
    type === "qualified_name" ||
    type === "alias_qualified_name" ||
    type === "member_access_expression" ||
    type === "member_binding_expression"
  ) {
    return nameOf(tree, tree.child(node, "name"));
  }
  return -1;
}

/** The name of a written type without arguments and marks; empty for arrays, tuples and `var`. */
export function typeText(tree: SyntaxTree, type: number): string {
  if (type === -1) return "";
  switch (tree.type(type)) {
    case "identifier":
      return tree.textOf(type) === "dynamic" ? "" : tree.textOf(type);
    case "generic_name":
      return tree.textOf(tree.first(type));
    case "qualified_name": {
      const qualifier = typeText(tree, tree.child(type, "qualifier"));
      const name = typeText(tree, tree.child(type, "name"));
      return qualifier === "" || name === "" ? "" : `${qualifier}.${name}`;
    }
    case "alias_qualified_name":
      return typeText(tree, tree.child(type, "name"));
    case "nullable_type":
    case "ref_type":
    case "scoped_type":
    case "primary_constructor_base_type":
      return typeText(tree, tree.child(type, "type") === -1 ? tree.first(type) : tree.child(type, "type"));
    default:
      return "";
  }
}

/** The type of a value where the value tells; `Make()` for what a call gives. */
export function valueType(tree: SyntaxTree, value: number): string {
  if (value === -1) return "";
  switch (tree.type(value)) {
    case "object_creation_expression":
    case "cast_expression":
      return typeText(tree, tree.child(value, "type"));
    case "as_expression":
      return typeText(tree, tree.child(value, "right"));
    case "parenthesized_expression":
      return valueType(tree, tree.first(value));
    case "with_expression":
      return "";
    case "invocation_expression": {
      const callee = tree.child(value, "function");
      const text = callee === -1 || tree.end(callee) - tree.start(callee) > 80 ? "" : tree.textOf(callee);
      return /^[\w.]+$/.test(text) ? `${text}()` : "";
    }
    default:
      return "";
  }
}

/** The value of a declarator: what stands behind its name. */
export function valueOf(tree: SyntaxTree, declarator: number): number {
  let value = -1;
  for (let child = tree.first(declarator); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (tree.field(child) !== "name" && type !== "bracketed_argument_list" && type !== "tuple_pattern")
      value = child;
  }
  return value;
}
