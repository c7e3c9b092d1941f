// How JavaScript and TypeScript use names: calls, members, assignments, elements of JSX, loops.
import { moduleCall } from "./ecmascript-commonjs.ts";
import { assignedProperty } from "./ecmascript-members.ts";
import { declarePattern, patternNames, PATTERNS } from "./ecmascript-patterns.ts";
import { blockScope } from "./ecmascript-places.ts";
import type { FactsBuilder, NodeRule } from "./syntax-rules.ts";

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
    type === "instantiation_expression" ||
    // `await f<T>()`: the grammar takes `await f` for what is called.
    type === "await_expression"
  ) {
    const inner = tree.first(callee);
    if (inner !== -1) markCallee(b, inner, role);
  }
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
  else if (type === "member_expression") memberWrite(b, node, left);
  else if (PATTERNS.has(type)) for (const name of patternNames(b, left)) b.role(name, "write");
};

function memberWrite(b: FactsBuilder, assignment: number, left: number): void {
  const { tree } = b;
  b.role(tree.child(left, "property"), "write", tree.child(left, "object"));
  if (tree.type(assignment) === "assignment_expression") {
    assignedProperty(b, assignment, left, tree.child(assignment, "right"));
  }
}

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

export const referenceNodes: Readonly<Record<string, NodeRule>> = {
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
  nested_identifier: memberRule,
  assignment_expression: assignmentRule,
  augmented_assignment_expression: assignmentRule,
  update_expression: assignmentRule,
  jsx_opening_element: jsxRule,
  jsx_self_closing_element: jsxRule,
  jsx_closing_element: (b, node) => b.skip(node),
  jsx_attribute(b, node) {
    b.ignore(b.tree.first(node));
  },
  type_predicate(b, node) {
    b.ignore(b.tree.child(node, "name"));
  },
  call_signature: blockScope,
  construct_signature: blockScope,
  function_type: blockScope,
  constructor_type: blockScope,
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
};
