// The syntax layer of C++: what it adds to that of C.
import { lastChild } from "./last-child.ts";
import { announce, announced, bindAll, markType } from "./c-declarations.ts";
import { namespaceSymbol, stateOf, unlessHidden } from "./c-symbols.ts";
import { declared, standingOf, typeText, valueType } from "./c-declarators.ts";
import { cNodes, cSyntax, nameIn, parameterRule } from "./c-syntax.ts";
import type { FactsBuilder, NodeRule, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

const scope: NodeRule = (b, node) => b.scope(node);

/** What is declared in a template is named outside it, its parameters inside alone. */
const templateRule: NodeRule = (b, node) => {
  const { tree } = b;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "alias_declaration") aliasSymbol(b, child);
    else if (type === "concept_definition") conceptSymbol(b, child);
    else announce(b, child);
  }
  b.scope(node);
};

/** `friend void f() {…}` defines, all others name what stands elsewhere. */
const friendRule: NodeRule = (b, node) => {
  for (let child = b.tree.first(node); child !== -1; child = b.tree.next(child)) {
    if (b.tree.type(child) === "function_definition") announce(b, child);
  }
};

const outer = (tree: SyntaxTree, node: number): number => {
  const parent = tree.parent(node);
  return parent !== -1 && tree.type(parent) === "template_declaration" ? parent : node;
};

function aliasSymbol(b: FactsBuilder, node: number): void {
  const { tree } = b;
  if (standingOf(b, node).inside === "local") {
    b.declare(tree.child(node, "name"), "local");
    return;
  }
  const value = tree.child(node, "type");
  b.symbol({
    node,
    outer: outer(tree, node),
    kind: "type",
    name: tree.child(node, "name"),
    value,
    exported: unlessHidden(b, node, standingOf(b, node)),
  });
}

function conceptSymbol(b: FactsBuilder, node: number): void {
  const { tree } = b;
  const name = tree.child(node, "name");
  b.symbol({
    node,
    outer: outer(tree, node),
    kind: "interface",
    name,
    value: name === -1 ? -1 : tree.next(name),
    exported: unlessHidden(b, node, standingOf(b, node)),
  });
}

/** `public:` and its like hold for what follows; in a class without one, all is private. */
const membersRule: NodeRule = (b, node) => {
  const { tree } = b;
  const owner = tree.parent(node);
  const { hidden } = stateOf(b);
  let closed = owner !== -1 && tree.type(owner) === "class_specifier";
  const visit = (list: number): void => {
    for (let child = tree.first(list); child !== -1; child = tree.next(child)) {
      const type = tree.type(child);
      if (type === "access_specifier") closed = tree.textOf(child).startsWith("private");
      else if (/^preproc_(?:if|ifdef|else|elif)/.test(type)) visit(child);
      else if (closed) hidden.add(child);
    }
  };
  visit(node);
};

/** `a::b::c` nests to the right: the receiver of `c` is the text from `a` on. */
const qualifiedRule: NodeRule = (b, node) => {
  const { tree } = b;
  const parent = tree.parent(node);
  if (parent !== -1 && tree.type(parent) === "qualified_identifier" && tree.field(node) === "name") return;
  const from = tree.start(node);
  let at = node;
  while (at !== -1 && tree.type(at) === "qualified_identifier") {
    const before = tree.child(at, "scope");
    const name = tree.child(at, "name");
    if (name === -1) return;
    if (before !== -1) {
      const named =
        tree.type(name) === "qualified_identifier" ? tree.child(name, "scope") : nameIn(tree, name);
      const target =
        named === -1 ? -1 : tree.type(named) === "template_type" ? tree.child(named, "name") : named;
      if (target !== -1) b.receiverText(target, from, tree.end(before));
    }
    at = name;
  }
};

/** Members that a constructor gives values to, and the bases that it makes. */
const initializerRule: NodeRule = (b, node) => {
  const { tree } = b;
  const first = tree.first(node);
  if (first === -1) return;
  const named = tree.type(first) === "template_method" ? tree.child(first, "name") : first;
  if (named === -1 || tree.type(named) !== "field_identifier") {
    if (named !== -1) b.role(nameIn(tree, named), "new");
    return;
  }
  const name = tree.textOf(named);
  const binding = b.bindingOf(name);
  const base = binding === null ? /^[A-Z]/.test(name) : binding !== "this";
  b.mention(tree.start(named), tree.end(named), base ? "new" : "write");
};

