// What do PHP's variables hold? The types written beside them and the values that are assigned to them, as far as all
// assignments of a function agree.
import type { SyntaxTree } from "./syntax-rules.ts";

/** Nodes whose variables are their own. */
const OWN = new Set([
  "function_definition",
  "method_declaration",
  "anonymous_function",
  "arrow_function",
  "class_declaration",
  "interface_declaration",
  "trait_declaration",
  "enum_declaration",
  "anonymous_class",
]);

/** The name of a written type: of `?Foo` and `Foo|null` the inner one, of other unions none. */
export function typeText(tree: SyntaxTree, type: number): string {
  if (type === -1) return "";
  switch (tree.type(type)) {
    case "named_type":
      return tree.textOf(type).replace(/\s+/g, "");
    case "optional_type":
      return typeText(tree, tree.first(type));
    case "union_type":
    case "type_list": {
      const named: number[] = [];
      for (let child = tree.first(type); child !== -1; child = tree.next(child)) {
        if (tree.textOf(child).toLowerCase() !== "null") named.push(child);
      }
      return named.length === 1 ? typeText(tree, named[0]!) : "";
    }
    default:
      return "";
  }
}

/** `new Foo` is a `Foo`; `Foo::make()` is what that call gives. */
function valueType(tree: SyntaxTree, value: number): string {
  if (value === -1) return "";
  switch (tree.type(value)) {
    case "parenthesized_expression":
      return valueType(tree, tree.first(value));
    case "assignment_expression":
      return valueType(tree, tree.child(value, "right"));
    case "object_creation_expression": {
      const type = tree.first(value);
      const named = type !== -1 && /^(?:qualified_)?name$/.test(tree.type(type));
      return named ? tree.textOf(type).replace(/\s+/g, "") : "";
    }
    case "function_call_expression":
    case "scoped_call_expression":
    case "member_call_expression": {
      const list = tree.child(value, "arguments");
      if (list === -1 || tree.start(list) - tree.start(value) > 80) return "";
      const callee = tree.text.slice(tree.start(value), tree.start(list)).trim();
      return /^(?:\$this->|\\?[\w\u0080-\uffff]+(?:(?:\\|::)[\w\u0080-\uffff]+)*$)\w*$/.test(callee)
        ? `${callee}()`
        : "";
    }
    default:
      return "";
  }
}

/** Variables assigned below the node with their types; empty where assignments differ or say nothing. */
export function assignedTypes(tree: SyntaxTree, body: number): Map<string, string> {
  const types = new Map<string, string>();
  const note = (variable: number, type: string): void => {
    if (variable === -1 || tree.type(variable) !== "variable_name") return;
    const name = tree.textOf(variable);
    const known = types.get(name);
    types.set(name, known === undefined || known === type ? type : "");
  };
  const noteAll = (node: number): void => {
    for (let at = node; at < tree.after(node); at++) note(at, "");
  };
  const end = tree.after(body);
  for (let node = body; node < end;) {
    const type = tree.type(node);
    if (node !== body && OWN.has(type)) {
      // What a closure takes by reference it can replace.
      const use =
        type === "anonymous_function" ? tree.childOfType(node, "anonymous_function_use_clause") : -1;
      for (let child = use === -1 ? -1 : tree.first(use); child !== -1; child = tree.next(child)) {
        if (tree.type(child) === "by_ref") noteAll(child);
      }
      node = tree.after(node);
      continue;
    }
    if (type === "assignment_expression" || type === "augmented_assignment_expression") {
      const left = tree.child(node, "left");
      const right = tree.child(node, "right");
      if (left !== -1 && tree.type(left) === "list_literal") noteAll(left);
      else if (right === -1 || tree.type(right) !== "null") note(left, valueType(tree, right));
    } else if (type === "reference_assignment_expression") {
      noteAll(node);
    } else if (type === "foreach_statement") {
      const source = tree.first(node);
      for (let child = source === -1 ? -1 : tree.next(source); child !== -1; child = tree.next(child)) {
        if (tree.field(child) !== "body") noteAll(child);
      }
    } else if (type === "catch_clause") {
      note(tree.child(node, "name"), typeText(tree, tree.child(node, "type")));
    } else if (type === "global_declaration" || type === "function_static_declaration") {
      noteAll(node);
    }
    node++;
  }
  return types;
}
