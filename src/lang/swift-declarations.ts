// The declarations of Swift: types and extensions, members, variables. What the instances of a type can name is apart
// from what the type itself can name; extensions in the same file share both.
import type { SpanKind } from "../base/span.ts";
import { heldType, isMember, parameterType, typePath, typeText, typeWord, valueType } from "./swift-types.ts";
import type { FactsBuilder, NodeRule, ScopeOptions, SymbolInput, SyntaxTree } from "./syntax-rules.ts";

const instances = (path: string): ScopeOptions => ({ shared: `#${path}`, receiver: true });
const itself = (path: string): ScopeOptions => ({ shared: `.${path}`, receiver: true });

/** A name in backticks is used without them. */
function nameOf(b: FactsBuilder, node: number): Pick<SymbolInput, "name" | "nameStart"> {
  const text = node === -1 ? "" : b.tree.textOf(node);
  if (!text.startsWith("`")) return { name: node };
  b.ignore(node);
  return { name: text.slice(1, -1), nameStart: b.tree.start(node) + 1 };
}

const nameText = ({ name }: Pick<SymbolInput, "name">, tree: SyntaxTree): string =>
  typeof name === "string" ? name : name === -1 ? "" : tree.textOf(name);

const KINDS = new Map<string, SpanKind>([
  ["class", "class"],
  ["actor", "class"],
  ["struct", "struct"],
  ["enum", "enum"],
  ["protocol", "interface"],
  ["extension", "implementation"],
]);

export const typeRule: NodeRule = (b, node) => {
  const { tree } = b;
  const word = typeWord(tree, node);
  const name = tree.child(node, "name");
  const body = tree.child(node, "body");
  if (name === -1) return;
  const input = { node, kind: KINDS.get(word) ?? "class", body, bases: basesOf(tree, node) };
  if (word === "extension") {
    // It is named for its type, whose name stays a reference.
    const parts = typeText(tree, name).split(".");
    const last = lastType(tree, name);
    const shown = parts.pop() ?? "";
    const nameStart = last === -1 ? tree.start(name) : tree.start(last);
    const path = parts.length === 0 ? undefined : parts.join(".");
    b.symbol({ ...input, name: shown, nameStart, path, declare: false });
  } else {
    b.symbol({ ...input, ...nameOf(b, name) });
  }
  const around = typePath(tree, node);
  const own = typeText(tree, name);
  const path = around === "" ? own : `${around}.${own}`;
  b.scope(node, { shared: path, receiver: true });
};

function lastType(tree: SyntaxTree, type: number): number {
  let last = tree.type(type) === "type_identifier" ? type : -1;
  for (let child = tree.first(type); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "type_identifier") last = child;
  }
  return last;
}

function basesOf(tree: SyntaxTree, node: number): string[] {
  const bases: string[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "inheritance_specifier") continue;
    const name = typeText(tree, tree.child(child, "inherits_from"));
    if (name !== "") bases.push(name);
  }
  return bases;
}

/** Text between the modifiers' attributes and the name, with `static` or `class` where the member is the type's. */
function isStatic(tree: SyntaxTree, node: number, until: number): boolean {
  const head = tree.text.slice(tree.start(node), Math.min(until, tree.start(node) + 2_000));
  return /(?<!@)\b(?:static|class)\s/.test(head.replace(/@\w+(?:\([^()]*\))?/g, ""));
}

export const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  const first = tree.child(node, "name");
  const named = first !== -1 && /^(?:simple_identifier|custom_operator)$/.test(tree.type(first));
  const name = named ? nameOf(b, first) : operatorName(tree, node);
  const nameStart = named ? tree.start(first) : (name.nameStart ?? tree.start(node));
  const member = isMember(tree, node);
  const fixed = member && isStatic(tree, node, nameStart);
  const kind = member ? "method" : "function";
  const symbol = b.symbol({
    node,
    ...name,
    kind,
    body: tree.child(node, "body"),
    static: fixed,
    declare: !member,
  });
  if (member) openMember(b, node, fixed, nameText(name, tree), symbol);
  b.scope(node, { function: true });
};

