// What PHP's syntax says: uses of names, imports, assignments. Its declarations stand in `php-declarations.ts`, what its
// variables hold in `php-types.ts`.
import {
  anonymousClassRule,
  children,
  closureRule,
  constantsRule,
  functionRule,
  FUNCTIONS,
  lastName,
  markName,
  promotedRule,
  propertiesRule,
  typeRule,
} from "./php-declarations.ts";
import { assignedTypes } from "./php-types.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

/** `A\B\c`: the namespace is what stands before the last part; its first part may be imported. */
const qualifiedRule: NodeRule = (b, node) => {
  const { tree } = b;
  const prefix = tree.child(node, "prefix");
  if (prefix === -1) return;
  const name = lastName(tree, node);
  if (name !== -1) b.receiver(name, prefix);
  if (tree.text[tree.start(node)] !== "\\" && tree.type(prefix) === "namespace_name") {
    b.role(tree.first(prefix), "read");
  }
};

/** Parts of namespaces are no names of their own, but for the first one of a name that is used. */
const namespaceNameRule: NodeRule = (b, node) => {
  const { tree } = b;
  const used =
    tree.type(tree.parent(node)) === "qualified_name" && tree.text[tree.start(tree.parent(node))] !== "\\";
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (!(used && child === tree.first(node))) b.ignore(child);
  }
};

/** `use A\B as C`, `use A\{B, C}`, `use function …`: one import for each name. */
const useRule: NodeRule = (b, node) => {
  const { tree } = b;
  const prefix = tree.childOfType(node, "namespace_name");
  const body = tree.child(node, "body");
  for (let at = node + 1; at < tree.after(node); at++) b.ignore(at);
  const group = prefix === -1 ? "" : `${tree.textOf(prefix).replace(/\s+/g, "")}\\`;
  for (const clause of children(tree, body === -1 ? node : body, "namespace_use_clause")) {
    const alias = tree.child(clause, "alias");
    const path = tree.first(clause);
    if (path === -1) continue;
    const full = `${group}${tree.textOf(path).replace(/\s+/g, "")}`.replace(/^\\/, "");
    const cut = full.lastIndexOf("\\");
    const imported = full.slice(cut + 1);
    const local = alias === -1 ? imported : tree.textOf(alias);
    const last = tree.type(path) === "name" ? path : lastName(tree, path);
    if (last !== -1) b.role(last, "import");
    b.declareName(local, "import", { level: "file" });
    b.import({ module: cut === -1 ? "" : full.slice(0, cut), imported, local, node: clause });
  }
};

