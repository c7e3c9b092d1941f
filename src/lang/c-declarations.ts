// What C and C++ declare: functions and their prototypes, variables, fields, types, members.
//
// A prototype is a symbol of its own: a function, method or constructor whose `bodyStart` is 0. A definition has the line
// of its body there, also where the body is `= default` or `= delete`.
import type { SpanKind } from "../base/span.ts";
import {
  type Declared,
  declared,
  namespaceName,
  qualifiersOf,
  type Standing,
  standingOf,
  typeText,
  valueType,
  withoutArguments,
} from "./c-declarators.ts";
import { hiddenMacros } from "./c-macros.ts";
import type { FactsBuilder, SyntaxTree } from "./syntax-rules.ts";

/** What the rules keep of a file while they walk it. */
interface FileState {
  /** Members below `private:`. */
  hidden: Set<number>;
  /** Names whose definition has been met, with their qualifier. */
  defined: Set<string>;
  namespaces: Set<string>;
}

const states = new WeakMap<FactsBuilder, FileState>();

export function stateOf(b: FactsBuilder): FileState {
  let state = states.get(b);
  if (state === undefined) {
    states.set(b, (state = { hidden: new Set(), defined: new Set(), namespaces: new Set() }));
  }
  return state;
}

export const CLASSES = /^(?:class|struct|union)_specifier$/;
const SPECIFIERS = /^(?:class|struct|union|enum)_specifier$/;
/** Declarations that may be of the type that they define: `struct a {…} b;`. */
const TYPED = /^(?:type_definition|declaration|field_declaration|function_definition)$/;
const KINDS = new Map<string, SpanKind>([
  ["class_specifier", "class"],
  ["struct_specifier", "struct"],
  ["union_specifier", "struct"],
  ["enum_specifier", "enum"],
]);

/** The declaration with `template <…>` and `extern "C"` before it. */
function outerOf(tree: SyntaxTree, node: number): number {
  let outer = node;
  for (let parent = tree.parent(node); parent !== -1; parent = tree.parent(parent)) {
    const type = tree.type(parent);
    const wraps =
      type === "template_declaration" ||
      type === "friend_declaration" ||
      (type === "linkage_specification" && tree.field(outer) === "body");
    if (!wraps) break;
    outer = parent;
  }
  return outer;
}

/** Where a declaration begins with the macros before it. */
function beginning(b: FactsBuilder, node: number): number {
  const { text } = b.tree;
  const spans = hiddenMacros(text);
  let start = b.tree.start(node);
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  while (--low >= 0) {
    const between = text.slice(spans[low]!.end, start);
    if (between.length > 200 || !/^[^\S\n]*\n?[^\S\n]*$/.test(between)) break;
    start = spans[low]!.start;
  }
  return start;
}

/** False below `private:` and in namespaces without a name; else the modifiers tell. */
export function unlessHidden(b: FactsBuilder, node: number, standing: Standing): false | undefined {
  if (standing.hidden) return false;
  if (standing.inside !== "class") return undefined;
  return stateOf(b).hidden.has(outerOf(b.tree, node)) ? false : undefined;
}

/** Name of the innermost namespace or class: what a symbol belongs to that lies in the extent of its neighbour. */
const lastPart = (qualifier: string): string =>
  qualifier.slice(qualifier.includes("::") ? qualifier.lastIndexOf("::") + 2 : 0);

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

/** A class, struct, union or enum. In a declaration of that type it shares its beginning with the names declared. */
export function specifier(b: FactsBuilder, node: number, list: number): void {
  const { tree } = b;
  const body = tree.child(node, "body");
  const name = tree.child(node, "name");
  if (body === -1 || name === -1) return;
  const standing = standingOf(b, node);
  let named = name;
  while (named !== -1 && tree.type(named) === "qualified_identifier") named = tree.child(named, "name");
  if (named !== -1 && tree.type(named) === "template_type") named = tree.child(named, "name");
  if (named === -1) return;
  const type = tree.type(node);
  const container = tree.type(name) === "qualified_identifier" ? qualifiersOf(tree, name) : "";
  // A forward declaration does not name the class: what uses it means this one.
  b.symbol({
    node,
    outer: list === -1 ? outerOf(tree, node) : undefined,
    list: list === -1 ? undefined : list,
    from: beginning(b, list === -1 ? outerOf(tree, node) : list),
    kind: KINDS.get(type)!,
    name: named,
    body,
    bases: basesOf(tree, node),
    exported: unlessHidden(b, list === -1 ? node : list, standing),
    container: container === "" ? undefined : join(standing.qualifier, container),
  });
}

const join = (a: string, b: string): string => (a === "" ? b : b === "" ? a : `${a}::${b}`);

function basesOf(tree: SyntaxTree, node: number): string[] {
  const clause = tree.childOfType(node, "base_class_clause");
  const bases: string[] = [];
  for (let child = clause === -1 ? -1 : tree.first(clause); child !== -1; child = tree.next(child)) {
    if (/^(?:type_identifier|qualified_identifier|template_type)$/.test(tree.type(child))) {
      bases.push(withoutArguments(tree, child));
    }
  }
  return bases;
}

export function namespaceSymbol(b: FactsBuilder, node: number): void {
  const { tree } = b;
  const name = tree.child(node, "name");
  const standing = standingOf(b, node);
  if (name === -1) return;
  const text = namespaceName(tree, name);
  const whole = join(standing.qualifier, text);
  const { namespaces } = stateOf(b);
  for (let cut = whole.indexOf("::"); cut !== -1; cut = whole.indexOf("::", cut + 2)) {
    namespaces.add(whole.slice(0, cut));
  }
  namespaces.add(whole);
  b.symbol({
    node,
    kind: "namespace",
    name: text,
    nameStart: tree.start(name),
    body: tree.child(node, "body"),
    exported: standing.hidden ? false : undefined,
  });
  b.declareName(text.split("::")[0]!, "local");
  for (let at = name; at < tree.after(name); at++) b.ignore(at);
}

/** `MOCK_METHOD(void, f, ());` reads as a prototype without a type. */
function isMacroName(tree: SyntaxTree, d: Declared): boolean {
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

function functionDefinition(b: FactsBuilder, node: number): void {
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
  const clause = body !== -1 && /_method_clause$/.test(tree.type(body));
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

function functionSymbol(b: FactsBuilder, input: FunctionInput): void {
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
    exported: unlessHidden(b, node, standing),
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
