// Rust.
import type { SpanKind } from "../base/span.ts";
import type { Language } from "./language.ts";
import type {
  FactsBuilder,
  NodeRule,
  RuleRole,
  SymbolInput,
  SyntaxRules,
  SyntaxTree,
} from "./syntax-rules.ts";

/** The list of an `impl` or `trait` that the node stands in, as the type of its owner. */
function ownerType(tree: SyntaxTree, node: number): string {
  const list = tree.parent(node);
  const owner = list === -1 || tree.type(list) !== "declaration_list" ? -1 : tree.parent(list);
  return owner === -1 ? "" : tree.type(owner);
}

const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  const owner = ownerType(tree, node);
  const method = owner === "impl_item" || owner === "trait_item";
  b.symbol({
    node,
    name: tree.child(node, "name"),
    kind: method ? "method" : "function",
    body: tree.child(node, "body"),
    declare: !method,
  });
  b.scope(node, { function: true });
};

function itemRule(kind: SpanKind, options: { fields?: boolean } = {}): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const body = tree.child(node, "body");
    // The fields of a tuple are its head: `struct Pair(u32, u32)`.
    const shown =
      body !== -1 && options.fields === true && tree.type(body) !== "field_declaration_list" ? -1 : body;
    const bounds = kind === "trait" ? tree.child(node, "bounds") : -1;
    b.symbol({
      node,
      name: tree.child(node, "name"),
      kind,
      body: shown,
      bases: bounds === -1 ? [] : boundNames(tree, bounds),
      docs: kind === "module" && body !== -1 ? innerDocs(tree, body) : [],
    });
    b.scope(node, { function: kind === "module" });
  };
}

function boundNames(tree: SyntaxTree, bounds: number): string[] {
  const names: string[] = [];
  for (let child = tree.first(bounds); child !== -1; child = tree.next(child)) {
    const named = typeNameOf(tree, child);
    if (named !== -1) names.push(tree.textOf(named));
  }
  return names;
}

/** `//!` at the beginning of a body. */
function innerDocs(tree: SyntaxTree, body: number): number[] {
  const docs: number[] = [];
  for (let child = tree.first(body); child !== -1; child = tree.next(child)) {
    if (!/^(?:line|block)_comment$/.test(tree.type(child)) || !/^\/[/*]!/.test(tree.textOf(child))) break;
    docs.push(child);
  }
  return docs;
}

/** The node that names a type: without arguments, references and pointers; with its path. */
function typeNameOf(tree: SyntaxTree, type: number): number {
  switch (tree.type(type)) {
    case "type_identifier":
    case "scoped_type_identifier":
    case "primitive_type":
      return type;
    case "generic_type":
    case "reference_type":
    case "pointer_type":
      return tree.child(type, "type") === -1 ? -1 : typeNameOf(tree, tree.child(type, "type"));
    case "function_type":
      return tree.child(type, "trait");
    case "dynamic_type":
    case "abstract_type":
      return tree.child(type, "trait") === -1 ? -1 : typeNameOf(tree, tree.child(type, "trait"));
    default:
      return -1;
  }
}

/** An `impl` is named for its type, whose name stays a reference. */
const implRule: NodeRule = (b, node) => {
  const { tree } = b;
  const type = tree.child(node, "type");
  const trait = tree.child(node, "trait");
  const named = type === -1 ? -1 : typeNameOf(tree, type);
  const last =
    named !== -1 && tree.type(named) === "scoped_type_identifier" ? tree.child(named, "name") : named;
  const base = trait === -1 ? -1 : typeNameOf(tree, trait);
  const shown = last === -1 ? type : last;
  if (shown !== -1) {
    b.symbol({
      node,
      name: tree.textOf(shown).replace(/\s+/g, " "),
      nameStart: tree.start(shown),
      kind: "implementation",
      body: tree.child(node, "body"),
      bases: base === -1 ? [] : [tree.textOf(base)],
      declare: false,
    });
  }
  b.scope(node);
};

function valueItem(kind: "constant" | "variable" | "type"): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const owner = ownerType(tree, node);
    const inType = owner === "impl_item" || owner === "trait_item";
    const value = tree.child(node, kind === "type" ? "type" : "value");
    const type = kind === "type" ? "" : typeText(tree, tree.child(node, "type"));
    b.symbol({ node, name: tree.child(node, "name"), kind, value, type, declare: !inType });
    if (kind === "type") b.scope(node);
  };
}

function memberItem(kind: "constant" | "field"): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const type = typeText(tree, tree.child(node, "type"));
    const input: SymbolInput = { node, name: tree.child(node, "name"), kind, type, declare: false };
    const body = tree.child(node, "body");
    if (body !== -1 && tree.type(body) === "field_declaration_list") input.body = body;
    b.symbol(input);
  };
}

