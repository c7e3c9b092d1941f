// Functions of Haskell: a signature and the equations behind it are one symbol, wherever they stand.
import type { SpanKind } from "../base/span.ts";
import { isHidden, isPartHidden } from "./haskell-modules.ts";
import { bindPattern, children, typeRule, variablesOf } from "./haskell-patterns.ts";
import type { FactsBuilder, NodeRule, SyntaxTree } from "./syntax-rules.ts";

/** A symbol that is declared where the walk arrives at a node. */
interface Unit {
  /** The node whose extent counts, and the last equation. */
  node: number;
  through: number;
  /** The signature, or the first equation. */
  head: number;
  name: number;
  equation: number;
}

const plans = new WeakMap<FactsBuilder, Map<number, Unit[]>>();

/** The node that names a function or a bind: a variable, or an operator; -1 for types and patterns. */
function nameOf(tree: SyntaxTree, node: number): number {
  let at = tree.child(node, "name");
  const infix = at === -1 ? tree.childOfType(node, "infix") : -1;
  if (infix !== -1) at = tree.child(infix, "operator");
  const parens = at === -1 ? tree.child(node, "parens") : -1;
  if (parens !== -1) return nameOf(tree, parens);
  while (at !== -1 && /^(?:prefix_id|infix_id)$/.test(tree.type(at))) at = tree.first(at);
  return at;
}

/** `function` is a type as well: `a -> b`. */
const isEquation = (tree: SyntaxTree, node: number): boolean =>
  /^(?:function|bind)$/.test(tree.type(node)) && tree.child(node, "match") !== -1;

function signatureNames(tree: SyntaxTree, signature: number): number[] {
  const list = tree.child(signature, "names");
  const names = list === -1 ? [tree.child(signature, "name")] : children(tree, list);
  return names
    .map((name) => (name !== -1 && tree.type(name) === "prefix_id" ? tree.first(name) : name))
    .filter((name) => name !== -1);
}

/** Which symbols a list of declarations has: at the top, in a class, in an instance. */
export const planRule: NodeRule = (b, node) => {
  const { tree } = b;
  const plan = plans.get(b) ?? new Map<number, Unit[]>();
  plans.set(b, plan);
  const add = (at: number, unit: Unit): void => {
    plan.set(at, [...(plan.get(at) ?? []), unit]);
  };
  const signatures = new Map<string, number>();
  const defined = new Set<string>();
  const all = children(tree, node);
  let before: { name: string; unit: Unit | null; signature: number } = {
    name: "",
    unit: null,
    signature: -1,
  };
  for (const declaration of all) {
    if (tree.type(declaration) === "signature") {
      const names = signatureNames(tree, declaration);
      for (const name of names) signatures.set(tree.textOf(name), declaration);
      const only = names.length === 1 ? tree.textOf(names[0]!) : "";
      before = { name: only, unit: null, signature: declaration };
      continue;
    }
    const named = isEquation(tree, declaration) ? nameOf(tree, declaration) : -1;
    const name = named === -1 ? "" : tree.textOf(named);
    if (name !== "" && name === before.name && before.unit !== null) {
      before.unit.through = declaration;
      continue;
    }
    let unit: Unit | null = null;
    if (name !== "") {
      const adjoins = before.signature !== -1 && before.name === name;
      const at = adjoins ? before.signature : declaration;
      const head = signatures.get(name) ?? declaration;
      unit = { node: at, through: declaration, head, name: named, equation: declaration };
      add(at, unit);
      defined.add(name);
    }
    before = { name, unit, signature: -1 };
  }
  for (const declaration of all) {
    if (tree.type(declaration) !== "signature") continue;
    const names = signatureNames(tree, declaration);
    for (const name of names) {
      if (defined.has(tree.textOf(name))) continue;
      const own = names.length === 1 ? declaration : name;
      add(declaration, { node: own, through: own, head: declaration, name, equation: -1 });
    }
  }
};

