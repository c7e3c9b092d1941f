// The syntax of Zig: containers are values of constants, files are structs, imports are constants too.
import type { SpanKind } from "../base/span.ts";
import type { FactsBuilder, NodeRule, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";
import { children, imported, markType, typeName, valueType } from "./zig-types.ts";

const CONTAINERS: ReadonlyMap<string, SpanKind> = new Map([
  ["struct_declaration", "struct"],
  ["opaque_declaration", "struct"],
  ["union_declaration", "struct"],
  ["enum_declaration", "enum"],
  ["error_set_declaration", "enum"],
]);

const DECLARES = /^(?:(?:pub|export|extern|threadlocal|comptime|"[^"]*")\s+)*(const|var)\b/;

/** Directly in a file or in a container, so that others can see it. */
function isMember(tree: SyntaxTree, node: number): boolean {
  const parent = tree.type(tree.parent(node));
  return parent === "source_file" || CONTAINERS.has(parent);
}

const declarationRule: NodeRule = (b, node) => {
  const { tree } = b;
  const from = tree.start(node);
  const keyword = DECLARES.exec(tree.text.slice(from, from + 200));
  const parts = children(tree, node);
  if (keyword === null) {
    markTarget(b, parts[0] ?? -1);
    return;
  }
  const type = tree.child(node, "type");
  markType(b, type);
  const names = parts.filter(
    (part) =>
      tree.type(part) === "identifier" &&
      /\b(?:const|var)\s+$/.test(tree.text.slice(Math.max(from, tree.start(part) - 12), tree.start(part))),
  );
  const last = parts.at(-1) ?? -1;
  const value = last === type || names.includes(last) ? -1 : last;
  const [name = -1] = names;
  if (names.length === 1 && importRule(b, node, name, value)) return;
  const kind = value === -1 ? undefined : CONTAINERS.get(tree.type(value));
  const member = isMember(tree, node);
  const given = typeName(tree, type) || valueType(tree, value);
  for (const each of names) {
    const single = names.length === 1;
    if (!member && (kind === undefined || !single)) {
      b.declare(each, "local", { from: tree.end(node), type: given });
      continue;
    }
    b.symbol({
      node: single ? node : each,
      list: single ? undefined : node,
      name: each,
      kind: kind ?? (keyword[1] === "var" ? "variable" : "constant"),
      headEnd: kind === undefined || !single ? undefined : headOfContainer(tree, value),
      value: single ? value : -1,
      type: given,
    });
  }
};

/** `struct`, `packed struct(u8)`, `enum(u8)`: the head goes to the bracket. */
function headOfContainer(tree: SyntaxTree, container: number): number {
  const bracket = tree.text.indexOf("{", tree.start(container));
  return bracket === -1 || bracket > tree.end(container) ? tree.end(container) : bracket;
}

function importRule(b: FactsBuilder, node: number, name: number, value: number): boolean {
  const { tree } = b;
  const field = value !== -1 && tree.type(value) === "field_expression";
  const part = field ? tree.child(value, "member") : -1;
  const module = imported(tree, field ? tree.child(value, "object") : value);
  if (module === "") return false;
  const local = tree.textOf(name);
  const from = part === -1 ? "*" : tree.textOf(part);
  if (part !== -1) b.role(part, "import");
  b.declare(name, "import", isMember(tree, node) ? {} : { from: tree.end(node) });
  b.import({ module, imported: from, local, node });
  if (isPublic(tree, node)) b.export({ exported: local, local: from, from: module, node });
  return true;
}

const isPublic = (tree: SyntaxTree, node: number): boolean =>
  /^pub\b/.test(tree.text.slice(tree.start(node), tree.start(node) + 4));

/** The left side of an assignment. */
function markTarget(b: FactsBuilder, target: number): void {
  const { tree } = b;
  if (target === -1) return;
  if (tree.type(target) === "identifier") b.role(target, "write");
  else if (tree.type(target) === "field_expression") b.role(tree.child(target, "member"), "write");
}

const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  const parameters = tree.childOfType(node, "parameters");
  const container = tree.parent(node);
  const [first = -1] = children(tree, parameters);
  const receiver =
    first !== -1 && CONTAINERS.has(tree.type(container)) ? typeName(tree, tree.child(first, "type")) : "";
  const method = receiver !== "" && (receiver === "Self" || receiver === nameOfContainer(tree, container));
  b.symbol({
    node,
    name: tree.child(node, "name"),
    kind: method ? "method" : "function",
    body: tree.child(node, "body"),
  });
  b.scope(node, { function: true });
  markType(b, tree.child(node, "type"));
  for (const parameter of children(tree, parameters)) {
    const type = tree.child(parameter, "type");
    const name = tree.child(parameter, "name");
    markType(b, type);
    const binding = method && parameter === first ? "this" : "param";
    if (name !== -1) b.declare(name, binding, { type: typeName(tree, type) });
  }
};

/** Name of the constant whose value the container is, or empty. */
function nameOfContainer(tree: SyntaxTree, container: number): string {
  const parent = tree.parent(container);
  if (parent === -1 || tree.type(parent) !== "variable_declaration") return "";
  const name = tree.childOfType(parent, "identifier");
  return name === -1 ? "" : tree.textOf(name);
}

const fieldRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const type = tree.child(node, "type");
  markType(b, type);
  if (name === -1) return;
  const container = tree.type(tree.parent(node));
  // A field without a name: `struct { u8, Point }`.
  if (type === -1 && container === "struct_declaration") markType(b, name);
  else if (tree.type(name) === "identifier") {
    const kind = container === "enum_declaration" ? "constant" : "field";
    b.symbol({ node, name, kind, type: typeName(tree, type), declare: false });
  }
};

const testRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.scope(node, { function: true });
  const text = tree.childOfType(node, "string");
  const content = text === -1 ? -1 : tree.childOfType(text, "string_content");
  const tested = tree.childOfType(node, "identifier");
  const body = tree.childOfType(node, "block");
  if (content !== -1) b.symbol({ node, name: content, kind: "function", body, declare: false });
  else if (tested !== -1) {
    b.symbol({
      node,
      name: tree.textOf(tested),
      nameStart: tree.start(tested),
      kind: "function",
      body,
      declare: false,
    });
  }
};

/** `.red`, `error.Bad`, `.x = 1`: members of something that is not written. */
const unwritten: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.childOfType(node, "identifier");
  if (name !== -1) b.receiverText(name, tree.start(node), tree.start(node));
};

const memberRule: NodeRule = (b, node) => {
  const { tree } = b;
  const object = tree.child(node, "object");
  const type = object === -1 ? initializedType(tree, node) : object;
  if (type === -1) unwritten(b, node);
  else b.receiver(tree.child(node, "member"), type);
};

/** `Point` of `.x` in `Point{ .x = 1 }`. */
function initializedType(tree: SyntaxTree, member: number): number {
  const assignment = tree.parent(member);
  if (tree.type(assignment) !== "assignment_expression" || tree.field(member) !== "left") return -1;
  const list = tree.parent(assignment);
  const initializer = list === -1 || tree.type(list) !== "initializer_list" ? -1 : tree.parent(list);
  if (initializer === -1 || tree.type(initializer) !== "struct_initializer") return -1;
  return tree.first(initializer);
}

const initializerRule: NodeRule = (b, node) => {
  const { tree } = b;
  const type = tree.first(node);
  if (type === -1) return;
  if (tree.type(type) === "identifier") b.role(type, "new");
  else if (tree.type(type) === "field_expression") b.role(tree.child(type, "member"), "new");
};

const assignmentRule: NodeRule = (b, node) => markTarget(b, b.tree.child(node, "left"));
const scope: NodeRule = (b, node) => b.scope(node);
const skip: NodeRule = (b, node) => b.skip(node);

export const zigSyntax: SyntaxRules = {
  grammar: { package: "@tree-sitter-grammars/tree-sitter-zig", file: "tree-sitter-zig.wasm" },
  separator: ".",
  nodes: {
    variable_declaration: declarationRule,
    function_declaration: functionRule,
    container_field: fieldRule,
    error_set_declaration(b, node) {
      // Errors of a set that has a name; others are only mentioned.
      const named = b.tree.type(b.tree.parent(node)) === "variable_declaration";
      for (const name of children(b.tree, node)) {
        if (b.tree.type(name) !== "identifier") continue;
        if (named) b.symbol({ node: name, name, kind: "constant", declare: false });
        else b.receiverText(name, b.tree.start(name), b.tree.start(name));
      }
    },
    test_declaration: testRule,
    using_namespace_declaration(b, node) {
      const module = imported(b.tree, b.tree.first(node));
      if (module === "") return;
      b.import({ module, imported: "*", local: "", node });
      if (isPublic(b.tree, node)) b.export({ exported: "*", local: "*", from: module, node });
    },
    builtin_function(b, node) {
      const { tree } = b;
      const parent = tree.parent(node);
      const above = tree.type(parent);
      const field = above === "field_expression" ? tree.type(tree.parent(parent)) : above;
      if (field === "variable_declaration" || above === "using_namespace_declaration") return;
      const module = imported(tree, node);
      if (module !== "") b.import({ module, imported: "*", local: "", node });
      const file = imported(tree, node, "@embedFile");
      if (file !== "") b.import({ module: file, imported: "", local: "", node });
    },
    call_expression(b, node) {
      const { tree } = b;
      const callee = tree.child(node, "function");
      if (callee === -1) return;
      if (tree.type(callee) === "identifier") b.role(callee, "call");
      else if (tree.type(callee) === "field_expression") b.role(tree.child(callee, "member"), "call");
    },
    field_expression: memberRule,
    error_type: unwritten,
    struct_initializer: initializerRule,
    assignment_expression: assignmentRule,
    payload(b, node) {
      for (const name of children(b.tree, node)) {
        if (b.tree.type(name) === "identifier") b.declare(name, "local", { from: b.tree.end(node) });
      }
    },
    block: scope,
    for_statement: scope,
    for_expression: scope,
    while_statement: scope,
    while_expression: scope,
    if_statement: scope,
    if_expression: scope,
    else_clause: scope,
    switch_case: scope,
    catch_expression: scope,
    errdefer_statement: scope,
    struct_declaration: scope,
    union_declaration: scope,
    enum_declaration: scope,
    opaque_declaration: scope,
    block_label: skip,
    break_label: skip,
  },
  identifiers: { identifier: "read" },
  members: [],
  comments: ["comment"],
  decorators: [],
  docComments: ["///"],
  self: ["Self"],
  base: [],
  exported({ modifiers, parentExported }) {
    // Fields and variants follow their container.
    if (!/\b(?:const|var|fn|test)\b/.test(modifiers)) return parentExported;
    return parentExported && /\b(?:pub|export)\b/.test(modifiers);
  },
};
