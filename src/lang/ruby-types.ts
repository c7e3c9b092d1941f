// What do Ruby's variables hold? What is assigned to them, as far as all assignments of a method, or of a class, agree.
import { isContainer } from "./ruby-places.ts";
import type { SyntaxTree } from "./syntax-rules.ts";

/** `Foo.new` is a `Foo`; `Foo.make` is what that call gives. */
export function valueType(tree: SyntaxTree, value: number): string {
  if (value === -1) return "";
  const type = tree.type(value);
  if (type === "assignment" || type === "operator_assignment")
    return valueType(tree, tree.child(value, "right"));
  if (type !== "call") return "";
  const method = tree.child(value, "method");
  if (method === -1 || tree.end(method) - tree.start(value) > 80) return "";
  const receiver = tree.child(value, "receiver");
  const name = tree.textOf(method);
  if (receiver === -1) return `${name}()`;
  const made = tree.textOf(receiver).replace(/\s+/g, "");
  if (name === "new")
    return /^(?:::)?[A-Z\u0080-\uffff][\w\u0080-\uffff]*(?:::[\w\u0080-\uffff]+)*$/.test(made) ? made : "";
  return /^(?:::)?[\w\u0080-\uffff]+(?:::[\w\u0080-\uffff]+)*$/.test(made) ? `${made}.${name}()` : "";
}

/** The left sides of an assignment: its names, and whether the value is that of the whole. */
function* targets(tree: SyntaxTree, node: number): Generator<readonly [number, boolean]> {
  const left = tree.child(node, "left");
  if (left === -1) return;
  if (tree.type(left) !== "left_assignment_list") yield [left, true];
  else for (let at = left + 1; at < tree.after(left); at++) yield [at, false];
}

const isAssignment = (type: string): boolean => type === "assignment" || type === "operator_assignment";

function merge(known: string | undefined, type: string): string {
  return known === undefined || known === type ? type : "";
}

/** Local variables assigned in a method with their types; empty where assignments differ or say nothing. */
export function assignedTypes(tree: SyntaxTree, body: number): Map<string, string> {
  const types = new Map<string, string>();
  if (body === -1) return types;
  for (let node = body; node < tree.after(body);) {
    const type = tree.type(node);
    if (node !== body && (/^(?:singleton_)?method$/.test(type) || isContainer(tree, node))) {
      node = tree.after(node);
      continue;
    }
    if (isAssignment(type)) {
      const right = tree.child(node, "right");
      for (const [left, whole] of targets(tree, node)) {
        if (tree.type(left) !== "identifier" || (right !== -1 && tree.type(right) === "nil")) continue;
        const name = tree.textOf(left);
        types.set(name, merge(types.get(name), whole ? valueType(tree, right) : ""));
      }
    } else if (type === "exception_variable" || type === "for") {
      for (let at = node + 1; at < tree.after(node) && tree.field(at) !== "body"; at++) {
        if (tree.type(at) === "identifier") types.set(tree.textOf(at), "");
      }
    }
    node++;
  }
  return types;
}

export interface InstanceVariable {
  /** Where it is assigned first, and the assignment. */
  node: number;
  statement: number;
  type: string;
}

/** Variables of the objects of a class, assigned anywhere in its body. */
export function instanceVariables(tree: SyntaxTree, body: number): Map<string, InstanceVariable> {
  const found = new Map<string, InstanceVariable>();
  for (let node = body + 1; node < tree.after(body);) {
    if (isContainer(tree, node)) {
      node = tree.after(node);
      continue;
    }
    const type = tree.type(node);
    if (isAssignment(type)) {
      const right = tree.child(node, "right");
      for (const [left, whole] of targets(tree, node)) {
        if (!/^(?:instance|class)_variable$/.test(tree.type(left))) continue;
        const name = tree.textOf(left);
        const known = found.get(name);
        const none = right !== -1 && tree.type(right) === "nil";
        const value = whole && !none ? valueType(tree, right) : "";
        if (known === undefined) found.set(name, { node: left, statement: node, type: none ? "nil" : value });
        else if (!none) known.type = known.type === "nil" ? value : merge(known.type, value);
      }
    }
    node++;
  }
  for (const variable of found.values()) if (variable.type === "nil") variable.type = "";
  return found;
}
