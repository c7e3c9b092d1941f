// Go.
import type { Language } from "./language.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.symbol({ node, name: tree.child(node, "name"), kind: "function", body: tree.child(node, "body") });
  b.scope(node, { function: true });
};

/** A method is qualified by the type of its receiver, which may stand in another file. */
const methodRule: NodeRule = (b, node) => {
  const { tree } = b;
  const list = tree.child(node, "receiver");
  const receiver = list === -1 ? -1 : tree.childOfType(list, "parameter_declaration");
  const type = receiver === -1 ? -1 : tree.child(receiver, "type");
  const named = type === -1 ? -1 : typeName(tree, type);
  b.symbol({
    node,
    name: tree.child(node, "name"),
    kind: "method",
    body: tree.child(node, "body"),
    container: named === -1 ? undefined : tree.textOf(named),
    declare: false,
  });
  b.scope(node, { function: true });
  if (receiver === -1) return;
  const name = tree.child(receiver, "name");
  if (name !== -1) b.declare(name, "this");
  if (named === -1) return;
  // `func (s *Server[T])` names the type parameters.
  for (let at = named + 1; at < tree.after(type); at++) {
    if (tree.type(at) === "type_identifier") b.declare(at, "local");
  }
};

/** The identifier of a type without pointer, arguments and package. */
function typeName(tree: SyntaxTree, type: number): number {
  for (let at = type; at < tree.after(type); at++) {
    if (tree.type(at) === "type_identifier") return at;
  }
  return -1;
}

function only(tree: SyntaxTree, node: number): boolean {
  let others = 0;
  const parent = tree.parent(node);
  for (let child = tree.first(parent); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "comment" && ++others > 1) return false;
  }
  return others === 1;
}

const typeRule: NodeRule = (b, node) => {
  const { tree } = b;
  const type = tree.child(node, "type");
  const shape = type === -1 ? "" : tree.type(type);
  const kind = shape === "struct_type" ? "struct" : shape === "interface_type" ? "interface" : "type";
  const word = shape === "struct_type" ? "struct" : "interface";
  b.symbol({
    node,
    outer: only(tree, node) ? tree.parent(node) : node,
    name: tree.child(node, "name"),
    kind,
    body: kind === "type" ? -1 : type,
    headEnd: kind === "type" ? undefined : tree.start(type) + word.length,
    value: kind === "type" ? type : -1,
    bases: basesOf(tree, type),
  });
  b.scope(node);
};

/** Embedded types. */
function basesOf(tree: SyntaxTree, type: number): string[] {
  if (type === -1) return [];
  const list = tree.type(type) === "struct_type" ? tree.first(type) : type;
  const bases: string[] = [];
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    const embedded =
      tree.type(child) === "field_declaration" && tree.child(child, "name") === -1
        ? tree.child(child, "type")
        : tree.type(child) === "type_elem" && tree.next(tree.first(child)) === -1
          ? tree.first(child)
          : -1;
    if (
      embedded === -1 ||
      !/^(?:type_identifier|qualified_type|generic_type|pointer_type)$/.test(tree.type(embedded))
    ) {
      continue;
    }
    bases.push(/^\*?([\w.]*)/.exec(tree.textOf(embedded))![1]!);
  }
  return bases;
}

/** Fields of named types; those of nameless structs inside are no symbols. */
const fieldRule: NodeRule = (b, node) => {
  const { tree } = b;
  const names = children(tree, node, "name");
  const owner = tree.parent(tree.parent(tree.parent(node)));
  const named = owner !== -1 && tree.type(owner) === "type_spec";
  for (const name of names) {
    const type = typeText(tree, tree.child(node, "type"));
    if (named)
      b.symbol({
        node: names.length === 1 ? node : name,
        head: node,
        name,
        kind: "field",
        type,
        declare: false,
      });
    else b.ignore(name);
  }
};

function children(tree: SyntaxTree, node: number, field: string): number[] {
  const found: number[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.field(child) === field) found.push(child);
  }
  return found;
}

