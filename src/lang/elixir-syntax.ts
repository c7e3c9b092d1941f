// The syntax of Elixir. Its tree is one of calls: what a call does is told by its first word.
import { attributeKey, attributeRule, functionKey, inTypes, typeKey } from "./elixir-attributes.ts";
import { functionRule, moduleRule, structRule } from "./elixir-definitions.ts";
import { clauseRule, matchRule } from "./elixir-patterns.ts";
import {
  argumentsOf,
  attributeWord,
  bodyOf,
  children,
  keywordValue,
  operator,
  word,
} from "./elixir-places.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxRules } from "./syntax-rules.ts";

/** Words that no module defines, or that are in every one: they lead nowhere. */
const FORMS = new Set(
  "case cond for fn if quote receive super try unless unquote unquote_splicing with __CALLER__ __DIR__ __ENV__ __MODULE__ __STACKTRACE__".split(
    " ",
  ),
);
const FUNCTIONS = new Set("def defp defdelegate defn defnp".split(" "));
const MACROS = new Set("defmacro defmacrop defguard defguardp".split(" "));

const callRule: NodeRule = (b, node) => {
  const { tree } = b;
  const target = tree.child(node, "target");
  if (target === -1) return;
  if (tree.type(target) === "dot") {
    dotCall(b, node, target);
    return;
  }
  const name = word(tree, node);
  if (name === "" || inTypes(b, node)) return;
  const above = tree.parent(node);
  // `@name value`: the attribute's own rule has spoken.
  if (above !== -1 && attributeWord(tree, above) === name && tree.field(node) === "operand") return;
  if (FUNCTIONS.has(name) || MACROS.has(name)) {
    b.ignore(target);
    functionRule(b, node, FUNCTIONS.has(name) ? "function" : "macro");
    return;
  }
  switch (name) {
    case "defmodule":
    case "defprotocol":
    case "defimpl":
      b.ignore(target);
      moduleRule(
        b,
        node,
        name === "defmodule" ? "module" : name === "defprotocol" ? "interface" : "implementation",
      );
      return;
    case "defstruct":
    case "defexception":
      b.ignore(target);
      structRule(b, node);
      return;
    case "alias":
    case "import":
    case "require":
    case "use":
      if (imports(b, node, name)) return;
      break;
    case "test":
    case "describe":
    case "property":
      testRule(b, node);
      return;
  }
  if (FORMS.has(name)) b.ignore(target);
  else b.role(target, "call");
  if (tree.childOfType(node, "do_block") !== -1 || FORMS.has(name)) b.scope(node);
};

/** `Module.name(…)`, `map.field`. */
function dotCall(b: FactsBuilder, node: number, dot: number): void {
  const { tree } = b;
  const left = tree.child(dot, "left");
  const right = tree.child(dot, "right");
  if (right === -1 || tree.type(right) !== "identifier") return;
  const module = left !== -1 && /^(?:alias|atom)$/.test(tree.type(left));
  const called = module || tree.childOfType(node, "arguments") !== -1;
  b.role(right, inTypes(b, node) ? "type" : called ? "call" : "read", left);
  if (tree.childOfType(node, "do_block") !== -1) b.scope(node);
}

/** `test "name", %{context: value} do`. */
function testRule(b: FactsBuilder, node: number): void {
  const { tree } = b;
  const [title = -1, context = -1] = argumentsOf(tree, node);
  const content =
    title === -1 || tree.type(title) !== "string" ? -1 : tree.childOfType(title, "quoted_content");
  if (content === -1) {
    b.role(tree.child(node, "target"), "call");
    return;
  }
  const list = tree.childOfType(node, "arguments");
  const name = tree.textOf(content).replace(/\s+/g, " ");
  b.symbol({
    node,
    name,
    nameStart: tree.start(content),
    kind: "function",
    body: bodyOf(tree, node),
    headEnd: tree.end(list),
    declare: false,
  });
  b.role(tree.child(node, "target"), "call");
  b.scope(node, { function: true });
  if (context !== -1 && tree.type(context) !== "keywords") {
    for (let at = context; at < tree.after(context); at++) {
      if (tree.type(at) === "identifier") b.declare(at, "param");
    }
  }
}

