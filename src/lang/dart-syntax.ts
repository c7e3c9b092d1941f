// What Dart's syntax says: uses of names, local variables and patterns, imports, exports and parts. Its declarations
// stand in `dart-declarations.ts`.
import { constantPatternRule, keysRule, variablePatternRule } from "./dart-patterns.ts";
import { exportRule, importRule, partRule } from "./dart-imports.ts";
import {
  accessorRule,
  aliasRule,
  constructorRule,
  declarationRule,
  enumConstantRule,
  functionRule,
  operatorRule,
  parameterRule,
  programRule,
  typeParameterRule,
  typeRule,
  variableListRule,
} from "./dart-declarations.ts";
import { dottedType, heldType, isDot, leadingType, valueType } from "./dart-types.ts";
import type { FactsBuilder, NodeRule, SyntaxRules } from "./syntax-rules.ts";

/** The parts that follow the first one of an expression: members, calls, cascades. */
function chain(b: FactsBuilder, head: number): void {
  const { tree } = b;
  const start = tree.start(head);
  let name = tree.type(head) === "identifier" ? head : -1;
  let end = tree.end(head);
  let cascade = -1;
  for (let at = tree.next(head); at !== -1; at = tree.next(at)) {
    const type = tree.type(at);
    if (type === "cascade_section") {
      if (cascade === -1) cascade = end;
      section(b, at, start, cascade);
      continue;
    }
    const part = type === "selector" ? tree.first(at) : at;
    if (part === -1) {
      if (type !== "selector") return;
      continue;
    }
    const kind = tree.type(part);
    if (kind === "argument_part" || kind === "arguments") {
      if (name !== -1) b.role(name, "call");
      name = -1;
    } else if (/^(?:un)?conditional_assignable_selector$/.test(kind)) {
      name = tree.childOfType(part, "identifier");
      if (name !== -1) b.receiverText(name, start, end);
    } else if (type !== "selector") {
      break;
    }
    end = tree.end(at);
  }
  if (name !== -1 && tree.type(tree.parent(head)) === "assignable_expression") b.role(name, "write");
}

/** `..name = value`, `..name(…)`: of what stands before the first of them. */
function section(b: FactsBuilder, node: number, start: number, end: number): void {
  const { tree } = b;
  const selector = tree.childOfType(node, "cascade_selector");
  const name = selector === -1 ? -1 : tree.childOfType(selector, "identifier");
  if (name === -1) return;
  b.receiverText(name, start, end);
  const next = tree.next(selector);
  if (next === -1) return;
  if (tree.type(next) === "argument_part") b.role(name, "call");
  else if (
    /^\s*(?:[-+*/%&|^]|~\/|<<|>>>?|\?\?)?=/.test(tree.text.slice(tree.end(selector), tree.start(next)))
  )
    b.role(name, "write");
}

const CREATIONS = new Set(["new_expression", "const_object_expression"]);

const headRule: NodeRule = (b, node) => {
  const parent = b.tree.type(b.tree.parent(node));
  if (parent === "annotation" || CREATIONS.has(parent)) return;
  if (b.tree.next(node) !== -1 || parent === "assignable_expression") chain(b, node);
};

const localRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const type = leadingType(b, node);
  if (name !== -1) {
    const value = tree.child(node, "value");
    b.declare(name, "local", { from: tree.end(node), type: type || valueType(b, value) });
  }
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "initialized_identifier") continue;
    const other = tree.childOfType(child, "identifier");
    if (other === -1) continue;
    const value = tree.next(other);
    b.declare(other, "local", { from: tree.end(node), type: type || valueType(b, value) });
  }
};

const loopRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  // `for (x in xs)` sets a variable that there is.
  const declares = name !== -1 && tree.first(node) !== name;
  if (declares) b.declare(name, "local", { from: tree.end(node), type: leadingType(b, node) });
  else if (name !== -1) b.role(name, "write");
};

/** The clause shares its scope with the block after it. */
const catchRule: NodeRule = (b, node) => {
  const { tree } = b;
  const block = tree.next(node);
  b.scope(block === -1 ? node : block);
  const parent = tree.parent(node);
  let type = "";
  for (let child = tree.first(parent); child !== -1 && child !== node; child = tree.next(child)) {
    if (tree.type(child) === "type_identifier") type = heldType(b, dottedType(tree, child));
    else if (tree.type(child) === "block") type = "";
  }
  const list = tree.childOfType(node, "catch_parameters");
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    b.declare(child, "param", { type });
    type = "";
  }
};

/** `prefix.Type`. */
const typeIdentifierRule: NodeRule = (b, node) => {
  const { tree } = b;
  const next = tree.next(node);
  if (next === -1 || !/^(?:type_)?identifier$/.test(tree.type(next)) || !isDot(tree, node, next)) return;
  if (CREATIONS.has(tree.type(tree.parent(node)))) return;
  b.receiver(next, node);
  b.role(node, "read");
};