function valueRule(kind: "constant" | "variable"): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const names = children(tree, node, "name");
    const list = tree.parent(node);
    const type = typeText(tree, tree.child(node, "type")) || valueType(tree, tree.child(node, "value"));
    const declaration = tree.type(list) === "var_spec_list" ? tree.parent(list) : list;
    if (tree.type(tree.parent(declaration)) !== "source_file") {
      for (const name of names) b.declare(name, "local", { from: tree.end(node), type });
      return;
    }
    const alone = names.length === 1 && only(tree, node) && declaration === list;
    for (const name of names) {
      const whole = names.length === 1;
      b.symbol({
        node: whole ? node : name,
        outer: alone ? declaration : undefined,
        head: whole ? undefined : node,
        name,
        kind,
        value: whole ? tree.child(node, "value") : -1,
        type,
      });
    }
  };
}

/** `a, b := …`: bound after the statement, so that the right side still sees the outer meaning. */
function declareLeft(b: FactsBuilder, node: number, from: number): void {
  const { tree } = b;
  const left = tree.child(node, "left");
  const type = valueType(tree, tree.child(node, "right"));
  let first = true;
  for (let child = left === -1 ? -1 : tree.first(left); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "identifier") b.declare(child, "local", { from, type: first ? type : "" });
    first = false;
  }
}

/** The name of a written type, its pointer and arguments left off. */
function typeText(tree: SyntaxTree, type: number): string {
  if (type === -1) return "";
  switch (tree.type(type)) {
    case "pointer_type":
      return typeText(tree, tree.first(type));
    case "generic_type":
      return typeText(tree, tree.child(type, "type"));
    case "type_identifier":
    case "qualified_type":
      return tree.textOf(type);
    default:
      return "";
  }
}

/** The type of the first of several values, where the value tells: `Foo{}`, `&Foo{}`; `NewFoo()` for what a call gives. */
function valueType(tree: SyntaxTree, values: number): string {
  if (values === -1) return "";
  let value = tree.type(values) === "expression_list" ? tree.first(values) : values;
  if (value !== -1 && tree.type(value) === "unary_expression") value = tree.child(value, "operand");
  if (value === -1) return "";
  if (tree.type(value) === "composite_literal") return typeText(tree, tree.child(value, "type"));
  const callee = tree.type(value) === "call_expression" ? tree.child(value, "function") : -1;
  const text = callee === -1 || tree.end(callee) - tree.start(callee) > 80 ? "" : tree.textOf(callee);
  return /^[\w.]+$/.test(text) ? `${text}()` : "";
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

const syntax: SyntaxRules = {
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

export const go: Language = {
  id: "go",
  name: "Go",
  extensions: [".go"],
  comments: { line: ["//"], block: [["/*", "*/"]] },
  declarations: [
    { regex: /^func\s+(?<name>[\w\u0080-\uffff]+)/, kind: "function" },
    { regex: /^func\s*\([^)]*\)\s*(?<name>[\w\u0080-\uffff]+)/, kind: "method" },
    { regex: /^type\s+(?<name>[\w\u0080-\uffff]+)\s*(?:\[.*\])?\s+struct\b/, kind: "struct" },
    { regex: /^type\s+(?<name>[\w\u0080-\uffff]+)\s*(?:\[.*\])?\s+interface\b/, kind: "interface" },
    { regex: /^type\s+(?<name>[\w\u0080-\uffff]+)/, kind: "type" },
    { regex: /^const\s+(?<name>[\w\u0080-\uffff]+)/, kind: "constant" },
    { regex: /^var\s+(?<name>[\w\u0080-\uffff]+)/, kind: "variable" },
    // Members of `type ( … )`, `const ( … )`, `var ( … )`. Lower case is left out: it would be any assignment.
    { regex: /^\t(?<name>[A-Za-z_]\w*)\s*(?:\[.*\])?\s+struct\s*\{/, kind: "struct" },
    { regex: /^\t(?<name>[A-Za-z_]\w*)\s*(?:\[.*\])?\s+interface\s*\{/, kind: "interface" },
    { regex: /^\t(?<name>[A-Z]\w*)\s+(?:[\w.*[\]]+\s+)?=\s/, kind: "constant" },
  ],
  imports: [
    { regex: /^import\s+(?:[\w.]+\s+)?"(?<name>[^"]+)"/ },
    { regex: /^\s+(?:[\w.]+\s+)?"(?<name>[^"\s]+)"\s*(?:\/\/.*)?$/ },
  ],
  extent: "indent",
  labels: true,
  strings: [
    { open: '"', close: '"' },
    { open: "`", close: "`", multiline: true, escape: "" },
    { open: "'", close: "'", char: true },
  ],
  syntax,
};
