// What Ruby's syntax says: declarations, uses and requires. Names without a receiver are local variables where one was
// assigned before, else calls on the object itself: the object is that of the method, of the class body or unknown.
import {
  bodyRule,
  constant,
  declareParameters,
  markConstant,
  methodRule,
  openClass,
  typeMark,
  typeSymbol,
} from "./ruby-declarations.ts";
import { instances, macroRule } from "./ruby-macros.ts";
import { definerOf, inMethod, isContainer, qualifiedName } from "./ruby-places.ts";
import { assignedTypes } from "./ruby-types.ts";
import type { FactsBuilder, NodeRule, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

function declareLocal(b: FactsBuilder, name: number, whole: boolean): void {
  const text = b.tree.textOf(name);
  const bound = b.bindingOf(text);
  b.ignore(name);
  if (bound === "local" || bound === "param") {
    // A parameter that is assigned has no type to lose; a variable has what all its assignments agree on.
    return;
  }
  b.declareName(text, "local", { type: whole ? b.typeOf(typeMark(text)) : "" });
}

const assignmentRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left = tree.child(node, "left");
  if (left !== -1) assign(b, node, left, tree.child(node, "right"));
};

function assign(b: FactsBuilder, node: number, left: number, right: number): void {
  const { tree } = b;
  switch (tree.type(left)) {
    case "identifier":
      return declareLocal(b, left, true);
    case "constant":
    case "scope_resolution":
      return constant(b, node, left, right);
    case "instance_variable":
    case "class_variable":
    case "global_variable":
      return b.role(left, "write");
    case "call":
      return b.role(tree.child(left, "method"), "write");
    case "left_assignment_list":
    case "destructured_left_assignment":
    case "rest_assignment":
      for (let child = tree.first(left); child !== -1; child = tree.next(child)) assign(b, child, child, -1);
  }
}

const callRule: NodeRule = (b, node) => {
  const { tree } = b;
  const method = tree.child(node, "method");
  const receiver = tree.child(node, "receiver");
  if (method === -1) return;
  const name = tree.textOf(method);
  const parent = tree.parent(node);
  const written = tree.field(node) === "left" && /^(?:operator_)?assignment$/.test(tree.type(parent));
  if (receiver === -1) {
    b.role(method, "call");
    macroRule(b, node, name);
    return;
  }
  b.role(method, written ? "write" : "call", receiver);
  if (name === "new") markConstant(b, receiver, "new");
  macroRule(b, node, name);
};

/** The qualified name of the class whose body a block is: `Name = Struct.new do`. */
function ownName(around: string, tree: SyntaxTree, block: number): string {
  const left = tree.child(tree.parent(tree.parent(block)), "left");
  return [around, left === -1 ? "" : tree.textOf(left)].filter((part) => part !== "").join("::");
}

/** Blocks in which another object is the one itself. */
const SELF_CHANGING = /^(?:instance|class|module)_e(?:val|xec)$|^define_(?:singleton_)?method$/;

const blockRule: NodeRule = (b, node) => {
  const { tree } = b;
  const parent = tree.parent(node);
  if (tree.type(parent) === "lambda") return;
  const method = tree.type(parent) === "call" ? tree.child(parent, "method") : -1;
  const name = method === -1 ? "" : tree.textOf(method);
  const owner = qualifiedName(tree, node);
  if (isContainer(tree, node)) {
    openClass(b, node, ownName(owner, tree, node), tree.child(node, "body"));
  } else if (name === "define_method" && definerOf(tree, parent) === "instance") {
    b.scope(node, instances(owner));
  } else if (SELF_CHANGING.test(name) || (owner !== "" && !inMethod(tree, node))) {
    b.scope(node, { receiver: true });
  }
  b.scope(node);
  const list = tree.child(node, "parameters");
  if (list === -1) return;
  declareParameters(b, list);
  for (let child = tree.first(list); child !== -1; child = tree.next(child)) {
    if (tree.field(child) === "locals") b.declare(child, "local");
  }
};

const identifierRule: NodeRule = (b, node) => {
  const { tree } = b;
  const field = tree.field(node);
  if (field === "method" && tree.type(tree.parent(node)) === "call") return;
  const text = tree.textOf(node);
  const bound = b.bindingOf(text);
  const word = /^(?:private|protected|public|module_function|_\d|__\w+__|block_given\?)$/.test(text);
  if (bound === "local" || bound === "param" || word) b.ignore(node);
};

const patternNames: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  if (name !== -1) declareLocal(b, name, false);
};

