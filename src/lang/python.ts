// Python.
import type { Language } from "./language.ts";
import type { FactsBuilder, NodeRule, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

/** Where a definition stands: `decorated_definition` around it, and what that stands in. */
function outerOf(tree: SyntaxTree, node: number): number {
  const parent = tree.parent(node);
  return parent !== -1 && tree.type(parent) === "decorated_definition" ? parent : node;
}

/** The class whose body the node stands in directly, or -1. */
function classAround(tree: SyntaxTree, node: number): number {
  const block = tree.parent(node);
  const owner = block === -1 ? -1 : tree.parent(block);
  return owner !== -1 && tree.type(owner) === "class_definition" ? owner : -1;
}

/** Neither in a function nor in a class; conditions and `try` do not count. */
function atTop(tree: SyntaxTree, node: number): boolean {
  for (let at = tree.parent(node); at !== -1; at = tree.parent(at)) {
    const type = tree.type(at);
    if (type === "function_definition" || type === "class_definition" || type === "lambda") return false;
  }
  return true;
}

function docstring(tree: SyntaxTree, body: number): number[] {
  let first = body === -1 ? -1 : tree.first(body);
  while (first !== -1 && tree.type(first) === "comment") first = tree.next(first);
  if (first === -1 || tree.type(first) !== "expression_statement") return [];
  const text = tree.first(first);
  return text !== -1 && tree.type(text) === "string" ? [text] : [];
}

const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  const outer = outerOf(tree, node);
  const method = classAround(tree, outer) !== -1;
  const name = tree.child(node, "name");
  const body = tree.child(node, "body");
  const constructs = method && name !== -1 && tree.textOf(name) === "__init__";
  b.symbol({
    node,
    outer,
    name,
    body,
    kind: constructs ? "constructor" : method ? "method" : "function",
    docs: docstring(tree, body),
  });
  b.scope(node, { function: true });
  typeParameters(b, node);
  const parameters = tree.child(node, "parameters");
  if (parameters !== -1) declareParameters(b, parameters, method && !isStatic(tree, outer));
};

function isStatic(tree: SyntaxTree, outer: number): boolean {
  if (tree.type(outer) !== "decorated_definition") return false;
  for (let child = tree.first(outer); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "decorator" && /^@\s*staticmethod\b/.test(tree.textOf(child))) return true;
  }
  return false;
}

function typeParameters(b: FactsBuilder, node: number): void {
  const { tree } = b;
  const list = tree.child(node, "type_parameters");
  if (list === -1) return;
  for (let child = tree.first(list); child !== -1; child = tree.next(child)) {
    const name = firstIdentifier(tree, child);
    if (name !== -1) b.declare(name, "local");
  }
}

function firstIdentifier(tree: SyntaxTree, node: number): number {
  for (let at = node; at < tree.after(node); at++) if (tree.type(at) === "identifier") return at;
  return -1;
}

/** The first parameter of a method is the object or its class. */
function declareParameters(b: FactsBuilder, parameters: number, method: boolean): void {
  const { tree } = b;
  let first = method;
  for (let child = tree.first(parameters); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "comment") continue;
    const named = tree.child(child, "name");
    const name = type === "identifier" ? child : named !== -1 ? named : firstIdentifier(tree, child);
    const written = typeName(tree, tree.child(child, "type"));
    if (name !== -1) b.declare(name, first && type === "identifier" ? "this" : "param", { type: written });
    first = false;
  }
}

/** The arguments of a generic base are types. */
function markTypes(b: FactsBuilder, node: number): void {
  const { tree } = b;
  for (let at = node; at < tree.after(node); at++) {
    if (tree.type(at) === "identifier" && tree.field(at) !== "object") b.role(at, "type");
  }
}

