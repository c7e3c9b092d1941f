// Types and imports as Zig writes them: what a written type or a value says of its name, which file is imported.
import type { FactsBuilder, SyntaxTree } from "./syntax-rules.ts";

/** Longest type name kept, in UTF-16 code units. */
const MOST_TYPE = 80;

export function children(tree: SyntaxTree, node: number): number[] {
  const found: number[] = [];
  for (let child = node === -1 ? -1 : tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "comment") found.push(child);
  }
  return found;
}

/** The name of a written type without pointer, optional and error; `Self` for `@This()`. */
export function typeName(tree: SyntaxTree, type: number): string {
  if (type === -1 || tree.end(type) - tree.start(type) > MOST_TYPE) return "";
  switch (tree.type(type)) {
    case "identifier":
      return tree.textOf(type);
    case "field_expression": {
      const text = tree.textOf(type);
      return /^[\w.]+$/.test(text) ? text : "";
    }
    case "pointer_type":
    case "nullable_type":
      return typeName(tree, children(tree, type).at(-1) ?? -1);
    case "error_union_type":
      return typeName(tree, tree.child(type, "ok"));
    case "builtin_function":
      return tree.text.startsWith("@This", tree.start(type)) ? "Self" : "";
    default:
      return "";
  }
}

/** `Point{ … }` is a `Point`; `Point.init()` is what that call gives. */
export function valueType(tree: SyntaxTree, value: number): string {
  let at = value;
  while (at !== -1 && /^(?:try|catch|await|unary)_expression$/.test(tree.type(at))) at = tree.first(at);
  if (at === -1) return "";
  if (tree.type(at) === "struct_initializer") return typeName(tree, tree.first(at));
  const callee = tree.type(at) === "call_expression" ? tree.child(at, "function") : -1;
  const name = callee === -1 ? "" : typeName(tree, callee);
  return name === "" ? "" : `${name}()`;
}

/** Marks the names of a written type. */
export function markType(b: FactsBuilder, type: number): void {
  const { tree } = b;
  if (type === -1) return;
  const kind = tree.type(type);
  if (kind === "identifier") b.role(type, "type");
  else if (kind === "field_expression") b.role(tree.child(type, "member"), "type");
  else if (kind === "call_expression") {
    for (const argument of children(tree, type)) {
      if (tree.field(argument) !== "function") markType(b, argument);
    }
  } else if (kind.endsWith("_type")) {
    for (const child of children(tree, type)) markType(b, child);
  }
}

/** Path of `@import("path")`, or empty. */
export function imported(tree: SyntaxTree, node: number, name = "@import"): string {
  if (node === -1 || tree.type(node) !== "builtin_function") return "";
  const builtin = tree.childOfType(node, "builtin_identifier");
  if (builtin === -1 || tree.textOf(builtin) !== name) return "";
  const list = tree.childOfType(node, "arguments");
  const text = list === -1 ? -1 : tree.childOfType(list, "string");
  const content = text === -1 ? -1 : tree.childOfType(text, "string_content");
  return content === -1 ? "" : tree.textOf(content);
}
