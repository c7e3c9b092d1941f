// The declarations of PHP: functions, types with their bases, constants, properties.
import type { SpanKind } from "../base/span.ts";
import { assignedTypes, typeText } from "./php-types.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxTree } from "./syntax-rules.ts";

export const FUNCTIONS = new Set([
  "function_definition",
  "method_declaration",
  "anonymous_function",
  "arrow_function",
]);

/** A function is known in the whole file wherever it stands. */
export const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const body = tree.child(node, "body");
  if (tree.type(node) === "method_declaration") {
    const constructs = name !== -1 && tree.textOf(name).toLowerCase() === "__construct";
    b.symbol({ node, name, kind: constructs ? "constructor" : "method", body, declare: false });
  } else {
    const symbol = b.symbol({ node, name, kind: "function", body, declare: false });
    if (name !== -1) b.declareName(tree.textOf(name), "local", { level: "file", symbol });
  }
  closureRule(b, node);
};

/** Parameters and variables of a function; the types of parameters hold while nothing else is assigned to them. */
export const closureRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.scope(node, { function: true });
  const body = tree.child(node, "body");
  const assigned = assignedTypes(tree, body === -1 ? node : body);
  const list = tree.child(node, "parameters");
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    let name = tree.child(child, "name");
    if (name !== -1 && tree.type(name) === "by_ref") name = tree.first(name);
    if (name === -1) continue;
    const text = tree.textOf(name);
    const written =
      tree.type(child) === "variadic_parameter" ? "" : typeText(tree, tree.child(child, "type"));
    const held = assigned.get(text) ?? written;
    b.declareName(text, "param", { type: held === written ? written : "" });
  }
  for (const [name, type] of assigned) b.declareName(name, "local", { type });
};

/** Kinds of types; `bases` are superclasses, interfaces and the traits that the body uses. */
export function typeRule(kind: SpanKind): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const body = tree.child(node, "body");
    const name = tree.child(node, "name");
    const symbol = b.symbol({ node, name, kind, body, bases: basesOf(b, node, body), declare: false });
    if (name !== -1) b.declareName(tree.textOf(name), "local", { level: "file", symbol });
  };
}

/** `new class { … }` has members of its own: what `$this` means in them is no member of the class around. */
export const anonymousClassRule: NodeRule = (b, node) => {
  const { tree } = b;
  const body = tree.child(node, "body");
  const word = /\bclass\b/i.exec(
    tree.text.slice(tree.start(node), body === -1 ? tree.end(node) : tree.start(body)),
  );
  if (word === null) return;
  b.symbol({
    node,
    name: "class",
    nameStart: tree.start(node) + word.index,
    kind: "class",
    body,
    bases: basesOf(b, node, body),
    declare: false,
  });
};

function basesOf(b: FactsBuilder, node: number, body: number): string[] {
  const { tree } = b;
  const bases: string[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "base_clause" || type === "class_interface_clause") bases.push(...namesIn(b, child));
  }
  for (let child = body === -1 ? -1 : tree.first(body); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "use_declaration") bases.push(...namesIn(b, child));
  }
  return bases;
}

/** The names directly in a clause, which are types. */
function namesIn(b: FactsBuilder, clause: number): string[] {
  const { tree } = b;
  const names: string[] = [];
  for (let child = tree.first(clause); child !== -1; child = tree.next(child)) {
    if (markName(b, child, "type")) names.push(tree.textOf(child).replace(/\s+/g, ""));
  }
  return names;
}

/** Gives the last part of a name its role. */
export function markName(b: FactsBuilder, node: number, role: RuleRole): boolean {
  const { tree } = b;
  const type = node === -1 ? "" : tree.type(node);
  if (type === "name") b.role(node, role);
  else if (type === "qualified_name" || type === "relative_name") b.role(lastName(tree, node), role);
  else return false;
  return true;
}

export function lastName(tree: SyntaxTree, node: number): number {
  let last = -1;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "name") last = child;
  }
  return last;
}

export const constantsRule: NodeRule = (b, node) => {
  const { tree } = b;
  const elements = children(tree, node, "const_element");
  const inType = tree.type(tree.parent(node)).endsWith("declaration_list");
  for (const element of elements) {
    const name = tree.first(element);
    const alone = elements.length === 1;
    if (name === -1) continue;
    b.symbol({
      node: alone ? node : element,
      list: alone ? undefined : node,
      name,
      kind: "constant",
      value: tree.next(name),
      declare: !inType,
    });
  }
};

export const propertiesRule: NodeRule = (b, node) => {
  const { tree } = b;
  const elements = children(tree, node, "property_element");
  const type = typeText(tree, tree.child(node, "type"));
  for (const element of elements) {
    const alone = elements.length === 1;
    property(b, {
      node: alone ? node : element,
      list: alone ? undefined : node,
      variable: tree.child(element, "name"),
      body: tree.childOfType(node, "property_hook_list"),
      value: tree.child(element, "default_value"),
      type,
    });
  }
};

interface Property {
  node: number;
  list?: number;
  variable: number;
  body?: number;
  value?: number;
  type: string;
  container?: string;
}

/** A property is named without its mark: so it is used. */
function property(b: FactsBuilder, { variable, ...input }: Property): void {
  const name = variable === -1 ? -1 : b.tree.first(variable);
  if (name !== -1) b.symbol({ ...input, name, kind: "property", declare: false });
}

/** A parameter of the constructor that is a property of the class as well. */
export const promotedRule: NodeRule = (b, node) => {
  const { tree } = b;
  let owner = tree.parent(node);
  while (owner !== -1 && !/^(?:class|trait|enum)_declaration$|^anonymous_class$/.test(tree.type(owner))) {
    owner = tree.parent(owner);
  }
  const named = owner === -1 ? -1 : tree.child(owner, "name");
  let variable = tree.child(node, "name");
  if (variable !== -1 && tree.type(variable) === "by_ref") variable = tree.first(variable);
  property(b, {
    node,
    variable,
    value: tree.child(node, "default_value"),
    type: typeText(tree, tree.child(node, "type")),
    container: named === -1 ? "class" : tree.textOf(named),
  });
};

export function children(tree: SyntaxTree, node: number, type: string): number[] {
  const found: number[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === type) found.push(child);
  }
  return found;
}
