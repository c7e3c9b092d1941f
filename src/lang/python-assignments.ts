// What does an assignment of Python declare: variables, fields on `self`, their types, the names in `__all__`?
import { atTop, classAround } from "./python-declarations.ts";
import type { FactsBuilder, NodeRule, SyntaxTree } from "./syntax-rules.ts";

export const assignmentRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left = tree.child(node, "left");
  const right = tree.child(node, "right");
  if (left === -1) return;
  const statement = tree.parent(node);
  const alone = tree.type(statement) === "expression_statement" && tree.type(left) === "identifier";
  const chained = right !== -1 && tree.type(right) === "assignment";
  const inClass = alone && classAround(tree, statement) !== -1;
  const top = !inClass && atTop(tree, node);
  if (alone && tree.textOf(left) === "__all__") allNames(b, right);
  const type = typeName(tree, tree.child(node, "type")) || valueTypeName(tree, right);
  for (const target of targets(b, left)) {
    const name = tree.textOf(target);
    if (!(inClass || top) || b.isDeclared(name)) {
      if (top || inClass || b.isDeclared(name)) b.role(target, "write");
      else b.declare(target, "local", { level: "function", type: alone ? type : "" });
      continue;
    }
    const lambda = alone && right !== -1 && tree.type(right) === "lambda";
    const kind = lambda
      ? "function"
      : inClass
        ? "field"
        : /^_*[A-Z][A-Z0-9_]*$/.test(name)
          ? "constant"
          : "variable";
    // Several names of one statement must not enclose one another.
    const whole = alone && !chained;
    b.symbol({
      node: whole ? statement : target,
      head: statement,
      name: target,
      kind,
      body: lambda ? tree.child(right, "body") : -1,
      value: lambda ? -1 : right,
      type,
      once: inClass ? `${classAround(tree, statement)} ${name}` : undefined,
    });
  }
  if (tree.type(left) === "attribute") selfAttribute(b, statement, left, right, type);
};

/** `self.x = …` in a method is a field of the class. Its range is the name alone: the rest belongs to the method. */
function selfAttribute(b: FactsBuilder, statement: number, left: number, value: number, type: string): void {
  const { tree } = b;
  const object = tree.child(left, "object");
  const attribute = tree.child(left, "attribute");
  if (object === -1 || attribute === -1 || tree.type(object) !== "identifier") return;
  if (b.bindingOf(tree.textOf(object)) !== "this") return;
  let owner = tree.parent(left);
  while (owner !== -1 && tree.type(owner) !== "class_definition") owner = tree.parent(owner);
  const container = owner === -1 ? -1 : tree.child(owner, "name");
  if (container === -1) return;
  const name = tree.textOf(attribute);
  const symbol = b.symbol({
    node: attribute,
    name,
    nameStart: tree.start(attribute),
    kind: "field",
    head: statement,
    value,
    container: tree.textOf(container),
    type,
    once: `${owner} ${name}`,
    declare: false,
  });
  // The place that declares it is no use of it.
  if (symbol !== -1) b.ignore(attribute);
}

/** The name of a written type: `Foo`, `pkg.Foo`, of `Optional[Foo]` and `Foo | None` the inner one. */
export function typeName(tree: SyntaxTree, node: number): string {
  if (node === -1) return "";
  switch (tree.type(node)) {
    case "type":
      return typeName(tree, tree.first(node));
    case "identifier":
    case "attribute":
      return tree.textOf(node).replace(/\s+/g, "");
    case "string": {
      const content = tree.childOfType(node, "string_content");
      const text = content === -1 ? "" : tree.textOf(content);
      return /^\w+(?:\.\w+)*$/.test(text) ? text : "";
    }
    case "generic_type":
    case "subscript": {
      const name = tree.first(node);
      const inner = tree.next(name);
      if (!/^(?:typing\.)?Optional$/.test(tree.textOf(name))) return typeName(tree, name);
      return inner === -1
        ? ""
        : typeName(tree, tree.type(inner) === "type_parameter" ? tree.first(inner) : inner);
    }
    case "binary_operator": {
      const left = tree.child(node, "left");
      const right = tree.child(node, "right");
      if (left === -1 || right === -1) return "";
      if (tree.textOf(right) === "None") return typeName(tree, left);
      return tree.textOf(left) === "None" ? typeName(tree, right) : "";
    }
    default:
      return "";
  }
}

/** `Foo()` says that the value is what calling `Foo` gives: an instance, if it is a class. */
function valueTypeName(tree: SyntaxTree, value: number): string {
  if (value === -1) return "";
  const call = tree.type(value) === "await" ? tree.first(value) : value;
  const callee = call !== -1 && tree.type(call) === "call" ? tree.child(call, "function") : -1;
  const text = callee === -1 || tree.end(callee) - tree.start(callee) > 80 ? "" : tree.textOf(callee);
  return /^[\w.]+$/.test(text) ? `${text}()` : "";
}

/** Names that an assignment binds; attributes and items that it sets become writes. */
export function targets(b: FactsBuilder, left: number): number[] {
  const { tree } = b;
  const type = tree.type(left);
  if (type === "identifier") return [left];
  if (type === "attribute") {
    b.role(tree.child(left, "attribute"), "write", tree.child(left, "object"));
    return [];
  }
  if (
    !/^(?:pattern_list|tuple_pattern|list_pattern|list_splat_pattern|as_pattern_target|parenthesized_expression|tuple|list|splat_pattern|expression_list|list_splat)$/.test(
      type,
    )
  )
    return [];
  const found: number[] = [];
  for (let child = tree.first(left); child !== -1; child = tree.next(child)) found.push(...targets(b, child));
  return found;
}

export function bindTargets(b: FactsBuilder, left: number, level: "block" | "function"): void {
  if (left === -1) return;
  for (const target of targets(b, left)) b.declare(target, "local", { level });
}

/** `__all__ = ["a", "b"]`, `__all__ += […]`. */
export function allNames(b: FactsBuilder, right: number): void {
  const { tree } = b;
  if (right === -1) return;
  for (let child = tree.first(right); child !== -1; child = tree.next(child)) {
    const content = tree.type(child) === "string" ? tree.childOfType(child, "string_content") : -1;
    if (content === -1) continue;
    const name = tree.textOf(content);
    b.markExported(name);
    b.export({ exported: name, local: name, from: "", node: child });
  }
}