/** Boxes that let the members of what they hold be called on them. */
const SMART = /^(?:Box|Rc|Arc|Pin|Ref|RefMut|MutexGuard)$/;

/** The name of a written type; of references and boxes, that of what they hold. */
function typeText(tree: SyntaxTree, type: number): string {
  if (type === -1) return "";
  const named = typeNameOf(tree, type);
  if (named === -1) return "";
  const text = tree.textOf(named);
  const list = SMART.test(text) ? tree.next(named) : -1;
  const inner = list !== -1 && tree.type(list) === "type_arguments" ? tree.first(list) : -1;
  return inner === -1 ? text : typeText(tree, inner) || text;
}

/** `Foo { … }` is a `Foo`; `Foo::new()` is what that call gives. */
function valueType(tree: SyntaxTree, value: number): string {
  if (value === -1) return "";
  const type = tree.type(value);
  if (type === "reference_expression") return valueType(tree, tree.child(value, "value"));
  if (type === "try_expression" || type === "await_expression") return valueType(tree, tree.first(value));
  if (type === "struct_expression") return tree.textOf(tree.child(value, "name")).slice(0, 80);
  const callee = type === "call_expression" ? tree.child(value, "function") : -1;
  const text = callee === -1 || tree.end(callee) - tree.start(callee) > 80 ? "" : tree.textOf(callee);
  return /^\w+(?:::\w+)*$/.test(text) ? `${text}()` : "";
}

/** The names that a pattern binds. Names with a capital are constants or variants that it compares with. */
function bindPattern(
  b: FactsBuilder,
  pattern: number,
  binding: "local" | "param",
  from: number,
  whole = "",
): void {
  const { tree } = b;
  if (pattern === -1) return;
  const open = [pattern];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const type = tree.type(node);
    if (type === "identifier" || type === "shorthand_field_identifier") {
      // The written type is that of the whole pattern.
      const alone =
        node === pattern || (tree.type(pattern) === "mut_pattern" && tree.parent(node) === pattern);
      if (/^(?:r#)?[a-z_]/.test(tree.textOf(node)))
        b.declare(node, binding, { from, type: alone ? whole : "" });
      else if (type === "shorthand_field_identifier") b.ignore(node);
      continue;
    }
    if (!/_pattern$|^field_pattern$|^parameters?$/.test(type)) continue;
    const head = tree.child(node, "type");
    const condition = tree.child(node, "condition");
    for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
      if (child === head || child === condition) continue;
      if (type === "field_pattern" && tree.type(child) === "field_identifier") b.ignore(child);
      else open.push(child);
    }
  }
}

function markCallee(b: FactsBuilder, callee: number, role: RuleRole): void {
  const { tree } = b;
  if (callee === -1) return;
  const type = tree.type(callee);
  if (type === "identifier") b.role(callee, role);
  else if (type === "scoped_identifier") b.role(tree.child(callee, "name"), role);
  else if (type === "field_expression") b.role(tree.child(callee, "field"), role);
  else if (type === "generic_function") markCallee(b, tree.child(callee, "function"), role);
  else if (type === "parenthesized_expression") markCallee(b, tree.first(callee), role);
}

const pathRule =
  (role: RuleRole | null): NodeRule =>
  (b, node) => {
    const name = b.tree.child(node, "name");
    const path = b.tree.child(node, "path");
    if (role === null || path === -1) b.receiver(name, path);
    else b.role(name, role, path);
  };

const assignmentRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left = tree.child(node, "left");
  if (left === -1) return;
  if (tree.type(left) === "identifier") b.role(left, "write");
  else if (tree.type(left) === "field_expression") b.role(tree.child(left, "field"), "write");
};

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

