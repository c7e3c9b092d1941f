// The syntax of JavaScript and TypeScript, shared by js, jsx, ts and tsx: their grammars name their nodes alike.
import { commonExports, ecmascriptModules } from "./ecmascript-modules.ts";
import type { FactsBuilder, NodeRule, SymbolInput, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

const FUNCTION_VALUES = new Set(["arrow_function", "function_expression", "generator_function", "function"]);
const PATTERNS = new Set([
  "object_pattern",
  "array_pattern",
  "rest_pattern",
  "assignment_pattern",
  "object_assignment_pattern",
  "pair_pattern",
]);

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
  return tree.textOf(named === -1 ? node : named).replace(/\s+/g, " ");
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

/** A member with a name that is written down; computed names are none. */
function memberSymbol(
  b: FactsBuilder,
  node: number,
  name: number,
  kind: SymbolInput["kind"],
  body: number,
  value: number,
): void {
  const { tree } = b;
  if (name === -1) return;
  const type = tree.type(name);
  if (type === "computed_property_name") return;
  if (type === "string") {
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
  b.symbol({ node, name, kind, body, value, declare: false });
}

/** Class fields: a function as value makes a method of it. */
const fieldRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, tree.child(node, "name") === -1 ? "property" : "name");
  const value = tree.child(node, "value");
  const isFunction = value !== -1 && FUNCTION_VALUES.has(tree.type(value));
  if (isFunction) memberSymbol(b, node, name, "method", tree.child(value, "body"), -1);
  else memberSymbol(b, node, name, "property", -1, value);
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
      if (symbols) b.symbol({ node: bound, name: bound, kind: kindOfList(tree, list) });
      else b.declare(bound, "local", { level });
    }
    return;
  }
  const valueType = value === -1 ? "" : tree.type(value);
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
    b.symbol({ node, ...place, name, kind: kindOfList(tree, list), value });
  } else {
    b.declare(name, "local", { level });
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

/** `require("x")`, `require("x").y`, `await import("x")`: what is bound is an import, no symbol of this file. */
function isRequire(tree: SyntaxTree, value: number): boolean {
  return (
    value !== -1 &&
    /^(?:require\s*\(|(?:await\s+)?import\s*\()/.test(
      tree.text.slice(tree.start(value), tree.start(value) + 40),
    )
  );
}

function declarePattern(
  b: FactsBuilder,
  pattern: number,
  binding: "local" | "param",
  level: "block" | "function",
): void {
  for (const name of patternNames(b, pattern)) b.declare(name, binding, { level });
}

/** The nodes of a pattern that bind names. Keys become no references; defaults stay what they are. */
function patternNames(b: FactsBuilder, pattern: number): number[] {
  const { tree } = b;
  const found: number[] = [];
  const open = [pattern];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const type = tree.type(node);
    if (type === "identifier" || type === "shorthand_property_identifier_pattern") {
      found.push(node);
    } else if (type === "assignment_pattern" || type === "object_assignment_pattern") {
      open.push(tree.child(node, "left"));
    } else if (type === "pair_pattern") {
      b.ignore(tree.child(node, "key"));
      open.push(tree.child(node, "value"));
    } else if (PATTERNS.has(type)) {
      for (let child = tree.first(node); child !== -1; child = tree.next(child)) open.push(child);
    }
  }
  return found.filter((node) => node !== -1).sort((x, y) => x - y);
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
  if (
    tree.type(pattern) === "identifier" &&
    /\b(?:private|protected|public|readonly|override)\b/.test(head)
  ) {
    const owner = tree.parent(tree.parent(tree.parent(tree.parent(node))));
    const name = owner === -1 ? -1 : tree.child(owner, "name");
    const container = name === -1 ? undefined : tree.textOf(name);
    b.symbol({ node, name: pattern, kind: "property", container, declare: false });
    b.declare(pattern, "param");
    return;
  }
  declarePattern(b, pattern, "param", "block");
};

const callRule: NodeRule = (b, node) => {
  const { tree } = b;
  const callee = tree.child(node, "function");
  if (callee === -1) return;
  const decorates = tree.type(tree.parent(node)) === "decorator";
  markCallee(b, callee, decorates ? "decorator" : "call");
  moduleCall(b, node, callee);
};

function markCallee(b: FactsBuilder, callee: number, role: "call" | "new" | "decorator" | "jsx"): void {
  const { tree } = b;
  const type = tree.type(callee);
  if (type === "identifier") b.role(callee, role);
  else if (type === "member_expression")
    b.role(tree.child(callee, "property"), role, tree.child(callee, "object"));
  else if (
    type === "non_null_expression" ||
    type === "parenthesized_expression" ||
    type === "instantiation_expression"
  ) {
    const inner = tree.first(callee);
    if (inner !== -1) markCallee(b, inner, role);
  }
}

/** `require("x")` and `import("x")`. */
function moduleCall(b: FactsBuilder, node: number, callee: number): void {
  const { tree } = b;
  const isRequire = tree.type(callee) === "identifier" && tree.textOf(callee) === "require";
  if (!isRequire && tree.type(callee) !== "import") return;
  const list = tree.child(node, "arguments");
  const argument = list === -1 ? -1 : tree.first(list);
  if (argument === -1 || tree.type(argument) !== "string") return;
  const fragment = tree.childOfType(argument, "string_fragment");
  if (fragment === -1) return;
  if (isRequire) b.ignore(callee);
  for (const { imported, local } of requiredNames(b, node)) {
    b.import({ module: tree.textOf(fragment), imported, local, node });
  }
}

/** What `const x = require()`, `const { a: b } = await import()` bind; one nameless import where nothing is bound. */
function requiredNames(b: FactsBuilder, call: number): { imported: string; local: string }[] {
  const { tree } = b;
  let value = call;
  let parent = tree.parent(value);
  while (
    parent !== -1 &&
    (tree.type(parent) === "await_expression" || tree.type(parent) === "parenthesized_expression")
  ) {
    value = parent;
    parent = tree.parent(value);
  }
  const unbound = [{ imported: "*", local: "" }];
  if (parent === -1) return unbound;
  if (tree.type(parent) === "member_expression") {
    const property = tree.textOf(tree.child(parent, "property"));
    const above = tree.parent(parent);
    const name = above !== -1 && tree.type(above) === "variable_declarator" ? tree.child(above, "name") : -1;
    return [{ imported: property, local: name === -1 ? "" : bindImport(b, name) }];
  }
  if (tree.type(parent) !== "variable_declarator") return unbound;
  const name = tree.child(parent, "name");
  if (tree.type(name) === "identifier") return [{ imported: "*", local: bindImport(b, name) }];
  if (tree.type(name) !== "object_pattern") return unbound;
  const names: { imported: string; local: string }[] = [];
  for (let child = tree.first(name); child !== -1; child = tree.next(child)) {
    const key = tree.type(child) === "pair_pattern" ? tree.child(child, "key") : child;
    for (const bound of patternNames(b, child)) {
      names.push({
        imported: tree.type(key) === "property_identifier" ? tree.textOf(key) : tree.textOf(bound),
        local: bindImport(b, bound),
      });
      break;
    }
  }
  return names.length > 0 ? names : unbound;
}

/** The variable was declared by its declarator already; at the top it stays a symbol, and is an import too. */
function bindImport(b: FactsBuilder, name: number): string {
  const local = b.tree.textOf(name);
  b.declareName(local, "import", { from: -1 });
  return local;
}

const memberRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.receiver(tree.child(node, "property"), tree.child(node, "object"));
};

const assignmentRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left = tree.child(node, tree.type(node) === "update_expression" ? "argument" : "left");
  if (left === -1) return;
  const type = tree.type(left);
  if (type === "identifier") b.role(left, "write");
  else if (type === "member_expression")
    b.role(tree.child(left, "property"), "write", tree.child(left, "object"));
  else if (PATTERNS.has(type)) for (const name of patternNames(b, left)) b.role(name, "write");
};

const jsxRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  if (name === -1) return;
  if (tree.type(name) === "member_expression" || tree.type(name) === "nested_identifier") {
    b.role(tree.child(name, "property"), "jsx", tree.child(name, "object"));
  } else if (tree.type(name) === "identifier" && !/^[a-z]/.test(tree.textOf(name))) {
    b.role(name, "jsx");
  } else {
    b.ignore(name);
  }
};

const blockScope: NodeRule = (b, node) => b.scope(node);

const forRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.scope(node);
  const left = tree.child(node, "left");
  if (left === -1) return;
  const head = tree.text.slice(tree.start(node), tree.start(left));
  const kind = /\b(const|let|var|using)\s*$/.exec(head)?.[1];
  if (kind !== undefined) declarePattern(b, left, "local", kind === "var" ? "function" : "block");
  else if (tree.type(left) === "identifier") b.role(left, "write");
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

/** `Foo.prototype.bar = function`, `exports.bar = …`, `module.exports = …`, `Foo.bar = () => …` at the top. */
const statementRule: NodeRule = (b, node) => {
  const { tree } = b;
  if (tree.type(tree.parent(node)) !== "program") return;
  // `exports = module.exports = value`: each left side takes the last right side.
  const lefts: number[] = [];
  let right = tree.first(node);
  while (right !== -1 && tree.type(right) === "assignment_expression") {
    lefts.push(tree.child(right, "left"));
    right = tree.child(right, "right");
  }
  if (right === -1) return;
  for (const left of lefts) {
    if (left === -1 || tree.type(left) !== "member_expression") continue;
    assignedMember(b, node, left, right);
  }
};

