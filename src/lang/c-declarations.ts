// What declarations of C and C++ declare: variables, fields, prototypes, local names, types.
import {
  type Declared,
  declared,
  qualifiersOf,
  type Standing,
  standingOf,
  typeText,
  valueType,
} from "./c-declarators.ts";
import { functionDefinition, functionSymbol, isMacroName } from "./c-functions.ts";
import {
  beginning,
  join,
  KINDS,
  lastPart,
  outerOf,
  specifier,
  SPECIFIERS,
  TYPED,
  unlessHidden,
} from "./c-symbols.ts";
import type { FactsBuilder, SyntaxTree } from "./syntax-rules.ts";

/** Says what a declaration declares. The walk comes to a template before the declaration in it. */
export function announce(b: FactsBuilder, node: number): void {
  const type = b.tree.type(node);
  if (type === "function_definition") functionDefinition(b, node);
  else if (type === "declaration" || type === "field_declaration") declaration(b, node);
  else if (type === "type_definition") typeDefinition(b, node);
  else if (SPECIFIERS.test(type)) specifier(b, node, -1);
}

/** Whether a parent has announced the node already. */
export function announced(tree: SyntaxTree, node: number): boolean {
  const parent = tree.parent(node);
  if (parent === -1) return false;
  const type = tree.type(parent);
  if (type === "template_declaration" || type === "friend_declaration") return true;
  return TYPED.test(type) && tree.field(node) === "type";
}

function children(tree: SyntaxTree, node: number, field: string): number[] {
  const found: number[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.field(child) === field) found.push(child);
  }
  return found;
}

/** `FOO(bar);` reads as a variable in brackets. */
function isMacroCall(tree: SyntaxTree, type: number, declarators: readonly number[]): boolean {
  return (
    declarators.length === 1 &&
    type !== -1 &&
    tree.type(type) === "type_identifier" &&
    tree.type(declarators[0]!) === "parenthesized_declarator" &&
    !WRAPPED.test(tree.type(tree.first(declarators[0]!)))
  );
}

const WRAPPED = /_declarator$/;

/** Variables, fields and prototypes; local names. */
function declaration(b: FactsBuilder, node: number): void {
  const { tree } = b;
  const type = tree.child(node, "type");
  const declarators = children(tree, node, "declarator");
  if (type !== -1 && SPECIFIERS.test(tree.type(type))) specifier(b, type, node);
  if (declarators.length === 0) return;
  if (isMacroCall(tree, type, declarators)) {
    b.role(type, "call");
    return;
  }
  const friend = tree.type(outerOf(tree, node)) === "friend_declaration";
  const standing = standingOf(b, node);
  const alone =
    declarators.length === 1 &&
    !(
      type !== -1 &&
      SPECIFIERS.test(tree.type(type)) &&
      tree.child(type, "body") !== -1 &&
      tree.child(type, "name") !== -1
    );
  for (const declarator of declarators) {
    if (tree.type(declarator) === "structured_binding_declarator") {
      bindAll(b, declarator, tree.end(node));
      continue;
    }
    const d = declared(tree, declarator);
    if (d === null) {
      const inner = tree.child(declarator, "declarator");
      if (inner !== -1) bindAll(b, inner, tree.end(node));
      continue;
    }
    if (type === -1 && isMacroName(tree, d)) {
      b.role(d.name, "call");
      continue;
    }
    const place = alone ? { node, outer: outerOf(tree, node) } : { node: declarator, list: node };
    if (standing.inside === "local") local(b, type, declarator, d);
    else if (friend) continue;
    else if (d.function !== -1) functionSymbol(b, { ...place, d, body: -1 });
    else variable(b, { ...place, declaration: node, type, declarator, d }, standing);
  }
}

function variable(
  b: FactsBuilder,
  input: {
    node: number;
    outer?: number;
    list?: number;
    declaration: number;
    type: number;
    declarator: number;
    d: Declared;
  },
  standing: Standing,
): void {
  const { tree } = b;
  const { d, declarator, declaration: whole, type } = input;
  const qualifiers = d.qualified === -1 ? "" : qualifiersOf(tree, d.qualified);
  const head = tree.text.slice(tree.start(whole), tree.start(declarator));
  const fixed = /\bconst(?:expr|init)?\b/.test(head) && (!d.indirect || /\bconstexpr\b/.test(head));
  const member = standing.inside === "class";
  const value =
    tree.type(declarator) === "init_declarator"
      ? tree.child(declarator, "value")
      : tree.child(whole, "default_value");
  const written = typeText(tree, type) || valueType(tree, value);
  const held = d.levels > 1 ? "" : written;
  const symbol = b.symbol({
    node: input.node,
    outer: input.outer,
    list: input.list,
    from: input.list === undefined ? beginning(b, input.outer ?? input.node) : undefined,
    kind: fixed ? "constant" : member ? "field" : "variable",
    name: d.name,
    value,
    type: held,
    declare: false,
    container: qualifiers === "" ? undefined : join(standing.qualifier, qualifiers),
    exported: unlessHidden(b, whole, standing),
  });
  markConstructed(b, type, value, d);
  if (qualifiers === "")
    b.declareName(tree.textOf(d.name), member ? "this" : "local", { symbol, type: held });
}

