// The syntax layer of Python.
import { allNames, assignmentRule, bindTargets, targets } from "./python-assignments.ts";
import { classRule, declareParameters, firstIdentifier, functionRule } from "./python-declarations.ts";
import { importFromRule, importRule } from "./python-imports.ts";
import type { FactsBuilder, NodeRule, SyntaxRules } from "./syntax-rules.ts";

function markCallee(b: FactsBuilder, callee: number, role: "call" | "decorator"): void {
  const { tree } = b;
  if (callee === -1) return;
  if (tree.type(callee) === "identifier") b.role(callee, role);
  else if (tree.type(callee) === "attribute") b.role(tree.child(callee, "attribute"), role);
}

/** Every name in an annotation is a type; what stands before a dot is read. */
const typeRule: NodeRule = (b, node) => {
  const { tree } = b;
  if (tree.type(tree.parent(node)) === "type_alias_statement" && tree.field(node) === "left") return;
  for (let at = node + 1; at < tree.after(node); at++) {
    if (tree.type(at) === "identifier" && tree.field(at) !== "object") b.role(at, "type");
    // A type that is defined further down is written as a string.
    if (tree.type(at) === "string_content" && /^[A-Za-z_]\w*$/.test(tree.textOf(at))) b.role(at, "type");
  }
};

const comprehension: NodeRule = (b, node) => b.scope(node);

/** `case name:` binds; `case Name(…)`, `case a.b` do not. */
const casePatternRule: NodeRule = (b, node) => {
  const { tree } = b;
  const inner = tree.first(node);
  if (inner === -1) return;
  const type = tree.type(inner);
  if (type === "dotted_name" && tree.next(tree.first(inner)) === -1)
    b.declare(tree.first(inner), "local", { level: "function" });
};

export const pythonSyntax: SyntaxRules = {
  grammar: { package: "tree-sitter-python", file: "tree-sitter-python.wasm" },
  separator: ".",
  nodes: {
    function_definition: functionRule,
    class_definition: classRule,
    assignment: assignmentRule,
    augmented_assignment(b, node) {
      const { tree } = b;
      const left = tree.child(node, "left");
      if (left === -1) return;
      if (tree.type(left) === "identifier") {
        b.role(left, "write");
        if (tree.textOf(left) === "__all__") allNames(b, tree.child(node, "right"));
      } else {
        targets(b, left);
      }
    },
    type_alias_statement(b, node) {
      const { tree } = b;
      const left = tree.child(node, "left");
      const name = left === -1 ? -1 : firstIdentifier(tree, left);
      if (name === -1) return;
      b.symbol({ node, name, kind: "type" });
      b.scope(node);
      for (let at = name + 1; at < tree.after(left); at++) {
        if (tree.type(at) === "identifier") b.declare(at, "local");
      }
    },
    import_statement: importRule,
    import_from_statement: importFromRule,
    future_import_statement: importFromRule,
    lambda(b, node) {
      b.scope(node, { function: true });
      const parameters = b.tree.child(node, "parameters");
      if (parameters !== -1) declareParameters(b, parameters, false);
    },
    call(b, node) {
      const decorates = b.tree.type(b.tree.parent(node)) === "decorator";
      markCallee(b, b.tree.child(node, "function"), decorates ? "decorator" : "call");
    },
    decorator(b, node) {
      markCallee(b, b.tree.first(node), "decorator");
    },
    attribute(b, node) {
      b.receiver(b.tree.child(node, "attribute"), b.tree.child(node, "object"));
    },
    dotted_name(b, node) {
      const { tree } = b;
      let before = -1;
      for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
        if (before !== -1) b.receiver(child, before);
        before = child;
      }
    },
    keyword_argument(b, node) {
      b.ignore(b.tree.child(node, "name"));
    },
    type: typeRule,
    for_statement(b, node) {
      bindTargets(b, b.tree.child(node, "left"), "function");
    },
    for_in_clause(b, node) {
      bindTargets(b, b.tree.child(node, "left"), "block");
    },
    list_comprehension: comprehension,
    set_comprehension: comprehension,
    dictionary_comprehension: comprehension,
    generator_expression: comprehension,
    as_pattern_target(b, node) {
      bindTargets(b, node, "function");
    },
    // `case Name() as name:` holds the bare name, where `with … as name` holds a target.
    as_pattern(b, node) {
      const { tree } = b;
      let last = -1;
      for (let child = tree.first(node); child !== -1; child = tree.next(child)) last = child;
      if (tree.type(last) === "identifier") b.declare(last, "local", { level: "function" });
    },
    named_expression(b, node) {
      b.declare(b.tree.child(node, "name"), "local", { level: "function" });
    },
    global_statement(b, node) {
      const { tree } = b;
      for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
        b.declareOuter(tree.textOf(child));
        b.ignore(child);
      }
    },
    nonlocal_statement(b, node) {
      b.skip(node);
    },
    case_pattern: casePatternRule,
    splat_pattern(b, node) {
      const name = b.tree.first(node);
      if (name !== -1 && b.tree.type(name) === "identifier") b.declare(name, "local", { level: "function" });
    },
    keyword_pattern(b, node) {
      const { tree } = b;
      const key = tree.first(node);
      b.ignore(key);
      const value = key === -1 ? -1 : tree.next(key);
      const name = value !== -1 && tree.type(value) === "dotted_name" ? tree.first(value) : -1;
      if (name !== -1 && tree.next(name) === -1) b.declare(name, "local", { level: "function" });
    },
  },
  identifiers: { identifier: "read" },
  members: [],
  onlyMarked: ["string_content"],
  comments: ["comment"],
  decorators: ["decorator"],
  docComments: [],
  self: [],
  base: ["super"],
  exported({ name, parentExported, parentKind }) {
    if (!parentExported || (name.startsWith("_") && !/^__\w+__$/.test(name))) return false;
    if (parentKind === null) return !name.startsWith("__");
    return parentKind === "class";
  },
};
