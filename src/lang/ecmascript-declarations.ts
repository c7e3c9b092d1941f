// What JavaScript and TypeScript declare beside classes: functions, variables, types, namespaces, enumerations.
import { isPackageValue, isRequire } from "./ecmascript-commonjs.ts";
import { memberSymbol } from "./ecmascript-members.ts";
import { FUNCTION_VALUES, patternNames, typeName, valueTypeName } from "./ecmascript-patterns.ts";
import { atTop, basesOf, declareSymbol, outerOf } from "./ecmascript-places.ts";
import type { NodeRule, SymbolInput, SyntaxTree } from "./syntax-rules.ts";

const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  declareSymbol(b, node, { kind: "function", body: tree.child(node, "body") });
  b.scope(node, { function: true });
};

/** A function as a value: its own name, if it has one, is seen inside alone. */
const functionValue: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const parent = tree.parent(node);
  if (tree.type(parent) === "export_statement") {
    declareSymbol(b, node, { kind: "function", body: tree.child(node, "body") });
  }
  b.scope(node, { function: true });
  if (name !== -1) b.declare(name, "local");
  const parameter = tree.child(node, "parameter");
  if (parameter !== -1) b.declare(parameter, "param");
};

/** `typed`: in TypeScript. */
const variableOf =
  (typed: boolean): NodeRule =>
  (b, node) => {
    const { tree } = b;
    const name = tree.child(node, "name");
    if (name === -1) return;
    const list = tree.parent(node);
    const isVar = tree.type(list) === "variable_declaration";
    const level = isVar ? "function" : "block";
    const value = tree.child(node, "value");
    if (tree.type(name) !== "identifier") {
      const names = patternNames(b, name);
      const symbols = atTop(tree, list) && (!isRequire(tree, value) || isPackageValue(tree, value, typed));
      for (const bound of names) {
        if (symbols)
          b.symbol({
            node: bound,
            name: bound,
            kind: kindOfList(tree, list),
            head: outerOf(tree, list),
            value,
          });
        else b.declare(bound, "local", { level });
      }
      return;
    }
    const valueType = value === -1 ? "" : tree.type(value);
    const written = tree.child(node, "type");
    // What is not fixed may be given any value of its written type later.
    const isOpen = written !== -1 && kindOfList(tree, list) !== "constant";
    const type = typeName(tree, written) || (isOpen ? "" : valueTypeName(tree, value));
    const only = tree.first(list) === node && tree.next(node) === -1;
    const place = only ? { outer: outerOf(tree, list) } : { list: outerOf(tree, list) };
    if (FUNCTION_VALUES.has(valueType)) {
      b.symbol({ node, ...place, name, kind: "function", body: tree.child(value, "body") });
    } else if (valueType === "class") {
      b.symbol({
        node,
        ...place,
        name,
        kind: "class",
        body: tree.child(value, "body"),
        bases: basesOf(tree, value),
      });
    } else if (atTop(tree, list) && (!isRequire(tree, value) || isPackageValue(tree, value, typed))) {
      b.symbol({ node, ...place, name, kind: kindOfList(tree, list), value, type });
    } else {
      b.declare(name, "local", { level, type });
    }
  };

function kindOfList(tree: SyntaxTree, list: number): "constant" | "variable" {
  return tree.text.startsWith("const", tree.start(list)) ? "constant" : "variable";
}

const typeParameterRule: NodeRule = (b, node) => b.declare(b.tree.child(node, "name"), "local");

/** `ns.Type`: the last name is the type, what stands before it is its receiver. */
const nestedTypeRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.role(tree.child(node, "name"), "type", tree.child(node, "module"));
};

function typeSymbol(kind: SymbolInput["kind"], bodyField: string): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const body = tree.child(node, bodyField);
    const input = kind === "type" ? { value: body } : { body };
    declareSymbol(b, node, { kind, bases: basesOf(tree, node), ...input });
    b.scope(node);
  };
}

const namespaceRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const statement = tree.parent(node);
  const wrapped = statement !== -1 && tree.type(statement) === "expression_statement" ? statement : node;
  const outer = outerOf(tree, wrapped);
  const body = tree.child(node, "body");
  if (name !== -1 && tree.type(name) === "string") {
    const fragment = tree.childOfType(name, "string_fragment");
    if (fragment !== -1) {
      const nameStart = tree.start(fragment);
      b.symbol({ node, outer, kind: "module", name: tree.textOf(fragment), nameStart, body, declare: false });
    }
  } else if (name !== -1) {
    const first = tree.textOf(name).split(".")[0]!;
    const symbol = b.symbol({ node, outer, kind: "namespace", name, body, declare: false });
    b.declareName(first, "local", { symbol });
    for (let part = name + 1; part < tree.after(name); part++) b.ignore(part);
  }
  b.scope(node, { function: true });
};

const enumRule: NodeRule = (b, node) => {
  const { tree } = b;
  const body = tree.child(node, "body");
  declareSymbol(b, node, { kind: "enum", body });
  b.scope(node);
  for (let child = body === -1 ? -1 : tree.first(body); child !== -1; child = tree.next(child)) {
    const assigned = tree.type(child) === "enum_assignment";
    if (!assigned && tree.field(child) !== "name") continue;
    const name = assigned ? tree.child(child, "name") : child;
    memberSymbol(b, child, name, "constant", -1, -1);
    b.ignore(name);
  }
};

export const typedNodes: Readonly<Record<string, NodeRule>> = { variable_declarator: variableOf(true) };

export const declarationNodes: Readonly<Record<string, NodeRule>> = {
  function_declaration: functionRule,
  generator_function_declaration: functionRule,
  function_signature: functionRule,
  function_expression: functionValue,
  generator_function: functionValue,
  arrow_function: functionValue,
  variable_declarator: variableOf(false),
  type_parameter: typeParameterRule,
  mapped_type_clause: typeParameterRule,
  nested_type_identifier: nestedTypeRule,
  interface_declaration: typeSymbol("interface", "body"),
  type_alias_declaration: typeSymbol("type", "value"),
  enum_declaration: enumRule,
  internal_module: namespaceRule,
  module: namespaceRule,
  infer_type(b, node) {
    const name = b.tree.first(node);
    if (name !== -1) b.declare(name, "local");
  },
  index_signature(b, node) {
    b.scope(node);
    b.declare(b.tree.child(node, "name"), "param");
  },
};
