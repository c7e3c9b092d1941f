// What do Swift's values hold? The types written beside them, and what their first values say. And of which type is a
// node a member?
import type { FactsBuilder, SyntaxTree } from "./syntax-rules.ts";

/** Word that a declaration of a type begins with: `class`, `struct`, `enum`, `actor`, `extension`, `protocol`. */
export function typeWord(tree: SyntaxTree, node: number): string {
  if (tree.type(node) === "protocol_declaration") return "protocol";
  const modifiers = tree.childOfType(node, "modifiers");
  const name = tree.child(node, "name");
  if (name === -1) return "";
  const head = tree.text.slice(modifiers === -1 ? tree.start(node) : tree.end(modifiers), tree.start(name));
  return /\b(class|struct|enum|actor|extension)\b/.exec(head)?.[1] ?? "";
}

/** Name of a type without arguments: `Foo`, `Foo.Bar`; of `Foo?`, `any Foo` and `some Foo` the inner one. */
export function typeText(tree: SyntaxTree, type: number): string {
  if (type === -1) return "";
  switch (tree.type(type)) {
    case "type_identifier":
      return tree.textOf(type);
    case "user_type": {
      const parts: string[] = [];
      for (let child = tree.first(type); child !== -1; child = tree.next(child)) {
        if (tree.type(child) === "type_identifier") parts.push(tree.textOf(child));
      }
      return parts.join(".");
    }
    case "type_annotation":
    case "optional_type":
    case "existential_type":
    case "opaque_type":
      return typeText(tree, tree.first(type));
    default:
      return "";
  }
}

/** Under what the scopes know a type parameter: no name of the language is like it. */
export const typeParameter = (name: string): string => `type parameter ${name}`;

/** What is known of a value of the type: of a type parameter, what bounds it. */
export function heldType(b: FactsBuilder, type: string): string {
  const parameter = typeParameter(type);
  return b.bindingOf(parameter) === null ? type : b.typeOf(parameter);
}

/** The type among the children of a parameter: the name before it fills the same field. */
export function parameterType(tree: SyntaxTree, parameter: number): string {
  for (let child = tree.first(parameter); child !== -1; child = tree.next(child)) {
    if (/^(?:user|optional|existential|opaque)_type$/.test(tree.type(child))) return typeText(tree, child);
  }
  return "";
}

/** `Foo()` is what calling `Foo` gives; `x as? Foo` is a `Foo`; another variable is what that is. */
export function valueType(b: FactsBuilder, value: number): string {
  const { tree } = b;
  if (value === -1) return "";
  switch (tree.type(value)) {
    case "simple_identifier":
      return b.typeOf(tree.textOf(value));
    case "navigation_expression": {
      const field = /^self\??\.([\w\u0080-\uffff]+)$/.exec(tree.textOf(value).slice(0, 80))?.[1];
      return field !== undefined && b.bindingOf(field) === "this" ? b.typeOf(field) : "";
    }
    case "try_expression":
    case "await_expression":
      return valueType(b, tree.child(value, "expr"));
    case "postfix_expression":
      return tree.text[tree.end(value) - 1] === "!" ? valueType(b, tree.first(value)) : "";
    case "as_expression":
      return typeText(tree, tree.child(value, "name"));
    case "constructor_expression":
      return typeText(tree, tree.child(value, "constructed_type"));
    case "call_expression": {
      const callee = tree.first(value);
      const suffix = callee === -1 ? -1 : tree.next(callee);
      if (suffix === -1 || tree.end(callee) - tree.start(callee) > 80) return "";
      const text = tree.textOf(callee);
      const called =
        tree.text[tree.start(suffix)] === "(" && /^[\w\u0080-\uffff]+(?:\.[\w\u0080-\uffff]+)*$/.test(text);
      return called ? `${text}()` : "";
    }
    default:
      return "";
  }
}

/** Names of the types around the node, joined; an extension stands for the type that it extends. */
export function typePath(tree: SyntaxTree, node: number): string {
  let path = "";
  for (let at = tree.parent(node); at !== -1; at = tree.parent(at)) {
    const type = tree.type(at);
    if (type !== "class_declaration" && type !== "protocol_declaration") continue;
    const name = typeText(tree, tree.child(at, "name"));
    path = path === "" ? name : `${name}.${path}`;
  }
  return path;
}

/** The node stands directly in the body of a type. */
export function isMember(tree: SyntaxTree, node: number): boolean {
  return /^(?:class|enum_class|protocol)_body$/.test(tree.type(tree.parent(node)));
}
