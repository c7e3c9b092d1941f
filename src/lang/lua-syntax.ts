// The syntax of Lua: functions by name and by table, classes made of metatables, `require`, what the chunk returns.
import {
  all,
  basesOfTable,
  basesOfValue,
  isTop,
  metatable,
  MOST_PATH,
  ownerOf,
  path,
  readClasses,
  valueType,
} from "./lua-tables.ts";
import type { FactsBuilder, NodeRule, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

function takesSelf(tree: SyntaxTree, callable: number): boolean {
  const parameters = tree.child(callable, "parameters");
  const first = parameters === -1 ? -1 : tree.first(parameters);
  return first !== -1 && tree.textOf(first) === "self";
}

/** Where the head of a function ends: before its body, behind its parameters where that is empty. */
function headOf(tree: SyntaxTree, callable: number): { body: number; headEnd?: number } {
  const body = tree.child(callable, "body");
  const parameters = tree.child(callable, "parameters");
  return parameters === -1 ? { body } : { body, headEnd: tree.end(parameters) };
}

function openFunction(b: FactsBuilder, node: number): void {
  const { tree } = b;
  b.scope(node, { function: true });
  for (const parameter of all(tree, tree.child(node, "parameters"))) {
    if (tree.type(parameter) === "identifier") b.declare(parameter, "param");
  }
}

const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  if (name === -1) return;
  if (tree.type(name) === "identifier") {
    const symbol = b.symbol({ node, name, kind: "function", ...headOf(tree, node), declare: false });
    const local = tree.field(node) === "local_declaration";
    if (symbol !== -1 && (local || isTop(tree, node) || b.bindingOf(tree.textOf(name)) === null))
      b.declareName(
        tree.textOf(name),
        "local",
        local ? { symbol, from: tree.start(node) } : { symbol, replace: true, level: "file" },
      );
  } else {
    const method = tree.child(name, "method");
    b.symbol({
      node,
      name: method === -1 ? tree.child(name, "field") : method,
      kind: method !== -1 || takesSelf(tree, node) ? "method" : "function",
      container: tree.textOf(tree.child(name, "table")).slice(0, MOST_PATH),
      ...headOf(tree, node),
      declare: false,
    });
  }
  openFunction(b, node);
};

const localRule: NodeRule = (b, node) => {
  const { tree } = b;
  const assignment = tree.childOfType(node, "assignment_statement");
  const holder = assignment === -1 ? node : assignment;
  const names = all(tree, tree.childOfType(holder, "variable_list"));
  const values = assignment === -1 ? [] : all(tree, tree.childOfType(assignment, "expression_list"));
  const targets = names.filter((name) => tree.field(name) === "name");
  const from = tree.end(node);
  for (const [i, name] of targets.entries()) {
    const value = values[i] ?? -1;
    if (imports(b, node, name, value)) b.declare(name, "import", { from });
    else if (!isTop(tree, node)) b.declare(name, "local", { from, type: valueType(tree, value) });
    else variable(b, node, name, value, targets.length > 1);
  }
};

/** A variable of the file: a function, a class or a plain value. */
function variable(b: FactsBuilder, statement: number, name: number, value: number, several: boolean): void {
  const { tree } = b;
  const text = tree.textOf(name);
  const callable = value !== -1 && tree.type(value) === "function_definition";
  const bases = basesOfTable(b, text) ?? basesOfValue(tree, value);
  const fixed =
    /^_*[A-Z][A-Z0-9_]+$/.test(text) ||
    /^\s*<const>/.test(tree.text.slice(tree.end(name), tree.end(name) + 12));
  const type = bases === null ? valueType(tree, value) : "";
  const symbol = b.symbol({
    node: several ? name : statement,
    list: several ? statement : undefined,
    name,
    kind: callable ? "function" : bases !== null ? "class" : fixed ? "constant" : "variable",
    bases: bases ?? [],
    type,
    ...(callable && !several ? headOf(tree, value) : { value: several ? -1 : value }),
    declare: false,
  });
  // A local is not there yet in its own value: `local print = print`.
  const from = tree.type(statement) === "variable_declaration" ? tree.end(statement) : 0;
  if (symbol !== -1) b.declareName(text, "local", { symbol, type, from });
}