/** `const Foo()`, `new prefix.Foo.named()`. */
const creationRule: NodeRule = (b, node) => {
  const { tree } = b;
  const parts: number[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (/^(?:type_)?identifier$/.test(tree.type(child))) parts.push(child);
  }
  headRule(b, node);
  const type = parts.find((part) => /^_*[A-Z]/.test(tree.textOf(part))) ?? parts[parts.length - 1];
  for (const [i, part] of parts.entries()) {
    if (i > 0) b.receiverText(part, tree.start(parts[0]!), tree.end(parts[i - 1]!));
    if (part === type) b.role(part, "new");
    else b.role(part, i > parts.indexOf(type ?? -1) ? "call" : "read");
  }
};

const fieldInitializerRule: NodeRule = (b, node) => {
  const name = b.tree.childOfType(node, "identifier");
  if (name !== -1) b.role(name, "write");
};

/** A library without a name and labels of loops are unknown to the grammar. */
function source(text: string): string {
  const blank = (found: string): string => " ".repeat(found.length);
  return text
    .replace(/^library\s*;/m, blank)
    .replace(/^[ \t]*(?!default\b)\w+:(?=[ \t]*(?:for|while|do|switch)\b)/gm, blank);
}

const skip: NodeRule = (b, node) => b.skip(node);
const scope: NodeRule = (b, node) => b.scope(node);
const ignoreIdentifier: NodeRule = (b, node) => b.ignore(b.tree.childOfType(node, "identifier"));

export const dartSyntax: SyntaxRules = {
  grammar: { package: "@repomix/tree-sitter-wasms", file: "out/tree-sitter-dart.wasm" },
  separator: ".",
  nodes: {
    program: programRule,
    library_name: skip,
    import_specification: importRule,
    library_export: exportRule,
    part_directive: partRule,
    part_of_directive: partRule,
    class_definition: typeRule("class"),
    mixin_declaration: typeRule("trait"),
    enum_declaration: typeRule("enum"),
    extension_declaration: typeRule("implementation"),
    extension_type_declaration: typeRule("class"),
    representation_declaration(b, node) {
      const { tree } = b;
      const name = tree.child(node, "name");
      const type = leadingType(b, node);
      const symbol = b.symbol({ node, name, kind: "field", type, declare: false });
      if (name !== -1) b.declareName(tree.textOf(name), "this", { symbol, type });
    },
    type_alias: aliasRule,
    function_signature: functionRule,
    getter_signature: accessorRule,
    setter_signature: accessorRule,
    operator_signature: operatorRule,
    constructor_signature: constructorRule,
    factory_constructor_signature: constructorRule,
    constant_constructor_signature: constructorRule,
    redirecting_factory_constructor_signature: constructorRule,
    declaration: declarationRule,
    initialized_identifier_list: variableListRule,
    static_final_declaration_list: variableListRule,
    enum_constant: enumConstantRule,
    formal_parameter: parameterRule,
    constructor_param(b, node) {
      const { tree } = b;
      const name = tree.childOfType(node, "identifier");
      const self = tree.childOfType(node, "this");
      if (name !== -1 && self !== -1) b.role(name, "write", self);
    },
    super_formal_parameter: ignoreIdentifier,
    typed_identifier: ignoreIdentifier,
    type_parameter: typeParameterRule,
    function_expression: (b, node) => b.scope(node, { function: true }),
    block: scope,
    for_statement: scope,
    for_element: scope,
    if_statement: scope,
    if_element: scope,
    switch_statement_case: scope,
    switch_expression_case: scope,
    initialized_variable_definition: localRule,
    for_loop_parts: loopRule,
    variable_pattern: variablePatternRule,
    constant_pattern: constantPatternRule,
    object_pattern: keysRule,
    record_pattern: keysRule,
    catch_clause: catchRule,
    annotation(b, node) {
      const name = b.tree.child(node, "name");
      if (name === -1) return;
      let last = name;
      for (let at = name + 1; at < b.tree.after(name); at++) {
        if (b.tree.type(at).endsWith("identifier")) last = at;
      }
      b.role(last, "decorator");
    },
    qualified(b, node) {
      const { tree } = b;
      const first = tree.first(node);
      const second = first === -1 ? -1 : tree.next(first);
      if (second === -1) return;
      b.receiver(second, first);
      b.role(first, "read");
      b.role(second, "read");
    },
    type_identifier: typeIdentifierRule,
    new_expression: creationRule,
    field_initializer: fieldInitializerRule,
    label: skip,
    symbol_literal: skip,
    break_statement: skip,
    continue_statement: skip,
    identifier: headRule,
    this: headRule,
    super: headRule,
    parenthesized_expression: headRule,
    string_literal: headRule,
    list_literal: headRule,
    set_or_map_literal: headRule,
    record_literal: headRule,
    const_object_expression: creationRule,
    decimal_integer_literal: headRule,
  },
  identifiers: { identifier: "read", type_identifier: "type", identifier_dollar_escaped: "read" },
  members: [],
  comments: ["comment", "documentation_comment"],
  decorators: ["annotation"],
  docComments: ["///", "/**"],
  source,
  self: ["this"],
  base: ["super"],
  exported({ name, parentExported, parentKind }) {
    if (parentKind === "function" || parentKind === "method" || parentKind === "constructor") return false;
    return parentExported && !name.startsWith("_");
  },
};
