// What PHP's syntax says: declarations, uses and imports. What its variables hold is told by `php-types.ts`.
import type { SpanKind } from "../base/span.ts";
import { assignedTypes, typeText } from "./php-types.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

const FUNCTIONS = new Set([
  "function_definition",
  "method_declaration",
  "anonymous_function",
  "arrow_function",
]);

/** A function is known in the whole file wherever it stands. */
const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const body = tree.child(node, "body");
  if (tree.type(node) === "method_declaration") {
    const constructs = name !== -1 && tree.textOf(name).toLowerCase() === "__construct";
    b.symbol({ node, name, kind: constructs ? "constructor" : "method", body, declare: false });
  } else {
    const symbol = b.symbol({ node, name, kind: "function", body, declare: false });
    if (name !== -1) b.declareName(tree.textOf(name), "local", { level: "file", symbol });
  }
  closureRule(b, node);
};

/** Parameters and variables of a function; the types of parameters hold while nothing else is assigned to them. */
const closureRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.scope(node, { function: true });
  const body = tree.child(node, "body");
  const assigned = assignedTypes(tree, body === -1 ? node : body);
  const list = tree.child(node, "parameters");
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    let name = tree.child(child, "name");
    if (name !== -1 && tree.type(name) === "by_ref") name = tree.first(name);
    if (name === -1) continue;
    const text = tree.textOf(name);
    const written =
      tree.type(child) === "variadic_parameter" ? "" : typeText(tree, tree.child(child, "type"));
    const held = assigned.get(text) ?? written;
    b.declareName(text, "param", { type: held === written ? written : "" });
  }
  for (const [name, type] of assigned) b.declareName(name, "local", { type });
};

/** Kinds of types; `bases` are superclasses, interfaces and the traits that the body uses. */
function typeRule(kind: SpanKind): NodeRule {
  return (b, node) => {
    const { tree } = b;
    const body = tree.child(node, "body");
    const name = tree.child(node, "name");
    const symbol = b.symbol({ node, name, kind, body, bases: basesOf(b, node, body), declare: false });
    if (name !== -1) b.declareName(tree.textOf(name), "local", { level: "file", symbol });
  };
}

/** `new class { … }` has members of its own: what `$this` means in them is no member of the class around. */
const anonymousClassRule: NodeRule = (b, node) => {
  const { tree } = b;
  const body = tree.child(node, "body");
  const word = /\bclass\b/i.exec(
    tree.text.slice(tree.start(node), body === -1 ? tree.end(node) : tree.start(body)),
  );
  if (word === null) return;
  b.symbol({
    node,
    name: "class",
    nameStart: tree.start(node) + word.index,
    kind: "class",
    body,
    bases: basesOf(b, node, body),
    declare: false,
  });
};

function basesOf(b: FactsBuilder, node: number, body: number): string[] {
  const { tree } = b;
  const bases: string[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "base_clause" || type === "class_interface_clause") bases.push(...namesIn(b, child));
  }
  for (let child = body === -1 ? -1 : tree.first(body); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "use_declaration") bases.push(...namesIn(b, child));
  }
  return bases;
}

/** The names directly in a clause, which are types. */
function namesIn(b: FactsBuilder, clause: number): string[] {
  const { tree } = b;
  const names: string[] = [];
  for (let child = tree.first(clause); child !== -1; child = tree.next(child)) {
    if (markName(b, child, "type")) names.push(tree.textOf(child).replace(/\s+/g, ""));
  }
  return names;
}

/** Gives the last part of a name its role. */
function markName(b: FactsBuilder, node: number, role: RuleRole): boolean {
  const { tree } = b;
  const type = node === -1 ? "" : tree.type(node);
  if (type === "name") b.role(node, role);
  else if (type === "qualified_name" || type === "relative_name") b.role(lastName(tree, node), role);
  else return false;
  return true;
}

function lastName(tree: SyntaxTree, node: number): number {
  let last = -1;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "name") last = child;
  }
  return last;
}

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

const constantsRule: NodeRule = (b, node) => {
  const { tree } = b;
  const elements = children(tree, node, "const_element");
  const inType = tree.type(tree.parent(node)).endsWith("declaration_list");
  for (const element of elements) {
    const name = tree.first(element);
    const alone = elements.length === 1;
    if (name === -1) continue;
    b.symbol({
      node: alone ? node : element,
      list: alone ? undefined : node,
      name,
      kind: "constant",
      value: tree.next(name),
      declare: !inType,
    });
  }
};

const propertiesRule: NodeRule = (b, node) => {
  const { tree } = b;
  const elements = children(tree, node, "property_element");
  const type = typeText(tree, tree.child(node, "type"));
  for (const element of elements) {
    const alone = elements.length === 1;
    property(b, {
      node: alone ? node : element,
      list: alone ? undefined : node,
      variable: tree.child(element, "name"),
      body: tree.childOfType(node, "property_hook_list"),
      value: tree.child(element, "default_value"),
      type,
    });
  }
};

interface Property {
  node: number;
  list?: number;
  variable: number;
  body?: number;
  value?: number;
  type: string;
  container?: string;
}

/** A property is named without its mark: so it is used. */
function property(b: FactsBuilder, { variable, ...input }: Property): void {
  const name = variable === -1 ? -1 : b.tree.first(variable);
  if (name !== -1) b.symbol({ ...input, name, kind: "property", declare: false });
}

/** A parameter of the constructor that is a property of the class as well. */
const promotedRule: NodeRule = (b, node) => {
  const { tree } = b;
  let owner = tree.parent(node);
  while (owner !== -1 && !/^(?:class|trait|enum)_declaration$|^anonymous_class$/.test(tree.type(owner))) {
    owner = tree.parent(owner);
  }
  const named = owner === -1 ? -1 : tree.child(owner, "name");
  let variable = tree.child(node, "name");
  if (variable !== -1 && tree.type(variable) === "by_ref") variable = tree.first(variable);
  property(b, {
    node,
    variable,
    value: tree.child(node, "default_value"),
    type: typeText(tree, tree.child(node, "type")),
    container: named === -1 ? "class" : tree.textOf(named),
  });
};

function children(tree: SyntaxTree, node: number, type: string): number[] {
  const found: number[] = [];
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === type) found.push(child);
  }
  return found;
}

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
