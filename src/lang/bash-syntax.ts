// The syntax of shell scripts: functions, global variables, aliases, calls, sourced files.
import type { FactsBuilder, NodeRule, RuleRole, SyntaxRules, SyntaxTree } from "./syntax-rules.ts";

/** A name that a function or a command of another file can have; paths to programs are none. */
const COMMAND = /^[A-Za-z_\u0080-\uffff][\w:.@+\u0080-\uffff-]*$/;
const VARIABLE = /^[A-Za-z_]\w*$/;
/** Commands whose first plain argument is the command that they run. */
const WRAPPERS = new Set(
  "builtin command doas env eval exec nice nohup run setsid stdbuf sudo time timeout trap xargs".split(" "),
);
/** `read -p text`: options that take the next argument, which is no variable. */
const READ_OPTION_WITH_VALUE = /^-[A-Za-z]*[dinNptu]$/;
const MAPFILE_OPTION_WITH_VALUE = /^-[A-Za-z]*[dnOsuCc]$/;

/** Functions have a world of names of their own: `$usage` is not `usage`. */
const functionKey = (name: string): string => `${name}()`;

function inFunction(tree: SyntaxTree, node: number): boolean {
  for (let at = tree.parent(node); at !== -1; at = tree.parent(at)) {
    if (tree.type(at) === "function_definition") return true;
  }
  return false;
}

const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const body = tree.child(node, "body");
  const symbol = b.symbol({ node, name, kind: "function", body, declare: false });
  if (symbol !== -1) {
    b.declareName(functionKey(tree.textOf(name)), "local", { level: "file", symbol });
  }
  b.scope(node, { function: true });
};

const assignmentRule: NodeRule = (b, node) => {
  const { tree } = b;
  const parent = tree.type(tree.parent(node));
  if (parent === "declaration_command") return;
  const name = tree.child(node, "name");
  if (name === -1) return;
  // `A=1 command` sets it for that command alone.
  if (parent === "command") b.ignore(name);
  else if (parent === "c_style_for_statement") b.role(name, "write");
  else if (tree.type(name) === "subscript") b.role(tree.child(name, "name"), "write");
  else if (inFunction(tree, node) || tree.text.startsWith("+=", tree.end(name))) b.role(name, "write");
  else variable(b, node, name, { outer: node, constant: false });
};

/** The first assignment outside of functions is the variable, all others write to it. */
function variable(
  b: FactsBuilder,
  node: number,
  name: number,
  { outer, constant }: { outer: number; constant: boolean },
): void {
  const { tree } = b;
  if (b.isDeclared(tree.textOf(name))) {
    b.role(name, "write");
    return;
  }
  b.symbol({
    node,
    outer,
    name,
    kind: constant ? "constant" : "variable",
    value: node === name ? -1 : tree.child(node, "value"),
    head: outer === node ? undefined : outer,
  });
}

/** `local`, `declare`, `typeset`, `readonly`, `export`. */
const declarationRule: NodeRule = (b, node) => {
  const { tree } = b;
  const command = /^\w*/.exec(tree.text.slice(tree.start(node), tree.start(node) + 12))![0];
  const names: number[] = [];
  let options = "";
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "word" && /^[-+]/.test(tree.textOf(child))) options += tree.textOf(child);
    else if (type === "variable_assignment" || type === "variable_name") names.push(child);
  }
  const inside =
    command !== "export" && command !== "readonly" && !options.includes("g") && inFunction(tree, node);
  for (const child of names) {
    const assigns = tree.type(child) === "variable_assignment";
    let name = assigns ? tree.child(child, "name") : child;
    if (name !== -1 && tree.type(name) === "subscript") name = tree.child(name, "name");
    if (name === -1) continue;
    const text = tree.textOf(name);
    if (command === "export") b.export({ exported: text, local: text, from: "", node: child });
    // With `-f` they are names of functions.
    if (/^[^=]*[fF]/.test(options)) b.ignore(name);
    else if (inside) b.declare(name, "local", { level: "function", from: tree.end(child) });
    else if (inFunction(tree, node)) b.role(name, "write");
    else if (!assigns && (command === "export" || command === "readonly")) b.role(name, "read");
    else {
      const constant = command === "readonly" || options.includes("r");
      variable(b, child, name, { outer: names.length === 1 ? node : child, constant });
    }
  }
};

const commandRule: NodeRule = (b, node) => {
  const { tree } = b;
  const named = tree.child(node, "name");
  const word = named === -1 ? -1 : tree.first(named);
  if (word === -1 || tree.type(word) !== "word" || tree.next(word) !== -1) return;
  const name = tree.textOf(word);
  const rest: number[] = [];
  for (let child = tree.next(named); child !== -1; child = tree.next(child)) {
    if (tree.field(child) === "argument") rest.push(child);
  }
  if (name === "source" || name === "." || (name === "load" && rest.length === 1)) {
    sourced(b, node, rest);
    return;
  }
  if (COMMAND.test(name)) b.role(word, "call");
  if (name === "alias") aliases(b, node, rest);
  else if (WRAPPERS.has(name)) wrapped(b, name, rest);
  else if (name === "complete" || name === "bind") completion(b, rest);
  else writes(b, name, rest);
};

