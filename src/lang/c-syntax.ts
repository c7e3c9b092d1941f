// The syntax layer of C, and what C++ shares with it.
import { isCpp, withoutMacros } from "./c-macros.ts";
import { fileRule, includeRule, macroRule } from "./c-preprocessor.ts";
import { announce, announced, markType } from "./c-declarations.ts";
import { CLASSES, specifier } from "./c-symbols.ts";
import { declared, qualifiersOf, standingOf, typeText, withoutArguments } from "./c-declarators.ts";
import type { NodeRule, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

const scope: NodeRule = (b, node) => b.scope(node);

const declarationRule: NodeRule = (b, node) => {
  if (!announced(b.tree, node)) announce(b, node);
};

const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  if (!announced(b.tree, node)) announce(b, node);
  const d = declared(tree, tree.child(node, "declarator"));
  const qualifiers = d === null || d.qualified === -1 ? "" : qualifiersOf(tree, d.qualified);
  if (qualifiers !== "") {
    const { qualifier } = standingOf(b, node);
    b.scope(node, { shared: qualifier === "" ? qualifiers : `${qualifier}::${qualifiers}` });
  }
  b.scope(node, { function: true });
};

const DECLARATORS = /declarator$/;

/** The parameters of a definition are known in its body; those of all other functions end with them. */
const functionDeclaratorRule: NodeRule = (b, node) => {
  const { tree } = b;
  let at = tree.parent(node);
  while (at !== -1 && DECLARATORS.test(tree.type(at)) && tree.type(at) !== "function_declarator")
    at = tree.parent(at);
  // Of `int (*f(int a))(int b) {…}` too.
  while (at !== -1 && DECLARATORS.test(tree.type(at))) at = tree.parent(at);
  if (at !== -1 && tree.type(at) === "function_definition") return;
  b.scope(node);
};

export const parameterRule: NodeRule = (b, node) => {
  const { tree } = b;
  const d = declared(tree, tree.child(node, "declarator"));
  if (d === null || d.qualified !== -1) return;
  b.declare(d.name, "param", {
    type: d.levels > 1 || d.function !== -1 ? "" : typeText(tree, tree.child(node, "type")),
  });
};

const specifierRule: NodeRule = (b, node) => {
  const { tree } = b;
  if (tree.child(node, "body") === -1) return;
  if (!announced(tree, node)) specifier(b, node, -1);
  const type = tree.type(node);
  const name = tree.child(node, "name");
  if (CLASSES.test(type)) {
    const { qualifier } = standingOf(b, node);
    const own = name === -1 ? "" : withoutArguments(tree, name);
    const whole = qualifier === "" ? own : `${qualifier}::${own}`;
    if (own === "") return;
    b.scope(node, { shared: whole });
  } else if (/^enum\s+(?:class|struct)\b/.test(tree.text.slice(tree.start(node), tree.start(node) + 20))) {
    b.scope(node);
  }
};

/** The name below a callee or member. */
export function nameIn(tree: SyntaxTree, node: number): number {
  let at = node;
  while (at !== -1) {
    switch (tree.type(at)) {
      case "identifier":
      case "field_identifier":
      case "type_identifier":
        return at;
      case "qualified_identifier":
      case "template_function":
      case "template_method":
      case "template_type":
        at = tree.child(at, "name");
        break;
      case "field_expression":
        at = tree.child(at, "field");
        break;
      case "parenthesized_expression":
      case "dependent_name":
        at = tree.first(at);
        break;
      default:
        return -1;
    }
  }
  return -1;
}

const assignmentRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left =
    tree.type(node) === "update_expression" ? tree.child(node, "argument") : tree.child(node, "left");
  if (left === -1) return;
  if (/^(?:identifier|field_expression|qualified_identifier)$/.test(tree.type(left)))
    b.role(nameIn(tree, left), "write");
};

/** `{ .x = 1 }`: fields of the type that is written before, where one is. */
const designatorRule: NodeRule = (b, node) => {
  const { tree } = b;
  const pair = tree.parent(node);
  const list = pair === -1 ? -1 : tree.parent(pair);
  const whole = list === -1 ? -1 : tree.parent(list);
  const field = tree.first(node);
  if (whole === -1 || field === -1) return;
  const outer = tree.type(whole) === "init_declarator" ? tree.parent(whole) : whole;
  let type = outer === -1 ? -1 : tree.child(outer, "type");
  if (type !== -1 && tree.type(type) === "type_descriptor") type = tree.child(type, "type");
  if (type !== -1 && CLASSES.test(tree.type(type))) type = tree.child(type, "name");
  if (type !== -1 && tree.type(type) === "type_identifier") b.role(field, "write", type);
};

const CAST = /^(?:static|dynamic|reinterpret|const)_cast$/;

export const cNodes: Readonly<Record<string, NodeRule>> = {
  translation_unit: fileRule,
  preproc_include: includeRule,
  preproc_def: macroRule,
  preproc_function_def: macroRule,
  function_definition: functionRule,
  declaration: declarationRule,
  field_declaration: declarationRule,
  type_definition: declarationRule,
  struct_specifier: specifierRule,
  union_specifier: specifierRule,
  enum_specifier: specifierRule,
  enumerator(b, node) {
    const { tree } = b;
    b.symbol({ node, kind: "constant", name: tree.child(node, "name"), value: tree.child(node, "value") });
  },
  function_declarator: functionDeclaratorRule,
  abstract_function_declarator: scope,
  parameter_declaration: parameterRule,
  compound_statement: scope,
  for_statement: scope,
  if_statement: scope,
  while_statement: scope,
  switch_statement: scope,
  call_expression(b, node) {
    const callee = b.tree.child(node, "function");
    const name = callee === -1 ? -1 : nameIn(b.tree, callee);
    if (name !== -1 && CAST.test(b.tree.textOf(name))) b.ignore(name);
    else b.role(name, "call");
  },
  compound_literal_expression(b, node) {
    const type = b.tree.child(node, "type");
    markType(b, type !== -1 && b.tree.type(type) === "type_descriptor" ? b.tree.child(type, "type") : type);
  },
  field_expression(b, node) {
    const { tree } = b;
    const field = tree.child(node, "field");
    if (field !== -1) b.receiver(nameIn(tree, field), tree.child(node, "argument"));
  },
  field_designator: designatorRule,
  assignment_expression: assignmentRule,
  update_expression: assignmentRule,
  attribute_specifier: (b, node) => b.skip(node),
  ms_declspec_modifier: (b, node) => b.skip(node),
};

const cExported: SyntaxRules["exported"] = ({ kind, modifiers, parentExported, parentKind }) => {
  if (kind === "macro") return true;
  if (parentKind === "function" || parentKind === "method" || parentKind === "constructor") return false;
  if (parentKind !== null && parentKind !== "namespace") return parentExported;
  return parentExported && !/\bstatic\b/.test(modifiers);
};

export const cSyntax: SyntaxRules = {
  grammar: { package: "tree-sitter-c", file: "tree-sitter-c.wasm" },
  separator: "::",
  nodes: cNodes,
  identifiers: { identifier: "read", type_identifier: "type", field_identifier: "read" },
  members: ["field_identifier"],
  comments: ["comment"],
  decorators: [],
  docComments: ["/**", "///", "//!", "/*!"],
  self: [],
  base: [],
  source: withoutMacros,
  instead: (text) => (isCpp(text) ? "cpp" : null),
  exported: cExported,
};
