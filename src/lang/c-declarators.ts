// How declarations of C and C++ name things: the name inside a declarator, the types written beside it, and where in
// the file a declaration stands.
import type { FactsBuilder, SyntaxTree } from "./syntax-rules.ts";

const NAMES = new Set([
  "identifier",
  "field_identifier",
  "type_identifier",
  "qualified_identifier",
  "destructor_name",
  "operator_name",
  "operator_cast",
  "template_function",
  "template_method",
]);
const WRAPPERS = new Set([
  "init_declarator",
  "pointer_declarator",
  "array_declarator",
  "reference_declarator",
  "function_declarator",
  "parenthesized_declarator",
  "attributed_declarator",
  "pointer_type_declarator",
]);

/** Where the grammar has lost its way, it takes these for names. */
const WORDS =
  /^(?:void|int|char|short|long|float|double|bool|signed|unsigned|const|static|struct|union|enum|class|if|else|for|while|do|switch|case|return|sizeof|typedef|goto|new|delete|template|typename|namespace|using|public|private|protected|operator|this|try|catch|throw|defined)$/;

export interface Declared {
  /** Node of the name, its qualifiers left off. */
  name: number;
  /** Name as text where the node's own would not do: `operator bool`. */
  text: string;
  /** Outermost node of qualifiers (`A::b` in `void A::b()`), or -1. */
  qualified: number;
  /** Function declarator that takes the name, or -1: `int (*f)(int)` is a variable. */
  function: number;
  /** A pointer, reference or array stands around the name. */
  indirect: boolean;
  /** Levels of `*` and `[]`. */
  levels: number;
}

/** The name in a declarator; null where there is none. */
export function declared(tree: SyntaxTree, declarator: number): Declared | null {
  let node = declarator;
  let taker = -1;
  let levels = 0;
  let indirect = false;
  for (let steps = 0; node !== -1 && steps < 200; steps++) {
    const type = tree.type(node);
    if (NAMES.has(type)) return finish(tree, node, { function: taker, indirect, levels });
    if (!WRAPPERS.has(type)) return null;
    if (type === "function_declarator") {
      taker = node;
    } else if (type !== "parenthesized_declarator" && type !== "init_declarator") {
      taker = -1;
      indirect = true;
      if (type !== "reference_declarator") levels++;
    }
    const inner = tree.child(node, "declarator");
    node = inner !== -1 ? inner : firstName(tree, node);
  }
  return null;
}

function firstName(tree: SyntaxTree, node: number): number {
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (NAMES.has(type) || WRAPPERS.has(type)) return child;
  }
  return -1;
}

function finish(
  tree: SyntaxTree,
  named: number,
  rest: Pick<Declared, "function" | "indirect" | "levels">,
): Declared | null {
  const qualified = tree.type(named) === "qualified_identifier" ? named : -1;
  let name = named;
  while (name !== -1 && tree.type(name) === "qualified_identifier") name = tree.child(name, "name");
  if (name === -1) return null;
  if (tree.type(name) === "template_function" || tree.type(name) === "template_method") {
    name = tree.child(name, "name");
  }
  if (name === -1 || tree.start(name) === tree.end(name)) return null;
  if (tree.type(name) === "identifier" && WORDS.test(tree.textOf(name))) return null;
  let taker = rest.function;
  let text = "";
  const type = tree.type(name);
  if (type === "operator_cast") {
    taker = name;
    const of = tree.child(name, "type");
    text = `operator ${of === -1 ? "" : tree.textOf(of).replace(/\s+/g, " ")}`.trimEnd();
  } else if (type === "operator_name" && /\s/.test(tree.textOf(name))) {
    text = tree
      .textOf(name)
      .replace(/\s+/g, " ")
      .replace(/^operator (?=\W)/, "operator");
  } else if (type === "destructor_name" && /\s/.test(tree.textOf(name))) {
    text = tree.textOf(name).replace(/\s+/g, "");
  }
  return { ...rest, name, text, qualified, function: taker };
}

/** `a::B` of `a::B<int>::c`: the qualifiers of a name, without arguments. */
export function qualifiersOf(tree: SyntaxTree, qualified: number): string {
  const parts: string[] = [];
  for (
    let at = qualified;
    at !== -1 && tree.type(at) === "qualified_identifier";
    at = tree.child(at, "name")
  ) {
    const scope = tree.child(at, "scope");
    if (scope !== -1) parts.push(withoutArguments(tree, scope));
  }
  return parts.join("::");
}

/** The name of a type or scope without its template arguments. */
export function withoutArguments(tree: SyntaxTree, node: number): string {
  const type = tree.type(node);
  if (type === "template_type" || type === "template_function" || type === "template_method") {
    const name = tree.child(node, "name");
    return name === -1 ? "" : tree.textOf(name);
  }
  if (type === "dependent_name" || type === "dependent_type") {
    const first = tree.first(node);
    return first === -1 ? "" : withoutArguments(tree, first);
  }
  if (type !== "qualified_identifier") return tree.textOf(node).replace(/\s+/g, "");
  const parts = [qualifiersOf(tree, node)];
  let name = node;
  while (name !== -1 && tree.type(name) === "qualified_identifier") name = tree.child(name, "name");
  if (name !== -1) parts.push(withoutArguments(tree, name));
  return parts.filter((part) => part !== "").join("::");
}

