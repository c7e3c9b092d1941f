// The declarations of Ruby: classes and modules, methods, constants; and what is the object itself in their bodies.
import { hiddenMark, instances, itself, sections } from "./ruby-macros.ts";
import { type Definer, definedClass, definerOf, qualifiedName } from "./ruby-places.ts";
import { assignedTypes, instanceVariables } from "./ruby-types.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxTree } from "./syntax-rules.ts";

/** `class A::B` inside `module M` is qualified as if it stood in `A`. */
export function typeSymbol(b: FactsBuilder, node: number, kind: "class" | "module"): void {
  const { tree } = b;
  const name = tree.child(node, "name");
  if (name === -1) return;
  const body = tree.child(node, "body");
  const bases = basesOf(b, node, body);
  const compact = tree.type(name) === "scope_resolution";
  const last = compact ? tree.child(name, "name") : name;
  const scope = compact ? tree.child(name, "scope") : -1;
  const symbol = b.symbol({
    node,
    name: last,
    path: scope === -1 ? undefined : pathText(tree, scope),
    kind,
    body,
    headEnd: headEnd(tree, node),
    bases,
    declare: false,
  });
  if (scope === -1 && last !== -1) b.declareName(tree.textOf(last), "local", { symbol });
  // `class Point < Struct.new(:x, :y)`
  const superclass = tree.child(node, "superclass");
  const call = superclass === -1 ? -1 : tree.first(superclass);
  if (call === -1 || !/^(?:::)?(?:Struct\.new|Data\.define)\b/.test(tree.textOf(call).slice(0, 40))) return;
  members(b, call, [qualifiedName(tree, node), tree.textOf(name)].filter((part) => part !== "").join("::"));
}

/** What is written before the name: `A` of `class A::B`. */
const pathText = (tree: SyntaxTree, scope: number): string =>
  tree.textOf(scope).replace(/\s+/g, "").replace(/^::/, "");

/** Where the head of a class ends: behind its superclass. */
function headEnd(tree: SyntaxTree, node: number): number {
  const superclass = tree.child(node, "superclass");
  const last = superclass === -1 ? tree.child(node, "name") : superclass;
  return last === -1 ? tree.end(node) : tree.end(last);
}

/** Superclass and mixed-in modules, which become types. */
function basesOf(b: FactsBuilder, node: number, body: number): string[] {
  const { tree } = b;
  const bases: string[] = [];
  const note = (value: number): void => {
    if (value === -1 || !/^(?:constant|scope_resolution)$/.test(tree.type(value))) return;
    markConstant(b, value, "type");
    bases.push(tree.textOf(value).replace(/\s+/g, ""));
  };
  const superclass = tree.child(node, "superclass");
  if (superclass !== -1) note(tree.first(superclass));
  for (let child = body === -1 ? -1 : tree.first(body); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "call" || tree.child(child, "receiver") !== -1) continue;
    const method = tree.child(child, "method");
    if (method === -1 || !/^(?:include|prepend|extend)$/.test(tree.textOf(method))) continue;
    const list = tree.child(child, "arguments");
    for (let one = list === -1 ? -1 : tree.first(list); one !== -1; one = tree.next(one)) note(one);
  }
  return bases;
}

export function markConstant(b: FactsBuilder, node: number, role: RuleRole): void {
  const { tree } = b;
  if (node === -1) return;
  if (tree.type(node) === "constant") b.role(node, role);
  else if (tree.type(node) === "scope_resolution") b.role(tree.child(node, "name"), role);
}

/** The scopes of a class, opened for its body: again and again, if the class is. */
export function openClass(b: FactsBuilder, body: number, owner: string, container: number): void {
  const { tree } = b;
  b.scope(body, instances(owner));
  const fields: [string, number, string][] = [];
  for (const [name, { node, statement, type }] of instanceVariables(tree, body)) {
    const symbol = b.symbol({
      node,
      name: node,
      kind: "field",
      head: statement,
      headEnd: tree.end(statement),
      container: lastPart(owner),
      type,
      exported: false,
      once: `${owner} ${name}`,
      declare: false,
    });
    fields.push([name, symbol, type]);
    b.declareName(name, "this", { symbol, type });
  }
  b.scope(body, itself(owner));
  for (const [name, symbol, type] of fields) b.declareName(name, "this", { symbol, type });
  sections(b, container);
}

const lastPart = (owner: string): string => owner.slice(owner.lastIndexOf(":") + 1);

export const bodyRule: NodeRule = (b, node) => {
  const { tree } = b;
  const parent = tree.parent(node);
  const type = tree.type(parent);
  if (type === "class" || type === "module") openClass(b, node, qualifiedName(tree, node), node);
  else if (type === "singleton_class") {
    const owner = qualifiedName(tree, node);
    b.scope(node, itself(owner));
    b.scope(node, { receiver: true });
    sections(b, node);
  }
};

