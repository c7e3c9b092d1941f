// What do `use`, macros and attributes of Rust bring in or mention?
import { markCallee } from "./rust-syntax.ts";
import type { FactsBuilder, NodeRule } from "./syntax-rules.ts";

/** `use a::{b, c as d, e::*}`: one import for each name. The prefix is the path read so far. */
function useTree(b: FactsBuilder, node: number, prefix: string, reexport: boolean): void {
  const { tree } = b;
  const text = (at: number): string => (at === -1 ? "" : tree.textOf(at).replace(/\s+/g, ""));
  const join = (path: string): string => (prefix === "" ? path : path === "" ? prefix : `${prefix}::${path}`);
  const bind = (path: string, local: string, at: number): void => {
    const cut = path.lastIndexOf("::");
    const module = cut === -1 ? path : path.slice(0, cut);
    const imported = cut === -1 ? "*" : path.slice(cut + 2);
    b.declareName(local, "import");
    b.import({ module, imported, local, node: at });
    if (reexport) b.export({ exported: local, local: imported, from: module, node: at });
  };
  switch (tree.type(node)) {
    case "identifier":
      b.role(node, "import");
      bind(join(text(node)), text(node), node);
      break;
    case "self":
      bind(prefix, prefix.slice(prefix.lastIndexOf("::") + (prefix.includes("::") ? 2 : 1)), node);
      break;
    case "crate":
    case "super":
      bind(join(text(node)), "", node);
      break;
    case "scoped_identifier": {
      const name = tree.child(node, "name");
      b.role(name, "import");
      bind(join(text(node)), text(name), node);
      break;
    }
    case "use_as_clause": {
      const path = tree.child(node, "path");
      const named = path !== -1 && tree.type(path) === "scoped_identifier" ? tree.child(path, "name") : path;
      if (named !== -1) b.role(named, "import");
      const alias = text(tree.child(node, "alias"));
      bind(join(text(path)), alias === "_" ? "" : alias, node);
      break;
    }
    case "use_wildcard": {
      const module = join(text(tree.first(node)));
      b.import({ module, imported: "*", local: "", node });
      if (reexport) b.export({ exported: "*", local: "*", from: module, node });
      break;
    }
    case "scoped_use_list": {
      const path = join(text(tree.child(node, "path")));
      const list = tree.child(node, "list");
      if (list !== -1) useTree(b, list, path, reexport);
      break;
    }
    case "use_list":
      for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
        useTree(b, child, prefix, reexport);
      }
      break;
  }
}

export const useRule: NodeRule = (b, node) => {
  const { tree } = b;
  const argument = tree.child(node, "argument");
  for (let at = node + 1; at < tree.after(node); at++) b.ignore(at);
  if (argument !== -1) useTree(b, argument, "", tree.childOfType(node, "visibility_modifier") !== -1);
};

/** The arguments of a macro are a list of tokens; calls and members in it are told by what stands beside a name. */
export const tokensRule: NodeRule = (b, node) => {
  const { tree } = b;
  let before = -1;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "identifier") {
      const start = tree.start(child);
      const head = tree.text.slice(Math.max(0, start - 2), start);
      const behind = tree.text.slice(tree.end(child), tree.end(child) + 2);
      if (before !== -1 && (head.endsWith("::") || (head.endsWith(".") && head !== "..")))
        b.receiver(child, before);
      if (/^(?:!?[(]|![[{])/.test(behind)) b.role(child, "call");
      // Words that the grammar keeps for itself: `Event::default()`.
      const word = /^(?:::|\.)(default|union|auto|raw)(?=\()/.exec(
        tree.text.slice(tree.end(child), tree.end(child) + 12),
      );
      if (word !== null) {
        const end = tree.end(child) + word[0].length;
        b.mention(end - word[1]!.length, end, "call", [tree.start(child), tree.end(child)]);
      }
      // `name = value` and `name: value` are keys as often as variables: nothing is known of them.
    }
    before = child;
  }
};

export const attributeRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.first(node);
  if (name === -1) return;
  markCallee(b, name, "decorator");
  const tokens = tree.child(node, "arguments");
  if (tokens === -1) return;
  if (tree.textOf(name) !== "derive") {
    for (let at = tokens; at < tree.after(tokens); at++) b.ignore(at);
    return;
  }
  for (let at = tokens + 1; at < tree.after(tokens); at++) {
    if (tree.type(at) === "identifier") b.role(at, "decorator");
  }
};