/** `Foo f(1);` and `Foo f{1};` make a `Foo`. */
function markConstructed(b: FactsBuilder, type: number, value: number, d: Declared): void {
  if (type === -1 || value === -1 || d.indirect) return;
  if (/^(?:argument_list|initializer_list)$/.test(b.tree.type(value))) markType(b, type);
}

/** The identifier of a type that something is made of. */
export function markType(b: FactsBuilder, type: number): void {
  const { tree } = b;
  let at = type;
  while (at !== -1) {
    const kind = tree.type(at);
    if (kind === "type_identifier" || kind === "identifier") {
      b.role(at, "new");
      return;
    }
    if (kind === "qualified_identifier" || kind === "template_type" || kind === "template_function")
      at = tree.child(at, "name");
    else return;
  }
}

function local(b: FactsBuilder, type: number, declarator: number, d: Declared): void {
  const { tree } = b;
  const value = tree.type(declarator) === "init_declarator" ? tree.child(declarator, "value") : -1;
  const written = typeText(tree, type) || valueType(tree, value);
  if (d.qualified !== -1) return;
  if (d.function !== -1) {
    const list = tree.child(d.function, "parameters");
    if (list === -1 || isPrototype(tree, list)) {
      b.ignore(d.name);
      return;
    }
    // `Lock lock(mutex);` reads as a function that takes a `mutex`.
    for (let at = list + 1; at < tree.after(list); at++) {
      if (tree.type(at) === "type_identifier") b.role(at, "read");
    }
    markType(b, type);
  }
  markConstructed(b, type, value, d);
  b.declare(d.name, "local", { from: tree.start(declarator), type: d.levels > 1 ? "" : written });
}

function isPrototype(tree: SyntaxTree, list: number): boolean {
  let any = false;
  for (let child = tree.first(list); child !== -1; child = tree.next(child)) {
    any = true;
    if (tree.type(child) !== "parameter_declaration" || tree.child(child, "declarator") !== -1) return true;
    const type = tree.child(child, "type");
    if (type === -1 || !/^(?:type_identifier|qualified_identifier)$/.test(tree.type(type))) return true;
  }
  return !any;
}

/** `auto [a, b] = …` */
export function bindAll(b: FactsBuilder, node: number, from: number): void {
  for (let at = node; at < b.tree.after(node); at++) {
    if (b.tree.type(at) === "identifier") b.declare(at, "local", { from });
  }
}

function typeDefinition(b: FactsBuilder, node: number): void {
  const { tree } = b;
  const type = tree.child(node, "type");
  const declarators = children(tree, node, "declarator");
  const standing = standingOf(b, node);
  const exported = unlessHidden(b, node, standing);
  const made = type !== -1 && SPECIFIERS.test(tree.type(type)) ? tree.child(type, "body") : -1;
  const nameless = made !== -1 && tree.child(type, "name") === -1;
  if (made !== -1 && !nameless) specifier(b, type, node);
  let first = true;
  for (const declarator of declarators) {
    const d = declared(tree, declarator);
    if (d === null) continue;
    const aliased = d.levels === 0 && d.function === -1 ? typeText(tree, type) : "";
    if (nameless && first) {
      b.symbol({ node, kind: KINDS.get(tree.type(type))!, name: d.name, body: made, exported });
    } else if (declarators.length === 1 && made === -1) {
      b.symbol({ node, outer: outerOf(tree, node), kind: "type", name: d.name, exported, type: aliased });
    } else {
      // The first name has the extent of all: the others lie in it and do not belong to it.
      const place = nameless ? { container: lastPart(standing.qualifier) } : { list: node };
      b.symbol({ node: declarator, ...place, kind: "type", name: d.name, exported });
    }
    first = false;
  }
}
