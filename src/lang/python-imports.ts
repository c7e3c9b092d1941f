// What do the imports of Python bind?
import type { NodeRule, SyntaxTree } from "./syntax-rules.ts";

export const importRule: NodeRule = (b, node) => {
  const { tree } = b;
  const typeOnly = typeChecking(tree, node);
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    const aliased = tree.type(child) === "aliased_import";
    const path = aliased ? tree.child(child, "name") : child;
    if (path === -1 || tree.type(path) !== "dotted_name") continue;
    const module = tree.textOf(path).replace(/\s+/g, "");
    const alias = aliased ? tree.child(child, "alias") : -1;
    const local = alias !== -1 ? tree.textOf(alias) : module.split(".")[0]!;
    b.declareName(local, "import", { level: "function" });
    b.import({ module, imported: "*", local, typeOnly, node: child });
  }
  b.skip(node);
};

export const importFromRule: NodeRule = (b, node) => {
  const { tree } = b;
  const from = tree.child(node, "module_name");
  const module = from === -1 ? "__future__" : tree.textOf(from).replace(/\s+/g, "");
  const typeOnly = typeChecking(tree, node);
  if (from !== -1) for (let at = from; at < tree.after(from); at++) b.ignore(at);
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (child === from) continue;
    if (tree.type(child) === "wildcard_import") {
      b.import({ module, imported: "*", local: "", typeOnly, node: child });
      continue;
    }
    const aliased = tree.type(child) === "aliased_import";
    const path = aliased ? tree.child(child, "name") : child;
    if (path === -1 || tree.type(path) !== "dotted_name") continue;
    const alias = aliased ? tree.child(child, "alias") : -1;
    const imported = tree.textOf(path);
    const local = alias === -1 ? imported : tree.textOf(alias);
    b.role(tree.first(path), "import");
    if (alias !== -1) b.ignore(alias);
    b.declareName(local, "import", { level: "function" });
    b.import({ module, imported, local, typeOnly, node: child });
  }
};

/** Below `if TYPE_CHECKING:` nothing is imported when the program runs. */
function typeChecking(tree: SyntaxTree, node: number): boolean {
  const block = tree.parent(node);
  const owner = block === -1 ? -1 : tree.parent(block);
  if (owner === -1 || tree.type(owner) !== "if_statement" || tree.field(block) !== "consequence")
    return false;
  return /^(?:\w+\.)?TYPE_CHECKING$/.test(tree.textOf(tree.child(owner, "condition")));
}
