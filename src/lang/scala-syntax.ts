// What Scala's syntax says: uses of names, patterns, imports and exports. Its declarations stand in
// `scala-declarations.ts`.
import { lastChild } from "./last-child.ts";
import {
  aliasRule,
  bindPattern,
  enumCaseRule,
  extensionRule,
  functionRule,
  givenRule,
  typeParameters,
  typeRule,
  valueRule,
} from "./scala-declarations.ts";
import { bodyScope, heldType, typeNode, typeText } from "./scala-types.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxRules } from "./syntax-rules.ts";

function markCallee(b: FactsBuilder, callee: number, role: RuleRole): void {
  const { tree } = b;
  if (callee === -1) return;
  const type = tree.type(callee);
  if (type === "identifier" || type === "operator_identifier") b.role(callee, role);
  else if (type === "field_expression") markCallee(b, tree.child(callee, "field"), role);
  else if (type === "generic_function") markCallee(b, tree.child(callee, "function"), role);
  else if (type === "parenthesized_expression") markCallee(b, tree.first(callee), role);
}

/** The identifier of a type that is named to make something of it, or as a decorator. */
function markType(b: FactsBuilder, type: number, role: RuleRole): void {
  const { tree } = b;
  const named = typeNode(tree, type);
  if (named === -1) return;
  if (tree.type(named) === "type_identifier") b.role(named, role);
  else b.role(lastChild(tree, named), role);
}

/** Operators of the language's own types: who calls them is no question. */
const PLAIN_OPERATOR =
  /^(?:[-+*/%<>!=&|^~:]|[<>=!]=|&&|\|\||<<|>>>?|::|:::|\+\+|->|\+=|-=|\*=|\/=|:\+|\+:|\?\?\?)$/;

const infixRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left = tree.child(node, "left");
  const operator = tree.child(node, "operator");
  if (operator === -1) return;
  const text = tree.textOf(operator);
  if (tree.type(operator) === "identifier") {
    if (text === "with") b.ignore(operator);
    else b.role(operator, "call", left);
    return;
  }
  // `x += 1` sets what it can.
  if (/^[^=<>!].*=$/.test(text) || /^[-+*/]=$/.test(text)) markCallee(b, left, "write");
  else if (!PLAIN_OPERATOR.test(text)) {
    // What ends with a colon belongs to what stands behind it.
    b.role(operator, "call", text.endsWith(":") ? tree.child(node, "right") : left);
  }
};

const assignmentRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left = tree.child(node, "left");
  if (left === -1) return;
  // The name of an argument.
  if (tree.type(left) === "identifier" && tree.type(tree.parent(node)) === "arguments") b.ignore(left);
  else if (/^(?:identifier|field_expression)$/.test(tree.type(left))) markCallee(b, left, "write");
};

/** Members of a path: each belongs to what stands before it. */
const pathRule: NodeRule = (b, node) => {
  const { tree } = b;
  const start = tree.start(node);
  let before = -1;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (before !== -1) b.receiverText(child, start, tree.end(before));
    before = child;
  }
};

/** `a.b.C`, `a.{B => C, _}`, `a.*`: several of them behind one word. */
const importRule: NodeRule = (b, node) => {
  const { tree } = b;
  const exports = tree.type(node) === "export_declaration";
  for (let at = node + 1; at < tree.after(node); at++) b.ignore(at);
  let path: number[] = [];
  let before = -1;
  const close = (): void => {
    const last = path.pop();
    if (last !== undefined) named(last, text(path), tree.textOf(last), tree.textOf(last));
    path = [];
  };
  const text = (parts: readonly number[]): string => parts.map((part) => tree.textOf(part)).join(".");
  const named = (at: number, module: string, imported: string, local: string): void => {
    if (exports) {
      b.export({ exported: local, local: imported, from: module, node: at });
      return;
    }
    b.declareName(local, "import");
    b.import({ module, imported, local, node: at });
  };
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (before !== -1 && tree.text.slice(tree.end(before), tree.start(child)).includes(",")) close();
    before = child;
    const type = tree.type(child);
    if (tree.field(child) === "path") {
      path.push(child);
      continue;
    }
    const module = text(path);
    const last = path[path.length - 1];
    if (last !== undefined) b.role(last, "import");
    path = [];
    if (type === "namespace_selectors") {
      for (let one = tree.first(child); one !== -1; one = tree.next(one)) select(one, module);
    } else {
      select(child, module);
    }
  }
  const rest = path[path.length - 1];
  if (rest !== undefined) b.role(rest, "import");
  close();

  function select(one: number, module: string): void {
    const type = tree.type(one);
    if (type === "namespace_wildcard" || type === "wildcard") {
      const imported = tree.textOf(one) === "given" ? "given" : "*";
      if (exports) b.export({ exported: "*", local: "*", from: module, node: one });
      else b.import({ module, imported, local: "", node: one });
    } else if (type.endsWith("_renamed_identifier")) {
      const name = tree.child(one, "name");
      const alias = tree.child(one, "alias");
      // `x => _` hides.
      if (name === -1 || alias === -1 || tree.textOf(alias) === "_") return;
      b.role(name, "import");
      named(one, module, tree.textOf(name), tree.textOf(alias));
    } else if (type === "identifier") {
      b.role(one, "import");
      named(one, module, tree.textOf(one), tree.textOf(one));
    }
  }
};