/** `source file`: everything that the file defines is there afterwards. */
function sourced(b: FactsBuilder, node: number, rest: readonly number[]): void {
  const path = rest[0];
  if (path === undefined) return;
  const module = b.tree
    .textOf(path)
    .replace(/["']/g, "")
    .replace(/\s*\n\s*/g, " ");
  if (module !== "") b.import({ module, imported: "*", local: "", node });
}

/** `alias ll='ls -l' la='ls -a'`. */
function aliases(b: FactsBuilder, node: number, rest: readonly number[]): void {
  const { tree } = b;
  const given = rest.filter((argument) =>
    tree.text.slice(tree.start(argument), tree.end(argument)).includes("="),
  );
  for (const argument of given) {
    const name = /^([^=\s"'$]+)=/.exec(tree.textOf(argument))?.[1];
    if (name === undefined) continue;
    const symbol = b.symbol({
      node: argument,
      outer: given.length === 1 ? node : argument,
      head: node,
      name,
      nameStart: tree.start(argument),
      kind: "function",
      declare: false,
    });
    if (symbol !== -1) b.declareName(functionKey(name), "local", { level: "file", symbol });
  }
}

/** `sudo -n greet`, `trap cleanup EXIT`: the command that is run in the end. */
function wrapped(b: FactsBuilder, wrapper: string, rest: readonly number[]): void {
  const { tree } = b;
  for (const argument of rest) {
    if (tree.type(argument) !== "word") {
      if (tree.type(argument) === "number") continue;
      return;
    }
    const text = tree.textOf(argument);
    // `command -v name` only asks.
    if (wrapper === "command" && /^-\w*[vV]/.test(text)) return;
    if (/^[-+]|=|^\d/.test(text)) continue;
    if (COMMAND.test(text)) {
      b.role(argument, "call");
      return;
    }
  }
}

/** `complete -F _function command`. */
function completion(b: FactsBuilder, rest: readonly number[]): void {
  const at = rest.findIndex((argument) => b.tree.textOf(argument) === "-F");
  const name = at === -1 ? undefined : rest[at + 1];
  if (name !== undefined && b.tree.type(name) === "word") b.role(name, "call");
}

/** Commands that set variables whose names they are given. */
function writes(b: FactsBuilder, command: string, rest: readonly number[]): void {
  const { tree } = b;
  const mark = (argument: number | undefined): void => {
    if (argument !== undefined && tree.type(argument) === "word" && VARIABLE.test(tree.textOf(argument)))
      b.role(argument, "write");
  };
  if (command === "read") for (const argument of plain(tree, rest, READ_OPTION_WITH_VALUE)) mark(argument);
  else if (command === "mapfile" || command === "readarray")
    mark(plain(tree, rest, MAPFILE_OPTION_WITH_VALUE)[0]);
  else if (command === "getopts") mark(rest[1]);
  else if (command === "printf" && rest[0] !== undefined && tree.textOf(rest[0]) === "-v") mark(rest[1]);
}

/** The arguments that are neither options nor their values. */
function plain(tree: SyntaxTree, rest: readonly number[], withValue: RegExp): number[] {
  const found: number[] = [];
  for (let i = 0; i < rest.length; i++) {
    const text = tree.textOf(rest[i]!);
    if (withValue.test(text)) i++;
    else if (!text.startsWith("-")) found.push(rest[i]!);
  }
  return found;
}

/** `for ((i = 0; i < n; i++))`: the grammar gives the names as words. */
const countingRule: NodeRule = (b, node) => {
  const { tree } = b;
  const body = tree.child(node, "body");
  const end = body === -1 ? tree.after(node) : body;
  for (let at = node + 1; at < end; at++) {
    if (tree.type(at) !== "word" || !VARIABLE.test(tree.textOf(at))) continue;
    const above = tree.type(tree.parent(at));
    const role: RuleRole = above === "postfix_expression" || above === "unary_expression" ? "write" : "read";
    b.role(at, role);
  }
};

/** Operators that assign: `(( x += 1 ))`, `(( x++ ))`. */
const ASSIGNS = /^\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))/;

const arithmeticRule: NodeRule = (b, node) => {
  const { tree } = b;
  const left = tree.child(node, "left");
  const first = left === -1 ? tree.first(node) : left;
  if (first === -1 || tree.type(first) !== "variable_name") return;
  if (ASSIGNS.test(tree.text.slice(tree.end(first), tree.end(first) + 12))) b.role(first, "write");
};

export const bashSyntax: SyntaxRules = {
  grammar: { package: "tree-sitter-bash", file: "tree-sitter-bash.wasm" },
  separator: ".",
  nodes: {
    function_definition: functionRule,
    variable_assignment: assignmentRule,
    declaration_command: declarationRule,
    command: commandRule,
    c_style_for_statement: countingRule,
    binary_expression: arithmeticRule,
    postfix_expression: arithmeticRule,
    for_statement(b, node) {
      b.role(b.tree.child(node, "variable"), "write");
    },
    unset_command(b, node) {
      const { tree } = b;
      const functions = /^unset\s+-f/.test(tree.text.slice(tree.start(node), tree.end(node)));
      for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
        if (tree.type(child) !== "variable_name") continue;
        if (functions) b.ignore(child);
        else b.role(child, "write");
      }
    },
    variable_name(b, node) {
      // `$1`: an argument, not a variable.
      const code = b.tree.text.charCodeAt(b.tree.start(node));
      if (code >= 48 && code <= 57) b.ignore(node);
    },
  },
  identifiers: { variable_name: "read" },
  members: [],
  onlyMarked: ["word"],
  comments: ["comment"],
  decorators: [],
  docComments: [],
  self: [],
  base: [],
  scopeName: (name, _, role) => (role === "call" ? functionKey(name) : name),
  exported: ({ parentKind }) => parentKind === null,
};
