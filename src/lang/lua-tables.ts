// Tables and metatables of Lua: which of a file's tables are classes, what their bases are, what a value is made by.
import type { FactsBuilder, SyntaxTree } from "./syntax-rules.ts";

/** Longest receiver or container that is kept, in UTF-16 code units. */
export const MOST_PATH = 80;
const PATH = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;
/** Methods of class libraries that make a class out of another: `Animal:extend()`. */
const DERIVES = /^(?:extend|extends|subclass|derive|inherit)$/;

/** Tables of the file that are classes, with their bases; known before the walk, since metatables are set later. */
const classes = new WeakMap<FactsBuilder, Map<string, string[]>>();

export const isTop = (tree: SyntaxTree, node: number): boolean => tree.type(tree.parent(node)) === "chunk";

export function path(tree: SyntaxTree, node: number): string {
  const text = node === -1 || tree.end(node) - tree.start(node) > MOST_PATH ? "" : tree.textOf(node);
  return PATH.test(text) ? text : "";
}

export function all(tree: SyntaxTree, list: number): number[] {
  const found: number[] = [];
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "comment") found.push(child);
  }
  return found;
}

/** `{ __index = Base }`. */
function indexOf(tree: SyntaxTree, table: number): string {
  if (tree.type(table) !== "table_constructor") return "";
  for (const field of all(tree, table)) {
    const name = tree.child(field, "name");
    if (name !== -1 && tree.textOf(name) === "__index") return path(tree, tree.child(field, "value"));
  }
  return "";
}

export function readClasses(b: FactsBuilder, chunk: number): void {
  const { tree } = b;
  const found = new Map<string, string[]>();
  classes.set(b, found);
  for (const statement of all(tree, chunk)) {
    if (tree.type(statement) === "assignment_statement") {
      const list = tree.childOfType(statement, "variable_list");
      const target = list === -1 ? -1 : tree.first(list);
      if (target === -1 || tree.type(target) !== "dot_index_expression") continue;
      const field = tree.child(target, "field");
      const table = path(tree, tree.child(target, "table"));
      if (field !== -1 && table !== "" && tree.textOf(field) === "__index" && !found.has(table))
        found.set(table, []);
    } else if (tree.type(statement) === "function_call") {
      const [table, meta] = metatable(tree, statement);
      const base = meta === -1 ? "" : indexOf(tree, meta);
      if (base !== "" && table !== -1) found.set(path(tree, table), [base]);
    }
  }
}

/** The bases of a table of the file that is a class, or null. */
export function basesOfTable(b: FactsBuilder, name: string): string[] | null {
  return classes.get(b)?.get(name) ?? null;
}

/** The two arguments of `setmetatable(table, meta)`. */
export function metatable(tree: SyntaxTree, call: number): [number, number] {
  const name = tree.child(call, "name");
  if (name === -1 || tree.textOf(name) !== "setmetatable") return [-1, -1];
  const [table = -1, meta = -1] = all(tree, tree.child(call, "arguments"));
  return [table, meta];
}

/** What a value says of its variable: that it is a class, and which ones are its bases. Null: nothing. */
export function basesOfValue(tree: SyntaxTree, value: number): string[] | null {
  if (value === -1 || tree.type(value) !== "function_call") return null;
  const name = tree.child(value, "name");
  if (name === -1) return null;
  if (tree.type(name) === "identifier" && /class/i.test(tree.textOf(name))) {
    return all(tree, tree.child(value, "arguments"))
      .map((argument) => path(tree, argument))
      .filter((base) => base !== "");
  }
  const method = tree.child(name, "method") === -1 ? tree.child(name, "field") : tree.child(name, "method");
  if (method !== -1 && DERIVES.test(tree.textOf(method))) {
    const base = path(tree, tree.child(name, "table"));
    return base === "" ? null : [base];
  }
  const [, meta] = metatable(tree, value);
  const base = meta === -1 ? "" : indexOf(tree, meta);
  return base === "" ? null : [base];
}

/** `setmetatable({}, Dog)` is a `Dog`, `Dog.new()` what that call gives. */
export function valueType(tree: SyntaxTree, value: number): string {
  if (value === -1 || tree.type(value) !== "function_call") return "";
  const [, meta] = metatable(tree, value);
  if (meta !== -1) return path(tree, meta) || indexOf(tree, meta);
  const callee = tree.child(value, "name");
  const text = callee === -1 || tree.end(callee) - tree.start(callee) > MOST_PATH ? "" : tree.textOf(callee);
  return /^[\w.]+(?::\w+)?$/.test(text) ? `${text.replace(":", ".")}()` : "";
}

/** The table whose method the node stands in. */
export function ownerOf(tree: SyntaxTree, node: number): string {
  for (let at = tree.parent(node); at !== -1; at = tree.parent(at)) {
    let name = -1;
    if (tree.type(at) === "function_declaration") name = tree.child(at, "name");
    else if (tree.type(at) === "function_definition") {
      const assignment = tree.parent(tree.parent(at));
      const list = assignment === -1 ? -1 : tree.childOfType(assignment, "variable_list");
      name = list === -1 ? -1 : tree.first(list);
    }
    const table = name === -1 ? -1 : tree.child(name, "table");
    if (table !== -1) return path(tree, table);
  }
  return "";
}
