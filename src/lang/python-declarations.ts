// What do `def` and `class` of Python declare, with parameters, doc strings and bases?
import { typeName } from "./python-assignments.ts";
import type { FactsBuilder, NodeRule, SyntaxTree } from "./syntax-rules.ts";

/** Where a definition stands: `decorated_definition` around it, and what that stands in. */
function outerOf(tree: SyntaxTree, node: number): number {
  const parent = tree.parent(node);
  return parent !== -1 && tree.type(parent) === "decorated_definition" ? parent : node;
}

/** The class whose body the node stands in directly, or -1. */
export function classAround(tree: SyntaxTree, node: number): number {
  const block = tree.parent(node);
  const owner = block === -1 ? -1 : tree.parent(block);
  return owner !== -1 && tree.type(owner) === "class_definition" ? owner : -1;
}

/** Neither in a function nor in a class; conditions and `try` do not count. */
export function atTop(tree: SyntaxTree, node: number): boolean {
  for (let at = tree.parent(node); at !== -1; at = tree.parent(at)) {
    const type = tree.type(at);
    if (type === "function_definition" || type === "class_definition" || type === "lambda") return false;
  }
  return true;
}

export function docstring(tree: SyntaxTree, body: number): number[] {
  let first = body === -1 ? -1 : tree.first(body);
  while (first !== -1 && tree.type(first) === "comment") first = tree.next(first);
  if (first === -1 || tree.type(first) !== "expression_statement") return [];
  const text = tree.first(first);
  return text !== -1 && tree.type(text) === "string" ? [text] : [];
}

export const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  const outer = outerOf(tree, node);
  const method = classAround(tree, outer) !== -1;
  const name = tree.child(node, "name");
  const body = tree.child(node, "body");
  const constructs = method && name !== -1 && tree.textOf(name) === "__init__";
  b.symbol({
    node,
    outer,
    name,
    body,
    kind: constructs ? "constructor" : method ? "method" : "function",
    docs: docstring(tree, body),
  });
  b.scope(node, { function: true });
  typeParameters(b, node);
  const parameters = tree.child(node, "parameters");
  if (parameters !== -1) declareParameters(b, parameters, method && !isStatic(tree, outer));
};

function isStatic(tree: SyntaxTree, outer: number): boolean {
  if (tree.type(outer) !== "decorated_definition") return false;
  for (let child = tree.first(outer); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "decorator" && /^@\s*staticmethod\b/.test(tree.textOf(child))) return true;
  }
  return false;
}

function typeParameters(b: FactsBuilder, node: number): void {
  const { tree } = b;
  const list = tree.child(node, "type_parameters");
  if (list === -1) return;
  for (let child = tree.first(list); child !== -1; child = tree.next(child)) {
    const name = firstIdentifier(tree, child);
    if (name !== -1) b.declare(name, "local");
  }
}

export function firstIdentifier(tree: SyntaxTree, node: number): number {
  for (let at = node; at < tree.after(node); at++) if (tree.type(at) === "identifier") return at;
  return -1;
}

/** The first parameter of a method is the object or its class. */
export function declareParameters(b: FactsBuilder, parameters: number, method: boolean): void {
  const { tree } = b;
  let first = method;
  for (let child = tree.first(parameters); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "comment") continue;
    const named = tree.child(child, "name");
    const name = type === "identifier" ? child : named !== -1 ? named : firstIdentifier(tree, child);
    const written = typeName(tree, tree.child(child, "type"));
    if (name !== -1) b.declare(name, first && type === "identifier" ? "this" : "param", { type: written });
    first = false;
  }
}

/** The arguments of a generic base are types. */
function markTypes(b: FactsBuilder, node: number): void {
  const { tree } = b;
  for (let at = node; at < tree.after(node); at++) {
    if (tree.type(at) === "identifier" && tree.field(at) !== "object") b.role(at, "type");
  }
}

export const classRule: NodeRule = (b, node) => {
  const { tree } = b;
  const body = tree.child(node, "body");
  const bases: string[] = [];
  const list = tree.child(node, "superclasses");
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    const base = tree.type(child) === "subscript" ? tree.child(child, "value") : child;
    if (base === -1) continue;
    if (base !== child) markTypes(b, child);
    if (tree.type(base) === "identifier") b.role(base, "type");
    else if (tree.type(base) === "attribute") b.role(tree.child(base, "attribute"), "type");
    else continue;
    bases.push(tree.textOf(base));
  }
  const name = tree.child(node, "name");
  b.symbol({
    node,
    outer: outerOf(tree, node),
    name,
    kind: "class",
    body,
    bases,
    docs: docstring(tree, body),
  });
  b.scope(node, { hidden: true });
  typeParameters(b, node);
};