const classRule: NodeRule = (b, node) => {
  const { tree } = b;
  const body = tree.child(node, "body");
  const bases: string[] = [];
  const list = tree.child(node, "superclasses");
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    const base = tree.type(child) === "subscript" ? tree.child(child, "value") : child;
    if (base === -1) continue;
    if (base !== child) markTypes(b, child);
    if (tree.type(base) === "identifier") b.role(base, "type");
    else if (tree.type(base) === "attribute") b.role(tree.child(base, "attribute"), "type");
    else continue;
    bases.push(tree.textOf(base));
  }
  const name = tree.child(node, "name");
  b.symbol({
    node,
    outer: outerOf(tree, node),
    name,
    kind: "class",
    body,
    bases,
    docs: docstring(tree, body),
  });
  b.scope(node, { hidden: true });
  typeParameters(b, node);
};

const assignmentRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left = tree.child(node, "left");
  const right = tree.child(node, "right");
  if (left === -1) return;
  const statement = tree.parent(node);
  const alone = tree.type(statement) === "expression_statement" && tree.type(left) === "identifier";
  const chained = right !== -1 && tree.type(right) === "assignment";
  const inClass = alone && classAround(tree, statement) !== -1;
  const top = !inClass && atTop(tree, node);
  if (alone && tree.textOf(left) === "__all__") allNames(b, right);
  const type = typeName(tree, tree.child(node, "type")) || valueTypeName(tree, right);
  for (const target of targets(b, left)) {
    const name = tree.textOf(target);
    if (!(inClass || top) || b.isDeclared(name)) {
      if (top || inClass || b.isDeclared(name)) b.role(target, "write");
      else b.declare(target, "local", { level: "function", type: alone ? type : "" });
      continue;
    }
    const lambda = alone && right !== -1 && tree.type(right) === "lambda";
    const kind = lambda
      ? "function"
      : inClass
        ? "field"
        : /^_*[A-Z][A-Z0-9_]*$/.test(name)
          ? "constant"
          : "variable";
    // Several names of one statement must not enclose one another.
    const whole = alone && !chained;
    b.symbol({
      node: whole ? statement : target,
      head: statement,
      name: target,
      kind,
      body: lambda ? tree.child(right, "body") : -1,
      value: lambda ? -1 : right,
      type,
      once: inClass ? `${classAround(tree, statement)} ${name}` : undefined,
    });
  }
  if (tree.type(left) === "attribute") selfAttribute(b, statement, left, right, type);
};

/** `self.x = …` in a method is a field of the class. Its range is the name alone: the rest belongs to the method. */
function selfAttribute(b: FactsBuilder, statement: number, left: number, value: number, type: string): void {
  const { tree } = b;
  const object = tree.child(left, "object");
  const attribute = tree.child(left, "attribute");
  if (object === -1 || attribute === -1 || tree.type(object) !== "identifier") return;
  if (b.bindingOf(tree.textOf(object)) !== "this") return;
  let owner = tree.parent(left);
  while (owner !== -1 && tree.type(owner) !== "class_definition") owner = tree.parent(owner);
  const container = owner === -1 ? -1 : tree.child(owner, "name");
  if (container === -1) return;
  const name = tree.textOf(attribute);
  const symbol = b.symbol({
    node: attribute,
    name,
    nameStart: tree.start(attribute),
    kind: "field",
    head: statement,
    value,
    container: tree.textOf(container),
    type,
    once: `${owner} ${name}`,
    declare: false,
  });
  // The place that declares it is no use of it.
  if (symbol !== -1) b.ignore(attribute);
}

