// Java.
import type { SpanKind } from "../base/span.ts";
import type { Language } from "./language.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

const MODIFIERS =
  "(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed|strictfp|synchronized|native|default|transient|volatile)\\s+)";
const ANNOTATIONS = "(?:@[\\w.]+(?:\\([^)]*\\))?\\s+)*";
const ID = "[A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]*";
/** Words that a statement starts with: what follows is no type. */
const NOT_A_TYPE = "(?!(?:return|new|throw|else|assert|case|yield|do|package|import|instanceof)\\b)";
const TYPE = `${NOT_A_TYPE}[A-Za-z_$\\u0080-\\uffff][\\w.$\\u0080-\\uffff]*(?:<[^()=;]*>)?(?:\\s*\\[\\s*\\])*`;

/** Members can be named without a receiver anywhere in their class. */
function memberSymbol(
  b: FactsBuilder,
  input: {
    node: number;
    list?: number;
    name: number;
    kind: SpanKind;
    body?: number;
    value?: number;
    type?: string;
  },
): void {
  if (input.name === -1) return;
  const name = b.tree.textOf(input.name);
  const symbol = b.symbol({ ...input, declare: false });
  if (input.kind !== "constructor") b.declareName(name, "this", { symbol, type: input.type });
}

/** The name of a written type without its arguments; of `var x = new Foo()` the value's. */
function typeText(tree: SyntaxTree, type: number, value: number): string {
  if (type === -1) return "";
  switch (tree.type(type)) {
    case "generic_type":
      return typeText(tree, tree.first(type), value);
    case "scoped_type_identifier":
      return tree.textOf(type).replace(/\s+/g, "");
    case "type_identifier": {
      const text = tree.textOf(type);
      if (text !== "var") return text;
      const created = value !== -1 && tree.type(value) === "object_creation_expression";
      return created ? typeText(tree, tree.child(value, "type"), -1) : "";
    }
    default:
      return "";
  }
}

function typeRule(kind: SpanKind): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const body = tree.child(node, "body");
    b.symbol({ node, name: tree.child(node, "name"), kind, body, bases: basesOf(tree, node) });
    b.scope(node);
  };
}

const BASE_CLAUSES = new Set(["superclass", "super_interfaces", "extends_interfaces"]);

function basesOf(tree: SyntaxTree, node: number): string[] {
  const bases: string[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (!BASE_CLAUSES.has(tree.type(child))) continue;
    const list = tree.childOfType(child, "type_list");
    for (let type = tree.first(list === -1 ? child : list); type !== -1; type = tree.next(type)) {
      bases.push(tree.textOf(tree.type(type) === "generic_type" ? tree.first(type) : type));
    }
  }
  return bases;
}

const methodRule =
  (kind: "method" | "constructor"): NodeRule =>
  (b, node) => {
    const { tree } = b;
    memberSymbol(b, { node, name: tree.child(node, "name"), kind, body: tree.child(node, "body") });
    b.scope(node, { function: true });
  };

const fieldRule: NodeRule = (b, node) => {
  const { tree } = b;
  const declarators: number[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "variable_declarator") declarators.push(child);
  }
  const modifiers = tree.childOfType(node, "modifiers");
  const text = modifiers === -1 ? "" : tree.textOf(modifiers);
  const fixed =
    tree.type(node) === "constant_declaration" || (/\bstatic\b/.test(text) && /\bfinal\b/.test(text));
  for (const declarator of declarators) {
    memberSymbol(b, {
      node: declarators.length === 1 ? node : declarator,
      list: declarators.length === 1 ? undefined : node,
      name: tree.child(declarator, "name"),
      kind: fixed ? "constant" : "field",
      value: tree.child(declarator, "value"),
      type: typeText(tree, tree.child(node, "type"), -1),
    });
  }
};

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

function lastChild(tree: SyntaxTree, node: number): number {
  let last = -1;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) last = child;
  return last;
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

const syntax: SyntaxRules = {
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

export const java: Language = {
  id: "java",
  name: "Java",
  extensions: [".java"],
  comments: { line: ["//"], block: [["/*", "*/"]] },
  declarations: [
    { regex: new RegExp(`^\\s*${ANNOTATIONS}${MODIFIERS}*class\\s+(?<name>${ID})`), kind: "class" },
    { regex: new RegExp(`^\\s*${ANNOTATIONS}${MODIFIERS}*@?interface\\s+(?<name>${ID})`), kind: "interface" },
    { regex: new RegExp(`^\\s*${ANNOTATIONS}${MODIFIERS}*enum\\s+(?<name>${ID})`), kind: "enum" },
    { regex: new RegExp(`^\\s*${ANNOTATIONS}${MODIFIERS}*record\\s+(?<name>${ID})\\s*[(<]`), kind: "class" },
    {
      regex: new RegExp(
        `^\\s+${ANNOTATIONS}${MODIFIERS}+(?:<[^()=;]*>\\s*)?(?!(?:new|return)\\b)(?<name>[A-Z]\\w*)\\s*\\(`,
      ),
      kind: "constructor",
    },
    {
      regex: new RegExp(
        `^\\s+${ANNOTATIONS}${MODIFIERS}*(?:<[^()=;]*>\\s*)?${TYPE}\\s+(?<name>${ID})\\s*\\(`,
      ),
      kind: "method",
    },
    // A constructor without a modifier.
    { regex: /^\s+(?<name>[A-Z]\w*)\s*\([^;=]*\)\s*(?:throws[^{]*)?\{\s*$/, kind: "constructor" },
    {
      regex: new RegExp(`^\\s+${ANNOTATIONS}${MODIFIERS}+${TYPE}\\s+(?<name>[A-Z][A-Z0-9_]*)\\s*=`),
      kind: "constant",
    },
  ],
  imports: [{ regex: /^\s*import\s+(?:static\s+)?(?<name>[\w.]+?)(?:\.\*)?\s*;/ }],
  extent: "indent",
  strings: [
    { open: '"""', close: '"""', multiline: true },
    { open: '"', close: '"' },
    { open: "'", close: "'", char: true },
  ],
  syntax,
};
