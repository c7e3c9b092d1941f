// What the patterns and conditions of Swift bind, and from where on it holds.
import { typeText, valueType } from "./swift-types.ts";
import type { FactsBuilder, NodeRule, SyntaxTree } from "./syntax-rules.ts";

/** Conditions that bind hold behind their value: in it the outer meaning does. */
export function bind(b: FactsBuilder, node: number): void {
  const { tree } = b;
  const parent = tree.parent(node);
  if (!/^(?:if|guard|while)_statement$/.test(tree.type(parent))) {
    // `case name:` compares.
    const pattern = tree.type(parent) === "pattern";
    if (pattern && !binds(tree, parent)) return;
    const type = pattern ? patternType(b, parent) : "";
    b.declare(node, "local", { from: tree.start(node), type });
    return;
  }
  let value = tree.next(node);
  let type = "";
  if (value !== -1 && tree.type(value) === "type_annotation") {
    type = typeText(tree, value);
    value = tree.next(value);
  }
  const isValue =
    value !== -1 &&
    /^\s*=/.test(tree.text.slice(tree.end(node), tree.start(value)).replace(/^\s*:[^=]*/, ""));
  if (isValue) {
    b.declare(node, "local", { from: tree.end(value), type: type || valueType(b, value) });
    return;
  }
  // `if let name` uses the outer name.
  const outer = b.typeOf(tree.textOf(node));
  b.mention(tree.start(node), tree.end(node), "read");
  b.declare(node, "local", { from: tree.end(node), type: outer });
}

/** `case let x as Foo`, `catch let error as Foo`, `for x: Foo in`. */
function patternType(b: FactsBuilder, pattern: number): string {
  const { tree } = b;
  const after = tree.next(pattern);
  if (after === -1 || !/^(?:type_annotation|user_type)$/.test(tree.type(after))) return "";
  return typeText(tree, after);
}

/** Names in a pattern: cases, labels, and what `let` binds. */
export const patternRule: NodeRule = (b, node) => {
  const { tree } = b;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "simple_identifier" || tree.field(child) === "bound_identifier") continue;
    if (tree.text[tree.start(child) - 1] === ".") continue;
    const label =
      tree.next(child) !== -1 && /^\s*:/.test(tree.text.slice(tree.end(child), tree.end(child) + 20));
    if (label) b.ignore(child);
    else if (binds(tree, node)) b.declare(child, "local", { from: tree.start(child) });
  }
};

/** A `let` stands before the pattern, or it is that of a loop. */
function binds(tree: SyntaxTree, pattern: number): boolean {
  for (let at = pattern; at !== -1; at = tree.parent(at)) {
    const type = tree.type(at);
    if (type === "for_statement") return true;
    if (type !== "pattern") {
      if (!/^(?:if|guard|while)_statement$/.test(type)) return false;
      return /\b(?:let|var)\b[^,;{]*$/.test(
        tree.text.slice(Math.max(tree.start(at), tree.start(pattern) - 200), tree.start(pattern)),
      );
    }
    if (tree.childOfType(at, "value_binding_pattern") !== -1) return true;
  }
  return false;
}

/** What the condition binds ends before `else`. */
export const ifRule: NodeRule = (b, node) => {
  const { tree } = b;
  let last = -1;
  for (let child = tree.first(node); child !== -1 && tree.type(child) !== "else"; child = tree.next(child)) {
    last = child;
  }
  b.scope(last === -1 ? node : last);
};
