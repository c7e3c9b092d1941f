// The syntax layer of Java.
import { lastChild } from "./last-child.ts";
import { fieldRule, memberSymbol, methodRule, typeRule, typeText } from "./java-declarations.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxRules } from "./syntax-rules.ts";

const localRule: NodeRule = (b, node) => {
  const { tree } = b;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "variable_declarator") continue;
    const name = tree.child(child, "name");
    const type = typeText(tree, tree.child(node, "type"), tree.child(child, "value"));
    if (name !== -1) b.declare(name, "local", { from: tree.start(child), type });
  }
};

/** Parameters; the components of a record are its fields. */
const parameterRule: NodeRule = (b, node) => {
  const { tree } = b;
  const declarator = tree.childOfType(node, "variable_declarator");
  const name = tree.child(declarator === -1 ? node : declarator, "name");
  if (name === -1) return;
  const list = tree.parent(node);
  const type = typeText(tree, tree.child(node, "type"), -1);
  if (list !== -1 && tree.type(tree.parent(list)) === "record_declaration") {
    memberSymbol(b, { node, name, kind: "field", type });
  } else {
    b.declare(name, "param", { type });
  }
};

const importRule: NodeRule = (b, node) => {
  const { tree } = b;
  const path = tree.first(node);
  if (path === -1) return;
  const full = tree.textOf(path).replace(/\s+/g, "");
  for (let at = path; at < tree.after(path); at++) b.ignore(at);
  if (tree.childOfType(node, "asterisk") !== -1) {
    b.import({ module: full, imported: "*", local: "", node });
    return;
  }
  const cut = full.lastIndexOf(".");
  const imported = full.slice(cut + 1);
  const name = tree.type(path) === "scoped_identifier" ? tree.child(path, "name") : path;
  if (name !== -1) b.role(name, "import");
  b.declareName(imported, "import");
  b.import({ module: cut === -1 ? "" : full.slice(0, cut), imported, local: imported, node });
};

/** The identifier of a type that is named to make something of it. */
function markType(b: FactsBuilder, type: number, role: RuleRole): void {
  const { tree } = b;
  if (type === -1) return;
  const kind = tree.type(type);
  if (kind === "type_identifier" || kind === "identifier") b.role(type, role);
  else if (kind === "generic_type") markType(b, tree.first(type), role);
  else if (kind === "scoped_type_identifier") markType(b, lastChild(tree, type), role);
  else if (kind === "scoped_identifier") b.role(tree.child(type, "name"), role);
}

const annotationRule: NodeRule = (b, node) => markType(b, b.tree.child(node, "name"), "decorator");

const assignmentRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left = tree.type(node) === "update_expression" ? tree.first(node) : tree.child(node, "left");
  if (left === -1) return;
  if (tree.type(left) === "identifier") b.role(left, "write");
  else if (tree.type(left) === "field_access") b.role(tree.child(left, "field"), "write");
};

/** `Type::method`, `this::method`, `Type::new`. */
const methodReferenceRule: NodeRule = (b, node) => {
  const { tree } = b;
  const object = tree.first(node);
  const name = lastChild(tree, node);
  if (object === -1) return;
  if (/::\s*new$/.test(tree.textOf(node))) markType(b, object, "new");
  else if (name !== object && tree.type(name) === "identifier") b.receiver(name, object);
};

const scope: NodeRule = (b, node) => b.scope(node);
const declareIdentifiers: NodeRule = (b, node) => {
  const { tree } = b;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "identifier") b.declare(child, "param");
  }
};