const parameterRule: NodeRule = (b, node) => {
  const { tree } = b;
  const written = tree.child(node, "type");
  b.declare(tree.child(node, "name"), "param", { type: heldType(b, written) });
};

const lambdaRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.scope(node, { function: true });
  const parameters = tree.child(node, "parameters");
  if (parameters !== -1 && tree.type(parameters) === "identifier") b.declare(parameters, "param");
};

/** `p <- xs`, `p = x`. */
const enumeratorRule: NodeRule = (b, node) => {
  const { tree } = b;
  const pattern = tree.first(node);
  if (pattern === -1 || tree.next(pattern) === -1) return;
  bindPattern(b, pattern, tree.end(node));
};

const caseRule: NodeRule = (b, node) => {
  b.scope(node);
  bindPattern(b, b.tree.child(node, "pattern"), 0);
};

const bodyRule: NodeRule = (b, node) => {
  const { tree } = b;
  const owner = tree.parent(node);
  if (tree.type(owner) === "package_clause") return;
  if (tree.type(owner) === "instance_expression") {
    // Members of what `new Foo { … }` makes are none of the class around it.
    const base = typeText(tree, tree.first(owner));
    const bases = base === "" ? [] : [base];
    const nameStart = tree.start(owner);
    b.symbol({ node: owner, name: "new", nameStart, kind: "class", body: node, bases, declare: false });
  }
  b.scope(node, bodyScope(tree, owner, node));
};

const identifierRule: NodeRule = (b, node) => {
  const { tree } = b;
  const text = tree.textOf(node);
  if (text.startsWith("`")) {
    b.ignore(node);
    b.mention(tree.start(node) + 1, tree.end(node) - 1, "read");
  } else if (text === "super") {
    b.ignore(node);
  }
};

const scope: NodeRule = (b, node) => b.scope(node);
const skip: NodeRule = (b, node) => b.skip(node);

export const scalaSyntax: SyntaxRules = {
  grammar: { package: "tree-sitter-scala", file: "tree-sitter-scala.wasm" },
  separator: ".",
  nodes: {
    package_clause(b, node) {
      const { tree } = b;
      const name = tree.child(node, "name");
      if (name === -1) return;
      b.symbol({ node, name, kind: "namespace", body: tree.child(node, "body"), declare: false });
      for (let at = name; at < tree.after(name); at++) b.ignore(at);
    },
    import_declaration: importRule,
    export_declaration: importRule,
    class_definition: typeRule("class"),
    trait_definition: typeRule("trait"),
    object_definition: typeRule("class"),
    package_object: typeRule("class"),
    enum_definition: typeRule("enum"),
    simple_enum_case: enumCaseRule,
    full_enum_case: enumCaseRule,
    given_definition: givenRule,
    extension_definition: extensionRule,
    function_definition: functionRule,
    function_declaration: functionRule,
    val_definition: valueRule,
    var_definition: valueRule,
    val_declaration: valueRule,
    var_declaration: valueRule,
    type_definition: aliasRule,
    type_parameters: (b, node) => typeParameters(b, node),
    type_lambda(b, node) {
      b.scope(node);
      b.declare(b.tree.child(node, "name"), "local");
    },
    template_body: bodyRule,
    with_template_body: bodyRule,
    enum_body: bodyRule,
    self_type(b, node) {
      const name = b.tree.childOfType(node, "identifier");
      if (name !== -1 && b.tree.textOf(name) !== "this") b.declare(name, "this");
    },
    parameter: parameterRule,
    binding: parameterRule,
    lambda_expression: lambdaRule,
    block: scope,
    indented_block: scope,
    for_expression: scope,
    enumerator: enumeratorRule,
    case_clause: caseRule,
    catch_clause: caseRule,
    call_expression(b, node) {
      markCallee(b, b.tree.child(node, "function"), "call");
    },
    instance_expression(b, node) {
      markType(b, b.tree.first(node), "new");
    },
    field_expression(b, node) {
      b.receiver(b.tree.child(node, "field"), b.tree.child(node, "value"));
    },
    infix_expression: infixRule,
    assignment_expression: assignmentRule,
    stable_identifier: pathRule,
    stable_type_identifier: pathRule,
    annotation(b, node) {
      markType(b, b.tree.child(node, "name"), "decorator");
    },
    interpolated_string_expression(b, node) {
      const interpolator = b.tree.child(node, "interpolator");
      if (interpolator !== -1 && /^(?:s|f|raw)$/.test(b.tree.textOf(interpolator))) b.ignore(interpolator);
    },
    access_qualifier: skip,
    identifier: identifierRule,
  },
  identifiers: { identifier: "read", type_identifier: "type", operator_identifier: "read" },
  members: [],
  onlyMarked: ["operator_identifier"],
  comments: ["comment", "block_comment"],
  decorators: ["annotation"],
  docComments: ["/**"],
  self: ["this"],
  base: ["super"],
  exported({ modifiers, parentExported, parentKind }) {
    if (parentKind === "function" || parentKind === "method" || parentKind === "constructor") return false;
    return parentExported && !/\bprivate\b(?!\s*\[\s*(?!this\b))/.test(modifiers);
  },
};
