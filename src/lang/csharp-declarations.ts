// What C# declares: namespaces, types and their members.
import type { SpanKind } from "../base/span.ts";
import { markType, nameOf, typeText, valueOf, valueType } from "./csharp-types.ts";
import type { FactsBuilder, NodeRule, SymbolInput, SyntaxTree } from "./syntax-rules.ts";

/** Members can be named without a receiver anywhere in their class. */
function member(b: FactsBuilder, input: SymbolInput & { name: number | string }): void {
  if (input.name === -1) return;
  const { name } = input;
  const symbol = b.symbol({ ...input, declare: false });
  if (input.kind === "constructor") return;
  b.declareName(typeof name === "number" ? b.tree.textOf(name) : name, "this", { symbol, type: input.type });
}

const dotted = (tree: SyntaxTree, node: number): string =>
  node === -1 ? "" : tree.textOf(node).replace(/\s+/g, "");

export const namespaceRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  if (name === -1) return;
  b.symbol({
    node,
    kind: "namespace",
    name: dotted(tree, name),
    nameStart: tree.start(name),
    body: tree.child(node, "body"),
    declare: false,
  });
  for (let at = name; at < tree.after(name); at++) b.ignore(at);
  if (tree.type(node) === "namespace_declaration")
    b.scope(node, { shared: `namespace ${dotted(tree, name)}` });
};

/** `namespace A.B;` holds for the whole file. */
function fileNamespace(tree: SyntaxTree, node: number): string | undefined {
  for (let at = tree.parent(node); at !== -1; at = tree.parent(at)) {
    const type = tree.type(at);
    if (type === "compilation_unit") {
      const named = tree.childOfType(at, "file_scoped_namespace_declaration");
      return named === -1 ? undefined : dotted(tree, tree.child(named, "name"));
    }
    if (!/^preproc_|^ERROR$/.test(type)) return undefined;
  }
  return undefined;
}

function basesOf(tree: SyntaxTree, node: number): string[] {
  const list = tree.childOfType(node, "base_list");
  const bases: string[] = [];
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    const base = typeText(tree, child);
    if (base !== "") bases.push(base);
  }
  return bases;
}

export function typeRule(kind: SpanKind): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const name = tree.child(node, "name");
    if (name === -1) return;
    const head = tree.text.slice(tree.start(node), tree.start(name));
    const struct = kind === "class" && /\bstruct\s*$/.test(head);
    const symbol = {
      node,
      name,
      kind: struct ? "struct" : kind,
      body: tree.child(node, "body"),
      bases: kind === "enum" ? [] : basesOf(tree, node),
      container: fileNamespace(tree, node),
    } as const;
    b.symbol(symbol);
    // What a base has goes before what the class around has.
    b.scope(node, { receiver: symbol.bases.length > 0 });
  };
}

export const baseListRule: NodeRule = (b, node) => {
  const { tree } = b;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "argument_list") markType(b, child);
  }
};

export const delegateRule: NodeRule = (b, node) => {
  const { tree } = b;
  const container = fileNamespace(tree, node);
  b.symbol({ node, name: tree.child(node, "name"), kind: "type", container });
  markType(b, tree.child(node, "type"));
  b.scope(node, { function: true });
};

export function methodRule(kind: "method" | "constructor" | "function"): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const name = tree.child(node, "name");
    const input = { node, name, kind, body: bodyOf(tree, node) };
    if (kind === "function") b.symbol(input);
    else member(b, { ...input, declare: undefined });
    markType(b, tree.child(node, "returns"));
    markType(b, tree.child(node, "type"));
    b.scope(node, { function: true });
  };
}

/** The block, or the arrow with what stands behind it. */
function bodyOf(tree: SyntaxTree, node: number): number {
  const body = tree.child(node, "body");
  return body !== -1 ? body : tree.childOfType(node, "arrow_expression_clause");
}

export const destructorRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  if (name === -1) return;
  const nameStart = tree.text.lastIndexOf("~", tree.start(name));
  b.symbol({
    node,
    name: `~${tree.textOf(name)}`,
    nameStart: Math.max(nameStart, tree.start(node)),
    kind: "method",
    body: bodyOf(tree, node),
    declare: false,
  });
  b.ignore(name);
  b.scope(node, { function: true });
};