export const methodRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const body = tree.child(node, "body");
  const wrapper = visibilityCall(tree, node);
  const owner = qualifiedName(tree, node);
  const definer = definerOf(tree, node);
  const singleton = tree.type(node) === "singleton_method" || definer === "static";
  const text = name === -1 ? "" : tree.textOf(name);
  const list = tree.child(node, "parameters");
  const symbol = b.symbol({
    node,
    outer: wrapper,
    head: wrapper,
    name,
    kind: definer === "top" ? "function" : text === "initialize" && !singleton ? "constructor" : "method",
    body,
    headEnd: list === -1 ? (name === -1 ? undefined : tree.end(name)) : tree.end(list),
    exported: b.bindingOf(hiddenMark(node)) === null ? undefined : false,
    static: singleton,
    declare: false,
  });
  // `def Other.method` belongs to no class around it.
  const object = tree.child(node, "object");
  const own = object === -1 || tree.type(object) === "self" || tree.textOf(object) === lastPart(owner);
  if (object !== -1 && tree.type(object) === "constant") b.role(object, "read");
  if (name !== -1 && tree.type(name) === "setter") b.ignore(tree.first(name));
  if (owner === "")
    b.declareName(`${text}()`, "local", { level: definer === "top" ? "file" : "block", symbol });
  else openMethod(b, node, owner, own ? definer : "unknown", singleton);
  if (owner !== "" && own && definer !== "unknown") b.declareName(`${text}()`, "this", { symbol });
  b.scope(node, { function: true });
  for (const [local, type] of assignedTypes(tree, body)) b.declareName(typeMark(local), "local", { type });
  if (list !== -1) declareParameters(b, list);
};

/** What the object itself is in a method: an instance of the class, the class, or unknown. */
function openMethod(
  b: FactsBuilder,
  node: number,
  owner: string,
  definer: Definer,
  singleton: boolean,
): void {
  b.scope(node, definer === "unknown" ? { receiver: true } : singleton ? itself(owner) : instances(owner));
}

/** `private def x`: the call around the method, which takes its place. */
function visibilityCall(tree: SyntaxTree, node: number): number | undefined {
  const list = tree.parent(node);
  const call = list !== -1 && tree.type(list) === "argument_list" ? tree.parent(list) : -1;
  if (call === -1 || tree.type(call) !== "call" || tree.next(tree.first(list)) !== -1) return undefined;
  return tree.child(call, "receiver") === -1 && tree.first(list) === node ? call : undefined;
}

/** Under what the scopes know the type that all assignments of a method agree on: no name of the language is like it. */
export const typeMark = (name: string): string => `${name} =`;

export function declareParameters(b: FactsBuilder, list: number): void {
  const { tree } = b;
  for (let child = tree.first(list); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "identifier") b.declare(child, "param");
    else if (type === "destructured_parameter") declareParameters(b, child);
    else b.declare(tree.child(child, "name"), "param");
  }
}

export function constant(b: FactsBuilder, node: number, left: number, right: number): void {
  const { tree } = b;
  const compact = tree.type(left) === "scope_resolution";
  const scope = compact ? tree.child(left, "scope") : -1;
  const name = compact ? tree.child(left, "name") : left;
  if (name === -1) return;
  const made = right === -1 ? "" : definedClass(tree, node);
  const block = made === "" ? -1 : tree.child(right, "block");
  const symbol = b.symbol({
    node,
    name,
    kind: made === "" ? "constant" : made === "Module" ? "module" : "class",
    body: block,
    value: made === "" ? right : -1,
    bases: made === "Class" ? firstConstant(b, right) : [],
    path: scope === -1 ? undefined : pathText(tree, scope),
    exported: b.bindingOf(hiddenMark(node)) === null ? undefined : false,
    declare: false,
  });
  if (!compact) b.declareName(tree.textOf(name), "local", { symbol });
  if (made !== "Struct" && made !== "Data") return;
  members(b, right, [qualifiedName(tree, node), tree.textOf(left)].filter((part) => part !== "").join("::"));
}

function firstConstant(b: FactsBuilder, call: number): string[] {
  const { tree } = b;
  const list = tree.child(call, "arguments");
  const first = list === -1 ? -1 : tree.first(list);
  if (first === -1 || !/^(?:constant|scope_resolution)$/.test(tree.type(first))) return [];
  markConstant(b, first, "type");
  return [tree.textOf(first)];
}

/** `Struct.new(:x, :y)` has properties. */
function members(b: FactsBuilder, call: number, owner: string): void {
  const { tree } = b;
  const list = tree.child(call, "arguments");
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "simple_symbol") continue;
    const name = tree.textOf(child).slice(1);
    const nameStart = tree.start(child) + 1;
    const symbol = b.symbol({ node: child, name, nameStart, kind: "property", declare: false });
    b.scope(child, instances(owner));
    b.declareName(`${name}()`, "this", { symbol });
    b.declareName(name, "this", { symbol });
  }
}