/** `alias A.{B, C}`, `import A, only: [f: 1]`, `require A`, `use A`. */
function imports(b: FactsBuilder, node: number, keyword: string): boolean {
  const { tree } = b;
  const [first = -1] = argumentsOf(tree, node);
  if (first === -1) return false;
  const as = keywordValue(tree, node, "as");
  for (const { module, at } of modulesOf(b, first)) {
    const last = module.slice(module.lastIndexOf(".") + 1);
    const renamed = as === -1 ? "" : tree.textOf(as);
    const local = keyword === "alias" ? renamed || last : keyword === "require" ? renamed : "";
    const only = keyword === "import" ? onlyNames(b, node) : [];
    for (const name of only) {
      b.declareName(functionKey(name), "import");
      b.import({ module, imported: name, local: name, node });
    }
    if (only.length > 0) continue;
    if (local !== "") b.declareName(local, "import");
    b.import({ module, imported: "*", local, node: at === first ? node : at });
  }
  // The options are code as well; what stands before them is named above.
  b.ignore(as);
  b.skip(first);
  return true;
}

function modulesOf(b: FactsBuilder, first: number): { module: string; at: number }[] {
  const { tree } = b;
  const right = tree.type(first) === "dot" ? tree.child(first, "right") : -1;
  if (right !== -1 && tree.type(right) === "tuple") {
    const prefix = tree.textOf(tree.child(first, "left"));
    return children(tree, right).map((at) => ({ module: `${prefix}.${tree.textOf(at)}`, at }));
  }
  const module = tree.textOf(first);
  return /^(?:__MODULE__|:?\w)[\w.]*$/.test(module) ? [{ module, at: first }] : [];
}

function onlyNames(b: FactsBuilder, node: number): string[] {
  const { tree } = b;
  const only = keywordValue(tree, node, "only");
  const list = only === -1 ? -1 : tree.childOfType(only, "keywords");
  const names: string[] = [];
  for (const pair of children(tree, list)) {
    const key = tree.child(pair, "key");
    if (key !== -1) names.push(tree.textOf(key).replace(/:\s*$/, ""));
  }
  return names;
}

/** A name without parentheses is a variable where one is bound, else a call without arguments. */
const identifierRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.textOf(node);
  if (name.startsWith("_") && name !== "__MODULE__") {
    b.ignore(node);
    return;
  }
  const parent = tree.parent(node);
  const type = parent === -1 ? "" : tree.type(parent);
  if ((type === "call" && tree.field(node) === "target") || (type === "dot" && tree.field(node) === "right"))
    return;
  if (tree.text[tree.start(node) - 1] === "@" || b.bindingOf(name) !== null) b.role(node, "read");
};

/** Words before module names that say what a module is. */
const OF_TYPES = new Set(["behaviour", "defimpl", "derive"]);

/** `Shelf.Store` is `Store` of `Shelf`. */
const aliasRule: NodeRule = (b, node) => {
  const { tree } = b;
  const text = tree.textOf(node);
  const dot = text.lastIndexOf(".");
  let above = tree.parent(node);
  const made = tree.type(above) === "struct";
  while (/^(?:arguments|list|keywords|pair)$/.test(tree.type(above))) above = tree.parent(above);
  const role: RuleRole = made ? "new" : OF_TYPES.has(word(tree, above)) ? "type" : "read";
  if (dot === -1) {
    b.role(node, role);
    return;
  }
  b.ignore(node);
  const start = tree.start(node);
  b.mention(start + dot + 1, tree.end(node), role, [start, start + dot]);
};

/** `&name/1` is the function. */
const unaryRule: NodeRule = (b, node) => {
  const { tree } = b;
  if (tree.text[tree.start(node)] === "@") attributeRule(b, node);
  const operand = tree.text[tree.start(node)] === "&" ? tree.child(node, "operand") : -1;
  if (operand === -1 || tree.type(operand) !== "binary_operator" || operator(tree, operand) !== "/") return;
  const name = tree.child(operand, "left");
  if (tree.type(name) === "identifier") b.role(name, "call");
};

export const elixirSyntax: SyntaxRules = {
  grammar: { package: "tree-sitter-elixir", file: "tree-sitter-elixir.wasm" },
  separator: ".",
  nodes: {
    call: callRule,
    unary_operator: unaryRule,
    binary_operator: matchRule,
    stab_clause: clauseRule,
    identifier: identifierRule,
    alias: aliasRule,
    do_block: (b, node) => b.scope(node),
    else_block: (b, node) => b.scope(node),
  },
  identifiers: { identifier: "call", alias: "read" },
  members: [],
  comments: ["comment"],
  decorators: [],
  docComments: [],
  self: ["__MODULE__"],
  base: [],
  scopeName(name, nodeType, role, before) {
    if (before === "@") return attributeKey(name);
    if (role === "type") return typeKey(name);
    return role === "call" && nodeType === "identifier" ? functionKey(name) : name;
  },
  exported({ kind, modifiers, parentExported }) {
    if (!parentExported || kind === "constant" || /^(?:test|describe|property)\b/.test(modifiers))
      return false;
    return !/^(?:defp|defmacrop|defguardp|defnp|@typep)\b/.test(modifiers);
  },
};