/** The name of a written type: `Foo`, `pkg.Foo`, of `Optional[Foo]` and `Foo | None` the inner one. */
function typeName(tree: SyntaxTree, node: number): string {
  if (node === -1) return "";
  switch (tree.type(node)) {
    case "type":
      return typeName(tree, tree.first(node));
    case "identifier":
    case "attribute":
      return tree.textOf(node).replace(/\s+/g, "");
    case "string": {
      const content = tree.childOfType(node, "string_content");
      const text = content === -1 ? "" : tree.textOf(content);
      return /^\w+(?:\.\w+)*$/.test(text) ? text : "";
    }
    case "generic_type":
    case "subscript": {
      const name = tree.first(node);
      const inner = tree.next(name);
      if (!/^(?:typing\.)?Optional$/.test(tree.textOf(name))) return typeName(tree, name);
      return inner === -1
        ? ""
        : typeName(tree, tree.type(inner) === "type_parameter" ? tree.first(inner) : inner);
    }
    case "binary_operator": {
      const left = tree.child(node, "left");
      const right = tree.child(node, "right");
      if (left === -1 || right === -1) return "";
      if (tree.textOf(right) === "None") return typeName(tree, left);
      return tree.textOf(left) === "None" ? typeName(tree, right) : "";
    }
    default:
      return "";
  }
}

/** `Foo()` says that the value is what calling `Foo` gives: an instance, if it is a class. */
function valueTypeName(tree: SyntaxTree, value: number): string {
  if (value === -1) return "";
  const call = tree.type(value) === "await" ? tree.first(value) : value;
  const callee = call !== -1 && tree.type(call) === "call" ? tree.child(call, "function") : -1;
  const text = callee === -1 || tree.end(callee) - tree.start(callee) > 80 ? "" : tree.textOf(callee);
  return /^[\w.]+$/.test(text) ? `${text}()` : "";
}

/** Names that an assignment binds; attributes and items that it sets become writes. */
function targets(b: FactsBuilder, left: number): number[] {
  const { tree } = b;
  const type = tree.type(left);
  if (type === "identifier") return [left];
  if (type === "attribute") {
    b.role(tree.child(left, "attribute"), "write", tree.child(left, "object"));
    return [];
  }
  if (
    !/^(?:pattern_list|tuple_pattern|list_pattern|list_splat_pattern|as_pattern_target|parenthesized_expression|tuple|list|splat_pattern|expression_list|list_splat)$/.test(
      type,
    )
  )
    return [];
  const found: number[] = [];
  for (let child = tree.first(left); child !== -1; child = tree.next(child)) found.push(...targets(b, child));
  return found;
}

function bindTargets(b: FactsBuilder, left: number, level: "block" | "function"): void {
  if (left === -1) return;
  for (const target of targets(b, left)) b.declare(target, "local", { level });
}

/** `__all__ = ["a", "b"]`, `__all__ += […]`. */
function allNames(b: FactsBuilder, right: number): void {
  const { tree } = b;
  if (right === -1) return;
  for (let child = tree.first(right); child !== -1; child = tree.next(child)) {
    const content = tree.type(child) === "string" ? tree.childOfType(child, "string_content") : -1;
    if (content === -1) continue;
    const name = tree.textOf(content);
    b.markExported(name);
    b.export({ exported: name, local: name, from: "", node: child });
  }
}

const importRule: NodeRule = (b, node) => {
  const { tree } = b;
  const typeOnly = typeChecking(tree, node);
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    const aliased = tree.type(child) === "aliased_import";
    const path = aliased ? tree.child(child, "name") : child;
    if (path === -1 || tree.type(path) !== "dotted_name") continue;
    const module = tree.textOf(path).replace(/\s+/g, "");
    const alias = aliased ? tree.child(child, "alias") : -1;
    const local = alias !== -1 ? tree.textOf(alias) : module.split(".")[0]!;
    b.declareName(local, "import", { level: "function" });
    b.import({ module, imported: "*", local, typeOnly, node: child });
  }
  b.skip(node);
};

