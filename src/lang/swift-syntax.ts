// What Swift's syntax says: uses of names, bindings of patterns and conditions, imports. Its declarations stand in
// `swift-declarations.ts`.
import { bind, ifRule, patternRule } from "./swift-patterns.ts";
import {
  aliasRule,
  enumEntryRule,
  functionRule,
  parameterRule,
  propertyRule,
  typeRule,
  wordRule,
} from "./swift-declarations.ts";
import { typeParameter, typeText, valueType } from "./swift-types.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

/** Without `!`, `try` and `await`: what a member belongs to. */
function plainTarget(tree: SyntaxTree, node: number): number {
  for (let at = node; ;) {
    const type = at === -1 ? "" : tree.type(at);
    if (type === "postfix_expression" && tree.text[tree.end(at) - 1] === "!") at = tree.first(at);
    else if (type === "try_expression" || type === "await_expression") at = tree.child(at, "expr");
    else return at;
  }
}

function markMember(b: FactsBuilder, expression: number, role: RuleRole): void {
  const { tree } = b;
  const suffix = tree.child(expression, "suffix");
  const name = suffix === -1 ? -1 : tree.child(suffix, "suffix");
  if (name !== -1) b.role(name, role, plainTarget(tree, tree.child(expression, "target")));
}

const callRule: NodeRule = (b, node) => {
  const { tree } = b;
  const callee = tree.first(node);
  const suffix = callee === -1 ? -1 : tree.next(callee);
  if (suffix === -1) return;
  // `x[0]` is no call of `x`.
  const role = tree.text[tree.start(suffix)] === "[" ? "read" : "call";
  const type = tree.type(callee);
  if (type === "simple_identifier") {
    if (tree.textOf(callee) === "defer") b.ignore(callee);
    else b.role(callee, role);
  } else if (type === "navigation_expression") {
    markMember(b, callee, role);
  } else if (type === "prefix_expression") {
    const name = tree.child(callee, "target");
    if (name !== -1 && tree.type(name) === "simple_identifier") b.role(name, role);
  }
};

const assignmentRule: NodeRule = (b, node) => {
  const { tree } = b;
  const target = tree.child(node, "target");
  const inner = target === -1 ? -1 : tree.first(target);
  if (inner === -1) return;
  if (tree.type(inner) === "simple_identifier") b.role(inner, "write");
  else if (tree.type(inner) === "navigation_expression") markMember(b, inner, "write");
};

const identifierRule: NodeRule = (b, node) => {
  const { tree } = b;
  const text = tree.textOf(node);
  const field = tree.field(node);
  if (text.startsWith("$")) {
    // `$0` is an argument, `$name` what wraps a property.
    b.ignore(node);
    if (!/^\$\d/.test(text)) b.mention(tree.start(node) + 1, tree.end(node), "read");
  } else if (field === "bound_identifier") {
    if (text === "self") b.ignore(node);
    else if (!tree.type(tree.parent(tree.parent(node))).endsWith("property_declaration")) bind(b, node);
  } else if (field !== "suffix" && tree.text[tree.start(node) - 1] === ".") {
    // `.name`: a member of a type that is not written.
    const dot = tree.start(node) - 1;
    if (!/[.\w]/.test(tree.text[dot - 1] ?? "")) b.receiverText(node, dot, dot + 1);
  }
};

const importRule: NodeRule = (b, node) => {
  const { tree } = b;
  const path = tree.childOfType(node, "identifier");
  b.skip(node);
  if (path === -1) return;
  const full = tree.textOf(path).replace(/\s+/g, "");
  const modifiers = tree.childOfType(node, "modifiers");
  const head = tree.text.slice(modifiers === -1 ? tree.start(node) : tree.end(modifiers), tree.start(path));
  const cut = full.lastIndexOf(".");
  const single = cut !== -1 && /\bimport\s+\w/.test(head);
  const module = single ? full.slice(0, cut) : full;
  const imported = single ? full.slice(cut + 1) : "*";
  const local = single ? imported : "";
  b.declareName(local, "import");
  b.import({ module, imported, local, node });
  if (modifiers !== -1 && /@_exported\b/.test(tree.textOf(modifiers))) {
    b.export({ exported: imported, local: imported, from: module, node });
  }
};

const typeParameterRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.childOfType(node, "type_identifier");
  if (name === -1) return;
  b.declare(name, "local");
  const bound = tree.next(name);
  b.declareName(typeParameter(tree.textOf(name)), "local", {
    type: bound === -1 ? "" : typeText(tree, bound),
  });
};

/** `A.B`: what stands before the last part. */
const userTypeRule: NodeRule = (b, node) => {
  const { tree } = b;
  const decorates = tree.type(tree.parent(node)) === "attribute";
  const start = tree.start(node);
  let first = true;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "type_identifier") continue;
    if (!first) b.receiverText(child, start, trimDot(tree, start, tree.start(child)));
    if (decorates) b.role(child, "decorator");
    first = false;
  }
};

function trimDot(tree: SyntaxTree, from: number, to: number): number {
  return from + tree.text.slice(from, to).replace(/\s*\.\s*$/, "").length;
}

