// What JavaScript imports and exports by values: `require`, `import()`, `module.exports`, `exports.x`, prototypes.
import { nameOf, ownName } from "./ecmascript-modules.ts";
import { givenByGetter } from "./ecmascript-getters.ts";
import { isListOfExports, mayBeCalled, unwrapped } from "./ecmascript-objects.ts";
import { FUNCTION_VALUES, patternNames } from "./ecmascript-patterns.ts";
import { basesOf } from "./ecmascript-places.ts";
import type { FactsBuilder, NodeRule, SyntaxTree } from "./syntax-rules.ts";

/** `require("x")`, `require("x").y`, `await import("x")`: what is bound is an import, no symbol of this file. */
export function isRequire(tree: SyntaxTree, value: number): boolean {
  if (value === -1) return false;
  let at = unwrapped(tree, value);
  if (tree.type(at) === "await_expression") at = unwrapped(tree, tree.first(at));
  if (at !== -1 && tree.type(at) === "member_expression") at = tree.child(at, "object");
  // `require("x")(y)` is what that call gives.
  const callee = at !== -1 && tree.type(at) === "call_expression" ? tree.child(at, "function") : -1;
  if (callee === -1) return false;
  return tree.type(callee) === "import" || tree.textOf(callee) === "require";
}

/**
 * Whether what is bound is a variable of this file besides: what `await import("package")` gives, and in TypeScript what
 * `require("package")` gives, are no imports to the compiler. Of a package outside nothing else could be asked for.
 */