export const javaSyntax: SyntaxRules = {
  grammar: { package: "tree-sitter-java", file: "tree-sitter-java.wasm" },
  separator: ".",
  nodes: {
    package_declaration: (b, node) => b.skip(node),
    module_declaration: (b, node) => b.skip(node),
    import_declaration: importRule,
    class_declaration: typeRule("class"),
    record_declaration: typeRule("class"),
    interface_declaration: typeRule("interface"),
    annotation_type_declaration: typeRule("interface"),
    enum_declaration: typeRule("enum"),
    class_body: scope,
    method_declaration: methodRule("method"),
    annotation_type_element_declaration: methodRule("method"),
    constructor_declaration: methodRule("constructor"),
    compact_constructor_declaration: methodRule("constructor"),
    field_declaration: fieldRule,
    constant_declaration: fieldRule,
    enum_constant(b, node) {
      const { tree } = b;
      const body = tree.child(node, "body");
      memberSymbol(b, { node, name: tree.child(node, "name"), kind: "constant", body });
    },
    formal_parameter: parameterRule,
    spread_parameter: parameterRule,
    catch_formal_parameter: parameterRule,
    inferred_parameters: declareIdentifiers,
    lambda_expression(b, node) {
      const { tree } = b;
      b.scope(node, { function: true });
      const parameters = tree.child(node, "parameters");
      if (parameters !== -1 && tree.type(parameters) === "identifier") b.declare(parameters, "param");
    },
    local_variable_declaration: localRule,
    resource(b, node) {
      const name = b.tree.child(node, "name");
      const type = typeText(b.tree, b.tree.child(node, "type"), b.tree.child(node, "value"));
      if (name !== -1) b.declare(name, "local", { from: b.tree.start(node), type });
    },
    enhanced_for_statement(b, node) {
      b.scope(node);
      const value = b.tree.child(node, "value");
      const from = value === -1 ? 0 : b.tree.end(value);
      const type = typeText(b.tree, b.tree.child(node, "type"), -1);
      b.declare(b.tree.child(node, "name"), "local", { from, type });
    },
    instanceof_expression(b, node) {
      const type = typeText(b.tree, b.tree.child(node, "right"), -1);
      b.declare(b.tree.child(node, "name"), "local", { level: "function", from: b.tree.start(node), type });
    },
    type_pattern(b, node) {
      const name = lastChild(b.tree, node);
      if (name !== -1 && b.tree.type(name) === "identifier") b.declare(name, "local");
    },
    record_pattern(b, node) {
      const type = b.tree.first(node);
      if (type !== -1 && b.tree.type(type) === "identifier") b.role(type, "type");
    },
    record_pattern_component(b, node) {
      const name = lastChild(b.tree, node);
      if (name !== -1 && b.tree.type(name) === "identifier") b.declare(name, "local");
    },
    block: scope,
    constructor_body: scope,
    for_statement: scope,
    try_with_resources_statement: scope,
    catch_clause: scope,
    switch_rule: scope,
    switch_block_statement_group: scope,
    type_parameter(b, node) {
      const name = b.tree.childOfType(node, "type_identifier");
      if (name !== -1) b.declare(name, "local");
    },
    method_invocation(b, node) {
      b.role(b.tree.child(node, "name"), "call", b.tree.child(node, "object"));
    },
    field_access(b, node) {
      b.receiver(b.tree.child(node, "field"), b.tree.child(node, "object"));
    },
    object_creation_expression(b, node) {
      markType(b, b.tree.child(node, "type"), "new");
    },
    scoped_type_identifier(b, node) {
      const first = b.tree.first(node);
      const last = lastChild(b.tree, node);
      if (first !== last && b.tree.type(last) === "type_identifier") b.receiver(last, first);
    },
    scoped_identifier(b, node) {
      b.receiver(b.tree.child(node, "name"), b.tree.child(node, "scope"));
    },
    marker_annotation: annotationRule,
    annotation: annotationRule,
    element_value_pair(b, node) {
      b.ignore(b.tree.child(node, "key"));
    },
    method_reference: methodReferenceRule,
    assignment_expression: assignmentRule,
    update_expression: assignmentRule,
    labeled_statement(b, node) {
      b.ignore(b.tree.first(node));
    },
    break_statement: (b, node) => b.skip(node),
    continue_statement: (b, node) => b.skip(node),
    type_identifier(b, node) {
      if (b.tree.textOf(node) === "var") b.ignore(node);
    },
  },
  identifiers: { identifier: "read", type_identifier: "type" },
  members: [],
  comments: ["line_comment", "block_comment"],
  decorators: ["marker_annotation", "annotation"],
  docComments: ["/**"],
  self: ["this"],
  base: ["super"],
  exported({ modifiers, parentExported, parentKind }) {
    if (parentKind === "method" || parentKind === "constructor" || parentKind === "field") return false;
    return parentExported && !/\bprivate\b/.test(modifiers);
  },
};
