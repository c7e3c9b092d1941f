// The syntax layer of C#.
import {
  baseListRule,
  delegateRule,
  destructorRule,
  fieldRule,
  methodRule,
  namespaceRule,
  operatorRule,
  parameterRule,
  parametersRule,
  propertyRule,
  tuplePatternRule,
  typeRule,
  usingRule,
  variablesRule,
} from "./csharp-declarations.ts";
import { markType, nameOf, typeText } from "./csharp-types.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

const scope: NodeRule = (b, node) => b.scope(node);

/** Nodes whose field `type` is a type. */
const typed: NodeRule = (b, node) => markType(b, b.tree.child(node, "type"));

/** `this` and `base` are marks to the grammar: their places are told by the text before the dot. */
const memberRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = nameOf(tree, tree.child(node, "name"));
  if (name === -1) return;
  const object = tree.child(node, "expression");
  if (object !== -1) {
    b.receiver(name, object);
    return;
  }
  const start = tree.start(node);
  const word = /^(?:this|base)\b/.exec(tree.text.slice(start, start + 5));
  if (word !== null) b.receiverText(name, start, start + word[0].length);
  else b.receiverText(name, start, start);
};

/** `a?.b`: the name belongs to what is asked for being there. */
const bindingRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = nameOf(tree, node);
  let child = node;
  for (let at = tree.parent(node); at !== -1; at = tree.parent(at)) {
    if (tree.type(at) === "conditional_access_expression") {
      const condition = tree.child(at, "condition");
      if (condition !== child) {
        if (condition !== -1) b.receiver(name, condition);
        return;
      }
    }
    child = at;
  }
};

function markCallee(b: FactsBuilder, callee: number, role: RuleRole): void {
  const { tree } = b;
  if (callee === -1) return;
  if (tree.type(callee) === "conditional_access_expression") {
    let last = -1;
    for (let child = tree.first(callee); child !== -1; child = tree.next(child)) last = child;
    if (last !== tree.child(callee, "condition")) markCallee(b, last, role);
    return;
  }
  const name = nameOf(tree, callee);
  if (name !== -1 && tree.textOf(name) === "nameof" && name === callee) b.ignore(name);
  else if (name !== -1) b.role(name, role);
}

/** What `{ X = 1 }` is written for: the type of `new Foo { … }`, or the value of `r with { … }`. */
function initialised(b: FactsBuilder, name: number, list: number): void {
  const { tree } = b;
  const owner = tree.parent(list);
  const type = owner === -1 ? -1 : tree.child(owner, "type");
  b.role(name, "write");
  if (type !== -1 && tree.type(owner) === "object_creation_expression")
    b.receiver(name, nameOf(tree, type) === -1 ? type : typeNode(tree, type));
  else b.receiverText(name, tree.start(list), tree.start(list) + 1);
}

/** A type without its arguments, so that the receiver is a name. */
function typeNode(tree: SyntaxTree, type: number): number {
  return tree.type(type) === "generic_name" ? tree.first(type) : type;
}

const assignmentRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left = tree.child(node, "left");
  if (left === -1) return;
  const parent = tree.parent(node);
  if (tree.type(left) === "identifier" && parent !== -1 && tree.type(parent) === "initializer_expression") {
    initialised(b, left, parent);
  } else if (/^(?:identifier|member_access_expression)$/.test(tree.type(left))) {
    b.role(nameOf(tree, left), "write");
  }
};

const unaryRule: NodeRule = (b, node) => {
  const { tree } = b;
  const first = tree.first(node);
  if (first === -1) return;
  const marks =
    tree.text.slice(tree.start(node), tree.start(first)) + tree.text.slice(tree.end(first), tree.end(node));
  if (/\+\+|--/.test(marks) && /^(?:identifier|member_access_expression)$/.test(tree.type(first))) {
    b.role(nameOf(tree, first), "write");
  }
};

/** `{ X: 1 } r`, `Foo f`: names that a pattern binds. */
const patternRule: NodeRule = (b, node) => {
  const { tree } = b;
  const type = tree.child(node, "type");
  markType(b, type);
  const name = tree.child(node, "name");
  if (name !== -1 && tree.type(name) === "identifier")
    b.declare(name, "local", { from: tree.start(node), type: typeText(tree, type) });
};

const forEachRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.scope(node);
  const type = tree.child(node, "type");
  markType(b, type);
  const left = tree.child(node, "left");
  const right = tree.child(node, "right");
  if (left === -1 || tree.type(left) !== "identifier") return;
  b.declare(left, "local", { from: right === -1 ? 0 : tree.end(right), type: typeText(tree, type) });
};

/** `from x in …`, `let x = …`, `join x in …`: the name stands first. */
const clauseRule: NodeRule = (b, node) => {
  const { tree } = b;
  const type = tree.child(node, "type");
  markType(b, type);
  const named = tree.child(node, "name");
  const first = named !== -1 ? named : type === tree.first(node) ? tree.next(type) : tree.first(node);
  if (first !== -1 && tree.type(first) === "identifier")
    b.declare(first, "local", { from: tree.start(node), type: typeText(tree, type) });
};

const ignoreFirst: NodeRule = (b, node) => {
  const first = b.tree.first(node);
  if (first !== -1 && b.tree.type(first) === "identifier") b.ignore(first);
};

/** Keys of `new { A = 1 }`: names followed by `=`. */
const anonymousRule: NodeRule = (b, node) => {
  const { tree } = b;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (
      tree.type(child) === "identifier" &&
      /^\s*=(?!=)/.test(tree.text.slice(tree.end(child), tree.end(child) + 40))
    )
      b.ignore(child);
  }
};

const SETTERS = /^(?:\[[^\]]*\]\s*)*(?:\w+\s+)*(?:set|init|add|remove)\b/;