export function isPackageValue(tree: SyntaxTree, value: number, typed: boolean): boolean {
  if (!isRequire(tree, value)) return false;
  const text = tree.text.slice(tree.start(value), tree.start(value) + 200);
  const head = typed
    ? /^\(*\s*(?:require|await\s+import)\s*\(\s*(["'`])/
    : /^\(*\s*await\s+import\s*\(\s*(["'`])/;
  const match = head.exec(text);
  return match !== null && /^[^./\s]/.test(text.slice(match[0].length));
}

/** `require("x")` and `import("x")`. */
export function moduleCall(b: FactsBuilder, node: number, callee: number): void {
  const { tree } = b;
  const isRequire = tree.type(callee) === "identifier" && tree.textOf(callee) === "require";
  if (!isRequire && tree.type(callee) !== "import") return;
  const list = tree.child(node, "arguments");
  const argument = list === -1 ? -1 : tree.first(list);
  if (argument === -1 || tree.type(argument) !== "string") return;
  const fragment = tree.childOfType(argument, "string_fragment");
  if (fragment === -1) return;
  if (isRequire) b.ignore(callee);
  for (const { imported, local } of requiredNames(b, node)) {
    b.import({ module: tree.textOf(fragment), imported, local, node });
  }
  if (isRequire) givenByGetter(b, node, tree.textOf(fragment));
}

/** What `const x = require()`, `const { a: b } = await import()` bind; one nameless import where nothing is bound. */
function requiredNames(b: FactsBuilder, call: number): { imported: string; local: string }[] {
  const { tree } = b;
  let value = call;
  let parent = tree.parent(value);
  while (
    parent !== -1 &&
    (tree.type(parent) === "await_expression" || tree.type(parent) === "parenthesized_expression")
  ) {
    value = parent;
    parent = tree.parent(value);
  }
  const unbound = [{ imported: "*", local: "" }];
  if (parent === -1) return unbound;
  if (tree.type(parent) === "member_expression") {
    const property = tree.textOf(tree.child(parent, "property"));
    const above = tree.parent(parent);
    const name = above !== -1 && tree.type(above) === "variable_declarator" ? tree.child(above, "name") : -1;
    return [{ imported: property, local: name === -1 ? "" : bindImport(b, name) }];
  }
  if (tree.type(parent) !== "variable_declarator") return unbound;
  const name = tree.child(parent, "name");
  if (tree.type(name) === "identifier") return [{ imported: "*", local: bindImport(b, name) }];
  if (tree.type(name) !== "object_pattern") return unbound;
  const names: { imported: string; local: string }[] = [];
  for (let child = tree.first(name); child !== -1; child = tree.next(child)) {
    const key = tree.type(child) === "pair_pattern" ? tree.child(child, "key") : child;
    if (bindsMore(tree, child)) continue;
    for (const bound of patternNames(b, child)) {
      names.push({
        imported: tree.type(key) === "property_identifier" ? tree.textOf(key) : tree.textOf(bound),
        local: bindImport(b, bound),
      });
      break;
    }
  }
  return names.length > 0 ? names : unbound;
}

/** `...rest`, and a pattern inside of the pattern: what they bind is not what the key names. */
function bindsMore(tree: SyntaxTree, part: number): boolean {
  let value = tree.type(part) === "pair_pattern" ? tree.child(part, "value") : part;
  if (tree.type(value) === "assignment_pattern") value = tree.child(value, "left");
  return /^(?:rest|object|array)_pattern$/.test(tree.type(value));
}

/** The variable was declared by its declarator already; at the top it stays a symbol, and is an import too. */
function bindImport(b: FactsBuilder, name: number): string {
  const local = b.tree.textOf(name);
  b.declareName(local, "import", { replace: true });
  return local;
}

/** `Foo.prototype.bar = function`, `exports.bar = …`, `module.exports = …`, `Foo.bar = () => …` at the top. */
export const statementRule: NodeRule = (b, node) => {
  const { tree } = b;
  const isTop = tree.type(tree.parent(node)) === "program";
  if (!isTop && !isInChoice(tree, node)) return;
  // `exports = module.exports = value`: each left side takes the last right side.
  const lefts: number[] = [];
  let right = tree.first(node);
  while (right !== -1 && tree.type(right) === "assignment_expression") {
    lefts.push(tree.child(right, "left"));
    right = tree.child(right, "right");
  }
  if (right === -1) return;
  const last = chosenName(tree, lefts, right);
  lefts.forEach((left, at) => {
    if (left === -1 || !MEMBERS.has(tree.type(left))) return;
    const written = tree.textOf(left);
    if (tree.type(left) === "subscript_expression" && !isQuotedExport(tree, left)) return;
    // Behind a condition a module may still choose what it exports.
    if (!isTop && !/^(?:module\.)?exports\b/.test(written)) return;
    // `exports.a = exports.b = value`: one declaration under two names.
    if (last !== "" && at < lefts.length - 1 && /^(?:module\.)?exports\b/.test(written))
      anotherName(b, node, left, last);
    else assignedMember(b, node, left, right);
  });
};

const MEMBERS = new Set(["member_expression", "subscript_expression"]);

/** `exports["name"]`. */
function isQuotedExport(tree: SyntaxTree, left: number): boolean {
  const index = tree.child(left, "index");
  return (
    index !== -1 &&
    tree.type(index) === "string" &&
    /^(?:module\.)?exports$/.test(tree.textOf(tree.child(left, "object")))
  );
}

/** Under which name the last of several left sides exports the value; empty where none does. */
function chosenName(tree: SyntaxTree, lefts: readonly number[], right: number): string {
  const left = lefts.at(-1) ?? -1;
  if (lefts.length < 2 || left === -1 || tree.type(left) !== "member_expression") return "";
  const value = unwrapped(tree, right);
  if (tree.type(value) === "identifier") return "";
  const written = tree.textOf(left);
  if (written === "module.exports")
    return tree.type(value) === "object" ? "" : ownName(tree, value) || "exports";
  return /^(?:module\.)?exports\.([\w$\u0080-\uffff]+)$/.exec(written)?.[1] ?? "";
}

function anotherName(b: FactsBuilder, node: number, left: number, local: string): void {
  const { tree } = b;
  for (let at = left; at < tree.after(left); at++) b.ignore(at);
  const exported = tree.textOf(left) === "module.exports" ? "default" : memberName(tree, left);
  b.export({ exported, local, from: "", node });
}

function memberName(tree: SyntaxTree, left: number): string {
  const property = tree.child(left, "property");
  return nameOf(tree, property === -1 ? tree.child(left, "index") : property);
}

/** In blocks of `if` and `try` at the top of the file. */
function isInChoice(tree: SyntaxTree, node: number): boolean {
  let at = tree.parent(node);
  while (
    at !== -1 &&
    /^(?:statement_block|if_statement|else_clause|try_statement|catch_clause)$/.test(tree.type(at))
  )
    at = tree.parent(at);
  return at !== -1 && tree.type(at) === "program";
}

function assignedMember(b: FactsBuilder, node: number, left: number, right: number): void {
  const { tree } = b;
  const object = tree.textOf(tree.child(left, "object"));
  const quoted = tree.child(left, "index");
  const property = quoted === -1 ? tree.child(left, "property") : quoted;
  const name = memberName(tree, left);
  commonExports(b, object, name, right, node);
  const isExports = object === "exports" || object === "module.exports";
  if (isExports || object === "module") for (let at = left; at < tree.after(left); at++) b.ignore(at);
  if (object === "module") {
    if (name === "exports") wholeExport(b, node, left, right);
    return;
  }
  const value = unwrapped(tree, right);
  const isFunction = FUNCTION_VALUES.has(tree.type(value));
  const isName = tree.type(value) === "identifier";
  const container = isExports ? undefined : object.replace(/\.prototype$/, "");
  if (container !== undefined && !/^[\w$.]+$/.test(container)) return;
  // `exports.x = y` gives y another name; `known.x = y` is a property of what this file declares.
  if (isExports ? isName : !isFunction && !isOwnProperty(b, container!, name, value)) return;
  // The place that declares it is no use of it.
  b.ignore(property);
  b.symbol({
    node,
    name,
    nameStart: tree.start(property) + (quoted === -1 ? 0 : 1),
    kind: isFunction ? (isExports ? "function" : "method") : isExports ? "constant" : "property",
    body: isFunction ? tree.child(value, "body") : -1,
    value: isFunction ? -1 : right,
    container,
    declare: false,
  });
}

/** What `known.x = value` gives to a name of this file, where it may be called. */
function isOwnProperty(b: FactsBuilder, container: string, name: string, value: number): boolean {
  const [head] = container.split(".");
  return name !== "prototype" && b.bindingOf(head!) === "local" && mayBeCalled(b.tree, value);
}

/** `module.exports = …`: a function or a class by its own name, else `exports`. A name alone is given another one. */
function wholeExport(b: FactsBuilder, node: number, left: number, right: number): void {
  const { tree } = b;
  const value = unwrapped(tree, right);
  const type = tree.type(value);
  const own = FUNCTION_VALUES.has(type) || type === "class" ? tree.child(value, "name") : -1;
  const name = own === -1 ? tree.child(left, "property") : own;
  const place = {
    node,
    name: tree.textOf(name),
    nameStart: tree.start(name),
    declare: false,
    exported: true,
  };
  const body = tree.child(value, "body");
  if (FUNCTION_VALUES.has(type)) b.symbol({ ...place, kind: "function", body });
  else if (type === "class") b.symbol({ ...place, kind: "class", body, bases: basesOf(tree, value) });
  else if (type !== "identifier" && !isListOfExports(tree, tree.parent(left)) && mayBeCalled(tree, value))
    b.symbol({ ...place, kind: "constant", value: right });
}

/** `exports.x = …` and `module.exports = …`. */
function commonExports(b: FactsBuilder, object: string, property: string, right: number, node: number): void {
  const { tree } = b;
  const value = right !== -1 && tree.type(right) === "identifier" ? tree.textOf(right) : "";
  if (object === "exports" || object === "module.exports") {
    if (value !== "") b.markExported(value);
    b.export({ exported: property, local: value === "" ? property : value, from: "", node });
    return;
  }
  if (object !== "module" || property !== "exports") return;
  if (tree.type(right) !== "object") {
    const local = value || ownName(tree, unwrapped(tree, right)) || "exports";
    if (local !== "") b.markExported(local);
    b.export({ exported: "default", local, from: "", node });
    return;
  }
  for (let child = tree.first(right); child !== -1; child = tree.next(child)) {
    const key = tree.type(child) === "pair" ? tree.child(child, "key") : tree.child(child, "name");
    const shorthand = tree.type(child) === "shorthand_property_identifier";
    const exported = shorthand ? tree.textOf(child) : key === -1 ? "" : nameOf(tree, key);
    if (exported === "") continue;
    const target = tree.type(child) === "pair" ? tree.child(child, "value") : -1;
    const local = target !== -1 && tree.type(target) === "identifier" ? tree.textOf(target) : exported;
    b.markExported(local);
    b.export({ exported, local, from: "", node: child });
  }
}
