// The syntax layer of Rust.
import { functionRule, implRule, itemRule, memberItem, valueItem } from "./rust-declarations.ts";
import { bindPattern, typeText, valueType } from "./rust-types.ts";
import { expandedRule } from "./rust-made.ts";
import { attributeRule, tokensRule, useRule } from "./rust-uses.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxRules } from "./syntax-rules.ts";

export function markCallee(b: FactsBuilder, callee: number, role: RuleRole): void {
  const { tree } = b;
  if (callee === -1) return;
  const type = tree.type(callee);
  if (type === "identifier") b.role(callee, role);
  else if (type === "scoped_identifier") b.role(tree.child(callee, "name"), role);
  else if (type === "field_expression") b.role(tree.child(callee, "field"), role);
  else if (type === "generic_function") markCallee(b, tree.child(callee, "function"), role);
  else if (type === "parenthesized_expression") markCallee(b, tree.first(callee), role);
}

const pathRule =
  (role: RuleRole | null): NodeRule =>
  (b, node) => {
    const name = b.tree.child(node, "name");
    const path = b.tree.child(node, "path");
    if (role === null || path === -1) b.receiver(name, path);
    else b.role(name, role, path);
  };

const assignmentRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left = tree.child(node, "left");
  if (left === -1) return;
  if (tree.type(left) === "identifier") b.role(left, "write");
  else if (tree.type(left) === "field_expression") b.role(tree.child(left, "field"), "write");
};

const scope: NodeRule = (b, node) => b.scope(node);

export const rustSyntax: SyntaxRules = {
  grammar: { package: "tree-sitter-rust", file: "tree-sitter-rust.wasm" },
  separator: "::",
  nodes: {
    function_item: functionRule,
    function_signature_item: functionRule,
    struct_item: itemRule("struct", { fields: true }),
    union_item: itemRule("struct"),
    enum_item: itemRule("enum"),
    trait_item: itemRule("trait"),
    mod_item(b, node) {
      const { tree } = b;
      itemRule("module")(b, node);
      const name = tree.child(node, "name");
      if (name === -1 || tree.child(node, "body") !== -1) return;
      // `mod name;` reads another file.
      b.import({ module: `self::${tree.textOf(name)}`, imported: "*", local: tree.textOf(name), node });
    },
    impl_item: implRule,
    macro_definition: (b, node) => {
      const { tree } = b;
      const name = tree.child(node, "name");
      b.symbol({ node, name, kind: "macro", headEnd: name === -1 ? undefined : tree.end(name) });
      for (let at = node + 1; at < tree.after(node); at++) b.ignore(at);
    },
    const_item: valueItem("constant"),
    static_item: valueItem("variable"),
    type_item: valueItem("type"),
    associated_type: valueItem("type"),
    field_declaration: memberItem("field"),
    enum_variant: memberItem("constant"),
    parameter(b, node) {
      bindPattern(b, b.tree.child(node, "pattern"), "param", 0, typeText(b.tree, b.tree.child(node, "type")));
    },
    self_parameter(b) {
      b.declareName("self", "this");
    },
    closure_expression: (b, node) => b.scope(node, { function: true }),
    closure_parameters(b, node) {
      for (let child = b.tree.first(node); child !== -1; child = b.tree.next(child)) {
        if (b.tree.type(child) !== "parameter") bindPattern(b, child, "param", 0);
      }
    },
    let_declaration(b, node) {
      const { tree } = b;
      const type = typeText(tree, tree.child(node, "type")) || valueType(tree, tree.child(node, "value"));
      bindPattern(b, tree.child(node, "pattern"), "local", tree.end(node), type);
    },
    let_condition(b, node) {
      bindPattern(b, b.tree.child(node, "pattern"), "local", b.tree.end(node));
    },
    match_arm(b, node) {
      b.scope(node);
      bindPattern(b, b.tree.child(node, "pattern"), "local", 0);
    },
    for_expression(b, node) {
      b.scope(node);
      const value = b.tree.child(node, "value");
      bindPattern(b, b.tree.child(node, "pattern"), "local", value === -1 ? 0 : b.tree.end(value));
    },
    block: scope,
    if_expression: scope,
    while_expression: scope,
    type_parameter(b, node) {
      b.declare(b.tree.child(node, "name"), "local");
    },
    const_parameter(b, node) {
      b.declare(b.tree.child(node, "name"), "local");
    },
    lifetime: (b, node) => b.skip(node),
    label: (b, node) => b.skip(node),
    call_expression(b, node) {
      markCallee(b, b.tree.child(node, "function"), "call");
    },
    macro_invocation: expandedRule,
    token_tree: tokensRule,
    attribute: attributeRule,
    inner_attribute_item: (b, node) => b.skip(node),
    struct_expression(b, node) {
      const { tree } = b;
      let name = tree.child(node, "name");
      if (name !== -1 && tree.type(name) === "generic_type_with_turbofish") name = tree.child(name, "type");
      if (name === -1) return;
      if (tree.type(name) === "type_identifier") b.role(name, "new");
      else b.role(tree.child(name, "name"), "new", tree.child(name, "path"));
    },
    field_initializer(b, node) {
      b.ignore(b.tree.child(node, "field"));
    },
    field_expression(b, node) {
      b.receiver(b.tree.child(node, "field"), b.tree.child(node, "value"));
    },
    scoped_identifier: pathRule(null),
    scoped_type_identifier: pathRule(null),
    assignment_expression: assignmentRule,
    compound_assignment_expr: assignmentRule,
    use_declaration: useRule,
    extern_crate_declaration(b, node) {
      const { tree } = b;
      const name = tree.child(node, "name");
      if (name === -1) return;
      const alias = tree.child(node, "alias");
      const module = tree.textOf(name);
      const local = alias === -1 ? module : tree.textOf(alias);
      b.declareName(local, "import");
      b.import({ module, imported: "*", local: local === "_" ? "" : local, node });
      b.skip(node);
    },
  },
  identifiers: { identifier: "read", type_identifier: "type", field_identifier: "read" },
  members: ["field_identifier"],
  comments: ["line_comment", "block_comment"],
  decorators: ["attribute_item"],
  docComments: ["///", "/**"],
  self: ["Self"],
  base: [],
  exported({ kind, modifiers, parentExported, parentKind, parentBases }) {
    if (kind === "implementation" || kind === "macro") return parentExported;
    if (!parentExported || parentKind === "function" || parentKind === "method") return false;
    // Variants follow their enum, members of traits their trait.
    if (parentKind === "enum" || parentKind === "trait") return true;
    if (parentKind === "constant" || (parentKind === "implementation" && parentBases.length > 0)) return true;
    return /\bpub\b(?!\s*\(\s*(?:in\s+)?self\s*\))/.test(modifiers);
  },
};