const useRule: NodeRule = (b, node) => {
  const { tree } = b;
  const argument = tree.child(node, "argument");
  for (let at = node + 1; at < tree.after(node); at++) b.ignore(at);
  if (argument !== -1) useTree(b, argument, "", tree.childOfType(node, "visibility_modifier") !== -1);
};

/** The arguments of a macro are a list of tokens; calls and members in it are told by what stands beside a name. */
const tokensRule: NodeRule = (b, node) => {
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
      // `name = value` and `name: value` are keys as often as variables: nothing is known of them.
    }
    before = child;
  }
};

const attributeRule: NodeRule = (b, node) => {
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

const scope: NodeRule = (b, node) => b.scope(node);

const syntax: SyntaxRules = {
  grammar: { package: "tree-sitter-rust", file: "tree-sitter-rust.wasm" },
  separator: "::",
  nodes: {
    function_item: functionRule,
    function_signature_item: functionRule,
    struct_item: itemRule("struct", { fields: true }),
    union_item: itemRule("struct"),
    enum_item: itemRule("enum"),
    trait_item: itemRule("trait"),
    mod_item(b, node) {
      const { tree } = b;
      itemRule("module")(b, node);
      const name = tree.child(node, "name");
      if (name === -1 || tree.child(node, "body") !== -1) return;
      // `mod name;` reads another file.
      b.import({ module: `self::${tree.textOf(name)}`, imported: "*", local: tree.textOf(name), node });
    },
    impl_item: implRule,
    macro_definition: (b, node) => {
      const { tree } = b;
      const name = tree.child(node, "name");
      b.symbol({ node, name, kind: "macro", headEnd: name === -1 ? undefined : tree.end(name) });
      for (let at = node + 1; at < tree.after(node); at++) b.ignore(at);
    },
    const_item: valueItem("constant"),
    static_item: valueItem("variable"),
    type_item: valueItem("type"),
    associated_type: valueItem("type"),
    field_declaration: memberItem("field"),
    enum_variant: memberItem("constant"),
    parameter(b, node) {
      bindPattern(b, b.tree.child(node, "pattern"), "param", 0, typeText(b.tree, b.tree.child(node, "type")));
    },
    self_parameter(b) {
      b.declareName("self", "this");
    },
    closure_expression: (b, node) => b.scope(node, { function: true }),
    closure_parameters(b, node) {
      for (let child = b.tree.first(node); child !== -1; child = b.tree.next(child)) {
        if (b.tree.type(child) !== "parameter") bindPattern(b, child, "param", 0);
      }
    },
    let_declaration(b, node) {
      const { tree } = b;
      const type = typeText(tree, tree.child(node, "type")) || valueType(tree, tree.child(node, "value"));
      bindPattern(b, tree.child(node, "pattern"), "local", tree.end(node), type);
    },
    let_condition(b, node) {
      bindPattern(b, b.tree.child(node, "pattern"), "local", b.tree.end(node));
    },
    match_arm(b, node) {
      b.scope(node);
      bindPattern(b, b.tree.child(node, "pattern"), "local", 0);
    },
    for_expression(b, node) {
      b.scope(node);
      const value = b.tree.child(node, "value");
      bindPattern(b, b.tree.child(node, "pattern"), "local", value === -1 ? 0 : b.tree.end(value));
    },
    block: scope,
    if_expression: scope,
    while_expression: scope,
    type_parameter(b, node) {
      b.declare(b.tree.child(node, "name"), "local");
    },
    const_parameter(b, node) {
      b.declare(b.tree.child(node, "name"), "local");
    },
    lifetime: (b, node) => b.skip(node),
    label: (b, node) => b.skip(node),
    call_expression(b, node) {
      markCallee(b, b.tree.child(node, "function"), "call");
    },
    macro_invocation(b, node) {
      markCallee(b, b.tree.child(node, "macro"), "call");
    },
    token_tree: tokensRule,
    attribute: attributeRule,
    inner_attribute_item: (b, node) => b.skip(node),
    struct_expression(b, node) {
      const { tree } = b;
      let name = tree.child(node, "name");
      if (name !== -1 && tree.type(name) === "generic_type_with_turbofish") name = tree.child(name, "type");
      if (name === -1) return;
      if (tree.type(name) === "type_identifier") b.role(name, "new");
      else b.role(tree.child(name, "name"), "new", tree.child(name, "path"));
    },
    field_initializer(b, node) {
      b.ignore(b.tree.child(node, "field"));
    },
    field_expression(b, node) {
      b.receiver(b.tree.child(node, "field"), b.tree.child(node, "value"));
    },
    scoped_identifier: pathRule(null),
    scoped_type_identifier: pathRule(null),
    assignment_expression: assignmentRule,
    compound_assignment_expr: assignmentRule,
    use_declaration: useRule,
    extern_crate_declaration(b, node) {
      const { tree } = b;
      const name = tree.child(node, "name");
      if (name === -1) return;
      const alias = tree.child(node, "alias");
      const module = tree.textOf(name);
      const local = alias === -1 ? module : tree.textOf(alias);
      b.declareName(local, "import");
      b.import({ module, imported: "*", local: local === "_" ? "" : local, node });
      b.skip(node);
    },
  },
  identifiers: { identifier: "read", type_identifier: "type", field_identifier: "read" },
  members: ["field_identifier"],
  comments: ["line_comment", "block_comment"],
  decorators: ["attribute_item"],
  docComments: ["///", "/**"],
  self: ["Self"],
  base: [],
  exported({ kind, modifiers, parentExported, parentKind, parentBases }) {
    if (kind === "implementation" || kind === "macro") return parentExported;
    if (!parentExported || parentKind === "function" || parentKind === "method") return false;
    // Variants follow their enum, members of traits their trait.
    if (parentKind === "enum" || parentKind === "trait") return true;
    if (parentKind === "constant" || (parentKind === "implementation" && parentBases.length > 0)) return true;
    return /\bpub\b(?!\s*\(\s*(?:in\s+)?self\s*\))/.test(modifiers);
  },
};

export const rust: Language = {
  id: "rust",
  name: "Rust",
  extensions: [".rs"],
  shebangs: ["rust-script"],
  comments: { line: ["//"], block: [["/*", "*/"]], nested: true },
  declarations: [
    {
      regex:
        /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:default|const|async|unsafe|safe|extern(?:\s+"[^"]*")?)\s+)*fn\s+(?:r#)?(?<name>\w+)/,
      kind: "function",
    },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|union)\s+(?<name>\w+)/, kind: "struct" },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?enum\s+(?<name>\w+)/, kind: "enum" },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?(?:auto\s+)?trait\s+(?<name>\w+)/, kind: "trait" },
    // `impl Trait for Type` is named for the type; `for<'a>` has no space after it.
    {
      regex:
        /^\s*(?:default\s+)?(?:unsafe\s+)?impl\b.*?\sfor\s+(?:&\s*)?(?:'\w+\s+)?(?:mut\s+)?(?:dyn\s+)?(?:\w+::)*(?<name>[A-Za-z_]\w*)/,
      kind: "implementation",
    },
    {
      regex: /^\s*(?:unsafe\s+)?impl(?:\s*<.*?>)?\s+(?:\w+::)*(?<name>[A-Za-z_]\w*)/,
      kind: "implementation",
    },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(?<name>\w+)/, kind: "module" },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?macro(?:_rules!)?\s+(?<name>\w+)/, kind: "macro" },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?type\s+(?<name>\w+)/, kind: "type" },
    {
      regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const|static)\s+(?:mut\s+)?(?<name>\w+)\s*:/,
      kind: "constant",
    },
  ],
  imports: [
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?use\s+(?:::)?(?<name>\w+(?:::\w+)*)/ },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(?<name>\w+)\s*;/ },
    { regex: /^\s*(?:pub(?:\([^)]*\))?\s+)?extern\s+crate\s+(?<name>\w+)/ },
  ],
  extent: "indent",
  strings: [
    { open: 'r#"', close: '"#', multiline: true, escape: "" },
    { open: 'r"', close: '"', multiline: true, escape: "" },
    { open: '"', close: '"', multiline: true },
    { open: "'", close: "'", char: true },
  ],
  attached: ["#[", "#!["],
  syntax,
};
