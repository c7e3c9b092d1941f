// The declarations of Dart: types, members, functions, variables. A head and its body are neighbours in the tree.
import type { SpanKind } from "../base/span.ts";
import {
  dottedType,
  isBody,
  leadingType,
  ownerName,
  typeNames,
  typeParameter,
  valueType,
} from "./dart-types.ts";
import type { FactsBuilder, NodeRule, SymbolInput, SyntaxTree } from "./syntax-rules.ts";

/** Opens what the members of a type can name without a receiver. */
function openType(b: FactsBuilder, node: number, owner: string): void {
  b.scope(node, { shared: `#${owner}`, receiver: true });
}

export const typeRule =
  (kind: SpanKind): NodeRule =>
  (b, node) => {
    const { tree } = b;
    const application = tree.childOfType(node, "mixin_application_class");
    const holder = application === -1 ? node : application;
    let name = tree.child(node, "name");
    if (name === -1) name = tree.childOfType(holder, "identifier");
    let body = tree.child(node, "body");
    if (body === -1) body = tree.childOfType(node, "class_body");
    const bases = basesOf(tree, node, holder);
    const on = tree.type(node) === "extension_declaration" ? tree.child(node, "class") : -1;
    const extended = on !== -1 && tree.type(on) === "type_identifier" ? dottedType(tree, on) : "";
    if (name !== -1) b.symbol({ node, name, kind, body, bases: extended === "" ? bases : [extended] });
    else if (extended !== "") {
      // An extension without a name is named for its type.
      b.symbol({ node, name: tree.textOf(on), nameStart: tree.start(on), kind, body, declare: false });
    }
    openType(b, node, name === -1 ? extended : tree.textOf(name));
  };

function basesOf(tree: SyntaxTree, node: number, holder: number): string[] {
  const bases: string[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (/^(?:superclass|interfaces|mixins)$/.test(tree.type(child))) bases.push(...clause(tree, child));
  }
  if (tree.type(node) === "mixin_declaration") bases.unshift(...typeNames(tree, node));
  if (holder === node) return bases;
  const application = tree.childOfType(holder, "mixin_application");
  return application === -1 ? bases : [...bases, ...clause(tree, application)];
}

/** The names in a clause, and in those that it holds. */
function clause(tree: SyntaxTree, node: number): string[] {
  const names = typeNames(tree, node);
  for (const inner of ["mixins", "interfaces"]) {
    const child = tree.childOfType(node, inner);
    if (child !== -1) names.push(...typeNames(tree, child));
  }
  return names;
}

/** Body of a head, which follows it. */
function bodyOf(tree: SyntaxTree, head: number): number {
  const next = tree.next(head);
  return next !== -1 && tree.type(next) === "function_body" ? next : -1;
}

interface Head {
  outer: number;
  body: number;
  member: boolean;
  owner: string;
}

function headOf(tree: SyntaxTree, node: number): Head {
  const parent = tree.parent(node);
  const type = tree.type(parent);
  if (type === "lambda_expression") {
    return { outer: parent, body: tree.child(parent, "body"), member: false, owner: "" };
  }
  const outer = type === "method_signature" || type === "declaration" ? parent : node;
  const around = tree.parent(outer);
  const member = around !== -1 && isBody(tree.type(around));
  return { outer, body: bodyOf(tree, outer), member, owner: member ? ownerName(tree, around) : "" };
}

/** Makes the symbol of a head, and opens the scope that it shares with its body. */
function callable(
  b: FactsBuilder,
  node: number,
  input: Pick<SymbolInput, "name" | "nameStart" | "kind">,
): void {
  const { tree } = b;
  const { outer, body, member } = headOf(tree, node);
  const separate = body !== -1 && tree.parent(body) === tree.parent(outer);
  const symbol = b.symbol({
    ...input,
    node: outer,
    through: separate ? body : undefined,
    body,
    headEnd: tree.end(node),
    declare: !member,
  });
  if (member && input.kind !== "constructor") {
    const { name } = input;
    const text = typeof name === "string" ? name : name === -1 ? "" : tree.textOf(name);
    const type = input.kind === "property" ? leadingType(b, node) : "";
    b.declareName(text, "this", { symbol, type });
  }
  b.scope(body === -1 ? outer : body, { function: true });
}

export const functionRule: NodeRule = (b, node) => {
  const { member } = headOf(b.tree, node);
  callable(b, node, { name: b.tree.child(node, "name"), kind: member ? "method" : "function" });
};

export const accessorRule: NodeRule = (b, node) => {
  callable(b, node, { name: b.tree.child(node, "name"), kind: "property" });
};

export const operatorRule: NodeRule = (b, node) => {
  const { tree } = b;
  const match = /\boperator\s*(\[\]=?|[^\s\w(]+)/.exec(tree.textOf(node));
  const start = match === null ? 0 : tree.start(node) + match.index + match[0].length - match[1]!.length;
  callable(b, node, { name: match?.[1] ?? "", nameStart: start, kind: "method" });
};

/** `Foo(…)`, `Foo.named(…)`; a method without a type looks like the first. */
export const constructorRule: NodeRule = (b, node) => {
  const { tree } = b;
  const names: number[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "identifier") names.push(child);
  }
  const { owner } = headOf(tree, node);
  const last = names[names.length - 1];
  if (last === undefined) return;
  const method =
    names.length === 1 && tree.textOf(last) !== owner && tree.type(node) === "constructor_signature";
  for (const name of names) b.ignore(name);
  callable(b, node, { name: last, kind: method ? "method" : "constructor" });
};

