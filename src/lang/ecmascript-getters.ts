// Which name does a module export by a getter that gives another module? `Object.defineProperty(exports, "name", { get() {
// return require("./x") } })` and `exports.__defineGetter__("name", () => require("./x"))`.
import type { FactsBuilder, SyntaxTree } from "./syntax-rules.ts";

const EXPORTS = /^(?:module\s*\.\s*)?exports$/;
const FUNCTIONS = new Set(["arrow_function", "function_expression", "function", "method_definition"]);

/** `call`: of `require`. What it gives, or one member of that, is exported. */
export function givenByGetter(b: FactsBuilder, call: number, module: string): void {
  const { tree } = b;
  let at = tree.parent(call);
  let local = "default";
  if (at !== -1 && tree.type(at) === "member_expression") {
    const property = tree.child(at, "property");
    if (property === -1 || tree.child(at, "object") !== call) return;
    local = tree.textOf(property);
    at = tree.parent(at);
  }
  while (at !== -1 && tree.type(at) === "parenthesized_expression") at = tree.parent(at);
  if (at !== -1 && tree.type(at) === "return_statement") at = tree.parent(tree.parent(at));
  if (at === -1 || !FUNCTIONS.has(tree.type(at))) return;
  const exported = nameOfGetter(tree, at);
  if (exported !== "") b.export({ exported, local, from: module, node: call });
}

function nameOfGetter(tree: SyntaxTree, getter: number): string {
  let at = getter;
  let isGetter = false;
  if (tree.type(at) === "method_definition") {
    isGetter = isNamedGet(tree, tree.child(at, "name"));
    at = tree.parent(at);
  } else if (tree.type(tree.parent(at)) === "pair") {
    isGetter = isNamedGet(tree, tree.child(tree.parent(at), "key"));
    at = tree.parent(tree.parent(at));
  }
  const list = at === -1 ? -1 : tree.parent(at);
  const call = list !== -1 && tree.type(list) === "arguments" ? tree.parent(list) : -1;
  const callee = call === -1 || tree.type(call) !== "call_expression" ? -1 : tree.child(call, "function");
  if (callee === -1 || tree.type(callee) !== "member_expression") return "";
  const first = tree.first(list);
  const method = tree.textOf(tree.child(callee, "property"));
  const object = tree.textOf(tree.child(callee, "object"));
  if (isGetter && method === "defineProperty" && /^(?:Object|Reflect)$/.test(object)) {
    if (first === -1 || !EXPORTS.test(tree.textOf(first))) return "";
    return textIn(tree, tree.next(first));
  }
  return at === getter && method === "__defineGetter__" && EXPORTS.test(object) ? textIn(tree, first) : "";
}

function isNamedGet(tree: SyntaxTree, name: number): boolean {
  return name !== -1 && tree.textOf(name) === "get";
}

function textIn(tree: SyntaxTree, node: number): string {
  const fragment =
    node === -1 || tree.type(node) !== "string" ? -1 : tree.childOfType(node, "string_fragment");
  return fragment === -1 ? "" : tree.textOf(fragment);
}
