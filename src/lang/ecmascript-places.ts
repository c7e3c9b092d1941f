// Where a declaration of JavaScript or TypeScript stands, and what every kind of it shares: wrappers, names, bases.
import type { FactsBuilder, NodeRule, SymbolInput, SyntaxTree } from "./syntax-rules.ts";

export const blockScope: NodeRule = (b, node) => b.scope(node);

/** The widest wrapper of a declaration: `export …`, `declare …`. */
export function outerOf(tree: SyntaxTree, node: number): number {
  let outer = node;
  for (;;) {
    const parent = tree.parent(outer);
    if (parent === -1) return outer;
    const type = tree.type(parent);
    if (type !== "export_statement" && type !== "ambient_declaration") return outer;
    outer = parent;
  }
}

/** At the top of the file or of a namespace: what is declared there can be meant from outside. */
export function atTop(tree: SyntaxTree, statement: number): boolean {
  const at = tree.parent(outerOf(tree, statement));
  if (at !== -1 && tree.type(at) === "statement_block") {
    return ["internal_module", "module", "ambient_declaration"].includes(tree.type(tree.parent(at)));
  }
  return at === -1 || tree.type(at) === "program";
}

/** Position of the word `default` for a declaration without a name. */
export function defaultName(tree: SyntaxTree, outer: number): { name: string; nameStart: number } | null {
  if (tree.type(outer) !== "export_statement") return null;
  const at = /\bdefault\b/.exec(tree.text.slice(tree.start(outer), tree.start(outer) + 200))?.index;
  return at === undefined ? null : { name: "default", nameStart: tree.start(outer) + at };
}

export function declareSymbol(
  b: FactsBuilder,
  node: number,
  input: Omit<SymbolInput, "node" | "name">,
): number {
  const { tree } = b;
  const outer = outerOf(tree, node);
  const name = tree.child(node, "name");
  if (name !== -1) return b.symbol({ ...input, node, outer, name });
  const unnamed = defaultName(tree, outer);
  return unnamed === null ? -1 : b.symbol({ ...input, node, outer, ...unnamed, declare: false });
}

export function basesOf(tree: SyntaxTree, node: number): string[] {
  const bases: string[] = [];
  const add = (type: number): void => {
    const name = baseName(tree, type);
    if (name !== "") bases.push(name);
  };
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "class_heritage") {
      const clause = tree.first(child);
      if (clause !== -1 && !tree.type(clause).endsWith("_clause")) add(clause);
      else bases.push(...basesOf(tree, child));
    } else if (type === "extends_clause") {
      for (let value = tree.first(child); value !== -1; value = tree.next(value)) {
        if (tree.field(value) === "value") add(value);
      }
    } else if (type === "implements_clause" || type === "extends_type_clause") {
      for (let value = tree.first(child); value !== -1; value = tree.next(value)) add(value);
    }
  }
  return bases;
}

/** `Base`, `ns.Base`, `Base<T>` without its arguments, `mixin(Base)` as written. */
function baseName(tree: SyntaxTree, node: number): string {
  const named = tree.type(node) === "generic_type" ? tree.child(node, "name") : node;
  const text = tree.textOf(named === -1 ? node : named);
  return text.length > 200 ? "" : text.replace(/\s+/g, " ");
}
