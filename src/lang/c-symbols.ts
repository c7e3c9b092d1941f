// What the symbols of C and C++ have in common: where they begin and whether they are visible; classes and namespaces.
import type { SpanKind } from "../base/span.ts";
import { namespaceName, qualifiersOf, type Standing, standingOf, withoutArguments } from "./c-declarators.ts";
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
export const SPECIFIERS = /^(?:class|struct|union|enum)_specifier$/;
/** Declarations that may be of the type that they define: `struct a {…} b;`. */
export const TYPED = /^(?:type_definition|declaration|field_declaration|function_definition)$/;
export const KINDS = new Map<string, SpanKind>([
  ["class_specifier", "class"],
  ["struct_specifier", "struct"],
  ["union_specifier", "struct"],
  ["enum_specifier", "enum"],
]);

/** The declaration with `template <…>` and `extern "C"` before it. */
export function outerOf(tree: SyntaxTree, node: number): number {
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
export function beginning(b: FactsBuilder, node: number): number {
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
export const lastPart = (qualifier: string): string =>
  qualifier.slice(qualifier.includes("::") ? qualifier.lastIndexOf("::") + 2 : 0);

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

export const join = (a: string, b: string): string => (a === "" ? b : b === "" ? a : `${a}::${b}`);

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
