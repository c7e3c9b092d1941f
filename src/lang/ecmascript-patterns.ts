// The names that patterns of JavaScript and TypeScript bind, and the types of what they bind.
import type { FactsBuilder, SyntaxTree } from "./syntax-rules.ts";

export const FUNCTION_VALUES: ReadonlySet<string> = new Set([
  "arrow_function",
  "function_expression",
  "generator_function",
  "function",
]);
export const PATTERNS: ReadonlySet<string> = new Set([
  "object_pattern",
  "array_pattern",
  "rest_pattern",
  "assignment_pattern",
  "object_assignment_pattern",
  "pair_pattern",
]);

export function declarePattern(
  b: FactsBuilder,
  pattern: number,
  binding: "local" | "param",
  level: "block" | "function",
): void {
  for (const name of patternNames(b, pattern)) b.declare(name, binding, { level });
}

/** The nodes of a pattern that bind names. Keys become no references; defaults stay what they are. */
export function patternNames(b: FactsBuilder, pattern: number): number[] {
  const { tree } = b;
  const found: number[] = [];
  const open = [pattern];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const type = tree.type(node);
    if (type === "identifier" || type === "shorthand_property_identifier_pattern") {
      found.push(node);
    } else if (type === "assignment_pattern" || type === "object_assignment_pattern") {
      open.push(tree.child(node, "left"));
    } else if (type === "pair_pattern") {
      b.ignore(tree.child(node, "key"));
      open.push(tree.child(node, "value"));
    } else if (PATTERNS.has(type)) {
      for (let child = tree.first(node); child !== -1; child = tree.next(child)) open.push(child);
    }
  }
  return found.filter((node) => node !== -1).sort((x, y) => x - y);
}

/** The name of a written type: `Foo`, `ns.Foo`; of a generic one without its arguments; of `Foo | null` its first. */
export function typeName(tree: SyntaxTree, node: number): string {
  if (node === -1) return "";
  switch (tree.type(node)) {
    case "type_annotation":
    case "parenthesized_type":
    case "readonly_type":
      return typeName(tree, tree.first(node));
    case "type_identifier":
    case "nested_type_identifier":
      return tree.textOf(node).replace(/\s+/g, "");
    case "generic_type":
      return typeName(tree, tree.child(node, "name"));
    case "union_type":
      return unionName(tree, node);
    default:
      return "";
  }
}

function unionName(tree: SyntaxTree, node: number): string {
  const names: string[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (/^(?:null|undefined)$/.test(tree.textOf(child))) continue;
    names.push(typeName(tree, child));
  }
  return names.length === 1 ? names[0]! : "";
}

/** The type of a value where the value tells: `new Foo()`, `x as Foo`; `make()` for what a call gives. */
export function valueTypeName(tree: SyntaxTree, value: number): string {
  if (value === -1) return "";
  switch (tree.type(value)) {
    case "new_expression":
      return calleeName(tree, tree.child(value, "constructor"));
    case "call_expression": {
      const name = calleeName(tree, tree.child(value, "function"));
      return name === "" ? "" : `${name}()`;
    }
    case "await_expression":
    case "parenthesized_expression":
    case "non_null_expression":
      return valueTypeName(tree, tree.first(value));
    case "as_expression":
    case "satisfies_expression": {
      const inner = tree.first(value);
      return inner === -1 ? "" : typeName(tree, tree.next(inner));
    }
    default:
      return "";
  }
}

function calleeName(tree: SyntaxTree, callee: number): string {
  if (callee === -1) return "";
  const text = tree.end(callee) - tree.start(callee) <= 80 ? tree.textOf(callee) : "";
  return /^[\w$]+(?:\.[\w$]+)*$/.test(text) ? text : "";
}