/** `static func == (…)`: an operator of the language is no node. */
function operatorName(tree: SyntaxTree, node: number): { name: string; nameStart: number } {
  const head = tree.text.slice(tree.start(node), Math.min(tree.end(node), tree.start(node) + 2_000));
  const match = /\bfunc\s+([^\s\w(<]+|<[^\s\w(]*)/.exec(head);
  if (match === null) return { name: "", nameStart: tree.start(node) };
  return { name: match[1]!, nameStart: tree.start(node) + match.index + match[0].length - match[1]!.length };
}

/** What a member sees without a receiver, and where it is seen so. */
function openMember(
  b: FactsBuilder,
  node: number,
  fixed: boolean,
  name: string,
  symbol: number,
  type = "",
): void {
  const path = typePath(b.tree, node);
  b.scope(node, fixed ? itself(path) : instances(path));
  if (name !== "") b.declareName(name, "this", { symbol, type });
}

/** `init`, `deinit`, `subscript`: the word is the name. */
export const wordRule =
  (word: "init" | "deinit" | "subscript"): NodeRule =>
  (b, node) => {
    const { tree } = b;
    const modifiers = tree.childOfType(node, "modifiers");
    const from = modifiers === -1 ? tree.start(node) : tree.end(modifiers);
    const at = tree.text.indexOf(word, from);
    if (at === -1 || at >= tree.end(node)) return;
    let body = tree.child(node, "body");
    if (body === -1) body = tree.childOfType(node, "computed_property");
    const fixed = isStatic(tree, node, at);
    const kind = word === "init" ? "constructor" : "method";
    b.symbol({ node, name: word, nameStart: at, kind, body, static: fixed, declare: false });
    if (isMember(tree, node)) openMember(b, node, fixed, "", -1);
    b.scope(node, { function: true });
  };

/** One name or pattern of a declaration of variables, with what is said of it. */
interface Variable {
  pattern: number;
  annotation: number;
  value: number;
  computed: number;
  end: number;
}

function variablesOf(tree: SyntaxTree, node: number): Variable[] {
  const found: Variable[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    const last = found[found.length - 1];
    if (tree.field(child) === "name" && tree.type(child) === "pattern") {
      found.push({ pattern: child, annotation: -1, value: -1, computed: -1, end: tree.end(child) });
    } else if (last !== undefined) {
      if (tree.type(child) === "type_annotation") last.annotation = child;
      else if (tree.field(child) === "value") last.value = child;
      else if (
        /^(?:computed_property|protocol_property_requirements|willset_didset_block)$/.test(tree.type(child))
      )
        last.computed = child;
      last.end = tree.end(child);
    }
  }
  return found;
}

function identifiersIn(tree: SyntaxTree, node: number): number[] {
  const found: number[] = [];
  for (let at = node; at < tree.after(node); at++) if (tree.type(at) === "simple_identifier") found.push(at);
  return found;
}

export const propertyRule: NodeRule = (b, node) => {
  const { tree } = b;
  const member = isMember(tree, node);
  const top = !member && tree.type(tree.parent(node)) === "source_file";
  const variables = variablesOf(tree, node);
  const names = variables.flatMap(({ pattern }) => identifiersIn(tree, pattern));
  const fixed = member && names[0] !== undefined && isStatic(tree, node, tree.start(names[0]));
  const constant = tree.text.slice(
    tree.start(node),
    names[0] === undefined ? tree.end(node) : tree.start(names[0]),
  );
  const isLet = /\blet\s*\(?\s*$/.test(constant);
  for (const { pattern, annotation, value, computed, end } of variables) {
    const own = identifiersIn(tree, pattern);
    const alone = names.length === 1;
    for (const name of own) {
      const type = own.length > 1 ? "" : heldType(b, typeText(tree, annotation)) || valueType(b, value);
      if (!member && !top) {
        b.declare(name, "local", { from: end, type });
        continue;
      }
      const kind = member ? (fixed && isLet ? "constant" : "property") : isLet ? "constant" : "variable";
      const symbol = b.symbol({
        node: alone ? node : name,
        list: alone ? undefined : node,
        ...nameOf(b, name),
        kind,
        body: computed,
        value: computed === -1 && alone ? value : -1,
        type,
        static: fixed,
        declare: top,
      });
      if (member)
        openMember(b, alone ? node : name, fixed, tree.textOf(name).replaceAll("`", ""), symbol, type);
    }
  }
  // Names that are declared together see what their values see.
  if (member && names.length > 1) openMember(b, node, fixed, "", -1);
};

export const enumEntryRule: NodeRule = (b, node) => {
  const { tree } = b;
  const names: number[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "simple_identifier" && tree.field(child) === "name") names.push(child);
    // Labels of what a case carries.
    if (tree.field(child) !== "data_contents") continue;
    for (let label = tree.first(child); label !== -1; label = tree.next(label)) {
      if (tree.type(label) === "simple_identifier") b.ignore(label);
    }
  }
  for (const name of names) {
    const alone = names.length === 1;
    const headEnd = trimmed(tree, node);
    b.symbol({
      node: alone ? node : name,
      list: alone ? undefined : node,
      headEnd: alone ? headEnd : undefined,
      ...nameOf(b, name),
      kind: "constant",
      static: true,
      declare: false,
    });
  }
};

/** The end without the semicolon that the grammar counts to a case. */
function trimmed(tree: SyntaxTree, node: number): number {
  return tree.text[tree.end(node) - 1] === ";" ? tree.end(node) - 1 : tree.end(node);
}

export const aliasRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  if (name === -1 || tree.type(name) !== "type_identifier") return;
  b.symbol({ node, ...nameOf(b, name), kind: "type" });
  b.scope(node);
};

export const parameterRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.ignore(tree.child(node, "external_name"));
  const name = tree.child(node, "name");
  if (name === -1 || tree.type(name) !== "simple_identifier") return;
  const variadic = /^\s*\.\.\./.test(tree.text.slice(tree.end(node), tree.end(node) + 20));
  const type = variadic || tree.textOf(node).endsWith("...") ? "" : heldType(b, parameterType(tree, node));
  b.declare(name, "param", { type });
};