const scope: NodeRule = (b, node) => b.scope(node);
const implied =
  (...names: string[]): NodeRule =>
  (b, node) => {
    b.scope(node);
    for (const name of names) b.declareName(name, "param");
  };
const ignoreNames: NodeRule = (b, node) => {
  const { tree } = b;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "simple_identifier" && tree.field(child) === "name") b.ignore(child);
  }
};

/**
 * Lines of conditional compilation go wherever they like, which the grammar does not; of conditions on systems and of
 * macros it knows some. Both branches of a condition are read.
 */
function source(text: string): string {
  if (!/#|\(\(\)\)|@unchecked|@retroactive/.test(text)) return text;
  const blank = (found: string): string => " ".repeat(found.length);
  return text
    .replace(/^[ \t]*#(?:if|elseif|else|endif|error|warning|sourceLocation)\b.*$/gm, blank)
    .replace(/#(?:un)?available\s*\([^()\n]*\)/g, (found) => "true".padEnd(found.length))
    .replace(/#(?:file|fileID|filePath|function|line|column|dsohandle)\b/g, (found) =>
      "0".padEnd(found.length),
    )
    .replace(/#(?!externalMacro\b)(?=[a-z]\w*\s*[({])/gi, " ")
    .replace(/@(?:unchecked|retroactive)\b/g, blank)
    .replace(/\(\(\)\)/g, "(  )");
}

export const swiftSyntax: SyntaxRules = {
  grammar: { package: "@repomix/tree-sitter-wasms", file: "out/tree-sitter-swift.wasm" },
  separator: ".",
  nodes: {
    import_declaration: importRule,
    class_declaration: typeRule,
    protocol_declaration: typeRule,
    function_declaration: functionRule,
    protocol_function_declaration: functionRule,
    init_declaration: wordRule("init"),
    deinit_declaration: wordRule("deinit"),
    subscript_declaration: wordRule("subscript"),
    property_declaration: propertyRule,
    protocol_property_declaration: propertyRule,
    enum_entry: enumEntryRule,
    typealias_declaration: aliasRule,
    associatedtype_declaration: aliasRule,
    macro_declaration(b, node) {
      const name = b.tree.childOfType(node, "simple_identifier");
      b.symbol({ node, name, kind: "macro", body: b.tree.child(node, "definition") });
      b.scope(node, { function: true });
    },
    precedence_group_declaration(b, node) {
      const { tree } = b;
      b.symbol({ node, name: tree.childOfType(node, "simple_identifier"), kind: "type" });
      for (let at = node + 1; at < tree.after(node); at++) b.ignore(at);
    },
    operator_declaration: (b, node) => b.skip(node),
    parameter: parameterRule,
    lambda_parameter: parameterRule,
    type_parameter: typeParameterRule,
    lambda_literal: scope,
    computed_property: scope,
    computed_setter: implied("newValue"),
    willset_clause: implied("newValue"),
    didset_clause: implied("oldValue"),
    function_body: scope,
    if_statement: ifRule,
    while_statement: scope,
    repeat_while_statement: scope,
    for_statement: scope,
    do_statement: scope,
    catch_block: implied("error"),
    switch_entry: scope,
    pattern: patternRule,
    simple_identifier: identifierRule,
    capture_list_item(b, node) {
      const { tree } = b;
      const name = tree.child(node, "name");
      const value = tree.child(node, "value");
      if (name !== -1 && value !== -1) b.declare(name, "local", { type: valueType(b, value) });
    },
    call_expression: callRule,
    constructor_expression(b, node) {
      const { tree } = b;
      const type = tree.child(node, "constructed_type");
      let last = -1;
      for (let child = type === -1 ? -1 : tree.first(type); child !== -1; child = tree.next(child)) {
        if (tree.type(child) === "type_identifier") last = child;
      }
      b.role(last, "call");
    },
    navigation_expression(b, node) {
      const { tree } = b;
      const suffix = tree.child(node, "suffix");
      const name = suffix === -1 ? -1 : tree.child(suffix, "suffix");
      b.receiver(name, plainTarget(tree, tree.child(node, "target")));
    },
    assignment: assignmentRule,
    user_type: userTypeRule,
    attribute(b, node) {
      const { tree } = b;
      for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
        if (tree.type(child) === "simple_identifier") b.ignore(child);
      }
    },
    value_argument_label: (b, node) => b.skip(node),
    call_suffix: ignoreNames,
    tuple_expression: ignoreNames,
    tuple_type_item: ignoreNames,
    control_transfer_statement(b, node) {
      if (/^(?:break|continue)\b/.test(b.tree.textOf(node).slice(0, 9))) b.skip(node);
    },
  },
  identifiers: { simple_identifier: "read", type_identifier: "type" },
  members: [],
  comments: ["comment", "multiline_comment"],
  decorators: ["attribute"],
  docComments: ["///", "/**"],
  source,
  self: ["self", "Self"],
  base: ["super"],
  exported({ modifiers, parentExported, parentKind }) {
    if (parentKind === "function" || parentKind === "method" || parentKind === "constructor") return false;
    return parentExported && !/\b(?:file)?private\b(?!\s*\(\s*set\s*\))/.test(modifiers);
  },
};
