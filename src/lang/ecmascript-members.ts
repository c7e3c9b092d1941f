// Classes of JavaScript and TypeScript and their members; members of objects, interfaces and constructors' parameters.
import { declarePattern, FUNCTION_VALUES, typeName, valueTypeName } from "./ecmascript-patterns.ts";
import { givenProperty, shorthandRule, unwrapped } from "./ecmascript-objects.ts";
import { atTop, basesOf, declareSymbol } from "./ecmascript-places.ts";
import type { FactsBuilder, NodeRule, SymbolInput, SyntaxTree } from "./syntax-rules.ts";

const classRule: NodeRule = (b, node) => {
  const { tree } = b;
  const declaration = tree.type(node) !== "class";
  const exported = tree.type(tree.parent(node)) === "export_statement";
  if (declaration || exported) {
    declareSymbol(b, node, {
      kind: "class",
      body: tree.child(node, "body"),
      bases: basesOf(tree, node),
    });
  }
  b.scope(node);
  if (!declaration) b.declare(tree.child(node, "name"), "local");
  markHeritage(b, node);
};

/** `extends Base` names a type, though it may be any expression. */
function markHeritage(b: FactsBuilder, node: number): void {
  const { tree } = b;
  const heritage = tree.childOfType(node, "class_heritage");
  if (heritage === -1) return;
  const clause = tree.childOfType(heritage, "extends_clause");
  const value = clause === -1 ? tree.first(heritage) : tree.child(clause, "value");
  if (value === -1) return;
  if (tree.type(value) === "identifier") b.role(value, "type");
  else if (tree.type(value) === "member_expression") b.role(tree.child(value, "property"), "type");
}

const methodRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const isConstructor = name !== -1 && tree.textOf(name) === "constructor";
  memberSymbol(b, node, name, isConstructor ? "constructor" : "method", tree.child(node, "body"), -1);
  b.scope(node, { function: true });
};

/** `this.x = …` in a constructor declares a property, unless the class names it among its fields. */
export function assignedProperty(b: FactsBuilder, assignment: number, left: number, value: number): void {
  const { tree } = b;
  const property = tree.child(left, "property");
  const object = tree.child(left, "object");
  if (property === -1 || object === -1 || tree.type(object) !== "this") return;
  const statement = tree.parent(assignment);
  const method = statement === -1 ? -1 : tree.parent(tree.parent(statement));
  if (method === -1 || tree.type(method) !== "method_definition") return;
  const own = tree.child(method, "name");
  const body = tree.parent(method);
  const owner = body === -1 ? -1 : tree.parent(body);
  const container = owner === -1 ? -1 : tree.child(owner, "name");
  if (container === -1 || own === -1 || tree.textOf(own) !== "constructor") return;
  const name = tree.textOf(property);
  for (let field = tree.first(body); field !== -1; field = tree.next(field)) {
    const key = tree.child(field, tree.type(field) === "field_definition" ? "property" : "name");
    if (key !== -1 && tree.textOf(key) === name) return;
  }
  const symbol = b.symbol({
    node: property,
    name,
    nameStart: tree.start(property),
    kind: "property",
    head: statement,
    value,
    container: tree.textOf(container),
    type: valueTypeName(tree, value),
    once: `${owner} ${name}`,
    declare: false,
  });
  // The place that declares it is no use of it.
  if (symbol !== -1) b.ignore(property);
}

/** `Foo` of `Foo.prototype = { … }`, whose properties are members of what it constructs. */
function prototypeOwner(tree: SyntaxTree, member: number): string | undefined {
  const object = tree.parent(member);
  const assignment = object === -1 || tree.type(object) !== "object" ? -1 : tree.parent(object);
  if (assignment === -1 || tree.type(assignment) !== "assignment_expression") return undefined;
  const left = tree.child(assignment, "left");
  return left === -1 ? undefined : /^([\w$.]+)\.prototype$/.exec(tree.textOf(left))?.[1];
}

/** A member with a name that is written down; computed names are none. */
export function memberSymbol(
  b: FactsBuilder,
  node: number,
  name: number,
  kind: SymbolInput["kind"],
  body: number,
  value: number,
  type = "",
): void {
  const { tree } = b;
  if (name === -1) return;
  const written = tree.type(name);
  if (written === "computed_property_name") return;
  const container = prototypeOwner(tree, node);
  if (written === "string") {
    const fragment = tree.childOfType(name, "string_fragment");
    if (fragment === -1) return;
    b.symbol({
      node,
      name: tree.textOf(fragment),
      nameStart: tree.start(fragment),
      kind,
      body,
      value,
      declare: false,
      container,
    });
    return;
  }
  b.symbol({ node, name, kind, body, value, type, declare: false, container });
}