const importFromRule: NodeRule = (b, node) => {
  const { tree } = b;
  const from = tree.child(node, "module_name");
  const module = from === -1 ? "__future__" : tree.textOf(from).replace(/\s+/g, "");
  const typeOnly = typeChecking(tree, node);
  if (from !== -1) for (let at = from; at < tree.after(from); at++) b.ignore(at);
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (child === from) continue;
    if (tree.type(child) === "wildcard_import") {
      b.import({ module, imported: "*", local: "", typeOnly, node: child });
      continue;
    }
    const aliased = tree.type(child) === "aliased_import";
    const path = aliased ? tree.child(child, "name") : child;
    if (path === -1 || tree.type(path) !== "dotted_name") continue;
    const alias = aliased ? tree.child(child, "alias") : -1;
    const imported = tree.textOf(path);
    const local = alias === -1 ? imported : tree.textOf(alias);
    b.role(tree.first(path), "import");
    if (alias !== -1) b.ignore(alias);
    b.declareName(local, "import", { level: "function" });
    b.import({ module, imported, local, typeOnly, node: child });
  }
};

/** Below `if TYPE_CHECKING:` nothing is imported when the program runs. */
function typeChecking(tree: SyntaxTree, node: number): boolean {
  const block = tree.parent(node);
  const owner = block === -1 ? -1 : tree.parent(block);
  if (owner === -1 || tree.type(owner) !== "if_statement" || tree.field(block) !== "consequence")
    return false;
  return /^(?:\w+\.)?TYPE_CHECKING$/.test(tree.textOf(tree.child(owner, "condition")));
}

function markCallee(b: FactsBuilder, callee: number, role: "call" | "decorator"): void {
  const { tree } = b;
  if (callee === -1) return;
  if (tree.type(callee) === "identifier") b.role(callee, role);
  else if (tree.type(callee) === "attribute") b.role(tree.child(callee, "attribute"), role);
}

/** Every name in an annotation is a type; what stands before a dot is read. */
const typeRule: NodeRule = (b, node) => {
  const { tree } = b;
  if (tree.type(tree.parent(node)) === "type_alias_statement" && tree.field(node) === "left") return;
  for (let at = node + 1; at < tree.after(node); at++) {
    if (tree.type(at) === "identifier" && tree.field(at) !== "object") b.role(at, "type");
    // A type that is defined further down is written as a string.
    if (tree.type(at) === "string_content" && /^[A-Za-z_]\w*$/.test(tree.textOf(at))) b.role(at, "type");
  }
};

const comprehension: NodeRule = (b, node) => b.scope(node);

/** `case name:` binds; `case Name(…)`, `case a.b` do not. */
const casePatternRule: NodeRule = (b, node) => {
  const { tree } = b;
  const inner = tree.first(node);
  if (inner === -1) return;
  const type = tree.type(inner);
  if (type === "dotted_name" && tree.next(tree.first(inner)) === -1)
    b.declare(tree.first(inner), "local", { level: "function" });
  else if (type === "splat_pattern") b.declare(tree.first(inner), "local", { level: "function" });
};

