// What the expressions, patterns and clauses of C# name: members with their receivers, calls, writes, names that are bound.
import { markType, nameOf, typeText } from "./csharp-types.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxTree } from "./syntax-rules.ts";

/** Nodes whose field `type` is a type. */
export const typed: NodeRule = (b, node) => markType(b, b.tree.child(node, "type"));

/** `this` and `base` are marks to the grammar: their places are told by the text before the dot. */
export const memberRule: NodeRule = (b, node) => {
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
export const bindingRule: NodeRule = (b, node) => {
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

export function markCallee(b: FactsBuilder, callee: number, role: RuleRole): void {
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

export const assignmentRule: NodeRule = (b, node) => {
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

export const unaryRule: NodeRule = (b, node) => {
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
export const patternRule: NodeRule = (b, node) => {
  const { tree } = b;
  const type = tree.child(node, "type");
  markType(b, type);
  const name = tree.child(node, "name");
  if (name !== -1 && tree.type(name) === "identifier")
    b.declare(name, "local", { from: tree.start(node), type: typeText(tree, type) });
};

export const forEachRule: NodeRule = (b, node) => {
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
export const clauseRule: NodeRule = (b, node) => {
  const { tree } = b;
  const type = tree.child(node, "type");
  markType(b, type);
  const named = tree.child(node, "name");
  const first = named !== -1 ? named : type === tree.first(node) ? tree.next(type) : tree.first(node);
  if (first !== -1 && tree.type(first) === "identifier")
    b.declare(first, "local", { from: tree.start(node), type: typeText(tree, type) });
};

export const ignoreFirst: NodeRule = (b, node) => {
  const first = b.tree.first(node);
  if (first !== -1 && b.tree.type(first) === "identifier") b.ignore(first);
};

/** Keys of `new { A = 1 }`: names followed by `=`. */
export const anonymousRule: NodeRule = (b, node) => {
  const { tree } = b;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (
      tree.type(child) === "identifier" &&
      /^\s*=(?!=)/.test(tree.text.slice(tree.end(child), tree.end(child) + 40))
    )
      b.ignore(child);
  }
};
