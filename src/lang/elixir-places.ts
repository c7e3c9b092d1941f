// Where in Elixir's uniform tree of calls a thing stands: words of a call, clauses, attributes, keyword arguments.
import type { SyntaxTree } from "./syntax-rules.ts";

export function children(tree: SyntaxTree, node: number): number[] {
  const found: number[] = [];
  for (let child = node === -1 ? -1 : tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "comment") found.push(child);
  }
  return found;
}

/** The word that a call begins with (`def`, `alias`, `greet`), or empty. */
export function word(tree: SyntaxTree, call: number): string {
  const target = call === -1 || tree.type(call) !== "call" ? -1 : tree.child(call, "target");
  return target === -1 || tree.type(target) !== "identifier" ? "" : tree.textOf(target);
}

export function argumentsOf(tree: SyntaxTree, call: number): number[] {
  return call === -1 ? [] : children(tree, tree.childOfType(call, "arguments"));
}

/** The word of `@word …`, or empty. */
export function attributeWord(tree: SyntaxTree, node: number): string {
  if (node === -1 || tree.type(node) !== "unary_operator" || tree.text[tree.start(node)] !== "@") return "";
  const operand = tree.child(node, "operand");
  if (operand === -1) return "";
  return tree.type(operand) === "identifier" ? tree.textOf(operand) : word(tree, operand);
}

/** The first argument of `@word argument`. */
export function attributeValue(tree: SyntaxTree, node: number): number {
  const operand = tree.child(node, "operand");
  return operand === -1 ? -1 : (argumentsOf(tree, operand)[0] ?? -1);
}

/** What stands between the sides of an operator. */
export function operator(tree: SyntaxTree, node: number): string {
  const left = tree.child(node, "left");
  const right = tree.child(node, "right");
  if (left === -1 || right === -1) return "";
  return tree.text.slice(tree.end(left), Math.min(tree.start(right), tree.end(left) + 40)).trim();
}

/** The value of `key: value` among the arguments of a call, or -1. */
export function keywordValue(tree: SyntaxTree, call: number, key: string): number {
  for (const argument of argumentsOf(tree, call)) {
    if (tree.type(argument) !== "keywords") continue;
    for (const pair of children(tree, argument)) {
      const name = tree.child(pair, "key");
      if (name !== -1 && tree.textOf(name).trim() === `${key}:`) return tree.child(pair, "value");
    }
  }
  return -1;
}

/** `do … end`, or the value of `do:`. */
export function bodyOf(tree: SyntaxTree, call: number): number {
  const block = tree.childOfType(call, "do_block");
  if (block === -1) return keywordValue(tree, call, "do");
  const first = tree.first(block);
  return first === -1 ? block : first;
}

/** The head of a definition without its guard: `name(a, b)`, `name`, `a + b`. */
export function headOf(tree: SyntaxTree, definition: number): number {
  let head = argumentsOf(tree, definition)[0] ?? -1;
  while (head !== -1 && tree.type(head) === "binary_operator" && operator(tree, head) === "when") {
    head = tree.child(head, "left");
  }
  return head;
}

/** Name and number of arguments, by which clauses belong together; empty where the name is computed. */
export function clauseKey(tree: SyntaxTree, definition: number): string {
  const head = headOf(tree, definition);
  if (head === -1) return "";
  const type = tree.type(head);
  const kind = word(tree, definition);
  if (type === "identifier") return `${kind} ${tree.textOf(head)}/0`;
  if (type === "binary_operator") return `${kind} ${operator(tree, head)}/2`;
  const name = word(tree, head);
  return name === "" ? "" : `${kind} ${name}/${argumentsOf(tree, head).length}`;
}

/** The name of a head; null where it is computed. */
export function nameOf(tree: SyntaxTree, head: number): { text: string; start: number } | null {
  const type = tree.type(head);
  if (type === "identifier") return { text: tree.textOf(head), start: tree.start(head) };
  if (type === "call") {
    const text = word(tree, head);
    return text === "" ? null : { text, start: tree.start(head) };
  }
  const left = type === "binary_operator" ? tree.child(head, "left") : -1;
  const text = left === -1 ? "" : operator(tree, head);
  return text === "" ? null : { text, start: tree.text.indexOf(text, tree.end(left)) };
}
