// Which properties of objects are symbols? Functions always (`ecmascript-members.ts`). Of an object that a name at the top, an
// export or a field of a class is given, also what is given a name, a call or an object of such: it can be called through
// the object. What is written out as data (texts, numbers, lists) is none, however long the object.
import { FUNCTION_VALUES } from "./ecmascript-patterns.ts";
import { atTop } from "./ecmascript-places.ts";
import type { FactsBuilder, NodeRule, SyntaxTree } from "./syntax-rules.ts";

/** What changes nothing in a value: casts and brackets. */
const WRAPPERS = new Set([
  "as_expression",
  "satisfies_expression",
  "parenthesized_expression",
  "non_null_expression",
  "type_assertion",
]);
/** Values that may be a function. */
const CALLABLE = new Set(["identifier", "member_expression", "call_expression", "subscript_expression"]);
/** Objects inside of objects that are looked through. */
const DEEPEST = 16;

/** `key: value` of an object that has a name, where the value may be called; the name of a function is told elsewhere. */
export function givenProperty(b: FactsBuilder, node: number, key: number, value: number): void {
  const { tree } = b;
  const written = tree.type(key);
  if (written !== "property_identifier" && written !== "string") return;
  const owner = ownerOf(tree, tree.parent(node));
  // What is handed to a call may be anything: there a function has to be seen.
  if (owner === "none" || !(owner === "call" ? isMadeOfFunction : mayBeCalled)(tree, value)) return;
  const name = written === "string" ? tree.childOfType(key, "string_fragment") : key;
  if (name === -1) return;
  b.symbol({
    node,
    name: tree.textOf(name),
    nameStart: tree.start(name),
    kind: "property",
    value,
    declare: false,
  });
}

/** `{ name }` in an object that has a name: the property. The name is still a use of what it stands for. */
export const shorthandRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.textOf(node);
  if (name === "undefined" || ownerOf(tree, tree.parent(node)) !== "name") return;
  b.symbol({ node, name, nameStart: tree.start(node), kind: "property", declare: false });
};

/** The value without casts and brackets; itself where the grammar found nothing inside. */
export function unwrapped(tree: SyntaxTree, value: number): number {
  let at = value;
  while (at !== -1 && WRAPPERS.has(tree.type(at))) {
    // `<Type>value`: the type comes first.
    const first = tree.first(at);
    const inner = tree.type(at) === "type_assertion" && first !== -1 ? tree.next(first) : first;
    if (inner === -1) return at;
    at = inner;
  }
  return at;
}

/** A name, a call, or an object that holds such or functions: what may be called, or lead to what may. */
export function mayBeCalled(tree: SyntaxTree, value: number, depth = 0): boolean {
  const inner = unwrapped(tree, value);
  const type = tree.type(inner);
  if (type === "identifier") return !/^(?:undefined|NaN|Infinity)$/.test(tree.textOf(inner));
  if (CALLABLE.has(type)) return true;
  return type === "object" && depth < DEEPEST && holdsCallable(tree, inner, depth + 1);
}

/** Whether an object has a property that is a symbol. */
function holdsCallable(tree: SyntaxTree, object: number, depth: number): boolean {
  for (let child = tree.first(object); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "method_definition" || type === "shorthand_property_identifier") return true;
    if (type !== "pair") continue;
    const value = tree.child(child, "value");
    if (value !== -1 && (FUNCTION_VALUES.has(tree.type(value)) || mayBeCalled(tree, value, depth)))
      return true;
  }
  return false;
}

/** A call that is handed a function, at any of its steps (`procedure.input(x).query(() => …)`), or an object of such calls. */
function isMadeOfFunction(tree: SyntaxTree, value: number, depth = 0): boolean {
  let at = unwrapped(tree, value);
  for (let steps = 0; steps < 64 && at !== -1; steps++) {
    const type = tree.type(at);
    if (type === "object") return depth < DEEPEST && holdsMade(tree, at, depth + 1);
    if (type === "member_expression") at = tree.child(at, "object");
    else if (type === "call_expression") {
      const list = tree.child(at, "arguments");
      for (let given = list === -1 ? -1 : tree.first(list); given !== -1; given = tree.next(given)) {
        const kind = tree.type(given);
        if (FUNCTION_VALUES.has(kind)) return true;
        if (kind === "object" && depth < DEEPEST && holdsMade(tree, given, depth + 1)) return true;
      }
      at = tree.child(at, "function");
    } else return false;
  }
  return false;
}

function holdsMade(tree: SyntaxTree, object: number, depth: number): boolean {
  for (let child = tree.first(object); child !== -1; child = tree.next(child)) {
    const value = tree.type(child) === "pair" ? tree.child(child, "value") : -1;
    if (value !== -1 && isMadeOfFunction(tree, value, depth)) return true;
  }
  return false;
}

/** Is the object what a name at the top, an export, a member of one or a field of a class is given, or handed to a call whose result is? */
function ownerOf(tree: SyntaxTree, object: number): "name" | "call" | "none" {
  if (object === -1 || tree.type(object) !== "object") return "none";
  let owner: "name" | "call" = "name";
  let at = object;
  for (let steps = 0; steps < 64; steps++) {
    const parent = tree.parent(at);
    if (parent === -1) return "none";
    const type = tree.type(parent);
    if (WRAPPERS.has(type)) at = parent;
    else if (type === "pair") at = tree.parent(parent);
    else if (type === "arguments") {
      at = tree.parent(parent);
      if (!isFrozen(tree, at)) owner = "call";
    } else if (at !== object && (type === "member_expression" || type === "call_expression")) at = parent;
    else return takesObject(tree, parent) ? owner : "none";
  }
  return "none";
}

/** `Object.freeze({ … })` gives the object itself. */
function isFrozen(tree: SyntaxTree, call: number): boolean {
  const callee = call === -1 || tree.type(call) !== "call_expression" ? -1 : tree.child(call, "function");
  return callee !== -1 && /^Object\s*\.\s*(?:freeze|seal)$/.test(tree.textOf(callee));
}

/** `module.exports = { a, b }` lists exports, as `export { a, b }` does: its properties are no others than what it names. */
export function isListOfExports(tree: SyntaxTree, assignment: number): boolean {
  const left = tree.child(assignment, "left");
  const right = tree.child(assignment, "right");
  if (left === -1 || right === -1 || tree.type(right) !== "object") return false;
  if (!/^module\s*\.\s*exports$/.test(tree.textOf(left))) return false;
  for (let child = tree.first(right); child !== -1; child = tree.next(child))
    if (tree.type(child) !== "shorthand_property_identifier" && tree.type(child) !== "comment") return false;
  return true;
}

function takesObject(tree: SyntaxTree, node: number): boolean {
  switch (tree.type(node)) {
    case "variable_declarator": {
      const name = tree.child(node, "name");
      return name !== -1 && tree.type(name) === "identifier" && atTop(tree, tree.parent(node));
    }
    case "export_statement":
    case "public_field_definition":
    case "field_definition":
      return true;
    case "assignment_expression": {
      // `exports = module.exports = { … }`
      let outer = node;
      while (tree.type(tree.parent(outer)) === "assignment_expression") outer = tree.parent(outer);
      const statement = tree.parent(outer);
      return (
        !isListOfExports(tree, node) &&
        statement !== -1 &&
        tree.type(statement) === "expression_statement" &&
        atTop(tree, statement)
      );
    }
    default:
      return false;
  }
}