const syntax: SyntaxRules = {
  grammar: { package: "tree-sitter-python", file: "tree-sitter-python.wasm" },
  separator: ".",
  nodes: {
    function_definition: functionRule,
    class_definition: classRule,
    assignment: assignmentRule,
    augmented_assignment(b, node) {
      const { tree } = b;
      const left = tree.child(node, "left");
      if (left === -1) return;
      if (tree.type(left) === "identifier") {
        b.role(left, "write");
        if (tree.textOf(left) === "__all__") allNames(b, tree.child(node, "right"));
      } else {
        targets(b, left);
      }
    },
    type_alias_statement(b, node) {
      const { tree } = b;
      const left = tree.child(node, "left");
      const name = left === -1 ? -1 : firstIdentifier(tree, left);
      if (name === -1) return;
      b.symbol({ node, name, kind: "type" });
      b.scope(node);
      for (let at = name + 1; at < tree.after(left); at++) {
        if (tree.type(at) === "identifier") b.declare(at, "local");
      }
    },
    import_statement: importRule,
    import_from_statement: importFromRule,
    future_import_statement: importFromRule,
    lambda(b, node) {
      b.scope(node, { function: true });
      const parameters = b.tree.child(node, "parameters");
      if (parameters !== -1) declareParameters(b, parameters, false);
    },
    call(b, node) {
      const decorates = b.tree.type(b.tree.parent(node)) === "decorator";
      markCallee(b, b.tree.child(node, "function"), decorates ? "decorator" : "call");
    },
    decorator(b, node) {
      markCallee(b, b.tree.first(node), "decorator");
    },
    attribute(b, node) {
      b.receiver(b.tree.child(node, "attribute"), b.tree.child(node, "object"));
    },
    dotted_name(b, node) {
      const { tree } = b;
      let before = -1;
      for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
        if (before !== -1) b.receiver(child, before);
        before = child;
      }
    },
    keyword_argument(b, node) {
      b.ignore(b.tree.child(node, "name"));
    },
    type: typeRule,
    for_statement(b, node) {
      bindTargets(b, b.tree.child(node, "left"), "function");
    },
    for_in_clause(b, node) {
      bindTargets(b, b.tree.child(node, "left"), "block");
    },
    list_comprehension: comprehension,
    set_comprehension: comprehension,
    dictionary_comprehension: comprehension,
    generator_expression: comprehension,
    as_pattern_target(b, node) {
      bindTargets(b, node, "function");
    },
    named_expression(b, node) {
      b.declare(b.tree.child(node, "name"), "local", { level: "function" });
    },
    global_statement(b, node) {
      const { tree } = b;
      for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
        b.declareOuter(tree.textOf(child));
        b.ignore(child);
      }
    },
    nonlocal_statement(b, node) {
      b.skip(node);
    },
    case_pattern: casePatternRule,
    keyword_pattern(b, node) {
      const { tree } = b;
      const key = tree.first(node);
      b.ignore(key);
      const value = key === -1 ? -1 : tree.next(key);
      const name = value !== -1 && tree.type(value) === "dotted_name" ? tree.first(value) : -1;
      if (name !== -1 && tree.next(name) === -1) b.declare(name, "local", { level: "function" });
    },
  },
  identifiers: { identifier: "read" },
  members: [],
  onlyMarked: ["string_content"],
  comments: ["comment"],
  decorators: ["decorator"],
  docComments: [],
  self: [],
  base: ["super"],
  exported({ name, parentExported, parentKind }) {
    if (!parentExported || (name.startsWith("_") && !/^__\w+__$/.test(name))) return false;
    if (parentKind === null) return !name.startsWith("__");
    return parentKind === "class";
  },
};

export const python: Language = {
  id: "python",
  name: "Python",
  extensions: [".py", ".pyi", ".pyw"],
  fileNames: ["SConstruct", "SConscript", "wscript"],
  shebangs: ["python", "python2", "python3", "pypy", "pypy3", "uv"],
  comments: { line: ["#"], block: [] },
  declarations: [
    { regex: /^\s*class\s+(?<name>[\w\u0080-\uffff]+)/, kind: "class" },
    { regex: /^(?:async\s+)?def\s+(?<name>[\w\u0080-\uffff]+)/, kind: "function" },
    { regex: /^\s+(?:async\s+)?def\s+(?<name>[\w\u0080-\uffff]+)/, kind: "method" },
    { regex: /^type\s+(?<name>[A-Za-z_]\w*)\s*(?:\[.*\])?\s*=/, kind: "type" },
    { regex: /^(?<name>[A-Z_][A-Z0-9_]*)\s*(?::[^=]+)?=(?!=)/, kind: "constant" },
    { regex: /^(?<name>[A-Za-z_]\w*)\s*(?::[^=]+)?=(?!=)/, kind: "variable" },
  ],
  imports: [{ regex: /^\s*from\s+(?<name>[\w.]+)\s+import\b/ }, { regex: /^\s*import\s+(?<name>[\w.]+)/ }],
  extent: "indent",
  // Nearly every triple-quoted text that starts a line is a docstring.
  strings: [
    { open: '"""', close: '"""', multiline: true, doc: true },
    { open: "'''", close: "'''", multiline: true, doc: true },
    { open: '"', close: '"' },
    { open: "'", close: "'" },
  ],
  syntax,
};