export const csharpSyntax: SyntaxRules = {
  grammar: { package: "tree-sitter-c-sharp", file: "tree-sitter-c_sharp.wasm" },
  separator: ".",
  nodes: {
    using_directive: usingRule,
    extern_alias_directive: (b, node) => b.skip(node),
    namespace_declaration: namespaceRule,
    file_scoped_namespace_declaration: namespaceRule,
    class_declaration: typeRule("class"),
    struct_declaration: typeRule("struct"),
    record_declaration: typeRule("class"),
    interface_declaration: typeRule("interface"),
    enum_declaration: typeRule("enum"),
    delegate_declaration: delegateRule,
    base_list: baseListRule,
    method_declaration: methodRule("method"),
    constructor_declaration: methodRule("constructor"),
    local_function_statement: methodRule("function"),
    destructor_declaration: destructorRule,
    operator_declaration: operatorRule,
    conversion_operator_declaration: operatorRule,
    property_declaration: propertyRule,
    indexer_declaration: propertyRule,
    event_declaration: propertyRule,
    event_field_declaration: fieldRule("field"),
    field_declaration: fieldRule("field"),
    enum_member_declaration(b, node) {
      const { tree } = b;
      const name = tree.child(node, "name");
      const symbol = b.symbol({
        node,
        name,
        kind: "constant",
        value: tree.child(node, "value"),
        declare: false,
      });
      if (name !== -1) b.declareName(tree.textOf(name), "this", { symbol });
    },
    accessor_declaration(b, node) {
      const { tree } = b;
      b.scope(node, { function: true });
      if (SETTERS.test(tree.text.slice(tree.start(node), tree.start(node) + 200)))
        b.declareName("value", "param");
    },
    variable_declaration: variablesRule,
    tuple_pattern: tuplePatternRule,
    parameter: parameterRule,
    parameter_list: parametersRule,
    implicit_parameter(b, node) {
      b.declare(node, "param");
    },
    type_parameter(b, node) {
      b.declare(b.tree.child(node, "name"), "local");
    },
    type_parameter_constraints_clause(b, node) {
      const first = b.tree.first(node);
      if (first !== -1) b.role(first, "type");
    },
    type_parameter_constraint: typed,
    type_argument_list(b, node) {
      for (let child = b.tree.first(node); child !== -1; child = b.tree.next(child)) markType(b, child);
    },
    explicit_interface_specifier(b, node) {
      markType(b, b.tree.first(node));
    },
    attribute(b, node) {
      markType(b, b.tree.child(node, "name"), "decorator");
    },
    attribute_argument(b, node) {
      b.ignore(b.tree.child(node, "name"));
    },
    argument(b, node) {
      b.ignore(b.tree.child(node, "name"));
    },
    lambda_expression(b, node) {
      b.scope(node, { function: true });
      typed(b, node);
    },
    anonymous_method_expression: (b, node) => b.scope(node, { function: true }),
    block: scope,
    for_statement: scope,
    using_statement: scope,
    fixed_statement: scope,
    catch_clause: scope,
    switch_section: scope,
    switch_expression_arm: scope,
    query_expression(b, node) {
      b.scope(node);
      // The name behind `into` stands between the clauses.
      for (let child = b.tree.first(node); child !== -1; child = b.tree.next(child)) {
        if (b.tree.type(child) === "identifier") b.declare(child, "local", { from: b.tree.start(child) });
      }
    },
    from_clause: clauseRule,
    let_clause: clauseRule,
    join_clause: clauseRule,
    foreach_statement: forEachRule,
    catch_declaration: patternRule,
    declaration_pattern: patternRule,
    recursive_pattern: patternRule,
    var_pattern: patternRule,
    list_pattern: patternRule,
    declaration_expression: patternRule,
    constant_pattern(b, node) {
      const { tree } = b;
      const first = tree.first(node);
      const parent = tree.parent(node);
      const asked =
        parent !== -1 &&
        /^(?:is_pattern_expression|negated_pattern|or_pattern|and_pattern)$/.test(tree.type(parent));
      if (asked && first !== -1 && tree.type(first) === "identifier" && /^[A-Z]/.test(tree.textOf(first)))
        b.role(first, "type");
    },
    subpattern: ignoreFirst,
    invocation_expression(b, node) {
      markCallee(b, b.tree.child(node, "function"), "call");
    },
    member_access_expression: memberRule,
    member_binding_expression: bindingRule,
    object_creation_expression(b, node) {
      markType(b, b.tree.child(node, "type"), "new");
    },
    array_creation_expression: typed,
    stackalloc_expression: typed,
    cast_expression: typed,
    typeof_expression: typed,
    sizeof_expression: typed,
    default_expression: typed,
    ref_type: typed,
    as_expression(b, node) {
      markType(b, b.tree.child(node, "right"));
    },
    is_expression(b, node) {
      markType(b, b.tree.child(node, "right"));
    },
    type_pattern: typed,
    with_initializer(b, node) {
      const { tree } = b;
      const first = tree.first(node);
      const owner = tree.parent(node);
      if (first === -1 || tree.type(first) !== "identifier" || owner === -1) return;
      b.role(first, "write", tree.first(owner));
    },
    anonymous_object_creation_expression: anonymousRule,
    assignment_expression: assignmentRule,
    postfix_unary_expression: unaryRule,
    prefix_unary_expression: unaryRule,
    goto_statement: ignoreFirst,
    labeled_statement: ignoreFirst,
    alias_qualified_name(b, node) {
      const name = nameOf(b.tree, node);
      if (name !== -1) b.receiver(name, b.tree.child(node, "alias"));
    },
    qualified_name(b, node) {
      const name = nameOf(b.tree, b.tree.child(node, "name"));
      if (name !== -1) b.receiver(name, b.tree.child(node, "qualifier"));
    },
    preproc_region: (b, node) => b.skip(node),
    preproc_endregion: (b, node) => b.skip(node),
    preproc_if(b, node) {
      const condition = b.tree.child(node, "condition");
      for (let at = condition; at !== -1 && at < b.tree.after(condition); at++) b.ignore(at);
    },
    preproc_elif(b, node) {
      const condition = b.tree.child(node, "condition");
      for (let at = condition; at !== -1 && at < b.tree.after(condition); at++) b.ignore(at);
    },
  },
  identifiers: { identifier: "read" },
  members: [],
  comments: ["comment"],
  decorators: ["attribute_list"],
  docComments: ["///", "/**"],
  self: ["this"],
  base: ["base"],
  exported({ kind, modifiers, parentExported, parentKind }) {
    if (parentKind === null || parentKind === "namespace") return !/\bfile\b/.test(modifiers);
    if (!parentExported) return false;
    if (parentKind === "interface") return !/\bprivate\b/.test(modifiers);
    if (parentKind === "enum") return true;
    if (parentKind !== "class" && parentKind !== "struct") return false;
    return kind !== "namespace" && /\b(?:public|protected|internal)\b/.test(modifiers);
  },
};
