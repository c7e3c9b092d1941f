// The syntax layer of Kotlin.
import { lastChild } from "./last-child.ts";
import {
  aliasRule,
  bindVariables,
  classParameterRule,
  classRule,
  companionRule,
  constructorRule,
  enumEntryRule,
  functionRule,
  objectLiteralRule,
  parameterRule,
  propertyRule,
} from "./kotlin-declarations.ts";
import { closedBodies, PLAIN_LAMBDAS, typeIn, typeText, valueType } from "./kotlin-types.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

const scope: NodeRule = (b, node) => b.scope(node);

const importRule: NodeRule = (b, node) => {
  const { tree } = b;
  const path = tree.first(node);
  for (let at = node + 1; at < tree.after(node); at++) b.ignore(at);
  if (path === -1) return;
  const full = tree.textOf(path).replace(/\s+/g, "");
  if (/^\s*\.\s*\*/.test(tree.text.slice(tree.end(path), tree.end(node)))) {
    b.import({ module: full, imported: "*", local: "", node });
    return;
  }
  const alias = tree.next(path);
  const cut = full.lastIndexOf(".");
  const imported = full.slice(cut + 1);
  const local = alias === -1 ? imported : tree.textOf(alias);
  const name = lastChild(tree, path);
  b.role(name === -1 ? path : name, "import");
  b.declareName(local, "import");
  b.import({ module: cut === -1 ? "" : full.slice(0, cut), imported, local, node });
};

/** `a.B.C`: each part but the first has what stands before it as its receiver. */
const userTypeRule: NodeRule = (b, node) => {
  const { tree } = b;
  const parent = tree.parent(node);
  const kind = parent === -1 ? "" : tree.type(parent);
  const outer = parent === -1 ? -1 : tree.parent(parent);
  let role: RuleRole = "type";
  if (kind === "annotation") role = "decorator";
  else if (kind === "constructor_invocation" && outer !== -1) {
    if (tree.type(outer).endsWith("annotation")) role = "decorator";
    else if (isLiteral(tree, outer)) role = "new";
  }
  let last = -1;
  let first = -1;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "identifier") continue;
    if (first === -1) first = child;
    else b.receiverText(child, tree.start(first), tree.end(last));
    b.role(child, "type");
    last = child;
  }
  if (last !== -1) b.role(last, role);
};

/** `object : Foo()` makes a `Foo`. */
function isLiteral(tree: SyntaxTree, specifier: number): boolean {
  const list = tree.parent(specifier);
  const owner = list === -1 ? -1 : tree.parent(list);
  return owner !== -1 && tree.type(owner) === "object_literal";
}

const navigationRule: NodeRule = (b, node) => {
  const { tree } = b;
  const object = tree.first(node);
  const name = lastChild(tree, node);
  if (object === -1 || name === object || tree.type(name) !== "identifier") return;
  if (tree.textOf(name) === "class") {
    b.ignore(name);
    return;
  }
  // `x!!.y` is a member of `x`.
  const sure =
    tree.type(object) === "unary_expression" && tree.text.slice(0, tree.end(object)).endsWith("!!");
  const inner = sure ? tree.child(object, "argument") : -1;
  b.receiver(name, inner === -1 ? object : inner);
};

function markCallee(b: FactsBuilder, callee: number, role: RuleRole): void {
  const { tree } = b;
  if (callee === -1) return;
  const type = tree.type(callee);
  if (type === "identifier") b.role(callee, role);
  else if (type === "navigation_expression") {
    const name = lastChild(tree, callee);
    if (tree.type(name) === "identifier") b.role(name, role);
  } else if (type === "parenthesized_expression") markCallee(b, tree.first(callee), role);
}

/** `foo<Bar>(x)` reads as two comparisons. */
const binaryRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left = tree.child(node, "left");
  const right = tree.child(node, "right");
  if (left === -1 || right === -1 || tree.type(left) !== "binary_expression") return;
  if (tree.type(right) !== "parenthesized_expression") return;
  const callee = tree.child(left, "left");
  const type = tree.child(left, "right");
  if (callee === -1 || type === -1 || tree.text.slice(tree.end(type), tree.start(right)) !== ">") return;
  if (tree.text.slice(tree.end(callee), tree.start(type)) !== "<") return;
  markCallee(b, callee, "call");
  if (tree.type(type) === "identifier") b.role(type, "type");
};

const infixRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left = tree.first(node);
  const name = left === -1 ? -1 : tree.next(left);
  if (name !== -1 && tree.type(name) === "identifier") b.role(name, "call", left);
};

const assignmentRule: NodeRule = (b, node) => {
  markCallee(b, b.tree.child(node, "left"), "write");
};

const unaryRule: NodeRule = (b, node) => {
  const { tree } = b;
  const argument = tree.child(node, "argument");
  if (argument === -1) return;
  const marks =
    tree.text.slice(tree.start(node), tree.start(argument)) +
    tree.text.slice(tree.end(argument), tree.end(node));
  if (/\+\+|--/.test(marks)) markCallee(b, argument, "write");
};

/** Name of the function that a lambda is the last argument of, or empty. */
function calledWith(tree: SyntaxTree, lambda: number): string {
  let at = tree.parent(lambda);
  for (let steps = 0; at !== -1 && steps < 4; steps++, at = tree.parent(at)) {
    if (tree.type(at) !== "call_expression") continue;
    let callee = tree.first(at);
    while (callee !== -1 && tree.type(callee) === "call_expression") callee = tree.first(callee);
    if (callee === -1) return "";
    const name = tree.type(callee) === "navigation_expression" ? lastChild(tree, callee) : callee;
    return tree.textOf(name);
  }
  return "";
}

const lambdaRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.scope(node, { function: true, receiver: !PLAIN_LAMBDAS.has(calledWith(tree, node)) });
  const parameters = tree.childOfType(node, "lambda_parameters");
  if (parameters === -1) b.declareName("it", "param");
  else bindVariables(b, parameters, "param");
};

const forRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.scope(node);
  const names = tree.childOfType(node, "variable_declaration");
  const several = tree.childOfType(node, "multi_variable_declaration");
  const chosen = names !== -1 ? names : several;
  const over = chosen === -1 ? -1 : tree.next(chosen);
  bindVariables(b, chosen, "local", over === -1 ? 0 : tree.end(over));
};

/** `"$name"` is text to the grammar. */
const stringRule: NodeRule = (b, node) => {
  const { tree } = b;
  const text = tree.textOf(node);
  if (!text.includes("$")) return;
  const from = tree.start(node);
  const raw = text.startsWith('"""');
  for (const match of text.matchAll(/(\\*)\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/g)) {
    if (!raw && match[1]!.length % 2 === 1) continue;
    const start = from + match.index + match[1]!.length + 1;
    if (match[2] !== "this") b.mention(start, start + match[2]!.length, "read");
  }
};

/** `name = value` in a call. */
const argumentRule: NodeRule = (b, node) => {
  const { tree } = b;
  const first = tree.first(node);
  if (first === -1 || tree.type(first) !== "identifier" || tree.next(first) === -1) return;
  if (
    /^\s*=(?!=)/.test(
      tree.text.slice(
        tree.end(first),
        tree.next(first) === -1 ? tree.end(node) : tree.start(tree.next(first)),
      ),
    )
  )
    b.ignore(first);
};

const accessorRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.scope(node, { function: true });
  b.declareName("field", "local");
  if (tree.type(node) === "setter") b.declare(tree.childOfType(node, "identifier"), "param");
};

const ignoreIdentifiers: NodeRule = (b, node) => {
  for (let at = node + 1; at < b.tree.after(node); at++) b.ignore(at);
};

export const kotlinSyntax: SyntaxRules = {
  grammar: { package: "@tree-sitter-grammars/tree-sitter-kotlin", file: "tree-sitter-kotlin.wasm" },
  separator: ".",
  nodes: {
    package_header: (b, node) => b.skip(node),
    import: importRule,
    class_declaration: classRule,
    object_declaration: classRule,
    companion_object: companionRule,
    object_literal: objectLiteralRule,
    function_declaration: functionRule,
    property_declaration: propertyRule,
    multi_variable_declaration(b, node) {
      const { tree } = b;
      const parent = tree.parent(node);
      if (parent !== -1 && tree.type(parent) === "property_declaration")
        bindVariables(b, node, "local", tree.end(parent));
    },
    secondary_constructor: constructorRule,
    class_parameter: classParameterRule,
    anonymous_initializer: (b, node) => b.scope(node, { function: true }),
    parameter: parameterRule,
    enum_entry: enumEntryRule,
    type_alias: aliasRule,
    type_parameter(b, node) {
      b.declare(b.tree.childOfType(node, "identifier"), "local");
    },
    type_constraint(b, node) {
      const first = b.tree.first(node);
      if (first !== -1 && b.tree.type(first) === "identifier") b.role(first, "type");
    },
    getter: accessorRule,
    setter: accessorRule,
    anonymous_function: (b, node) => b.scope(node, { function: true, receiver: true }),
    lambda_literal: lambdaRule,
    block: scope,
    for_statement: forRule,
    while_statement: scope,
    when_expression: scope,
    when_subject(b, node) {
      const { tree } = b;
      const variable = tree.childOfType(node, "variable_declaration");
      if (variable === -1) return;
      bindVariables(b, variable, "local", tree.end(node), valueType(tree, tree.next(variable)));
    },
    catch_block(b, node) {
      const { tree } = b;
      b.scope(node);
      b.declare(tree.childOfType(node, "identifier"), "local", { type: typeText(tree, typeIn(tree, node)) });
    },
    identifier(b, node) {
      // Words of the language that the grammar takes for names.
      if (/^(?:true|false|null)$/.test(b.tree.textOf(node))) b.ignore(node);
    },
    user_type: userTypeRule,
    call_expression(b, node) {
      markCallee(b, b.tree.first(node), "call");
    },
    navigation_expression: navigationRule,
    binary_expression: binaryRule,
    infix_expression: infixRule,
    assignment: assignmentRule,
    unary_expression: unaryRule,
    value_argument: argumentRule,
    string_literal: stringRule,
    multiline_string_literal: stringRule,
    this_expression: ignoreIdentifiers,
    super_expression: ignoreIdentifiers,
    return_expression(b, node) {
      b.ignore(b.tree.child(node, "label"));
    },
    labeled_expression(b, node) {
      const { tree } = b;
      const label = tree.childOfType(node, "label");
      if (label !== -1 && /^(?:break|continue)@$/.test(tree.textOf(label))) ignoreIdentifiers(b, node);
    },
  },
  identifiers: { identifier: "read" },
  members: [],
  comments: ["line_comment", "block_comment"],
  decorators: ["annotation"],
  docComments: ["/**"],
  self: [],
  base: ["super"],
  source: closedBodies,
  exported({ modifiers, parentExported, parentKind }) {
    if (!parentExported || /\bprivate\b/.test(modifiers)) return false;
    return parentKind === null || /^(?:class|interface|enum|constant)$/.test(parentKind);
  },
};
