// Which functions does a macro of the same file make of a name that it is given? `handler!(get, GET);` declares `get`, where
// the macro says `fn $name` of its first `$name:ident`.
import { markCallee } from "./rust-syntax.ts";
import type { FactsBuilder, NodeRule, SyntaxTree } from "./syntax-rules.ts";

/** UTF-16 code units of a macro that are read. */
const LONGEST = 20_000;

const known = new WeakMap<SyntaxTree, Map<string, "public" | "private" | null>>();

export const expandedRule: NodeRule = (b, node) => {
  markCallee(b, b.tree.child(node, "macro"), "call");
  madeFunction(b, node);
};

function madeFunction(b: FactsBuilder, node: number): void {
  const { tree } = b;
  const macro = tree.child(node, "macro");
  const tokens = tree.childOfType(node, "token_tree");
  const name = tokens === -1 ? -1 : tree.first(tokens);
  if (name === -1 || tree.type(name) !== "identifier" || !isItem(tree, node)) return;
  if (!/^\s*[,)\]}]/.test(tree.text.slice(tree.end(name), tree.end(name) + 20))) return;
  const made = makes(tree, tree.textOf(macro));
  if (made === null) return;
  const list = tree.parent(outermost(tree, node));
  const owner = list !== -1 && tree.type(list) === "declaration_list" ? tree.type(tree.parent(list)) : "";
  const method = owner === "impl_item" || owner === "trait_item";
  b.symbol({
    node,
    name,
    kind: method ? "method" : "function",
    declare: !method,
    exported: made === "public",
  });
}

/** A macro with `;` behind it stands in a statement. */
function outermost(tree: SyntaxTree, node: number): number {
  const parent = tree.parent(node);
  return parent !== -1 && tree.type(parent) === "expression_statement" ? parent : node;
}

function isItem(tree: SyntaxTree, node: number): boolean {
  const parent = tree.parent(outermost(tree, node));
  return parent === -1 || /^(?:source_file|declaration_list)$/.test(tree.type(parent));
}

/** Whether the macro makes a function of the first name that it takes. */
function makes(tree: SyntaxTree, macro: string): "public" | "private" | null {
  let names = known.get(tree);
  if (names === undefined) known.set(tree, (names = new Map()));
  const found = names.get(macro);
  if (found !== undefined) return found;
  let made: "public" | "private" | null = null;
  const start = /^\w+$/.test(macro)
    ? tree.text.search(new RegExp(`\\bmacro_rules!\\s*${macro}\\s*[{(]`))
    : -1;
  if (start !== -1) {
    const text = tree.text.slice(start, start + LONGEST);
    const next = text.indexOf("\nmacro_rules!", 1);
    const body = next === -1 ? text : text.slice(0, next);
    const fn = /(\bpub\b(?:\s*\([^)]*\))?\s+)?(?:(?:async|const|unsafe)\s+)*\bfn\s+\$(\w+)/.exec(body);
    const takes =
      fn === null ? false : new RegExp(`(?:[({[;]|\\)[*+?])\\s*\\$${fn[2]}\\s*:\\s*ident\\b`).test(body);
    if (takes) made = fn![1] === undefined ? "private" : "public";
  }
  names.set(macro, made);
  return made;
}
