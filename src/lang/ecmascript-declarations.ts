// What JavaScript and TypeScript declare: functions, classes and their members, variables, types, namespaces.
import { isRequire } from "./ecmascript-commonjs.ts";
import {
  declarePattern,
  FUNCTION_VALUES,
  patternNames,
  typeName,
  valueTypeName,
} from "./ecmascript-patterns.ts";
import type { FactsBuilder, NodeRule, SymbolInput, SyntaxTree } from "./syntax-rules.ts";

/** The widest wrapper of a declaration: `export …`, `declare …`. */
function outerOf(tree: SyntaxTree, node: number): number {
  let outer = node;
  for (;;) {
    const parent = tree.parent(outer);
    if (parent === -1) return outer;
    const type = tree.type(parent);
    if (type !== "export_statement" && type !== "ambient_declaration") return outer;
    outer = parent;
  }
}

/** Position of the word `default` for a declaration without a name. */
function defaultName(tree: SyntaxTree, outer: number): { name: string; nameStart: number } | null {
  if (tree.type(outer) !== "export_statement") return null;
  const at = /\bdefault\b/.exec(tree.text.slice(tree.start(outer), tree.start(outer) + 200))?.index;
  return at === undefined ? null : { name: "default", nameStart: tree.start(outer) + at };
}

function declareSymbol(b: FactsBuilder, node: number, input: Omit<SymbolInput, "node" | "name">): number {
  const { tree } = b;
  const outer = outerOf(tree, node);
  const name = tree.child(node, "name");
  if (name !== -1) return b.symbol({ ...input, node, outer, name });
  const unnamed = defaultName(tree, outer);
  return unnamed === null ? -1 : b.symbol({ ...input, node, outer, ...unnamed, declare: false });
}

const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  declareSymbol(b, node, { kind: "function", body: tree.child(node, "body") });
  b.scope(node, { function: true });
};

/** A function as a value: its own name, if it has one, is seen inside alone. */
const functionValue: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const parent = tree.parent(node);
  if (tree.type(parent) === "export_statement") {
    declareSymbol(b, node, { kind: "function", body: tree.child(node, "body") });
  }
  b.scope(node, { function: true });
  if (name !== -1) b.declare(name, "local");
  const parameter = tree.child(node, "parameter");
  if (parameter !== -1) b.declare(parameter, "param");
};

function basesOf(tree: SyntaxTree, node: number): string[] {
  const bases: string[] = [];
  const add = (type: number): void => {
    const name = baseName(tree, type);
    if (name !== "") bases.push(name);
  };
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "class_heritage") {
      const clause = tree.first(child);
      if (clause !== -1 && !tree.type(clause).endsWith("_clause")) add(clause);
      else bases.push(...basesOf(tree, child));
    } else if (type === "extends_clause") {
      for (let value = tree.first(child); value !== -1; value = tree.next(value)) {
        if (tree.field(value) === "value") add(value);
      }
    } else if (type === "implements_clause" || type === "extends_type_clause") {
      for (let value = tree.first(child); value !== -1; value = tree.next(value)) add(value);
    }
  }
  return bases;
}

/** `Base`, `ns.Base`, `Base<T>` without its arguments, `mixin(Base)` as written. */
function baseName(tree: SyntaxTree, node: number): string {
  const named = tree.type(node) === "generic_type" ? tree.child(node, "name") : node;
  const text = tree.textOf(named === -1 ? node : named);
  return text.length > 200 ? "" : text.replace(/\s+/g, " ");
}

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

/** A member with a name that is written down; computed names are none. */
function memberSymbol(
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
    });
    return;
  }
  b.symbol({ node, name, kind, body, value, type, declare: false });
}

/** Class fields: a function as value makes a method of it. */
const fieldRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, tree.child(node, "name") === -1 ? "property" : "name");
  const value = tree.child(node, "value");
  const isFunction = value !== -1 && FUNCTION_VALUES.has(tree.type(value));
  if (isFunction) memberSymbol(b, node, name, "method", tree.child(value, "body"), -1);
  else {
    const type = typeName(tree, tree.child(node, "type")) || valueTypeName(tree, value);
    memberSymbol(b, node, name, "property", -1, value, type);
  }
};

/** `key: function` in an object is a method; other pairs are no symbols, and their keys no references. */
const pairRule: NodeRule = (b, node) => {
  const { tree } = b;
  const key = tree.child(node, "key");
  const value = tree.child(node, "value");
  b.ignore(key);
  if (value !== -1 && FUNCTION_VALUES.has(tree.type(value))) {
    memberSymbol(b, node, key, "method", tree.child(value, "body"), -1);
  }
};

const variableRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  if (name === -1) return;
  const list = tree.parent(node);
  const isVar = tree.type(list) === "variable_declaration";
  const level = isVar ? "function" : "block";
  const value = tree.child(node, "value");
  if (tree.type(name) !== "identifier") {
    const names = patternNames(b, name);
    const symbols = atTop(tree, list) && !isRequire(tree, value);
    for (const bound of names) {
      if (symbols)
        b.symbol({
          node: bound,
          name: bound,
          kind: kindOfList(tree, list),
          head: outerOf(tree, list),
          value,
        });
      else b.declare(bound, "local", { level });
    }
    return;
  }
  const valueType = value === -1 ? "" : tree.type(value);
  const type = typeName(tree, tree.child(node, "type")) || valueTypeName(tree, value);
  const only = tree.first(list) === node && tree.next(node) === -1;
  const place = only ? { outer: outerOf(tree, list) } : { list: outerOf(tree, list) };
  if (FUNCTION_VALUES.has(valueType)) {
    b.symbol({ node, ...place, name, kind: "function", body: tree.child(value, "body") });
  } else if (valueType === "class") {
    b.symbol({
      node,
      ...place,
      name,
      kind: "class",
      body: tree.child(value, "body"),
      bases: basesOf(tree, value),
    });
  } else if (atTop(tree, list) && !isRequire(tree, value)) {
    b.symbol({ node, ...place, name, kind: kindOfList(tree, list), value, type });
  } else {
    b.declare(name, "local", { level, type });
  }
};

function kindOfList(tree: SyntaxTree, list: number): "constant" | "variable" {
  return tree.text.startsWith("const", tree.start(list)) ? "constant" : "variable";
}

/** At the top of the file or of a namespace: what is declared there can be meant from outside. */
function atTop(tree: SyntaxTree, list: number): boolean {
  const at = tree.parent(outerOf(tree, list));
  if (at !== -1 && tree.type(at) === "statement_block") {
    return ["internal_module", "module", "ambient_declaration"].includes(tree.type(tree.parent(at)));
  }
  return at === -1 || tree.type(at) === "program";
}

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

const typeParameterRule: NodeRule = (b, node) => b.declare(b.tree.child(node, "name"), "local");

/** `ns.Type`: the last name is the type, what stands before it is its receiver. */
const nestedTypeRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.role(tree.child(node, "name"), "type", tree.child(node, "module"));
};

function typeSymbol(kind: SymbolInput["kind"], bodyField: string): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const body = tree.child(node, bodyField);
    const input = kind === "type" ? { value: body } : { body };
    declareSymbol(b, node, { kind, bases: basesOf(tree, node), ...input });
    b.scope(node);
  };
}

const namespaceRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const statement = tree.parent(node);
  const wrapped = statement !== -1 && tree.type(statement) === "expression_statement" ? statement : node;
  const outer = outerOf(tree, wrapped);
  const body = tree.child(node, "body");
  if (name !== -1 && tree.type(name) === "string") {
    const fragment = tree.childOfType(name, "string_fragment");
    if (fragment !== -1) {
      const nameStart = tree.start(fragment);
      b.symbol({ node, outer, kind: "module", name: tree.textOf(fragment), nameStart, body, declare: false });
    }
  } else if (name !== -1) {
    const first = tree.textOf(name).split(".")[0]!;
    const symbol = b.symbol({ node, outer, kind: "namespace", name, body, declare: false });
    b.declareName(first, "local", { symbol });
    for (let part = name + 1; part < tree.after(name); part++) b.ignore(part);
  }
  b.scope(node, { function: true });
};

const enumRule: NodeRule = (b, node) => {
  const { tree } = b;
  const body = tree.child(node, "body");
  declareSymbol(b, node, { kind: "enum", body });
  b.scope(node);
  for (let child = body === -1 ? -1 : tree.first(body); child !== -1; child = tree.next(child)) {
    const assigned = tree.type(child) === "enum_assignment";
    if (!assigned && tree.field(child) !== "name") continue;
    const name = assigned ? tree.child(child, "name") : child;
    memberSymbol(b, child, name, "constant", -1, -1);
    b.ignore(name);
  }
};

export const blockScope: NodeRule = (b, node) => b.scope(node);

export const declarationNodes: Readonly<Record<string, NodeRule>> = {
  function_declaration: functionRule,
  generator_function_declaration: functionRule,
  function_signature: functionRule,
  function_expression: functionValue,
  generator_function: functionValue,
  arrow_function: functionValue,
  class_declaration: classRule,
  abstract_class_declaration: classRule,
  class: classRule,
  method_definition: methodRule,
  method_signature: methodRule,
  abstract_method_signature: methodRule,
  public_field_definition: fieldRule,
  field_definition: fieldRule,
  property_signature: fieldRule,
  pair: pairRule,
  variable_declarator: variableRule,
  formal_parameters: parametersRule,
  required_parameter: parameterRule,
  optional_parameter: parameterRule,
  type_parameter: typeParameterRule,
  mapped_type_clause: typeParameterRule,
  nested_type_identifier: nestedTypeRule,
  interface_declaration: typeSymbol("interface", "body"),
  type_alias_declaration: typeSymbol("type", "value"),
  enum_declaration: enumRule,
  internal_module: namespaceRule,
  module: namespaceRule,
  infer_type(b, node) {
    const name = b.tree.first(node);
    if (name !== -1) b.declare(name, "local");
  },
  index_signature(b, node) {
    b.scope(node);
    b.declare(b.tree.child(node, "name"), "param");
  },
};
