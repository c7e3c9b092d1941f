// Types of Haskell: data with constructors and fields, synonyms and families, classes and instances.
import type { SpanKind } from "../base/span.ts";
import { ownerName } from "./haskell-equations.ts";
import { isHidden, isPartHidden, typeKey } from "./haskell-modules.ts";
import { children, typeRule } from "./haskell-patterns.ts";
import type { NodeRule, SyntaxTree } from "./syntax-rules.ts";

/** `data`, `newtype`, `type`, families. */
export function typeDeclaration(kind: SpanKind): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const name = tree.child(node, "name");
    typeRule(b, node);
    if (name === -1) return;
    const constructors = tree.child(node, "constructors");
    const constructor = tree.child(node, "constructor");
    const body = constructors === -1 ? constructor : constructors;
    const wrapped = tree.type(tree.parent(node)) === "data_instance" ? tree.parent(node) : node;
    const symbol = b.symbol({
      node,
      outer: wrapped,
      name,
      kind: wrapped === node ? kind : "implementation",
      body,
      headEnd: body === -1 ? undefined : headEndOf(tree, node),
      bases: derived(tree, node),
      declare: false,
      exported: !isHidden(b, tree.textOf(name), true),
    });
    if (symbol !== -1 && wrapped === node) b.declareName(typeKey(tree.textOf(name)), "local", { symbol });
  };
}

/** Behind the name and its parameters, before `where` and `=`. */
function headEndOf(tree: SyntaxTree, node: number): number {
  let end = tree.start(node);
  for (const field of ["name", "patterns", "kind", "fundeps"]) {
    const child = tree.child(node, field);
    if (child !== -1) end = Math.max(end, tree.end(child));
  }
  return end;
}

function derived(tree: SyntaxTree, node: number): string[] {
  const bases: string[] = [];
  for (const clause of children(tree, node)) {
    const classes = tree.type(clause) === "deriving" ? tree.child(clause, "classes") : -1;
    for (let at = classes; at !== -1 && at < tree.after(classes); at++) {
      if (tree.type(at) === "name") bases.push(tree.textOf(at));
    }
  }
  return bases;
}

/** `Book String`, `Book { … }`, `a :+: b`, `Book :: a -> T`. */
export const constructorRule: NodeRule = (b, node) => {
  const { tree } = b;
  const shape = tree.type(node) === "data_constructor" ? tree.child(node, "constructor") : node;
  if (shape === -1) return;
  const names = tree.child(shape, "names");
  const single = tree.child(shape, tree.type(shape) === "infix" ? "operator" : "name");
  const owner = typeAround(tree, node);
  for (const each of names === -1 ? [single] : children(tree, names)) {
    const name = each !== -1 && tree.type(each) === "prefix_id" ? tree.first(each) : each;
    if (name === -1) continue;
    const exported = !isPartHidden(b, owner, tree.textOf(name));
    b.symbol({ node: names === -1 ? node : each, name, kind: "constructor", exported });
  }
};

export const fieldRule: NodeRule = (b, node) => {
  const { tree } = b;
  const names = children(tree, node).filter((child) => tree.type(child) === "field_name");
  const owner = typeAround(tree, node);
  for (const field of names) {
    const name = tree.first(field);
    if (name === -1) continue;
    const text = tree.textOf(name);
    const symbol = b.symbol({
      node: names.length === 1 ? node : field,
      head: node,
      name,
      kind: "field",
      once: `${owner} ${text}`,
      exported: !isPartHidden(b, owner, text),
    });
    // The same field of another constructor.
    if (symbol === -1) b.ignore(name);
  }
};

function typeAround(tree: SyntaxTree, node: number): string {
  let at = tree.parent(node);
  while (at !== -1 && !/^(?:data_type|newtype)$/.test(tree.type(at))) at = tree.parent(at);
  return ownerName(tree, at);
}

export const classRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const context = tree.child(node, "context");
  for (const field of ["context", "patterns", "fundeps"]) typeRule(b, tree.child(node, field));
  if (name === -1) return;
  const bases: string[] = [];
  for (let at = context; at !== -1 && at < tree.after(context); at++) {
    if (tree.type(at) === "name") bases.push(tree.textOf(at));
  }
  const exported = !isHidden(b, tree.textOf(name), true);
  const body = tree.child(node, "declarations");
  const headEnd = headEndOf(tree, node);
  const symbol = b.symbol({ node, name, kind: "interface", body, headEnd, bases, declare: false, exported });
  if (symbol !== -1) b.declareName(typeKey(tree.textOf(name)), "local", { symbol });
};

/** An instance is named for its type. */
export const instanceRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const patterns = tree.child(node, "patterns");
  for (const field of ["context", "patterns", "forall"]) typeRule(b, tree.child(node, field));
  if (name === -1) return;
  let type = name;
  for (let at = patterns; at !== -1 && at < tree.after(patterns); at++) {
    if (tree.type(at) !== "name") continue;
    type = at;
    break;
  }
  b.symbol({
    node,
    name: tree.textOf(type),
    nameStart: tree.start(type),
    kind: "implementation",
    body: tree.child(node, "declarations"),
    headEnd: headEndOf(tree, node),
    bases: [tree.textOf(name)],
    declare: false,
  });
};
