// Haskell's patterns bind variables, its types have variables of their own: which names are which.
import type { DeclareOptions, FactsBuilder, NodeRule, SyntaxTree } from "./syntax-rules.ts";

export function children(tree: SyntaxTree, node: number): number[] {
  const found: number[] = [];
  for (let child = node === -1 ? -1 : tree.first(node); child !== -1; child = tree.next(child)) {
    if (!/^(?:comment|haddock|pragma|cpp)$/.test(tree.type(child))) found.push(child);
  }
  return found;
}

/** First node behind the last pattern that was bound. */
const patternsUntil = new WeakMap<FactsBuilder, number>();

/** Whether the node stands in a pattern: a constructor there is matched, not made. */
export function inPattern(b: FactsBuilder, node: number): boolean {
  return node < (patternsUntil.get(b) ?? 0);
}

/** What a pattern holds that binds nothing. */
const NO_BINDING =
  /^(?:literal|wildcard|constructor|constructor_operator|operator|name|qualified|infix_id|th_quoted_name|splice|field_name|type_binder|quasiquote)$/;

export function bindPattern(
  b: FactsBuilder,
  pattern: number,
  binding: "local" | "param",
  options: DeclareOptions = {},
): void {
  const { tree } = b;
  if (pattern === -1) return;
  patternsUntil.set(b, Math.max(patternsUntil.get(b) ?? 0, tree.after(pattern)));
  for (const name of variablesOf(tree, pattern)) b.declare(name, binding, options);
}

/** The variables that a pattern binds. */
export function variablesOf(tree: SyntaxTree, pattern: number): number[] {
  const found: number[] = [];
  const open = [pattern];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const type = tree.type(node);
    if (type === "variable") found.push(node);
    else if (type === "view_pattern" || type === "signature") open.push(...fieldOf(tree, node, "pattern"));
    else if (type === "field_pattern") {
      const inner = tree.child(node, "pattern");
      const field = tree.child(node, "field");
      // `Book{title}` binds the name of the field.
      open.push(...(inner === -1 ? (field === -1 ? [] : children(tree, field)) : [inner]));
    } else if (!NO_BINDING.test(type)) open.push(...children(tree, node));
  }
  return found.sort((a, b) => a - b);
}

function fieldOf(tree: SyntaxTree, node: number, field: string): number[] {
  const child = tree.child(node, field);
  return child === -1 ? [] : [child];
}

/** Variables and operators in a type are no values; names of fields are declared there. */
export function typeRule(b: FactsBuilder, type: number): void {
  const { tree } = b;
  if (type === -1) return;
  for (let at = type; at < tree.after(type); at++) {
    const kind = tree.type(at);
    if (kind === "operator" || (kind === "variable" && tree.type(tree.parent(at)) !== "field_name"))
      b.ignore(at);
  }
}

/** `pattern <- expression` of `do`, of guards and of comprehensions. */
export const generatorRule: NodeRule = (b, node) => {
  const { tree } = b;
  bindPattern(b, tree.child(node, "pattern"), "local", { from: tree.end(node) });
};

/** A generator of a comprehension binds for what stands before it, too. */
export const comprehensionRule: NodeRule = (b, node) => {
  bindPattern(b, b.tree.child(node, "pattern"), "local");
};

/** `\x y -> …`, and alternatives of `case`. */
export const lambdaRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.scope(node);
  bindPattern(b, tree.child(node, "patterns"), "param");
  bindPattern(b, tree.child(node, "pattern"), "local");
};