function assignedMember(b: FactsBuilder, node: number, left: number, right: number): void {
  const { tree } = b;
  const object = tree.textOf(tree.child(left, "object"));
  const property = tree.child(left, "property");
  const name = tree.textOf(property);
  commonExports(b, object, name, right, node);
  if (object === "module") return;
  const isExports = object === "exports" || object === "module.exports";
  const isFunction = FUNCTION_VALUES.has(tree.type(right));
  const isName = tree.type(right) === "identifier";
  if (isName || !(isFunction || isExports)) return;
  const container = isExports ? undefined : object.replace(/\.prototype$/, "");
  if (container !== undefined && !/^[\w$.]+$/.test(container)) return;
  b.symbol({
    node,
    name,
    nameStart: tree.start(property),
    kind: isFunction ? (isExports ? "function" : "method") : "constant",
    body: isFunction ? tree.child(right, "body") : -1,
    value: isFunction ? -1 : right,
    container,
    declare: false,
  });
}

export const ecmascriptNodes: Readonly<Record<string, NodeRule>> = {
  ...ecmascriptModules,
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
  call_signature: blockScope,
  construct_signature: blockScope,
  function_type: blockScope,
  constructor_type: blockScope,
  mapped_type_clause: typeParameterRule,
  public_field_definition: fieldRule,
  field_definition: fieldRule,
  property_signature: fieldRule,
  pair: pairRule,
  variable_declarator: variableRule,
  formal_parameters: parametersRule,
  required_parameter: parameterRule,
  optional_parameter: parameterRule,
  call_expression: callRule,
  new_expression(b, node) {
    const constructor = b.tree.child(node, "constructor");
    if (constructor !== -1) markCallee(b, constructor, "new");
  },
  decorator(b, node) {
    const inner = b.tree.first(node);
    if (inner !== -1) markCallee(b, inner, "decorator");
  },
  member_expression: memberRule,
  assignment_expression: assignmentRule,
  augmented_assignment_expression: assignmentRule,
  update_expression: assignmentRule,
  expression_statement: statementRule,
  jsx_opening_element: jsxRule,
  jsx_self_closing_element: jsxRule,
  jsx_closing_element(b, node) {
    b.skip(node);
  },
  jsx_attribute(b, node) {
    const { tree } = b;
    const name = tree.first(node);
    if (name !== -1) b.ignore(name);
  },
  statement_block: blockScope,
  switch_body: blockScope,
  class_static_block: blockScope,
  for_statement: blockScope,
  for_in_statement: forRule,
  catch_clause(b, node) {
    b.scope(node);
    const parameter = b.tree.child(node, "parameter");
    if (parameter !== -1) declarePattern(b, parameter, "param", "block");
  },
  type_parameter: typeParameterRule,
  infer_type(b, node) {
    const name = b.tree.first(node);
    if (name !== -1) b.declare(name, "local");
  },
  nested_type_identifier: nestedTypeRule,
  nested_identifier(b, node) {
    b.receiver(b.tree.child(node, "property"), b.tree.child(node, "object"));
  },
  interface_declaration: typeSymbol("interface", "body"),
  type_alias_declaration: typeSymbol("type", "value"),
  enum_declaration: enumRule,
  internal_module: namespaceRule,
  module: namespaceRule,
  index_signature(b, node) {
    b.scope(node);
    b.declare(b.tree.child(node, "name"), "param");
  },
  type_predicate(b, node) {
    b.ignore(b.tree.child(node, "name"));
  },
};

export const ecmascriptSyntax: Omit<SyntaxRules, "grammar"> = {
  separator: ".",
  nodes: ecmascriptNodes,
  identifiers: {
    identifier: "read",
    shorthand_property_identifier: "read",
    shorthand_property_identifier_pattern: "write",
    property_identifier: "read",
    private_property_identifier: "read",
    type_identifier: "type",
  },
  members: ["property_identifier", "private_property_identifier"],
  comments: ["comment", "html_comment"],
  decorators: ["decorator"],
  docComments: ["/**"],
  self: ["this"],
  base: ["super"],
  exported({ name, modifiers, parentExported, parentKind }) {
    if (parentKind === null) return /\bexport\b/.test(modifiers) || /^(?:module\.)?exports\./.test(modifiers);
    if (!parentExported || name.startsWith("#") || /\bprivate\b/.test(modifiers)) return false;
    if (parentKind === "namespace" || parentKind === "module") return /\bexport\b/.test(modifiers);
    // What a function declares inside is its own.
    return parentKind !== "function" && parentKind !== "method" && parentKind !== "constructor";
  },
};