const usingRule: NodeRule = (b, node) => {
  const { tree } = b;
  const parent = tree.parent(node);
  const path = lastChild(tree, node);
  if (path === -1 || (parent !== -1 && tree.type(parent) === "field_declaration_list")) return;
  const module = tree.textOf(path).replace(/\s+/g, "");
  if (/^using\s+namespace\b/.test(tree.text.slice(tree.start(node), tree.end(node)))) {
    b.import({ module, imported: "*", local: "", node });
    return;
  }
  const cut = module.lastIndexOf("::");
  if (cut === -1 || /[<(]/.test(module)) return;
  const imported = module.slice(cut + 2);
  b.role(nameIn(tree, path), "import");
  b.declareName(imported, "import");
  b.import({ module: module.slice(0, cut), imported, local: imported, node });
};

const namespaceAliasRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const path = lastChild(tree, node);
  if (name === -1 || path === name) return;
  for (let at = path; at < tree.after(path); at++) b.ignore(at);
  b.declare(name, "import");
  b.import({ module: tree.textOf(path).replace(/\s+/g, ""), imported: "*", local: tree.textOf(name), node });
};

const declareTypeParameter: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  b.declare(name === -1 ? tree.childOfType(node, "type_identifier") : name, "local");
};

export const cppSyntax: SyntaxRules = {
  ...cSyntax,
  grammar: { package: "tree-sitter-cpp", file: "tree-sitter-cpp.wasm" },
  nodes: {
    ...cNodes,
    namespace_definition(b, node) {
      const { tree } = b;
      namespaceSymbol(b, node);
      const name = tree.child(node, "name");
      const body = tree.child(node, "body");
      const inner =
        body === -1 ? "" : standingOf(b, tree.first(body) === -1 ? body : tree.first(body)).qualifier;
      b.scope(node, { shared: name === -1 ? `${inner}::(${tree.start(node)})` : inner });
    },
    class_specifier: cNodes.struct_specifier!,
    field_declaration_list: membersRule,
    template_declaration: templateRule,
    friend_declaration: friendRule,
    template_instantiation: (b, node) => {
      const type = b.tree.child(node, "type");
      if (type === -1) b.scope(node);
    },
    alias_declaration(b, node) {
      if (!announced(b.tree, node)) aliasSymbol(b, node);
    },
    concept_definition(b, node) {
      if (!announced(b.tree, node)) conceptSymbol(b, node);
    },
    using_declaration: usingRule,
    namespace_alias_definition: namespaceAliasRule,
    type_parameter_declaration: declareTypeParameter,
    optional_type_parameter_declaration: declareTypeParameter,
    variadic_type_parameter_declaration: declareTypeParameter,
    optional_parameter_declaration: parameterRule,
    variadic_parameter_declaration: parameterRule,
    qualified_identifier: qualifiedRule,
    field_initializer: initializerRule,
    lambda_expression: (b, node) => b.scope(node, { function: true }),
    abstract_function_declarator(b, node) {
      const parent = b.tree.parent(node);
      if (parent === -1 || b.tree.type(parent) !== "lambda_expression") b.scope(node);
    },
    lambda_capture_initializer(b, node) {
      b.declare(b.tree.child(node, "left"), "local");
    },
    requires_expression: scope,
    catch_clause: scope,
    for_range_loop(b, node) {
      const { tree } = b;
      b.scope(node);
      const declarator = tree.child(node, "declarator");
      const right = tree.child(node, "right");
      const from = right === -1 ? 0 : tree.end(right);
      if (declarator === -1) return;
      const d = declared(tree, declarator);
      if (d === null) bindAll(b, declarator, from);
      else b.declare(d.name, "local", { from, type: typeText(tree, tree.child(node, "type")) });
    },
    condition_clause(b, node) {
      const { tree } = b;
      const value = tree.child(node, "value");
      if (value === -1 || tree.type(value) !== "declaration") return;
      const d = declared(tree, tree.child(value, "declarator"));
      const type = typeText(tree, tree.child(value, "type")) || valueType(tree, tree.child(value, "value"));
      if (d !== null) b.declare(d.name, "local", { type });
    },
    new_expression(b, node) {
      markType(b, b.tree.child(node, "type"));
    },
    compound_literal_expression(b, node) {
      markType(b, b.tree.child(node, "type"));
    },
    attribute_declaration: (b, node) => b.skip(node),
    attribute: (b, node) => b.skip(node),
    namespace_identifier(b, node) {
      if (b.tree.textOf(node) === "std") b.ignore(node);
    },
  },
  identifiers: { ...cSyntax.identifiers, namespace_identifier: "read" },
  self: ["this"],
  absolute: "::",
  instead: () => null,
};