/** In a class body: an overload of a method, or a method of a class that is only declared. */
const TYPE_OWNERS = new Set(["interface_declaration", "type_alias_declaration", "class_body"]);
/** What a type stands in, when it is that of a parameter, a variable or a result. */
const TYPE_USERS =
  /parameter$|declarator$|function|arrow|method|signature$|field_definition$|expression$|^program$/;

/** Members of types and classes with a name; those of types written beside a parameter or a variable are no symbols. */
function hasOwner(tree: SyntaxTree, node: number): boolean {
  let at = tree.parent(node);
  for (let steps = 0; at !== -1 && steps < 64; steps++) {
    const type = tree.type(at);
    if (TYPE_OWNERS.has(type)) return true;
    // `declare const x: { … }`: what the variable has is said nowhere else.
    if (type === "variable_declarator") return tree.child(at, "value") === -1 && atTop(tree, tree.parent(at));
    if (type !== "property_signature" && TYPE_USERS.test(type)) return false;
    at = tree.parent(at);
  }
  return false;
}

const signatureRule: NodeRule = (b, node) => {
  const { tree } = b;
  if (hasOwner(tree, node))
    return (tree.type(node) === "property_signature" ? fieldRule : methodRule)(b, node);
  b.ignore(tree.child(node, "name"));
  if (tree.type(node) === "method_signature") b.scope(node, { function: true });
};

/** Class fields: a function as value makes a method of it. */
const fieldRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, tree.child(node, "name") === -1 ? "property" : "name");
  const value = tree.child(node, "value");
  const isFunction = value !== -1 && FUNCTION_VALUES.has(tree.type(value));
  if (isFunction) memberSymbol(b, node, name, "method", tree.child(value, "body"), -1);
  else {
    const written = tree.child(node, "type");
    const type = written === -1 ? valueTypeName(tree, value) : typeName(tree, written);
    memberSymbol(b, node, name, "property", -1, value, type);
  }
};

/** `key: function` in an object is a method; keys are no references. */
const pairRule: NodeRule = (b, node) => {
  const { tree } = b;
  const key = tree.child(node, "key");
  const value = tree.child(node, "value");
  b.ignore(key);
  if (key === -1 || value === -1) return;
  const inner = unwrapped(tree, value);
  if (FUNCTION_VALUES.has(tree.type(inner)))
    memberSymbol(b, node, key, "method", tree.child(inner, "body"), -1);
  else if (tree.type(inner) === "class" && tree.type(key) === "property_identifier")
    b.symbol({
      node,
      name: key,
      kind: "class",
      body: tree.child(inner, "body"),
      bases: basesOf(tree, inner),
      declare: false,
    });
  else givenProperty(b, node, key, value);
};

const parametersRule: NodeRule = (b, node) => {
  const { tree } = b;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (type !== "required_parameter" && type !== "optional_parameter")
      declarePattern(b, child, "param", "block");
  }
};

/** TypeScript's parameters. With an accessibility in a constructor they are properties of the class as well. */
const parameterRule: NodeRule = (b, node) => {
  const { tree } = b;
  const pattern = tree.child(node, "pattern");
  if (pattern === -1) return;
  const head = tree.text.slice(tree.start(node), tree.start(pattern));
  const type = typeName(tree, tree.child(node, "type"));
  if (
    tree.type(pattern) === "identifier" &&
    /\b(?:private|protected|public|readonly|override)\b/.test(head)
  ) {
    const owner = tree.parent(tree.parent(tree.parent(tree.parent(node))));
    const name = owner === -1 ? -1 : tree.child(owner, "name");
    const container = name === -1 ? undefined : tree.textOf(name);
    b.symbol({ node, name: pattern, kind: "property", container, type, declare: false });
    b.declare(pattern, "param", { type });
    return;
  }
  if (tree.type(pattern) === "identifier") b.declare(pattern, "param", { type });
  else declarePattern(b, pattern, "param", "block");
};

export const memberNodes: Readonly<Record<string, NodeRule>> = {
  class_declaration: classRule,
  abstract_class_declaration: classRule,
  class: classRule,
  method_definition: methodRule,
  method_signature: signatureRule,
  abstract_method_signature: methodRule,
  public_field_definition: fieldRule,
  field_definition: fieldRule,
  property_signature: signatureRule,
  pair: pairRule,
  shorthand_property_identifier: shorthandRule,
  formal_parameters: parametersRule,
  required_parameter: parameterRule,
  optional_parameter: parameterRule,
};