/** `operator ==`, `implicit operator int`. */
export const operatorRule: NodeRule = (b, node) => {
  const { tree } = b;
  const list = tree.child(node, "parameters");
  const end = list === -1 ? tree.end(node) : tree.start(list);
  const head = tree.text.slice(tree.start(node), end);
  const match = /\b(?:(?:implicit|explicit)\s+)?operator\s+(?:checked\s+)?[^;{}]*$/.exec(head);
  if (match === null) return;
  b.symbol({
    node,
    name: match[0].replace(/\s+/g, " ").trim(),
    nameStart: tree.start(node) + match.index,
    kind: "method",
    body: bodyOf(tree, node),
    declare: false,
  });
  markType(b, tree.child(node, "type"));
  b.scope(node, { function: true });
};

export const propertyRule: NodeRule = (b, node) => {
  const { tree } = b;
  const type = tree.child(node, "type");
  const value = tree.child(node, "value");
  const accessors = tree.child(node, "accessors");
  const arrow = value !== -1 && tree.type(value) === "arrow_expression_clause" ? value : -1;
  const body = accessors !== -1 ? accessors : arrow;
  markType(b, type);
  const rest = { node, kind: "property", body, type: typeText(tree, type) } as const;
  if (tree.type(node) === "indexer_declaration") {
    const list = tree.child(node, "parameters");
    const at = list === -1 ? -1 : tree.text.lastIndexOf("this", tree.start(list));
    if (at < tree.start(node)) return;
    b.symbol({ ...rest, name: "this", nameStart: at, declare: false });
  } else {
    member(b, { ...rest, name: tree.child(node, "name") });
  }
  b.scope(node, { function: true });
};

export function fieldRule(kind: "field"): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const declaration = tree.childOfType(node, "variable_declaration");
    if (declaration === -1) return;
    const type = tree.child(declaration, "type");
    const declarators: number[] = [];
    for (let child = tree.first(declaration); child !== -1; child = tree.next(child)) {
      if (tree.type(child) === "variable_declarator") declarators.push(child);
    }
    const head = tree.text.slice(tree.start(node), tree.start(declaration));
    const fixed = /\bconst\b/.test(head) || (/\bstatic\b/.test(head) && /\breadonly\b/.test(head));
    for (const declarator of declarators) {
      const alone = declarators.length === 1;
      member(b, {
        node: alone ? node : declarator,
        list: alone ? undefined : node,
        name: tree.child(declarator, "name"),
        kind: fixed ? "constant" : kind,
        value: valueOf(tree, declarator),
        type: typeText(tree, type),
      });
    }
  };
}

/** Locals, also in `for` and `using`; fields are declared before by their own rule. */
export const variablesRule: NodeRule = (b, node) => {
  const { tree } = b;
  const type = tree.child(node, "type");
  markType(b, type);
  const parent = tree.parent(node);
  if (parent !== -1 && /^(?:event_)?field_declaration$/.test(tree.type(parent))) return;
  const written = typeText(tree, type);
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "variable_declarator") continue;
    const name = tree.child(child, "name");
    const held = written || valueType(tree, valueOf(tree, child));
    if (name !== -1) b.declare(name, "local", { from: tree.start(child), type: held });
  }
};

/** Names of `var (a, b) = …`. */
export const tuplePatternRule: NodeRule = (b, node) => {
  const { tree } = b;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "identifier") b.declare(child, "local", { from: tree.start(node) });
  }
};

/** Parameters; the components of a record are its properties, those of a class are known in all of it. */
export const parameterRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const type = tree.child(node, "type");
  markType(b, type);
  if (name === -1) return;
  const list = tree.parent(node);
  const owner = list === -1 ? -1 : tree.parent(list);
  const own = typeText(tree, type);
  if (owner !== -1 && tree.type(owner) === "record_declaration") {
    member(b, { node, name, kind: "property", type: own, exported: true });
  } else {
    b.declare(name, "param", { type: own });
  }
};

/** `params T[] rest` stands in the list itself. */
export const parametersRule: NodeRule = (b, node) => {
  const { tree } = b;
  markType(b, tree.child(node, "type"));
  const name = tree.child(node, "name");
  if (name !== -1) b.declare(name, "param");
};

export const usingRule: NodeRule = (b, node) => {
  const { tree } = b;
  const alias = tree.child(node, "name");
  let path = -1;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (child !== alias) path = child;
  }
  for (let at = node + 1; at < tree.after(node); at++) b.ignore(at);
  if (path === -1) return;
  const module = dotted(tree, path);
  if (alias === -1) {
    b.import({ module, imported: "*", local: "", node });
    return;
  }
  const plain = module.replace(/<[\s\S]*$/, "");
  const cut = plain.lastIndexOf(".");
  const named = nameOf(tree, path);
  if (named !== -1) b.role(named, "import");
  const local = tree.textOf(alias);
  b.declareName(local, "import");
  b.import({ module: cut === -1 ? "" : plain.slice(0, cut), imported: plain.slice(cut + 1), local, node });
};
