// The syntax of Haskell.
import { equationRule, planRule, signatureRule } from "./haskell-equations.ts";
import { headerRule, importRule, isHidden, typeKey } from "./haskell-modules.ts";
import {
  bindPattern,
  children,
  comprehensionRule,
  generatorRule,
  inPattern,
  lambdaRule,
  typeRule,
} from "./haskell-patterns.ts";
import { classRule, constructorRule, fieldRule, instanceRule, typeDeclaration } from "./haskell-types.ts";
import type { FactsBuilder, NodeRule, RuleRole, SyntaxRules } from "./syntax-rules.ts";

/** Operators of the Prelude and its neighbours: in every file, and nobody asks where they are used. */
const COMMON = new Set(
  "+ - * / ^ ^^ ** == /= < <= > >= && || $ $! . ++ !! >>= >> =<< <$> <$ $> <*> *> <* <|> <> & ! % = :".split(
    " ",
  ),
);
/** Operators whose left side is called with the right one. */
const APPLIES = new Set(["$", "$!", "<$>", "<$!>", "=<<"]);

/** What is called: a variable, a constructor, one of another module. */
function markCallee(b: FactsBuilder, callee: number): void {
  const { tree } = b;
  if (callee === -1) return;
  const id = tree.type(callee) === "qualified" ? tree.child(callee, "id") : callee;
  if (id === -1) return;
  if (tree.type(id) === "variable") b.role(id, "call");
  else if (tree.type(id) === "constructor") b.role(id, "new");
}

const applyRule: NodeRule = (b, node) => {
  if (!inPattern(b, node)) markCallee(b, b.tree.child(node, "function"));
};

const infixRule: NodeRule = (b, node) => {
  const { tree } = b;
  const operator = tree.child(node, "operator");
  if (operator === -1 || inPattern(b, node)) return;
  if (tree.type(operator) === "infix_id") markCallee(b, tree.first(operator));
  else if (APPLIES.has(tree.textOf(operator))) markCallee(b, tree.child(node, "left_operand"));
};

const recordRule: NodeRule = (b, node) => {
  const { tree } = b;
  const made = tree.child(node, "expression");
  // A record that is changed is a variable or a term.
  const id = made !== -1 && tree.type(made) === "qualified" ? tree.child(made, "id") : made;
  if (id !== -1 && tree.type(id) === "constructor" && !inPattern(b, node)) b.role(id, "new");
};

/** `Map.lookup`: the module is no reference of its own. */
const qualifiedRule: NodeRule = (b, node) => {
  const { tree } = b;
  const module = tree.child(node, "module");
  const id = tree.child(node, "id");
  if (module === -1 || id === -1) return;
  // The dot belongs to the grammar's module.
  const end = tree.start(module) + tree.textOf(module).replace(/\.\s*$/, "").length;
  b.receiverText(id, tree.start(module), end);
};

const synonymRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.scope(node);
  const equation = tree.childOfType(node, "equation");
  const signature = tree.childOfType(node, "signature");
  const holder = equation === -1 ? signature : equation;
  const synonym = holder === -1 ? -1 : tree.child(holder, "synonym");
  if (synonym === -1) return;
  let name = synonym;
  while (name !== -1 && tree.type(name) !== "constructor") {
    const operator = tree.child(name, "operator");
    name = operator === -1 ? tree.child(name, "function") : operator;
    if (operator !== -1) break;
  }
  if (name === -1) return;
  const text = tree.textOf(name);
  const symbol = b.symbol({
    node,
    name,
    kind: "constant",
    headEnd: tree.end(synonym),
    exported: !isHidden(b, text),
    declare: false,
    once: equation === -1 ? undefined : `pattern ${text}`,
  });
  if (symbol !== -1) b.declareName(text, "local", { level: "file", symbol });
  if (equation === -1) return;
  bindPattern(b, tree.child(equation, "pattern"), "local");
  bindPattern(b, synonym, "param");
};

const scope: NodeRule = (b, node) => b.scope(node);
const skip: NodeRule = (b, node) => b.skip(node);

export const haskellSyntax: SyntaxRules = {
  grammar: { package: "tree-sitter-haskell", file: "tree-sitter-haskell.wasm" },
  separator: ".",
  nodes: {
    header: headerRule,
    import: importRule,
    declarations: planRule,
    class_declarations: planRule,
    instance_declarations: planRule,
    signature: signatureRule,
    function: equationRule,
    bind: equationRule,
    data_type: typeDeclaration("type"),
    newtype: typeDeclaration("type"),
    type_synomym: typeDeclaration("type"),
    type_family: typeDeclaration("type"),
    data_family: typeDeclaration("type"),
    kind_signature: (b, node) => typeRule(b, node),
    type_instance: (b, node) => typeRule(b, node),
    data_constructor: constructorRule,
    newtype_constructor: constructorRule,
    gadt_constructor: constructorRule,
    field: fieldRule,
    class: classRule,
    instance: instanceRule,
    deriving_instance: instanceRule,
    pattern_synonym: synonymRule,
    foreign_import(b, node) {
      const { tree } = b;
      const signature = tree.child(node, "signature");
      const name = signature === -1 ? -1 : tree.child(signature, "name");
      if (name === -1) return;
      b.symbol({ node, name, kind: "function", exported: !isHidden(b, tree.textOf(name)) });
    },
    apply: applyRule,
    infix: infixRule,
    record: recordRule,
    qualified: qualifiedRule,
    exp(b, node) {
      // A statement of a `do` that is but a name is run.
      markCallee(b, b.tree.first(node));
    },
    field_update(b, node) {
      const field = b.tree.child(node, "field");
      for (const name of field === -1 ? [] : children(b.tree, field)) b.role(name, "write");
    },
    type_application: (b, node) => typeRule(b, node),
    explicit_type: (b, node) => typeRule(b, node),
    operator(b, node) {
      if (COMMON.has(b.tree.textOf(node))) b.ignore(node);
    },
    constructor_operator(b, node) {
      if (COMMON.has(b.tree.textOf(node))) b.ignore(node);
    },
    lambda: lambdaRule,
    alternative: lambdaRule,
    match: scope,
    do: scope,
    let_in: scope,
    list_comprehension: scope,
    generator: comprehensionRule,
    pattern_guard: generatorRule,
    fixity: skip,
    role_annotation: skip,
    module: skip,
    deriving_strategy: skip,
    calling_convention: skip,
  },
  identifiers: {
    variable: "read",
    // The compiler takes the key for every object's own one.
    constructor: "read" as RuleRole,
    name: "type",
    operator: "call",
    constructor_operator: "read",
  },
  members: [],
  comments: ["comment", "haddock"],
  decorators: [],
  docComments: [],
  self: [],
  base: [],
  scopeName: (name, _, role) => (role === "type" ? typeKey(name) : name),
  exported: ({ parentExported }) => parentExported,
};
