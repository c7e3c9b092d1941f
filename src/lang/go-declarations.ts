// What do the declarations of Go give: functions, methods with their receivers, types, fields, values?
import type { NodeRule, SyntaxTree } from "./syntax-rules.ts";

export const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.symbol({ node, name: tree.child(node, "name"), kind: "function", body: tree.child(node, "body") });
  b.scope(node, { function: true });
};

/** A method is qualified by the type of its receiver, which may stand in another file. */
export const methodRule: NodeRule = (b, node) => {
  const { tree } = b;
  const list = tree.child(node, "receiver");
  const receiver = list === -1 ? -1 : tree.childOfType(list, "parameter_declaration");
  const type = receiver === -1 ? -1 : tree.child(receiver, "type");
  const named = type === -1 ? -1 : typeName(tree, type);
  b.symbol({
    node,
    name: tree.child(node, "name"),
    kind: "method",
    body: tree.child(node, "body"),
    container: named === -1 ? undefined : tree.textOf(named),
    declare: false,
  });
  b.scope(node, { function: true });
  if (receiver === -1) return;
  const name = tree.child(receiver, "name");
  if (name !== -1) b.declare(name, "this");
  if (named === -1) return;
  // `func (s *Server[T])` names the type parameters.
  for (let at = named + 1; at < tree.after(type); at++) {
    if (tree.type(at) === "type_identifier") b.declare(at, "local");
  }
};

/** The identifier of a type without pointer, arguments and package. */
function typeName(tree: SyntaxTree, type: number): number {
  for (let at = type; at < tree.after(type); at++) {
    if (tree.type(at) === "type_identifier") return at;
  }
  return -1;
}

function only(tree: SyntaxTree, node: number): boolean {
  let others = 0;
  const parent = tree.parent(node);
  for (let child = tree.first(parent); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "comment" && ++others > 1) return false;
  }
  return others === 1;
}

export const typeRule: NodeRule = (b, node) => {
  const { tree } = b;
  const type = tree.child(node, "type");
  const shape = type === -1 ? "" : tree.type(type);
  const kind = shape === "struct_type" ? "struct" : shape === "interface_type" ? "interface" : "type";
  const word = shape === "struct_type" ? "struct" : "interface";
  b.symbol({
    node,
    outer: only(tree, node) ? tree.parent(node) : node,
    name: tree.child(node, "name"),
    kind,
    body: kind === "type" ? -1 : type,
    headEnd: kind === "type" ? undefined : tree.start(type) + word.length,
    value: kind === "type" ? type : -1,
    bases: basesOf(tree, type),
  });
  b.scope(node);
};

/** Embedded types. */
function basesOf(tree: SyntaxTree, type: number): string[] {
  if (type === -1) return [];
  const list = tree.type(type) === "struct_type" ? tree.first(type) : type;
  const bases: string[] = [];
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    const embedded =
      tree.type(child) === "field_declaration" && tree.child(child, "name") === -1
        ? tree.child(child, "type")
        : tree.type(child) === "type_elem" && tree.next(tree.first(child)) === -1
          ? tree.first(child)
          : -1;
    if (
      embedded === -1 ||
      !/^(?:type_identifier|qualified_type|generic_type|pointer_type)$/.test(tree.type(embedded))
    ) {
      continue;
    }
    bases.push(/^\*?([\w.]*)/.exec(tree.textOf(embedded))![1]!);
  }
  return bases;
}

/** Fields of named types; those of nameless structs inside are no symbols. */
export const fieldRule: NodeRule = (b, node) => {
  const { tree } = b;
  const names = children(tree, node, "name");
  const owner = tree.parent(tree.parent(tree.parent(node)));
  const named = owner !== -1 && tree.type(owner) === "type_spec";
  for (const name of names) {
    const type = typeText(tree, tree.child(node, "type"));
    if (named)
      b.symbol({
        node: names.length === 1 ? node : name,
        head: node,
        name,
        kind: "field",
        type,
        declare: false,
      });
    else b.ignore(name);
  }
};

export function children(tree: SyntaxTree, node: number, field: string): number[] {
  const found: number[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.field(child) === field) found.push(child);
  }
  return found;
}

export function valueRule(kind: "constant" | "variable"): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const names = children(tree, node, "name");
    const list = tree.parent(node);
    const written = typeText(tree, tree.child(node, "type"));
    const given = valueTypes(tree, tree.child(node, "value"), names.length);
    const types = names.map((_, i) => written || given[i]!);
    const declaration = tree.type(list) === "var_spec_list" ? tree.parent(list) : list;
    if (tree.type(tree.parent(declaration)) !== "source_file") {
      for (const [i, name] of names.entries())
        b.declare(name, "local", { from: tree.end(node), type: types[i]! });
      return;
    }
    const alone = names.length === 1 && only(tree, node) && declaration === list;
    for (const [i, name] of names.entries()) {
      const whole = names.length === 1;
      b.symbol({
        node: whole ? node : name,
        outer: alone ? declaration : undefined,
        head: whole ? undefined : node,
        name,
        kind,
        value: whole ? tree.child(node, "value") : -1,
        type: types[i]!,
      });
    }
  };
}

/** The name of a written type, its pointer and arguments left off. */
export function typeText(tree: SyntaxTree, type: number): string {
  if (type === -1) return "";
  switch (tree.type(type)) {
    case "pointer_type":
      return typeText(tree, tree.first(type));
    case "generic_type":
      return typeText(tree, tree.child(type, "type"));
    case "type_identifier":
    case "qualified_type":
      return tree.textOf(type);
    default:
      return "";
  }
}

/** The types of so many names that are given the values: each its own, or the first what one call gives first. */
export function valueTypes(tree: SyntaxTree, values: number, names: number): string[] {
  const all: number[] = [];
  const isList = values !== -1 && tree.type(values) === "expression_list";
  for (let child = isList ? tree.first(values) : -1; child !== -1; child = tree.next(child))
    if (tree.type(child) !== "comment") all.push(child);
  if (values !== -1 && !isList) all.push(values);
  return Array.from({ length: names }, (_, i) =>
    i === 0 || all.length === names ? valueType(tree, all[i] ?? -1) : "",
  );
}

/** The type of a value that tells it: `Foo{}`, `&Foo{}`; `NewFoo()` for what a call gives. */
function valueType(tree: SyntaxTree, written: number): string {
  let value = written;
  if (value !== -1 && tree.type(value) === "unary_expression") value = tree.child(value, "operand");
  if (value === -1) return "";
  if (tree.type(value) === "composite_literal") return typeText(tree, tree.child(value, "type"));
  const callee = tree.type(value) === "call_expression" ? tree.child(value, "function") : -1;
  const text = callee === -1 || tree.end(callee) - tree.start(callee) > 80 ? "" : tree.textOf(callee);
  return /^[\w.]+$/.test(text) ? `${text}()` : "";
}
