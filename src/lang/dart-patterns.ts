// What the patterns of Dart bind, and what they read of the values that they match.
import { leadingType } from "./dart-types.ts";
import type { NodeRule, SyntaxTree } from "./syntax-rules.ts";

/** `var x`, `Foo x`, `final x` in a pattern. */
export const variablePatternRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.childOfType(node, "identifier");
  if (name === -1) return;
  const object = tree.parent(node);
  const owner = tree.type(object) === "object_pattern" ? tree.childOfType(object, "type_identifier") : -1;
  // `Foo(:var x)` reads the member of that name.
  if (
    owner !== -1 &&
    /:\s*$/.test(tree.text.slice(tree.end(owner), tree.start(node))) &&
    !keyed(tree, node)
  ) {
    b.mention(tree.start(name), tree.end(name), "read", [tree.start(owner), tree.end(owner)]);
  }
  b.declare(name, "local", { from: tree.start(name), type: leadingType(b, node) });
};

/** A key stands before the colon. */
function keyed(tree: SyntaxTree, node: number): boolean {
  return /\w\s*:\s*$/.test(tree.text.slice(Math.max(0, tree.start(node) - 80), tree.start(node)));
}

/** Names in a pattern that are neither keys nor constants are bound where the pattern declares. */
export const constantPatternRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.first(node);
  if (name === -1 || tree.type(name) !== "identifier") return;
  let at = tree.parent(node);
  while (at !== -1 && tree.type(at).endsWith("_pattern")) at = tree.parent(at);
  const declares = at !== -1 && /^(?:pattern_variable_declaration|for_loop_parts)$/.test(tree.type(at));
  if (declares) b.declare(name, "local", { from: tree.end(at) });
};

export const keysRule: NodeRule = (b, node) => {
  const { tree } = b;
  const owner = tree.type(node) === "object_pattern" ? tree.childOfType(node, "type_identifier") : -1;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "identifier") continue;
    if (owner === -1) b.ignore(child);
    else b.receiverText(child, tree.start(owner), tree.end(owner));
  }
};