const assignmentRule: NodeRule = (b, node) => {
  const { tree } = b;
  if (tree.type(tree.parent(node)) === "variable_declaration") return;
  const targets = all(tree, tree.childOfType(node, "variable_list"));
  const values = all(tree, tree.childOfType(node, "expression_list"));
  for (const [i, target] of targets.entries()) {
    const value = values[i] ?? -1;
    const several = targets.length > 1;
    if (tree.type(target) === "dot_index_expression") fieldOf(b, node, target, value, several);
    else if (tree.type(target) !== "identifier") continue;
    else if (!isTop(tree, node) || b.bindingOf(tree.textOf(target)) !== null) b.role(target, "write");
    else if (imports(b, node, target, value)) b.declare(target, "import");
    else variable(b, node, target, value, several);
  }
};

/** `M.x = …` at the top and `self.x = …` in a method say what the table has; elsewhere they write to it. */
function fieldOf(b: FactsBuilder, statement: number, target: number, value: number, several: boolean): void {
  const { tree } = b;
  const field = tree.child(target, "field");
  const table = path(tree, tree.child(target, "table"));
  const top = isTop(tree, statement);
  const container = top ? table : table === "self" ? ownerOf(tree, statement) : "";
  const callable = value !== -1 && tree.type(value) === "function_definition";
  const whole = top && !several;
  const symbol =
    container === "" || field === -1
      ? -1
      : b.symbol({
          node: whole ? statement : field,
          head: whole ? undefined : statement,
          name: field,
          kind: !callable ? "field" : takesSelf(tree, value) ? "method" : "function",
          container,
          type: valueType(tree, value),
          once: `${container} ${tree.textOf(field)}`,
          declare: false,
          ...(callable && whole ? headOf(tree, value) : { value }),
        });
  if (symbol === -1) b.role(field, "write", tree.child(target, "table"));
}

/** The argument of `require`, or empty. */
function required(tree: SyntaxTree, call: number): string {
  const name = call === -1 || tree.type(call) !== "function_call" ? -1 : tree.child(call, "name");
  if (name === -1 || tree.textOf(name) !== "require") return "";
  const [argument = -1] = all(tree, tree.child(call, "arguments"));
  if (argument === -1) return "";
  if (tree.type(argument) !== "string") return path(tree, argument);
  const content = tree.child(argument, "content");
  return content === -1 ? "" : tree.textOf(content);
}

/** `local name = require("module")`, `require("module").part`. */
function imports(b: FactsBuilder, statement: number, name: number, value: number): boolean {
  const { tree } = b;
  if (value === -1) return false;
  const part = tree.type(value) === "dot_index_expression" ? tree.child(value, "field") : -1;
  const call = part === -1 ? value : tree.child(value, "table");
  const module = required(tree, call);
  if (module === "") return false;
  const imported = part === -1 ? "*" : tree.textOf(part);
  if (part !== -1) b.role(part, "import");
  b.import({ module, imported, local: tree.textOf(name), node: statement });
  b.ignore(tree.child(call, "name"));
  return true;
}

const callRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  if (name === -1) return;
  const type = tree.type(name);
  if (type === "dot_index_expression") b.role(tree.child(name, "field"), "call");
  else if (type === "method_index_expression") b.role(tree.child(name, "method"), "call");
  if (type !== "identifier") return;
  b.role(name, "call");
  const text = tree.textOf(name);
  if (text !== "require" && text !== "dofile" && text !== "loadfile") return;
  // One that has given a local its value is known already.
  const statement = tree.parent(tree.parent(node));
  const holder = statement === -1 ? -1 : tree.parent(statement);
  const above = tree.parent(node);
  const taken = (at: number): boolean => at !== -1 && tree.type(at) === "assignment_statement";
  if (
    text === "require" &&
    (taken(statement) || (tree.type(above) === "dot_index_expression" && taken(holder)))
  )
    return;
  const [argument = -1] = all(tree, tree.child(node, "arguments"));
  const content = argument !== -1 && tree.type(argument) === "string" ? tree.child(argument, "content") : -1;
  if (content !== -1) b.import({ module: tree.textOf(content), imported: "*", local: "", node });
};