/** Objects that are used like pointers: `->` leads to what they hold. */
const POINTERS = /^(?:std::|boost::)?(?:unique_ptr|shared_ptr|optional|scoped_refptr|intrusive_ptr)$/;

/** Name of a written type; with `->` behind it where the arrow alone leads to it; empty where it has none. */
export function typeText(tree: SyntaxTree, type: number): string {
  if (type === -1) return "";
  switch (tree.type(type)) {
    case "type_identifier":
      return tree.textOf(type);
    case "type_descriptor":
      return typeText(tree, tree.child(type, "type"));
    case "struct_specifier":
    case "union_specifier":
    case "class_specifier":
    case "enum_specifier": {
      const name = tree.child(type, "name");
      return name === -1 ? "" : withoutArguments(tree, name);
    }
    case "template_type":
    case "qualified_identifier": {
      const text = withoutArguments(tree, type);
      if (text.length > 80) return "";
      return POINTERS.test(text) ? pointed(tree, type) : text;
    }
    default:
      return "";
  }
}

/** `Foo->` for what `unique_ptr<Foo>` and `make_unique<Foo>` hold. */
function pointed(tree: SyntaxTree, type: number): string {
  let at = type;
  while (at !== -1 && tree.type(at) === "qualified_identifier") at = tree.child(at, "name");
  const list = at === -1 ? -1 : tree.child(at, "arguments");
  const held = list === -1 ? -1 : tree.first(list);
  const text = held === -1 ? "" : typeText(tree, held);
  return text === "" || text.endsWith("->") ? "" : `${text}->`;
}

const CASTS = /^(?:static|dynamic|reinterpret|const)_cast$/;

/** The type of a value where the value tells: `new Foo`, `Foo{}`, casts; `make()` for what a call gives. */
export function valueType(tree: SyntaxTree, value: number): string {
  if (value === -1) return "";
  const type = tree.type(value);
  if (type === "new_expression" || type === "compound_literal_expression" || type === "cast_expression") {
    return typeText(tree, tree.child(value, "type"));
  }
  const callee = type === "call_expression" ? tree.child(value, "function") : -1;
  if (callee === -1 || tree.end(callee) - tree.start(callee) > 160) return "";
  if (/^(?:template_function|qualified_identifier)$/.test(tree.type(callee))) {
    const name = withoutArguments(tree, callee);
    if (/^(?:std::)?make_(?:unique|shared)$/.test(name)) return pointed(tree, callee);
    if (CASTS.test(name)) return pointed(tree, callee).replace(/->$/, "");
    return name.length > 80 ? "" : `${name}()`;
  }
  const text = tree.textOf(callee);
  return /^\w+(?:(?:\.|->|::)\w+)*$/.test(text) && text.length <= 80 ? `${text}()` : "";
}

/** Where a declaration stands. */
export interface Standing {
  /** Namespaces and classes around it, joined by `::`. */
  qualifier: string;
  inside: "file" | "class" | "local";
  /** Node of the innermost class, or -1. */
  owner: number;
  /** A namespace without a name is around it. */
  hidden: boolean;
}

const TOP: Standing = { qualifier: "", inside: "file", owner: -1, hidden: false };
const LOCAL = new Set([
  "compound_statement",
  "function_definition",
  "parameter_list",
  "template_parameter_list",
  "lambda_expression",
  "for_statement",
  "condition_clause",
  "requires_expression",
]);
const standings = new WeakMap<FactsBuilder, Map<number, Standing>>();

export function standingOf(b: FactsBuilder, node: number): Standing {
  const { tree } = b;
  let known = standings.get(b);
  if (known === undefined) standings.set(b, (known = new Map()));
  const path: number[] = [];
  let at = tree.parent(node);
  let standing: Standing | undefined;
  for (; at !== -1; at = tree.parent(at)) {
    standing = known.get(at);
    if (standing !== undefined) break;
    path.push(at);
  }
  standing ??= TOP;
  for (const step of path.reverse()) {
    standing = stepInto(tree, step, standing);
    known.set(step, standing);
  }
  return standing;
}

const join = (a: string, b: string): string => (a === "" ? b : b === "" ? a : `${a}::${b}`);

function stepInto(tree: SyntaxTree, node: number, outer: Standing): Standing {
  const type = tree.type(node);
  if (LOCAL.has(type)) return outer.inside === "local" ? outer : { ...outer, inside: "local" };
  if (type === "namespace_definition") {
    const name = tree.child(node, "name");
    if (name === -1) return { ...outer, inside: "file", hidden: true };
    return { ...outer, inside: "file", qualifier: join(outer.qualifier, namespaceName(tree, name)) };
  }
  if (type === "class_specifier" || type === "struct_specifier" || type === "union_specifier") {
    const name = tree.child(node, "name");
    const text = name === -1 ? "" : withoutArguments(tree, name);
    return { ...outer, inside: "class", owner: node, qualifier: join(outer.qualifier, text) };
  }
  return outer;
}

export const namespaceName = (tree: SyntaxTree, name: number): string =>
  tree.textOf(name).replace(/\binline\b|\s+/g, "");