function namesIn(tree: SyntaxTree, node: number): number[] {
  const names: number[] = [];
  for (let list = tree.first(node); list !== -1; list = tree.next(list)) {
    if (
      !/^(?:initialized_identifier_list|static_final_declaration_list|identifier_list)$/.test(tree.type(list))
    )
      continue;
    for (let child = tree.first(list); child !== -1; child = tree.next(child)) names.push(child);
  }
  return names;
}

/** Fields. */
export const declarationRule: NodeRule = (b, node) => {
  const { tree } = b;
  const entries = namesIn(tree, node);
  if (entries.length === 0) return;
  const fixed = /^(?:\w+\s+)*?static\s/.test(tree.textOf(node).slice(0, 80));
  const constant = tree.childOfType(node, "static_final_declaration_list") !== -1 && fixed;
  variables(b, entries, { outer: node, kind: constant ? "constant" : "field", type: leadingType(b, node) });
};

interface Variables {
  outer: number;
  kind: SpanKind;
  type: string;
  from?: number;
}

function variables(
  b: FactsBuilder,
  entries: readonly number[],
  { outer, kind, type, from }: Variables,
): void {
  const { tree } = b;
  const alone = entries.length === 1;
  const member = tree.type(outer) === "declaration";
  for (const entry of entries) {
    const name = tree.type(entry) === "identifier" ? entry : tree.childOfType(entry, "identifier");
    if (name === -1) continue;
    const value = tree.next(name);
    const own = tree.type(entry) === "identifier" ? -1 : value;
    const held = type === "" ? valueType(b, own) : type;
    const symbol = b.symbol({
      node: alone ? outer : entry,
      list: alone ? undefined : outer,
      from: entry === entries[0] ? from : undefined,
      name,
      kind,
      value: alone ? own : -1,
      type: held,
      declare: !member,
    });
    if (member) b.declareName(tree.textOf(name), "this", { symbol, type: held });
  }
}

interface Beginning {
  from: number;
  type: string;
  constant: boolean;
}

/** Where the variables of a file begin: their types and modifiers are their neighbours. */
const beginnings = new WeakMap<FactsBuilder, Map<number, Beginning>>();

export const programRule: NodeRule = (b, node) => {
  const { tree } = b;
  const found = new Map<number, Beginning>();
  let open: Beginning | null = null;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (/^(?:initialized_identifier_list|static_final_declaration_list)$/.test(type)) {
      if (open !== null) found.set(child, open);
      open = null;
    } else if (
      /_builtin$|^(?:inferred_type|type_identifier|type_arguments|nullable_type|function_type|record_type)$/.test(
        type,
      )
    ) {
      open ??= { from: withWords(tree, tree.start(child)), type: "", constant: false };
      if (type === "const_builtin" || type === "final_builtin") open.constant = true;
      if (type === "type_identifier" && open.type === "") open.type = dottedType(tree, child);
    } else {
      open = null;
    }
  }
  beginnings.set(b, found);
};

/** Words before a declaration that are no nodes. */
function withWords(tree: SyntaxTree, start: number): number {
  const words = /(?:\b(?:late|external|abstract|covariant)\s+)+$/.exec(
    tree.text.slice(Math.max(0, start - 60), start),
  );
  return words === null ? start : start - words[0].length;
}

/** Variables of the file. */
export const variableListRule: NodeRule = (b, node) => {
  const { tree } = b;
  const beginning = beginnings.get(b)?.get(node);
  if (beginning === undefined || tree.type(tree.parent(node)) !== "program") return;
  const entries: number[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) entries.push(child);
  const { from, type, constant } = beginning;
  variables(b, entries, { outer: node, kind: constant ? "constant" : "variable", type, from });
};

export const enumConstantRule: NodeRule = (b, node) => {
  const name = b.tree.child(node, "name");
  const symbol = b.symbol({ node, name, kind: "constant", declare: false });
  if (name !== -1) b.declareName(b.tree.textOf(name), "this", { symbol });
};

/** `typedef Name = …` and `typedef Type Name(…)`. */
export const aliasRule: NodeRule = (b, node) => {
  const { tree } = b;
  let name = -1;
  const old = tree.childOfType(node, "formal_parameter_list") !== -1;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "type_identifier") continue;
    name = child;
    if (!old) break;
  }
  b.symbol({ node, name, kind: "type" });
  b.scope(node);
};

export const parameterRule: NodeRule = (b, node) => {
  const { tree } = b;
  let name = tree.child(node, "name");
  if (name === -1) name = tree.childOfType(node, "identifier");
  if (name !== -1) b.declare(name, "param", { type: leadingType(b, node) });
  // Parameters of a parameter that is a function are names of nothing.
  const inner = tree.childOfType(node, "formal_parameter_list");
  if (inner !== -1) b.scope(node);
};

export const typeParameterRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.childOfType(node, "type_identifier");
  if (name === -1) return;
  b.declare(name, "local");
  const bound = tree.childOfType(node, "type_bound");
  const first = bound === -1 ? -1 : tree.childOfType(bound, "type_identifier");
  const type = first === -1 ? "" : dottedType(tree, first);
  b.declareName(typeParameter(tree.textOf(name)), "local", { type });
};
