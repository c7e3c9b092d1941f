// The syntax layer of Go.
import {
  children,
  fieldRule,
  functionRule,
  methodRule,
  typeRule,
  typeText,
  valueRule,
  valueTypes,
} from "./go-declarations.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

/** `a, b := …`: bound after the statement, so that the right side still sees the outer meaning. */
function declareLeft(b: FactsBuilder, node: number, from: number): void {
  const { tree } = b;
  const left = tree.child(node, "left");
  const names: number[] = [];
  for (let child = left === -1 ? -1 : tree.first(left); child !== -1; child = tree.next(child))
    if (tree.type(child) !== "comment") names.push(child);
  const types = valueTypes(tree, tree.child(node, "right"), names.length);
  for (const [i, name] of names.entries())
    if (tree.type(name) === "identifier") b.declare(name, "local", { from, type: types[i]! });
}

function defines(tree: SyntaxTree, node: number): boolean {
  const left = tree.child(node, "left");
  return left !== -1 && /^\s*:=/.test(tree.text.slice(tree.end(left), tree.end(left) + 40));
}

function markWrites(b: FactsBuilder, list: number): void {
  const { tree } = b;
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "identifier") b.role(child, "write");
    else if (tree.type(child) === "selector_expression") b.role(tree.child(child, "field"), "write");
  }
}

function markCallee(b: FactsBuilder, callee: number, role: RuleRole): void {
  const { tree } = b;
  if (callee === -1) return;
  const type = tree.type(callee);
  if (type === "identifier") b.role(callee, role);
  else if (type === "selector_expression") b.role(tree.child(callee, "field"), role);
  else if (type === "index_expression") markCallee(b, tree.child(callee, "operand"), role);
  else if (type === "type_instantiation_expression" || type === "parenthesized_expression") {
    markCallee(b, tree.first(callee), role);
  }
}

const importRule: NodeRule = (b, node) => {
  const { tree } = b;
  const path = tree.child(node, "path");
  if (path === -1) return;
  const module = tree.textOf(path).slice(1, -1);
  const name = tree.child(node, "name");
  const alias = name === -1 ? packageName(module) : tree.textOf(name);
  const local = alias === "_" || alias === "." ? "" : alias;
  b.declareName(local, "import", { level: "file" });
  b.import({ module, imported: alias === "_" ? "" : "*", local, node });
  b.skip(node);
};

/** The usual name of a package: the last part of its path, without version. */
function packageName(path: string): string {
  const parts = path.split("/");
  const last = parts.pop()!;
  const name = /^v\d+$/.test(last) ? (parts.pop() ?? last) : last;
  return name
    .replace(/\.v\d+$/, "")
    .replace(/^go-|[-.]go$/, "")
    .replaceAll("-", "_");
}

/** Keys of struct values are fields, no variables; those of maps and slices are expressions. */
const keyedRule: NodeRule = (b, node) => {
  const { tree } = b;
  const key = tree.child(node, "key");
  const inner = key === -1 ? -1 : tree.first(key);
  if (inner === -1 || tree.type(inner) !== "identifier") return;
  const literal = tree.parent(tree.parent(node));
  const type = tree.type(literal) === "composite_literal" ? tree.child(literal, "type") : -1;
  if (type === -1 || !/^(?:map|slice|array|implicit_length_array)_type$/.test(tree.type(type)))
    b.ignore(inner);
};

const scope: NodeRule = (b, node) => b.scope(node);
const functionScope: NodeRule = (b, node) => b.scope(node, { function: true });

export const goSyntax: SyntaxRules = {
  grammar: { package: "tree-sitter-go", file: "tree-sitter-go.wasm" },
  separator: ".",
  nodes: {
    function_declaration: functionRule,
    method_declaration: methodRule,
    type_spec: typeRule,
    type_alias: typeRule,
    field_declaration: fieldRule,
    method_elem(b, node) {
      b.symbol({ node, name: b.tree.child(node, "name"), kind: "method", declare: false });
      b.scope(node, { function: true });
    },
    const_spec: valueRule("constant"),
    var_spec: valueRule("variable"),
    func_literal: functionScope,
    function_type: functionScope,
    parameter_declaration(b, node) {
      const type = typeText(b.tree, b.tree.child(node, "type"));
      for (const name of children(b.tree, node, "name")) b.declare(name, "param", { type });
    },
    variadic_parameter_declaration(b, node) {
      b.declare(b.tree.child(node, "name"), "param");
    },
    type_parameter_declaration(b, node) {
      for (const name of children(b.tree, node, "name")) b.declare(name, "local");
    },
    short_var_declaration(b, node) {
      declareLeft(b, node, b.tree.end(node));
    },
    range_clause(b, node) {
      if (defines(b.tree, node)) declareLeft(b, node, b.tree.end(node));
      else markWrites(b, b.tree.child(node, "left"));
    },
    receive_statement(b, node) {
      if (defines(b.tree, node)) declareLeft(b, node, b.tree.end(node));
      else markWrites(b, b.tree.child(node, "left"));
    },
    type_switch_statement(b, node) {
      const { tree } = b;
      b.scope(node);
      const alias = tree.child(node, "alias");
      const name = alias === -1 ? -1 : tree.first(alias);
      if (name !== -1) b.declare(name, "local", { from: tree.end(alias) });
    },
    block: scope,
    if_statement: scope,
    for_statement: scope,
    expression_switch_statement: scope,
    select_statement: scope,
    expression_case: scope,
    type_case: scope,
    default_case: scope,
    communication_case: scope,
    call_expression(b, node) {
      markCallee(b, b.tree.child(node, "function"), "call");
    },
    composite_literal(b, node) {
      const { tree } = b;
      let type = tree.child(node, "type");
      if (type !== -1 && tree.type(type) === "generic_type") type = tree.child(type, "type");
      if (type === -1) return;
      if (tree.type(type) === "type_identifier") b.role(type, "new");
      else if (tree.type(type) === "qualified_type") b.role(tree.child(type, "name"), "new");
    },
    keyed_element: keyedRule,
    selector_expression(b, node) {
      b.receiver(b.tree.child(node, "field"), b.tree.child(node, "operand"));
    },
    qualified_type(b, node) {
      b.receiver(b.tree.child(node, "name"), b.tree.child(node, "package"));
    },
    assignment_statement(b, node) {
      markWrites(b, b.tree.child(node, "left"));
    },
    inc_statement: markWrites,
    dec_statement: markWrites,
    import_spec: importRule,
    package_clause(b, node) {
      b.skip(node);
    },
  },
  identifiers: {
    identifier: "read",
    type_identifier: "type",
    field_identifier: "read",
    package_identifier: "read",
  },
  members: ["field_identifier"],
  comments: ["comment"],
  decorators: [],
  docComments: [],
  self: [],
  base: [],
  exported({ name, parentKind }) {
    return /^\p{Lu}/u.test(name) && parentKind !== "function" && parentKind !== "method";
  },
};
