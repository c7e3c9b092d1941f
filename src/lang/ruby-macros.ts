// Calls that declare or name methods in Ruby: `attr_reader`, `define_method`, `alias_method`, `private`, `send`, tasks;
// and those that load files.
import { definerOf, inMethod, qualifiedName } from "./ruby-places.ts";
import type { FactsBuilder, RuleRole, ScopeOptions, SyntaxTree } from "./syntax-rules.ts";

/** The scope of what the instances of a class can call, wherever its body is open. */
export const instances = (owner: string): ScopeOptions => ({ shared: `#${owner}`, receiver: true });
/** The scope of what the class itself can call, and of its constants. */
export const itself = (owner: string): ScopeOptions => ({ shared: `.${owner}`, receiver: true });

/** Under what the scopes know that a declaration is private: no name of the language is like it. */
export const hiddenMark = (node: number): string => `private ${node}`;

/** The text of a symbol or of a string without parts that are computed, and where it stands. */
interface Literal {
  node: number;
  text: string;
  start: number;
}

function literal(tree: SyntaxTree, node: number): Literal | null {
  if (node === -1) return null;
  const type = tree.type(node);
  if (type === "simple_symbol")
    return { node, text: tree.textOf(node).slice(1), start: tree.start(node) + 1 };
  if (type === "hash_key_symbol") return { node, text: tree.textOf(node), start: tree.start(node) };
  if (type === "pair") return literal(tree, tree.child(node, "key"));
  if (type !== "string" && type !== "delimited_symbol") return null;
  const content = tree.first(node);
  if (content === -1 || tree.type(content) !== "string_content" || tree.next(content) !== -1) return null;
  return { node, text: tree.textOf(content), start: tree.start(content) };
}

function literals(tree: SyntaxTree, call: number): Literal[] {
  const list = tree.child(call, "arguments");
  const found: Literal[] = [];
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    const one = tree.type(child) === "pair" ? null : literal(tree, child);
    if (one !== null) found.push(one);
  }
  return found;
}

/** Statements of a class body from which on, or by whose names, declarations are private. */
export function sections(b: FactsBuilder, body: number): void {
  const { tree } = b;
  let hidden = false;
  const named = new Map<string, boolean>();
  const methods: [number, string, boolean][] = [];
  for (let child = body === -1 ? -1 : tree.first(body); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "identifier") {
      const word = tree.textOf(child);
      if (word === "private") hidden = true;
      else if (word === "public" || word === "protected" || word === "module_function") hidden = false;
    } else if (type === "method" || type === "singleton_method") {
      const name = tree.child(child, "name");
      const key = name === -1 ? "" : tree.textOf(name);
      if (type === "method") methods.push([child, key, hidden]);
      else methods.push([child, `self.${key}`, false]);
    } else if (type === "assignment") {
      const left = tree.child(child, "left");
      if (left !== -1 && tree.type(left) === "constant") methods.push([child, tree.textOf(left), false]);
    } else if (type === "call" && tree.child(child, "receiver") === -1) {
      const method = tree.child(child, "method");
      const word = method === -1 ? "" : tree.textOf(method);
      const own = /^(?:private|private_constant|private_class_method)$/.test(word);
      if (own || word === "public" || word === "protected") {
        const before = word === "private_class_method" ? "self." : "";
        for (const { text } of literals(tree, child)) named.set(before + text, own);
      } else {
        methods.push([child, "", hidden]);
      }
    }
  }
  for (const [node, name, section] of methods) {
    if (named.get(name) ?? section) b.declareName(hiddenMark(node), "local");
  }
}

interface Declared {
  call: number;
  at: Literal;
  name?: string;
  kind: "property" | "method" | "function";
  static: boolean;
  type?: string;
  whole: boolean;
}

function declare(b: FactsBuilder, input: Declared): void {
  const { tree } = b;
  const { call, at, kind } = input;
  const name = input.name ?? at.text;
  if (!/^(?:[\w\u0080-\uffff]+[?!=]?|[-+*/%<>=!~^&|[\]]{1,3}@?)$/.test(name)) return;
  const list = tree.parent(call);
  const around = list !== -1 && tree.type(list) === "argument_list" ? tree.parent(list) : -1;
  const method = around === -1 || tree.type(around) !== "call" ? -1 : tree.child(around, "method");
  const wrapped = method !== -1 && /^(?:private|private_class_method)$/.test(tree.textOf(method));
  const block = tree.child(call, "block");
  const symbol = b.symbol({
    node: input.whole ? call : at.node,
    head: call,
    name,
    nameStart: at.start,
    kind,
    body: input.whole ? block : -1,
    headEnd: block === -1 ? tree.end(call) : undefined,
    type: input.type,
    exported: wrapped || b.bindingOf(hiddenMark(call)) !== null ? false : undefined,
    static: input.static,
    declare: false,
  });
  if (kind === "function") return;
  const owner = qualifiedName(tree, call);
  if (owner === "") return;
  if (definerOf(tree, call) === "unknown") return;
  b.scope(at.node, input.static ? itself(owner) : instances(owner));
  b.declareName(`${name}()`, "this", { symbol });
  // As a receiver it stands like a variable.
  if (kind === "property") b.declareName(name, "this", { symbol, type: input.type });
}

