// What do Dart's values hold? Types are flat in its trees: names, arguments and marks stand beside each other and beside
// what they belong to. So do the parts of an expression: `a.b(c)` is `a`, `.b` and `(c)` in a row.
import type { FactsBuilder, SyntaxTree } from "./syntax-rules.ts";

/** Under what the scopes know a type parameter: no name of the language is like it. */
export const typeParameter = (name: string): string => `type parameter ${name}`;

const LEADING = /^(?:\w+_builtin|inferred_type|abstract|late|annotation|comment|documentation_comment)$/;

/** The type written at the beginning of a declaration, without arguments: `Foo`, `prefix.Foo`. */
export function leadingType(b: FactsBuilder, declaration: number): string {
  const { tree } = b;
  for (let child = tree.first(declaration); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "type_identifier") return heldType(b, dottedType(tree, child));
    if (!LEADING.test(type)) return "";
  }
  return "";
}

/** What is known of a value of the type: of a type parameter, what bounds it. */
export function heldType(b: FactsBuilder, type: string): string {
  const parameter = typeParameter(type);
  return b.bindingOf(parameter) === null ? type : b.typeOf(parameter);
}

/** `prefix.Foo`, beginning at its first part. */
export function dottedType(tree: SyntaxTree, first: number): string {
  const next = tree.next(first);
  const dotted = next !== -1 && tree.type(next) === "type_identifier" && isDot(tree, first, next);
  return dotted ? `${tree.textOf(first)}.${tree.textOf(next)}` : tree.textOf(first);
}

export function isDot(tree: SyntaxTree, before: number, after: number): boolean {
  return tree.text.slice(tree.end(before), tree.start(after)).trim() === ".";
}

/** The names of types in a list: `extends A<B>, c.D` has `A` and `c.D`. */
export function typeNames(tree: SyntaxTree, list: number): string[] {
  const names: string[] = [];
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "type_identifier") continue;
    const name = dottedType(tree, child);
    names.push(name);
    if (name.includes(".")) child = tree.next(child);
  }
  return names;
}

/** `Foo()` and `Foo.make()` are what these calls give; `x as Foo` is a `Foo`; another variable is what that is. */
export function valueType(b: FactsBuilder, value: number): string {
  const { tree } = b;
  if (value === -1) return "";
  const type = tree.type(value);
  if (type === "const_object_expression" || type === "new_expression") {
    const first = tree.childOfType(value, "type_identifier");
    if (first === -1) return "";
    // `new prefix.Foo()`, or `new Foo.named()`.
    return /^_*[A-Z]/.test(tree.textOf(first)) ? tree.textOf(first) : dottedType(tree, first);
  }
  if (type === "type_cast_expression") {
    const cast = tree.childOfType(value, "type_cast");
    const name = cast === -1 ? -1 : tree.childOfType(cast, "type_identifier");
    return name === -1 ? "" : heldType(b, dottedType(tree, name));
  }
  if (type !== "identifier") return "";
  let callee = tree.textOf(value);
  for (let at = tree.next(value); at !== -1; at = tree.next(at)) {
    const kind = tree.type(at);
    if (kind !== "selector") return kind === "initialized_identifier" ? b.typeOf(callee) : "";
    const inner = tree.first(at);
    if (inner === -1) continue;
    if (tree.type(inner) === "argument_part") {
      const after = tree.next(at);
      const last = after === -1 || tree.type(after) === "initialized_identifier";
      return last && callee.length <= 80 ? `${callee}()` : "";
    }
    const name = tree.childOfType(inner, "identifier");
    if (name === -1) return "";
    callee += `.${tree.textOf(name)}`;
  }
  return callee.includes(".") ? "" : b.typeOf(callee);
}

/** Name of the type that the body belongs to, or empty. */
export function ownerName(tree: SyntaxTree, body: number): string {
  const owner = tree.parent(body);
  if (owner === -1) return "";
  let name = tree.child(owner, "name");
  if (name === -1) name = tree.childOfType(owner, "identifier");
  if (name === -1) name = tree.child(owner, "class");
  return name === -1 ? "" : tree.textOf(name);
}

export const isBody = (type: string): boolean => /^(?:class|enum|extension)_body$/.test(type);
