// What a file of Dart imports, exports, and is a part of.
import type { NodeRule, SyntaxTree } from "./syntax-rules.ts";

function uriOf(tree: SyntaxTree, node: number): string {
  for (let at = node; at < tree.after(node); at++) {
    if (tree.type(at) === "uri") return unquoted(tree.textOf(at));
  }
  return "";
}

const unquoted = (text: string): string => text.replace(/^r?(?:'''|"""|['"])|(?:'''|"""|['"])$/g, "");

/** Names after `show`; an empty list where there is none. */
function shown(tree: SyntaxTree, node: number): number[] {
  const names: number[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "combinator" || !tree.textOf(child).startsWith("show")) continue;
    for (let name = tree.first(child); name !== -1; name = tree.next(name)) names.push(name);
  }
  return names;
}

export const importRule: NodeRule = (b, node) => {
  const { tree } = b;
  for (let at = node + 1; at < tree.after(node); at++) b.ignore(at);
  const module = uriOf(tree, node);
  const alias = tree.childOfType(node, "identifier");
  const names = shown(tree, node);
  for (const name of names) b.role(name, "import");
  if (alias !== -1) {
    const local = tree.textOf(alias);
    b.declareName(local, "import", { level: "file" });
    b.import({ module, imported: "*", local, node });
  } else if (names.length > 0) {
    for (const name of names) {
      const local = tree.textOf(name);
      b.declareName(local, "import", { level: "file" });
      b.import({ module, imported: local, local, node: name });
    }
  } else {
    b.import({ module, imported: "*", local: "", node });
  }
  // `if (dart.library.html) 'other.dart'`
  for (let at = node + 1; at < tree.after(node); at++) {
    if (tree.type(at) !== "configuration_uri") continue;
    b.import({
      module: uriOf(tree, at),
      imported: "*",
      local: alias === -1 ? "" : tree.textOf(alias),
      node: at,
    });
  }
};

export const exportRule: NodeRule = (b, node) => {
  const { tree } = b;
  for (let at = node + 1; at < tree.after(node); at++) b.ignore(at);
  const from = uriOf(tree, node);
  const names = shown(tree, node);
  for (const name of names) {
    b.role(name, "import");
    const text = tree.textOf(name);
    b.export({ exported: text, local: text, from, node: name });
  }
  if (names.length === 0) b.export({ exported: "*", local: "*", from, node });
};

/** A library and its parts are one: each sees all of the other. */
export const partRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.skip(node);
  const named = tree.childOfType(node, "dotted_identifier_list");
  const module = named === -1 ? uriOf(tree, node) : tree.textOf(named).replace(/\s+/g, "");
  b.import({ module, imported: "*", local: "", node });
  if (tree.type(node) === "part_directive") b.export({ exported: "*", local: "*", from: module, node });
};