/** A path that is written, from the folder of the file where it says so. */
const includeRule: NodeRule = (b, node) => {
  const { tree } = b;
  const text = tree.textOf(node).slice(0, 400);
  const match =
    /^\w+\s*\(?\s*((?:dirname\s*\(\s*)?__(?:DIR|FILE)__\s*\)?\s*\.\s*)?(["'])([^"'$]+)\2\s*\)?$/i.exec(text);
  if (match === null) return;
  const folder = (match[1] ?? "").replace(/\s+/g, "");
  const up = /^dirname\(__DIR__/i.test(folder) ? ".." : ".";
  const path = match[3]!;
  const module = folder === "" ? path : `${up}${path.startsWith("/") ? "" : "/"}${path}`;
  b.import({ module, imported: "*", local: "", node });
};

const callRule: NodeRule = (b, node) => {
  const { tree } = b;
  const callee = tree.child(node, "function");
  if (callee === -1 || !markName(b, callee, "call") || tree.textOf(callee) !== "define") return;
  // `define("NAME", …)` as a statement is a constant of the whole program.
  const list = tree.child(node, "arguments");
  const first = list === -1 ? -1 : tree.childOfType(list, "argument");
  const literal = first === -1 ? -1 : tree.first(first);
  const content =
    literal === -1 || tree.next(literal) !== -1 ? -1 : tree.childOfType(literal, "string_content");
  if (content === -1 || !/^[\w\\\u0080-\uffff]+$/.test(tree.textOf(content))) return;
  const statement = tree.parent(node);
  if (tree.type(statement) !== "expression_statement") return;
  const name = tree.textOf(content);
  b.symbol({
    node: statement,
    name,
    nameStart: tree.start(content),
    kind: "constant",
    headEnd: tree.end(node),
  });
};

const accessRule =
  (role: RuleRole | null, objectField: "object" | "scope"): NodeRule =>
  (b, node) => {
    const { tree } = b;
    const name = tree.child(node, "name");
    const object = tree.child(node, objectField);
    if (name === -1 || tree.type(name) !== "name") return;
    if (role === null) b.receiver(name, object);
    else b.role(name, role, object);
  };

/** Members of an object or type that are set. */
function markWrite(b: FactsBuilder, target: number): void {
  const { tree } = b;
  const type = target === -1 ? "" : tree.type(target);
  if (/^(?:nullsafe_)?member_access_expression$/.test(type)) b.role(tree.child(target, "name"), "write");
  else if (type === "scoped_property_access_expression") {
    const variable = tree.child(target, "name");
    if (variable !== -1 && tree.first(variable) !== -1) b.role(tree.first(variable), "write");
  } else if (type === "list_literal") {
    for (let child = tree.first(target); child !== -1; child = tree.next(child)) markWrite(b, child);
  }
}

const assignmentRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left = tree.child(node, tree.type(node) === "update_expression" ? "argument" : "left");
  markWrite(b, left);
  // A function in a variable at the top of the file is used like one that is declared.
  const right = tree.child(node, "right");
  const statement = tree.parent(node);
  if (left === -1 || right === -1 || tree.type(left) !== "variable_name" || !atTop(tree, node)) return;
  if (tree.type(statement) !== "expression_statement" || !FUNCTIONS.has(tree.type(right))) return;
  const body = tree.child(right, "body");
  b.symbol({ node: statement, name: tree.first(left), kind: "function", body, declare: false });
  b.declareName(inVariable(tree.textOf(left)), "local", { level: "file" });
};

/** Under what the scopes know that a variable holds a function: no name of the language is like it. */
const inVariable = (variable: string): string => `${variable} is a function`;

function atTop(tree: SyntaxTree, node: number): boolean {
  for (let at = tree.parent(node); at !== -1; at = tree.parent(at)) {
    const type = tree.type(at);
    if (FUNCTIONS.has(type) || type === "property_hook" || type === "declaration_list") return false;
  }
  return true;
}

/** Variables are no references; those of types are members, and functions in variables have a name of their own. */
const variableRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.first(node);
  const parent = tree.parent(node);
  if (name === -1) return;
  if (tree.type(parent) === "scoped_property_access_expression" && tree.field(node) === "name") {
    b.receiver(name, tree.child(parent, "scope"));
    return;
  }
  if (b.bindingOf(inVariable(tree.textOf(node))) === null || !atTop(tree, node)) b.ignore(name);
  else if (tree.field(node) === "function") b.role(name, "call");
};

const constantAccessRule: NodeRule = (b, node) => {
  const { tree } = b;
  const object = tree.first(node);
  const name = object === -1 ? -1 : tree.next(object);
  if (name === -1) return;
  if (tree.textOf(name) === "class") b.ignore(name);
  else b.receiver(name, object);
};

const ignoreField =
  (field: string): NodeRule =>
  (b, node) =>
    b.ignore(b.tree.child(node, field));
const markFirst =
  (role: RuleRole): NodeRule =>
  (b, node) => {
    markName(b, b.tree.first(node), role);
  };

export const phpSyntax: SyntaxRules = {
  grammar: { package: "tree-sitter-php", file: "tree-sitter-php.wasm" },
  separator: "::",
  absolute: "\\",
  nodes: {
    program(b, node) {
      for (const [name, type] of assignedTypes(b.tree, node)) b.declareName(name, "local", { type });
    },
    namespace_definition(b, node) {
      const { tree } = b;
      const name = tree.child(node, "name");
      const body = tree.child(node, "body");
      if (name !== -1) b.symbol({ node, name, kind: "namespace", body, declare: false });
    },
    namespace_use_declaration: useRule,
    namespace_name: namespaceNameRule,
    qualified_name: qualifiedRule,
    // `namespace\\name` is not from the root: what it says stands whole before the name.
    relative_name: (b, node) => b.receiver(lastName(b.tree, node), node),
    include_expression: includeRule,
    include_once_expression: includeRule,
    require_expression: includeRule,
    require_once_expression: includeRule,
    function_definition: functionRule,
    method_declaration: functionRule,
    anonymous_function: closureRule,
    arrow_function: closureRule,
    property_hook(b, node) {
      b.ignore(b.tree.first(node));
      closureRule(b, node);
    },
    class_declaration: typeRule("class"),
    interface_declaration: typeRule("interface"),
    trait_declaration: typeRule("trait"),
    enum_declaration: typeRule("enum"),
    anonymous_class: anonymousClassRule,
    enum_case(b, node) {
      const { tree } = b;
      const value = tree.child(node, "value");
      b.symbol({ node, name: tree.child(node, "name"), kind: "constant", value, declare: false });
    },
    const_declaration: constantsRule,
    property_declaration: propertiesRule,
    property_promotion_parameter: promotedRule,
    use_as_clause(b, node) {
      // `use T { method as other; }` declares a method.
      const { tree } = b;
      const old = tree.first(node);
      const name = lastName(tree, node);
      if (name !== -1 && name !== old) b.symbol({ node, name, kind: "method", declare: false });
      const traits = tree.parent(tree.parent(node));
      const trait = traits === -1 ? -1 : tree.first(traits);
      if (old !== -1 && tree.type(old) === "name") b.receiver(old, trait);
    },
    named_type: markFirst("type"),
    use_instead_of_clause(b, node) {
      const { tree } = b;
      for (let child = tree.next(tree.first(node)); child !== -1; child = tree.next(child)) {
        markName(b, child, "type");
      }
    },
    attribute: markFirst("decorator"),
    object_creation_expression: markFirst("new"),
    binary_expression(b, node) {
      const { tree } = b;
      const right = tree.child(node, "right");
      const left = tree.child(node, "left");
      if (right === -1 || left === -1 || !/^(?:qualified_)?name$/.test(tree.type(right))) return;
      if (/^\s*instanceof\s/i.test(tree.text.slice(tree.end(left), tree.start(right))))
        markName(b, right, "type");
    },
    function_call_expression: callRule,
    member_call_expression: accessRule("call", "object"),
    nullsafe_member_call_expression: accessRule("call", "object"),
    scoped_call_expression: accessRule("call", "scope"),
    member_access_expression: accessRule(null, "object"),
    nullsafe_member_access_expression: accessRule(null, "object"),
    class_constant_access_expression: constantAccessRule,
    variable_name: variableRule,
    dynamic_variable_name: variableRule,
    assignment_expression: assignmentRule,
    augmented_assignment_expression: assignmentRule,
    reference_assignment_expression: assignmentRule,
    update_expression: assignmentRule,
    argument: ignoreField("name"),
    goto_statement: (b, node) => b.skip(node),
    named_label_statement: (b, node) => b.ignore(b.tree.first(node)),
    declare_directive: (b, node) => b.skip(node),
    name(b, node) {
      if (/^__[A-Z]+__$/.test(b.tree.textOf(node))) b.ignore(node);
    },
  },
  identifiers: { name: "read" },
  members: [],
  comments: ["comment"],
  decorators: ["attribute_list"],
  docComments: ["/**"],
  self: ["$this", "self", "static"],
  base: ["parent"],
  exported({ modifiers, parentExported, parentKind }) {
    // What a function declares is known to the program once the function has run.
    const inside = parentKind === "function" || parentKind === "method" || parentKind === "constructor";
    return (parentExported || inside) && !/\bprivate\b(?!\s*\(\s*set\s*\))/i.test(modifiers);
  },
};
