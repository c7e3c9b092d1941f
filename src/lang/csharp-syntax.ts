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
import {
  anonymousRule,
  assignmentRule,
  bindingRule,
  clauseRule,
  forEachRule,
  ignoreFirst,
  markCallee,
  memberRule,
  patternRule,
  typed,
  unaryRule,
} from "./csharp-expressions.ts";
import { markType, nameOf } from "./csharp-types.ts";
import type { NodeRule, SyntaxRules } from "./syntax-rules.ts";
import { wholeMembers } from "./csharp-directives.ts";

const scope: NodeRule = (b, node) => b.scope(node);

const SETTERS = /^(?:\[[^\]]*\]\s*)*(?:\w+\s+)*(?:set|init|add|remove)\b/;

export const csharpSyntax: SyntaxRules = {
  grammar: { package: "tree-sitter-c-sharp", file: "tree-sitter-c_sharp.wasm" },
  separator: ".",
  source: wholeMembers,
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