/** Calls that name a method in a symbol or a string. */
const SENDERS =
  /^(?:(?:public_|__)?send(?:__)?|try!?|(?:public_|instance_)?method|respond_to\?|method_defined\?)$/;
const ACCESSORS =
  /^(?:[cm]?attr(?:_internal)?_(?:reader|writer|accessor)|attr|class_attribute|thread_mattr_accessor)$/;
const DELEGATORS = /^(?:def_(?:instance_)?delegators?|delegate)$/;
const QUIET =
  /^(?:private|protected|public|module_function|private_class_method|private_constant|include|extend|prepend)$/;

/** What a call declares, names or loads. */
export function macroRule(b: FactsBuilder, call: number, name: string): void {
  const { tree } = b;
  const receiver = tree.child(call, "receiver");
  if (SENDERS.test(name))
    return mentionFirst(b, call, /^(?:public_|__)?send|^try/.test(name) ? "call" : "read");
  if (receiver !== -1) return;
  if (/^(?:require|require_relative|load|autoload)$/.test(name)) return load(b, call, name);
  const all = literals(tree, call);
  const isStatic = definerOf(tree, call) === "static";
  const here = !inMethod(tree, call);
  if (ACCESSORS.test(name) && here) {
    b.ignore(tree.child(call, "method"));
    const itself = isStatic || /^[cm]attr|^thread|^class_/.test(name);
    for (const at of all) {
      const type = b.typeOf(`@${at.text}`);
      declare(b, { call, at, kind: "property", static: itself, type, whole: all.length === 1 });
    }
  } else if (/^define_(?:singleton_)?method$/.test(name) && all[0] !== undefined) {
    const itself = isStatic || name === "define_singleton_method";
    declare(b, { call, at: all[0], kind: "method", static: itself, whole: true });
  } else if (name === "alias_method" && all.length === 2) {
    declare(b, { call, at: all[0]!, kind: "method", static: isStatic, whole: true });
    b.mention(all[1]!.start, all[1]!.start + all[1]!.text.length, "read");
  } else if (DELEGATORS.test(name) && here) {
    const methods = name === "delegate" ? all : name.endsWith("s") ? all.slice(1) : all.slice(-1);
    for (const at of methods) declare(b, { call, at, kind: "method", static: isStatic, whole: false });
  } else if (/^(?:multi)?task$/.test(name)) {
    task(b, call);
  } else if (QUIET.test(name)) {
    b.ignore(tree.child(call, "method"));
    if (!name.startsWith("private_")) openInstances(b, call);
    mentions(b, all);
  } else if (here && qualifiedName(tree, call) !== "") {
    // Hooks of a class name methods: `before_action :authenticate`.
    openInstances(b, call);
    const symbols = all.filter((at) => tree.type(at.node) === "simple_symbol");
    mentions(b, symbols);
  }
}

function openInstances(b: FactsBuilder, call: number): void {
  const list = b.tree.child(call, "arguments");
  if (list !== -1 && definerOf(b.tree, call) === "instance")
    b.scope(list, instances(qualifiedName(b.tree, call)));
}

function mentions(b: FactsBuilder, all: readonly Literal[]): void {
  for (const { text, start } of all) {
    if (/^[\w\u0080-\uffff]+[?!=]?$/.test(text)) b.mention(start, start + text.length, "read");
  }
}

function mentionFirst(b: FactsBuilder, call: number, role: RuleRole): void {
  const { tree } = b;
  const list = tree.child(call, "arguments");
  const first = list === -1 ? null : literal(tree, tree.first(list));
  if (first === null || !/^[\w\u0080-\uffff]+[?!=]?$/.test(first.text)) return;
  const receiver = tree.child(call, "receiver");
  const extent = receiver === -1 ? undefined : ([tree.start(receiver), tree.end(receiver)] as const);
  b.mention(first.start, first.start + first.text.length, role, extent);
}

/** A path as written; one that goes from the file's own folder begins with a dot. */
function load(b: FactsBuilder, call: number, name: string): void {
  const { tree } = b;
  b.ignore(tree.child(call, "method"));
  const all = literals(tree, call);
  const path = name === "autoload" ? all[1] : all[0];
  if (path === undefined || tree.type(path.node) !== "string") return;
  const relative = name === "require_relative" && !/^\.{0,2}\//.test(path.text);
  const local = name === "autoload" ? all[0]!.text : "";
  b.import({ module: `${relative ? "./" : ""}${path.text}`, imported: local || "*", local, node: call });
}

/** A task of Rake. */
function task(b: FactsBuilder, call: number): void {
  const { tree } = b;
  const list = tree.child(call, "arguments");
  const at = list === -1 ? null : literal(tree, tree.first(list));
  if (at !== null) declare(b, { call, at, kind: "function", static: false, whole: true });
}
