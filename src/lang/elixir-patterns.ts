// Which variables do Elixir's patterns bind? In heads of functions, before `=`, `<-` and `->`.
import { argumentsOf, children, operator, word } from "./elixir-places.ts";
import type { DeclareOptions, FactsBuilder, NodeRule } from "./syntax-rules.ts";

/** Binds the names of a pattern; pinned ones, guards, defaults, keys and calls in it are uses. */
export function bindPattern(
  b: FactsBuilder,
  pattern: number,
  binding: "local" | "param",
  options: DeclareOptions = {},
): void {
  const { tree } = b;
  const open = pattern === -1 ? [] : [pattern];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    switch (tree.type(node)) {
      case "identifier":
        // `__MODULE__` and its like are no variables.
        if (!/^__[A-Z_]+__$/.test(tree.textOf(node))) {
          const type = node === pattern ? options.type : "";
          b.declare(node, binding, { ...options, type });
        }
        break;
      case "binary_operator": {
        const left = tree.child(node, "left");
        const right = tree.child(node, "right");
        const mark = operator(tree, node);
        if (left !== -1 && mark !== "=>") open.push(left);
        if (right !== -1 && !/^(?:\\\\|::|when|in|->)$/.test(mark)) open.push(right);
        break;
      }
      case "pair": {
        const value = tree.child(node, "value");
        if (value !== -1) open.push(value);
        break;
      }
      case "struct":
      case "call":
      case "unary_operator":
      case "dot":
      case "anonymous_function":
        break;
      default:
        open.push(...children(tree, node));
    }
  }
}

/** `%Book{} = book`: the pattern's other side says what the name is. */
function structOf(b: FactsBuilder, pattern: number): string {
  const { tree } = b;
  if (pattern === -1 || tree.type(pattern) !== "map") return "";
  const struct = tree.childOfType(pattern, "struct");
  const name = struct === -1 ? -1 : tree.first(struct);
  if (name === -1) return "";
  return /^(?:alias|identifier)$/.test(tree.type(name)) ? tree.textOf(name) : "";
}

/** A parameter: `name`, `name \\ default`, `%Book{} = name`. */
function bindParameter(b: FactsBuilder, pattern: number, from = 0): void {
  const { tree } = b;
  if (tree.type(pattern) === "binary_operator" && operator(tree, pattern) === "=") {
    const left = tree.child(pattern, "left");
    const right = tree.child(pattern, "right");
    bindPattern(b, left, "param", { from, type: structOf(b, right) });
    bindPattern(b, right, "param", { from, type: structOf(b, left) });
  } else {
    bindPattern(b, pattern, "param", { from });
  }
}

/** `pattern = value`, `pattern <- value`. */
export const matchRule: NodeRule = (b, node) => {
  const { tree } = b;
  const mark = operator(tree, node);
  if (mark !== "=" && mark !== "<-") return;
  let left = tree.child(node, "left");
  if (left !== -1 && tree.type(left) === "binary_operator" && operator(tree, left) === "when") {
    left = tree.child(left, "left");
  }
  const type = mark === "=" ? structOf(b, tree.child(node, "right")) : "";
  bindPattern(b, left, "local", { from: tree.end(node), type });
};

/** `pattern when guard -> …` of `case`, `fn`, `receive`, `rescue`, `else`; the left side of `cond` binds nothing. */
export const clauseRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.scope(node);
  if (word(tree, tree.parent(tree.parent(node))) === "cond") return;
  let left = tree.child(node, "left");
  if (left !== -1 && tree.type(left) === "binary_operator") left = tree.child(left, "left");
  if (left === -1) return;
  for (const pattern of tree.type(left) === "arguments" ? children(tree, left) : [left]) {
    if (tree.type(pattern) === "binary_operator" && operator(tree, pattern) === "in") {
      bindPattern(b, tree.child(pattern, "left"), "local");
    } else {
      bindParameter(b, pattern);
    }
  }
};

/** The parameters of a definition's head. */
export function bindHead(b: FactsBuilder, head: number): void {
  const { tree } = b;
  if (head === -1) return;
  if (tree.type(head) === "binary_operator") {
    bindPattern(b, head, "param");
    return;
  }
  for (const pattern of argumentsOf(tree, head)) bindParameter(b, pattern);
}
