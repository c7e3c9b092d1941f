// Which type does Rust text give a name, and which names does a pattern bind?
import { typeNameOf } from "./rust-declarations.ts";
import type { FactsBuilder, SyntaxTree } from "./syntax-rules.ts";

/** Boxes that let the members of what they hold be called on them. */
const SMART = /^(?:Box|Rc|Arc|Pin|Ref|RefMut|MutexGuard)$/;

/** The name of a written type; of references and boxes, that of what they hold. */
export function typeText(tree: SyntaxTree, type: number): string {
  if (type === -1) return "";
  const named = typeNameOf(tree, type);
  if (named === -1) return "";
  const text = tree.textOf(named);
  const list = SMART.test(text) ? tree.next(named) : -1;
  const inner = list !== -1 && tree.type(list) === "type_arguments" ? tree.first(list) : -1;
  return inner === -1 ? text : typeText(tree, inner) || text;
}

/** `Foo { … }` is a `Foo`; `Foo::new()` is what that call gives. */
export function valueType(tree: SyntaxTree, value: number): string {
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
export function bindPattern(
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
