// What do Scala's values hold? The types written beside them, and what their first values say. And of which type, or of
// which object, is a node a member?
import type { FactsBuilder, ScopeOptions, SyntaxTree } from "./syntax-rules.ts";

/** Under what the scopes know a type parameter: no name of the language is like it. */
export const typeParameter = (name: string): string => `type parameter ${name}`;

/** The node that names a type, without arguments. */
export function typeNode(tree: SyntaxTree, type: number): number {
  if (type === -1) return -1;
  switch (tree.type(type)) {
    case "type_identifier":
    case "stable_type_identifier":
      return type;
    case "generic_type":
    case "lazy_parameter_type":
    case "annotated_type":
    case "applied_constructor_type":
      return typeNode(tree, tree.first(type));
    case "compound_type":
      return typeNode(tree, tree.first(type));
    default:
      return -1;
  }
}

export function typeText(tree: SyntaxTree, type: number): string {
  const named = typeNode(tree, type);
  return named === -1 ? "" : tree.textOf(named).replace(/\s+/g, "");
}

/** What is known of a value of the type: of a type parameter, what bounds it. */
export function heldType(b: FactsBuilder, type: number): string {
  const text = typeText(b.tree, type);
  const parameter = typeParameter(text);
  return b.bindingOf(parameter) === null ? text : b.typeOf(parameter);
}

/** `new Foo` is a `Foo`; `Foo()` and `Foo.make()` are what these calls give; another value is what that is. */
export function valueType(b: FactsBuilder, value: number): string {
  const { tree } = b;
  if (value === -1) return "";
  switch (tree.type(value)) {
    case "instance_expression":
      return heldType(b, tree.first(value));
    case "identifier":
      return b.typeOf(tree.textOf(value));
    case "ascription_expression":
      return heldType(b, tree.next(tree.first(value)));
    case "infix_expression": {
      // `new Foo with Bar`.
      const operator = tree.child(value, "operator");
      const mixes = operator !== -1 && tree.textOf(operator) === "with";
      return mixes ? valueType(b, tree.child(value, "left")) : "";
    }
    case "field_expression": {
      const field = /^this\.([\w$\u0080-\uffff]+)$/.exec(tree.textOf(value).slice(0, 80))?.[1];
      return field !== undefined && b.bindingOf(field) === "this" ? b.typeOf(field) : "";
    }
    case "generic_function": {
      const callee = tree.child(value, "function");
      const types = tree.child(value, "type_arguments");
      const cast = callee !== -1 && tree.textOf(callee).endsWith(".asInstanceOf");
      return cast && types !== -1 ? heldType(b, tree.first(types)) : "";
    }
    case "call_expression": {
      let callee = tree.child(value, "function");
      if (callee !== -1 && tree.type(callee) === "generic_function") callee = tree.child(callee, "function");
      const text = callee === -1 || tree.end(callee) - tree.start(callee) > 80 ? "" : tree.textOf(callee);
      return /^[\w$\u0080-\uffff]+(?:\.[\w$\u0080-\uffff]+)*$/.test(text) ? `${text}()` : "";
    }
    default:
      return "";
  }
}

const TYPES = /^(?:class|trait|object|enum|given)_definition$|^package_object$|^(?:full|simple)_enum_case$/;

/** Names of the types and objects around the node, joined. */
export function typePath(tree: SyntaxTree, node: number): string {
  let path = "";
  for (let at = tree.parent(node); at !== -1; at = tree.parent(at)) {
    const type = tree.type(at);
    let name = "";
    if (TYPES.test(type)) {
      const named = tree.child(at, "name");
      name = named === -1 ? `given ${at}` : tree.textOf(named);
    } else if (type === "instance_expression") {
      name = `new ${at}`;
    }
    if (name !== "") path = path === "" ? name : `${name}.${path}`;
  }
  return path;
}

/** The definition in whose body the node stands directly, or -1. */
export function ownerOf(tree: SyntaxTree, node: number): number {
  const body = tree.parent(node);
  if (body === -1 || !/^(?:with_)?template_body$|^enum_body$/.test(tree.type(body))) return -1;
  const owner = tree.parent(body);
  return tree.type(owner) === "package_clause" ? -1 : owner;
}

/** The node is a member of an object, not of instances. */
export function inObject(tree: SyntaxTree, owner: number): boolean {
  return owner !== -1 && /^(?:object_definition|package_object)$/.test(tree.type(owner));
}

/** What the members of a class can name without a receiver; an object beside it has its own. */
export function bodyScope(tree: SyntaxTree, owner: number, body: number): ScopeOptions {
  return { shared: `${inObject(tree, owner) ? "." : "#"}${typePath(tree, body)}` };
}

/**
 * The node that a definition ends with. What is told by indentation takes the comments behind it as well, which belong to
 * the next definition.
 */
export function lastNode(tree: SyntaxTree, definition: number): number {
  let node = definition;
  for (;;) {
    let last = -1;
    let code = -1;
    for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
      last = child;
      if (!/^(?:block_)?comment$/.test(tree.type(child))) code = child;
    }
    // A closing mark ends it.
    if (code === -1 || tree.text.slice(tree.end(last), tree.end(node)).trim() !== "") return node;
    node = code;
  }
}