/** What the chunk returns is what `require` gives. */
const returnRule: NodeRule = (b, node) => {
  const { tree } = b;
  if (!isTop(tree, node)) return;
  let [value = -1] = all(tree, tree.childOfType(node, "expression_list"));
  if (value !== -1 && tree.type(value) === "function_call") value = metatable(tree, value)[0];
  if (value === -1) return;
  if (tree.type(value) === "identifier") {
    const local = tree.textOf(value);
    b.markExported(local);
    b.export({ exported: "default", local, from: "", node: value });
  }
  if (tree.type(value) !== "table_constructor") return;
  for (const field of all(tree, value)) {
    const name = tree.child(field, "name");
    const given = tree.child(field, "value");
    if (name === -1 || tree.type(name) !== "identifier") continue;
    const local = given !== -1 && tree.type(given) === "identifier" ? tree.textOf(given) : "";
    if (local !== "") b.markExported(local);
    b.export({ exported: tree.textOf(name), local: local || tree.textOf(name), from: "", node: field });
  }
};

/** Keys of tables are no references; functions among the values are parts of the table. */
const fieldRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  if (name === -1 || tree.type(name) !== "identifier") return;
  b.ignore(name);
  const value = tree.child(node, "value");
  if (value === -1 || tree.type(value) !== "function_definition") return;
  const statement = tree.parent(tree.parent(tree.parent(node)));
  const outer =
    statement !== -1 && tree.type(tree.parent(statement)) === "variable_declaration"
      ? tree.parent(statement)
      : statement;
  if (outer === -1 || !isTop(tree, outer) || !/^(?:assignment|return)_statement$/.test(tree.type(statement)))
    return;
  const kind = takesSelf(tree, value) || tree.type(statement) !== "return_statement" ? "method" : "function";
  b.symbol({ node, name, kind, ...headOf(tree, value), declare: false });
};

const scope: NodeRule = (b, node) => b.scope(node);

export const luaSyntax: SyntaxRules = {
  grammar: { package: "@tree-sitter-grammars/tree-sitter-lua", file: "tree-sitter-lua.wasm" },
  separator: ".",
  nodes: {
    chunk: readClasses,
    function_declaration: functionRule,
    function_definition: openFunction,
    variable_declaration: localRule,
    assignment_statement: assignmentRule,
    function_call: callRule,
    return_statement: returnRule,
    field: fieldRule,
    dot_index_expression(b, node) {
      b.receiver(b.tree.child(node, "field"), b.tree.child(node, "table"));
    },
    method_index_expression(b, node) {
      b.receiver(b.tree.child(node, "method"), b.tree.child(node, "table"));
    },
    block(b, node) {
      // The condition of `repeat` sees what its block declares.
      if (b.tree.type(b.tree.parent(node)) !== "repeat_statement") b.scope(node);
    },
    repeat_statement: scope,
    for_statement: scope,
    for_numeric_clause(b, node) {
      b.declare(b.tree.child(node, "name"), "local", { from: b.tree.end(node) });
    },
    for_generic_clause(b, node) {
      const { tree } = b;
      for (const name of all(tree, tree.childOfType(node, "variable_list")))
        b.declare(name, "local", { from: tree.end(node) });
    },
    goto_statement: (b, node) => b.skip(node),
    label_statement: (b, node) => b.skip(node),
    attribute: (b, node) => b.skip(node),
  },
  identifiers: { identifier: "read" },
  members: [],
  comments: ["comment"],
  decorators: [],
  docComments: [],
  self: ["self"],
  base: [],
  exported({ modifiers, parentExported, parentKind, containerExported }) {
    if (parentKind !== null) return parentExported && (parentKind === "variable" || parentKind === "class");
    if (/\blocal\b/.test(modifiers)) return false;
    return containerExported ?? true;
  },
};
