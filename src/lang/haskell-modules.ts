// Imports and the export list of a Haskell module: what is bound under which name, and what is visible outside.
import { children } from "./haskell-patterns.ts";
import type { FactsBuilder, NodeRule, SyntaxTree } from "./syntax-rules.ts";

export const typeKey = (name: string): string => `${name} type`;

interface Exports {
  /** There is no list, or it names the module itself. */
  all: boolean;
  values: Set<string>;
  types: Set<string>;
  /** Types of which all constructors, fields or methods are exported. */
  whole: Set<string>;
  /** `module M`: aliases of imports that are passed on, with the node that says so. */
  modules: Map<string, number>;
}

const lists = new WeakMap<FactsBuilder, Exports>();

/** Whether a value, or a type, of the module is hidden from others. */
export function isHidden(b: FactsBuilder, name: string, type = false): boolean {
  const list = lists.get(b);
  if (list === undefined || list.all) return false;
  return !(type ? list.types : list.values).has(name);
}

/** Whether a constructor, field or method of the type is hidden. */
export function isPartHidden(b: FactsBuilder, owner: string, name: string): boolean {
  return isHidden(b, name) && !(lists.get(b)?.whole.has(owner) ?? true);
}

const text = (tree: SyntaxTree, node: number): string =>
  node === -1 ? "" : tree.textOf(node).replace(/\s+/g, "");

/** The name of an item of a list: `f`, `T`, `(+)`, `M.f`; -1 where there is none. */
function itemName(tree: SyntaxTree, item: number): number {
  for (const field of ["variable", "type", "operator"]) {
    let named = tree.child(item, field);
    if (named === -1) continue;
    if (tree.type(named) === "qualified") named = tree.child(named, "id");
    if (named !== -1 && tree.type(named) === "prefix_id") named = tree.first(named);
    if (named !== -1) return named;
  }
  return -1;
}

export const headerRule: NodeRule = (b, node) => {
  const { tree } = b;
  const module = tree.child(node, "module");
  const list = tree.child(node, "exports");
  if (module !== -1) {
    b.symbol({
      node,
      name: text(tree, module),
      nameStart: tree.start(module),
      kind: "module",
      headEnd: tree.end(module),
      declare: false,
    });
  }
  const exports: Exports = {
    all: list === -1,
    values: new Set(),
    types: new Set(),
    whole: new Set(),
    modules: new Map(),
  };
  lists.set(b, exports);
  for (const item of children(tree, list)) {
    if (tree.type(item) === "module_export") {
      const name = text(tree, tree.child(item, "module"));
      if (name === text(tree, module)) exports.all = true;
      else exports.modules.set(name, item);
      continue;
    }
    const named = itemName(tree, item);
    if (named === -1) continue;
    const name = tree.textOf(named);
    const isType = tree.child(item, "type") !== -1;
    (isType ? exports.types : exports.values).add(name);
    b.export({ exported: name, local: name, from: "", node: item });
    for (const part of parts(tree, item)) {
      if (tree.type(part) === "all_names") exports.whole.add(name);
      else {
        const own = tree.type(part) === "prefix_id" ? tree.first(part) : part;
        exports.values.add(tree.textOf(own));
        b.export({ exported: tree.textOf(own), local: tree.textOf(own), from: "", node: part });
      }
    }
  }
  b.skip(node);
};

/** What stands in the brackets of `T(…)`. */
function parts(tree: SyntaxTree, item: number): number[] {
  const list = tree.child(item, "children");
  return list === -1 ? [] : children(tree, list);
}

export const importRule: NodeRule = (b, node) => {
  const { tree } = b;
  const module = text(tree, tree.child(node, "module"));
  if (module === "") return;
  const list = tree.child(node, "names");
  const alias = text(tree, tree.child(node, "alias"));
  const head = tree.text.slice(tree.start(node), list === -1 ? tree.end(node) : tree.start(list));
  const qualified = /\bqualified\b/.test(head);
  const hiding = /\bhiding\s*$/.test(head);
  const qualifier = alias === "" ? module : alias;
  b.declareName(/^[^.]*/.exec(qualifier)![0], "import");
  if (alias !== "" || qualified) b.import({ module, imported: "*", local: qualifier, node });
  if (!qualified && (list === -1 || hiding)) b.import({ module, imported: "*", local: "", node });
  passOn(b, module, qualifier);
  if (list !== -1 && !qualified) {
    for (const item of children(tree, list)) importItem(b, module, item, hiding);
  }
  b.skip(node);
};

/** One name of an import's list; a hidden one is imported as nothing. */
function importItem(b: FactsBuilder, module: string, item: number, hidden: boolean): void {
  const { tree } = b;
  const named = itemName(tree, item);
  if (named === -1) return;
  const isType = tree.child(item, "type") !== -1;
  const take = (node: number, type: boolean): void => {
    const name = tree.textOf(node);
    if (!hidden) b.declareName(type ? typeKey(name) : name, "import");
    b.import({ module, imported: name, local: hidden ? "" : name, node });
  };
  take(named, isType);
  for (const part of parts(tree, item)) {
    if (tree.type(part) !== "all_names")
      take(tree.type(part) === "prefix_id" ? tree.first(part) : part, false);
  }
}

/** `module M` in the export list passes on what is imported as `M`. */
function passOn(b: FactsBuilder, module: string, qualifier: string): void {
  const modules = lists.get(b)?.modules;
  const node = modules?.get(qualifier) ?? modules?.get(module);
  if (node !== undefined) b.export({ exported: "*", local: "*", from: module, node });
}
