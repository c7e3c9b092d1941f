// What Kotlin declares: classes, objects, functions, properties and their parts.
import type { SpanKind } from "../base/span.ts";
import { companionOf, isType, standingOf, typeIn, typeText, valueType } from "./kotlin-types.ts";
import type { FactsBuilder, NodeRule, SymbolInput, SyntaxTree } from "./syntax-rules.ts";

/** Members can be named without a receiver anywhere in their class. */
export function member(b: FactsBuilder, input: SymbolInput): void {
  const symbol = b.symbol({ ...input, declare: false });
  const { name } = input;
  if (input.kind === "constructor") return;
  b.declareName(typeof name === "number" ? b.tree.textOf(name) : name, "this", { symbol, type: input.type });
}

function basesOf(tree: SyntaxTree, node: number): string[] {
  const list = tree.childOfType(node, "delegation_specifiers");
  const bases: string[] = [];
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    const inner = tree.first(child);
    if (inner === -1) continue;
    const base = typeText(tree, isType(tree, inner) ? inner : typeIn(tree, inner));
    if (base !== "") bases.push(base);
  }
  return bases;
}

function bodyOf(tree: SyntaxTree, node: number): number {
  const body = tree.childOfType(node, "class_body");
  return body !== -1 ? body : tree.childOfType(node, "enum_class_body");
}

export const classRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const head = name === -1 ? "" : tree.text.slice(tree.start(node), tree.start(name));
  const kind: SpanKind = /\binterface\s*$/.test(head)
    ? "interface"
    : /\benum\s+class\s*$/.test(head)
      ? "enum"
      : "class";
  const container = companionOf(tree, node);
  const bases = basesOf(tree, node);
  b.symbol({ node, name, kind, body: bodyOf(tree, node), bases, container });
  // What a base has goes before what the class around has.
  b.scope(node, { receiver: bases.length > 0 });
  b.declareName("this", "this");
};

/** A companion is a class of its own; its members are qualified by the class that it accompanies. */
export const companionRule: NodeRule = (b, node) => {
  const { tree } = b;
  const named = tree.child(node, "name");
  const at = tree.text.indexOf("companion", tree.start(node));
  b.symbol({
    node,
    name: named === -1 ? "Companion" : named,
    nameStart: at === -1 ? undefined : at,
    kind: "class",
    body: bodyOf(tree, node),
    bases: basesOf(tree, node),
  });
};

/** An object without a name: nothing is known of `this` in it. */
export const objectLiteralRule: NodeRule = (b, node) => {
  b.scope(node, { receiver: true });
  b.declareName("this", "local");
};

/** The type before the name of an extension, and the name: the grammar may take the name for the end of the type. */
function extended(
  tree: SyntaxTree,
  node: number,
  name: number,
): { receiver: number; name: number; type: string } {
  let receiver = -1;
  for (let child = tree.first(node); child !== -1 && child !== name; child = tree.next(child)) {
    if (isType(tree, child)) receiver = child;
  }
  if (receiver === -1) return { receiver, name, type: "" };
  const type = typeText(tree, receiver);
  if (name !== -1 && tree.start(name) < tree.end(name)) return { receiver, name, type };
  let last = -1;
  for (let at = receiver; at < tree.after(receiver); at++) if (tree.type(at) === "identifier") last = at;
  return { receiver, name: last, type: type.slice(0, Math.max(0, type.lastIndexOf("."))) };
}

export const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  const { name, type, receiver } = extended(tree, node, tree.child(node, "name"));
  const standing = standingOf(tree, node);
  const body = tree.childOfType(node, "function_body");
  if (name !== -1) {
    if (standing === "member")
      member(b, { node, name, kind: "method", body, container: companionOf(tree, node) });
    else
      b.symbol({
        node,
        name,
        kind: "function",
        body,
        container: standing === "file" && type !== "" ? type : undefined,
      });
  }
  b.scope(node, { function: true, receiver: receiver !== -1 });
  if (receiver !== -1) b.declareName("this", "param", { type });
};