const ignoreSpecial: NodeRule = (b, node) => {
  if (!/^\$[A-Za-z_\u0080-\uffff]{2}/.test(b.tree.textOf(node))) b.ignore(node);
};

export const rubySyntax: SyntaxRules = {
  grammar: { package: "tree-sitter-ruby", file: "tree-sitter-ruby.wasm" },
  separator: "::",
  absolute: "::",
  nodes: {
    program(b, node) {
      for (const [name, type] of assignedTypes(b.tree, node))
        b.declareName(typeMark(name), "local", { type });
    },
    class: (b, node) => typeSymbol(b, node, "class"),
    module: (b, node) => typeSymbol(b, node, "module"),
    body_statement: bodyRule,
    method: methodRule,
    singleton_method: methodRule,
    assignment: assignmentRule,
    operator_assignment: assignmentRule,
    call: callRule,
    block: blockRule,
    do_block: blockRule,
    lambda(b, node) {
      b.scope(node);
      const list = b.tree.child(node, "parameters");
      if (list !== -1) declareParameters(b, list);
    },
    identifier: identifierRule,
    global_variable: ignoreSpecial,
    scope_resolution(b, node) {
      b.receiver(b.tree.child(node, "name"), b.tree.child(node, "scope"));
    },
    super(b, node) {
      b.role(node, "call", node);
    },
    exceptions(b, node) {
      const { tree } = b;
      for (let child = tree.first(node); child !== -1; child = tree.next(child))
        markConstant(b, child, "type");
    },
    exception_variable(b, node) {
      const name = b.tree.first(node);
      if (name !== -1) assign(b, node, name, -1);
    },
    for(b, node) {
      const { tree } = b;
      const pattern = tree.child(node, "pattern");
      if (pattern !== -1) assign(b, pattern, pattern, -1);
    },
    in_clause(b, node) {
      const { tree } = b;
      const pattern = tree.child(node, "pattern");
      if (pattern !== -1 && tree.type(pattern) === "identifier") declareLocal(b, pattern, false);
    },
    array_pattern: patternList,
    find_pattern: patternList,
    hash_pattern(b, node) {
      markConstant(b, b.tree.child(node, "class"), "type");
    },
    keyword_pattern(b, node) {
      const { tree } = b;
      const value = tree.child(node, "value");
      const key = tree.child(node, "key");
      if (value !== -1 && tree.type(value) === "identifier") declareLocal(b, value, false);
      else if (value === -1 && key !== -1) b.declareName(tree.textOf(key), "local");
    },
    as_pattern: patternNames,
    splat_parameter: patternNames,
    hash_splat_parameter: patternNames,
    alias(b, node) {
      const { tree } = b;
      const name = tree.child(node, "name");
      b.role(tree.child(node, "alias"), "read");
      if (name === -1) return;
      if (tree.type(name) === "global_variable") return b.ignore(name);
      if (definerOf(tree, node) === "instance") b.scope(node, instances(qualifiedName(tree, node)));
      const text = tree.textOf(name).replace(/^:/, "");
      const nameStart = tree.end(name) - text.length;
      const symbol = b.symbol({ node, name: text, nameStart, kind: "method", declare: false });
      b.ignore(name);
      b.declareName(`${text}()`, "this", { symbol });
    },
    block_argument(b, node) {
      // `&:name` calls the method on what the block is given.
      const { tree } = b;
      const symbol = tree.childOfType(node, "simple_symbol");
      const start = tree.start(node);
      if (symbol !== -1) b.mention(tree.start(symbol) + 1, tree.end(symbol), "call", [start, start + 1]);
    },
    undef: (b, node) => b.skip(node),
    uninterpreted: (b, node) => b.skip(node),
  },
  identifiers: {
    identifier: "call",
    constant: "read",
    instance_variable: "read",
    class_variable: "read",
    global_variable: "read",
    super: "read",
  },
  members: [],
  comments: ["comment"],
  decorators: [],
  docComments: [],
  self: ["self"],
  base: ["super"],
  scopeName: (name, nodeType, role) =>
    nodeType === "identifier" || nodeType === "" || (role === "call" && nodeType === "constant")
      ? `${name}()`
      : name,
  exported({ modifiers, parentExported, parentKind }) {
    const inMethod = parentKind === "method" || parentKind === "constructor" || parentKind === "function";
    return (parentExported || inMethod) && !/^\s*(?:private|private_class_method)\b/.test(modifiers);
  },
};

function patternList(b: FactsBuilder, node: number): void {
  const { tree } = b;
  markConstant(b, tree.child(node, "class"), "type");
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "identifier") declareLocal(b, child, false);
  }
}