/** The symbols that begin at the node. */
function declareUnits(b: FactsBuilder, node: number): void {
  const { tree } = b;
  const list = tree.parent(node);
  const inside = list === -1 ? "" : tree.type(list);
  for (const unit of plans.get(b)?.get(node) ?? []) {
    const match = unit.equation === -1 ? -1 : tree.child(unit.equation, "match");
    const name = tree.textOf(unit.name);
    const owner = inside === "declarations" ? "" : ownerName(tree, tree.parent(list));
    b.symbol({
      node: unit.node,
      through: unit.through,
      head: unit.head,
      name: unit.name,
      kind: inside === "declarations" ? kindOf(tree, unit) : "method",
      body: match,
      headEnd: unit.head === unit.equation && match !== -1 ? tree.start(match) : tree.end(unit.head),
      declare: inside !== "instance_declarations",
      exported:
        owner === "" ? !isHidden(b, name) : inside !== "class_declarations" || !isPartHidden(b, owner, name),
    });
  }
}

/** A bind of a literal without parameters is a constant, everything else may be called. */
function kindOf(tree: SyntaxTree, unit: Unit): SpanKind {
  const match = unit.equation === -1 ? -1 : tree.child(unit.equation, "match");
  const value = match === -1 ? -1 : tree.child(match, "expression");
  const plain = unit.equation !== -1 && tree.type(unit.equation) === "bind" && value !== -1;
  return plain && /^(?:literal|list)$/.test(tree.type(value)) ? "constant" : "function";
}

/** The name of a class, an instance or a type. */
export function ownerName(tree: SyntaxTree, owner: number): string {
  const name = owner === -1 ? -1 : tree.child(owner, "name");
  return name === -1 ? "" : tree.textOf(name);
}

export const signatureRule: NodeRule = (b, node) => {
  const { tree } = b;
  declareUnits(b, node);
  for (const name of signatureNames(tree, node)) b.ignore(name);
  for (const field of ["type", "constraint", "kind"]) typeRule(b, tree.child(node, field));
};

export const equationRule: NodeRule = (b, node) => {
  const { tree } = b;
  if (!isEquation(tree, node)) {
    // `pattern <- expression` of a `do`; a function type has neither.
    bindPattern(b, tree.child(node, "pattern"), "local", { from: tree.end(node) });
    return;
  }
  declareUnits(b, node);
  const name = nameOf(tree, node);
  const list = tree.type(tree.parent(node));
  const local = list === "local_binds" || list === "let";
  if (name !== -1) {
    if (local) b.declareName(tree.textOf(name), "local", { from: boundFrom(tree, node) });
    b.ignore(name);
  } else {
    patternBind(b, node, local);
  }
  b.scope(node, { function: true });
  const infix = tree.childOfType(node, "infix");
  const parens = tree.child(node, "parens");
  for (const holder of [node, parens]) {
    if (holder !== -1) bindPattern(b, tree.child(holder, "patterns"), "param");
  }
  for (const side of infix === -1 ? [] : ["left_operand", "right_operand"]) {
    bindPattern(b, tree.child(infix, side), "param");
  }
};

/** What a `let` of a `do` binds holds from there on; elsewhere order says nothing. */
function boundFrom(tree: SyntaxTree, node: number): number {
  const statement = tree.parent(tree.parent(node));
  if (statement === -1 || tree.type(statement) !== "let") return 0;
  return tree.type(tree.parent(statement)) === "do" ? tree.start(statement) : 0;
}

/** `(a, b) = …`. */
function patternBind(b: FactsBuilder, node: number, local: boolean): void {
  const { tree } = b;
  const pattern = tree.child(node, "pattern");
  if (pattern === -1) return;
  if (local || tree.type(tree.parent(node)) !== "declarations") {
    bindPattern(b, pattern, "local", { from: boundFrom(tree, node) });
    return;
  }
  const match = tree.child(node, "match");
  for (const name of variablesOf(tree, pattern)) {
    const exported = !isHidden(b, tree.textOf(name));
    b.symbol({ node: name, head: node, name, kind: "constant", headEnd: tree.start(match), exported });
  }
}