export const propertyRule: NodeRule = (b, node) => {
  const { tree } = b;
  const variable = tree.childOfType(node, "variable_declaration");
  const standing = standingOf(tree, node);
  const value = valueOf(tree, variable);
  if (variable === -1) return;
  const written = typeIn(tree, variable);
  const held = typeText(tree, written) || valueType(tree, value);
  const own = tree.first(variable);
  const { name, type, receiver } = extended(tree, node, own);
  if (name === -1 || tree.type(name) !== "identifier") return;
  if (standing === "local") {
    b.declare(name, "local", { from: tree.end(node), type: held });
    return;
  }
  const accessor = tree.childOfType(node, "getter");
  const head = tree.text.slice(tree.start(node), tree.start(name));
  const input: SymbolInput = {
    node,
    name,
    kind: /\bconst\s+val\b/.test(head) ? "constant" : "property",
    body: value === -1 ? accessor : -1,
    value,
    type: held,
  };
  if (standing === "member") member(b, { ...input, container: companionOf(tree, node) });
  else b.symbol({ ...input, container: type === "" ? undefined : type });
  if (receiver !== -1) {
    b.scope(node, { function: true, receiver: true });
    b.declareName("this", "param", { type });
  }
};

/** What stands behind `=` or `by`. */
function valueOf(tree: SyntaxTree, variable: number): number {
  let child = variable === -1 ? -1 : tree.next(variable);
  while (child !== -1 && /^(?:type_constraints|line_comment|block_comment)$/.test(tree.type(child)))
    child = tree.next(child);
  return child !== -1 && !/^(?:getter|setter)$/.test(tree.type(child)) ? child : -1;
}

/** `val (a, b) = …` and the names of loops and lambdas. */
export function bindVariables(
  b: FactsBuilder,
  node: number,
  binding: "local" | "param",
  from = 0,
  held = "",
): void {
  const { tree } = b;
  if (node === -1) return;
  const type = tree.type(node);
  if (type === "multi_variable_declaration" || type === "lambda_parameters") {
    for (let child = tree.first(node); child !== -1; child = tree.next(child))
      bindVariables(b, child, binding, from);
  } else if (type === "variable_declaration") {
    const name = tree.childOfType(node, "identifier");
    if (name !== -1) b.declare(name, binding, { from, type: typeText(tree, typeIn(tree, node)) || held });
  }
}

export const constructorRule: NodeRule = (b, node) => {
  const { tree } = b;
  const at = tree.text.indexOf("constructor", tree.start(node));
  if (at !== -1 && at < tree.end(node)) {
    member(b, {
      node,
      name: "constructor",
      nameStart: at,
      kind: "constructor",
      body: tree.childOfType(node, "block"),
    });
  }
  b.scope(node, { function: true });
};

/** Parameters of a class; those with `val` or `var` are its properties. */
export const classParameterRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.childOfType(node, "identifier");
  if (name === -1) return;
  const type = typeText(tree, typeIn(tree, node));
  if (/\b(?:val|var)\s*$/.test(tree.text.slice(tree.start(node), tree.start(name)))) {
    member(b, { node, name, kind: "property", type });
  } else {
    b.declare(name, "param", { type });
  }
};

export const parameterRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.childOfType(node, "identifier");
  const list = tree.parent(node);
  if (name === -1) return;
  if (list !== -1 && tree.type(list) === "function_type_parameters") b.ignore(name);
  else b.declare(name, "param", { type: typeText(tree, typeIn(tree, node)) });
};

export const enumEntryRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.childOfType(node, "identifier");
  if (name === -1) return;
  member(b, { node, name, kind: "constant", body: tree.childOfType(node, "class_body") });
  b.scope(node);
};

export const aliasRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.symbol({ node, name: tree.child(node, "type"), kind: "type", value: typeIn(tree, node) });
  b.scope(node);
};
