// Functions, methods and constructors of C and C++.
//
// A prototype is a symbol of its own: its `bodyStart` is 0. A definition has the line of its body there, also where the
// body is `= default` or `= delete`.
import { type Declared, qualifiersOf, declared, type Standing, standingOf } from "./c-declarators.ts";
import {
  beginning,
  join,
  lastPart,
  outerOf,
  specifier,
  SPECIFIERS,
  stateOf,
  unlessHidden,
} from "./c-symbols.ts";
import type { FactsBuilder, SyntaxTree } from "./syntax-rules.ts";

/** `MOCK_METHOD(void, f, ());` reads as a prototype without a type. */
export function isMacroName(tree: SyntaxTree, d: Declared): boolean {
  return d.function !== -1 && d.qualified === -1 && MACRO.test(tree.textOf(d.name));
}

const MACRO = /^_*[A-Z][A-Z0-9_]{2,}$/;

/** Parameters of a macro-made function: `TEST(Suite, adds) {`. */
function macroMade(b: FactsBuilder, node: number, d: Declared): boolean {
  const { tree } = b;
  if (tree.child(node, "type") !== -1 || d.qualified !== -1 || d.function === -1) return false;
  const text = tree.textOf(d.name);
  if (tree.type(d.name) !== "identifier" || !MACRO.test(text)) return false;
  if (standingOf(b, node).inside === "class") return false;
  const list = tree.child(d.function, "parameters");
  let name = -1;
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "parameter_declaration") continue;
    const type = tree.child(child, "type");
    if (type === -1 || tree.child(child, "declarator") !== -1) return false;
    if (tree.type(type) === "type_identifier") name = type;
  }
  if (name === -1) return false;
  b.role(d.name, "call");
  const body = tree.child(node, "body");
  b.symbol({ node, kind: "function", name, body, declare: false });
  return true;
}

export function functionDefinition(b: FactsBuilder, node: number): void {
  const { tree } = b;
  const type = tree.child(node, "type");
  if (type !== -1 && SPECIFIERS.test(tree.type(type))) specifier(b, type, node);
  const d = declared(tree, tree.child(node, "declarator"));
  if (d === null || macroMade(b, node, d)) return;
  if (d.function === -1 && type !== -1 && tree.type(type) === "type_identifier") b.role(type, "call");
  // `CATCH (…) {…}` in a body is a statement.
  if (type === -1 && isMacroName(tree, d) && standingOf(b, node).inside === "local") {
    b.role(d.name, "call");
    return;
  }
  const body = firstOf(
    tree,
    node,
    ["body", ""],
    ["default_method_clause", "delete_method_clause", "pure_virtual_clause", "try_statement"],
  );
  const abstract = body !== -1 && tree.type(body) === "pure_virtual_clause";
  const clause = body !== -1 && tree.type(body).endsWith("_method_clause");
  functionSymbol(b, {
    node,
    outer: outerOf(tree, node),
    d,
    body: abstract ? -1 : body,
    headEnd: clause ? tree.end(body) : headEnd(tree, node, body),
  });
}

/** Where initialisers of members begin, the head ends. */
function headEnd(tree: SyntaxTree, node: number, body: number): number | undefined {
  const list = tree.childOfType(node, "field_initializer_list");
  return list !== -1 && body !== -1 ? tree.start(list) : undefined;
}

function firstOf(tree: SyntaxTree, node: number, fields: string[], types: string[]): number {
  const body = tree.child(node, fields[0]!);
  if (body !== -1) return body;
  for (const type of types) {
    const child = tree.childOfType(node, type);
    if (child !== -1) return child;
  }
  return -1;
}

interface FunctionInput {
  node: number;
  outer?: number;
  list?: number;
  d: Declared;
  body: number;
  headEnd?: number;
}

export function functionSymbol(b: FactsBuilder, input: FunctionInput): void {
  const { tree } = b;
  const { node, d, body } = input;
  const standing = standingOf(b, node);
  const name = d.text === "" ? tree.textOf(d.name) : d.text;
  const friend = input.outer !== undefined && tree.type(input.outer) === "friend_declaration";
  const qualifiers = d.qualified === -1 ? "" : qualifiersOf(tree, d.qualified);
  const container = qualifiers === "" ? undefined : join(friend ? "" : standing.qualifier, qualifiers);
  const inClass = standing.inside === "class" && !friend;
  const member = inClass || (container !== undefined && !stateOf(b).namespaces.has(container));
  const owner = lastPart(container ?? standing.qualifier);
  const kind = !member ? "function" : name === owner ? "constructor" : "method";
  const symbol = b.symbol({
    node,
    outer: input.outer,
    list: input.list,
    from: input.list === undefined ? beginning(b, input.outer ?? node) : undefined,
    kind,
    name: d.text === "" ? d.name : d.text,
    nameStart: tree.start(d.name),
    body,
    headEnd: input.headEnd,
    declare: false,
    container: friend ? namespaceOf(b, standing) : container,
    exported: friend ? undefined : unlessHidden(b, node, standing),
  });
  if (d.text !== "") for (let at = d.name; at < tree.after(d.name); at++) b.ignore(at);
  if (tree.type(d.name) === "destructor_name" || tree.type(d.name) === "operator_name")
    b.ignore(tree.first(d.name));
  if (container !== undefined || kind === "constructor" || standing.inside === "local") return;
  // Of a prototype and its definition, the name means the definition.
  const { defined } = stateOf(b);
  const key = `${standing.qualifier}\0${name}`;
  const replace = body !== -1 && !defined.has(key);
  if (replace) defined.add(key);
  b.declareName(name, inClass ? "this" : "local", { symbol, replace });
}

/** Friends belong to the namespace around their class. */
function namespaceOf(b: FactsBuilder, standing: Standing): string {
  let at = standing.owner;
  let outer = standing;
  while (at !== -1 && outer.inside === "class") {
    outer = standingOf(b, at);
    at = outer.owner;
  }
  return lastPart(outer.qualifier);
}
