// The declarations of Scala 2 and 3: types, objects, methods, values, givens and extensions. What an object's members
// can name is apart from what those of the class beside it can.
import type { SpanKind } from "../base/span.ts";
import {
  heldType,
  inObject,
  lastNode,
  ownerOf,
  typeNode,
  typeParameter,
  typeText,
  valueType,
} from "./scala-types.ts";
import type { FactsBuilder, NodeRule, SymbolInput, SyntaxTree } from "./syntax-rules.ts";

/** A name in backticks is used without them as well. */
export function nameOf(b: FactsBuilder, node: number): Pick<SymbolInput, "name" | "nameStart"> {
  const text = node === -1 ? "" : b.tree.textOf(node);
  if (!text.startsWith("`")) return { name: node };
  b.ignore(node);
  return { name: text.slice(1, -1), nameStart: b.tree.start(node) + 1 };
}

const plain = (text: string): string => text.replaceAll("`", "");

function basesOf(tree: SyntaxTree, node: number): string[] {
  const bases: string[] = [];
  const list = tree.childOfType(node, "extends_clause");
  for (let child = list === -1 ? -1 : tree.first(list); child !== -1; child = tree.next(child)) {
    if (tree.field(child) !== "type") continue;
    const parts = tree.type(child) === "compound_type" ? tree.first(child) : -1;
    if (parts === -1) note(child);
    else for (let part = parts; part !== -1; part = tree.next(part)) note(part);
  }
  function note(type: number): void {
    const name = typeText(tree, type);
    if (name !== "") bases.push(name);
  }
  return bases;
}

/** Declares a member where others of its type name it, and says whether it is an object's. */
function memberSymbol(
  b: FactsBuilder,
  owner: number,
  name: number,
  input: Omit<SymbolInput, "name">,
): number {
  const fixed = inObject(b.tree, owner);
  const symbol = b.symbol({ ...input, ...nameOf(b, name), static: fixed, declare: false });
  if (name !== -1) b.declareName(plain(b.tree.textOf(name)), "this", { symbol, type: input.type });
  return symbol;
}

export const typeRule =
  (kind: SpanKind): NodeRule =>
  (b, node) => {
    const { tree } = b;
    const name = tree.child(node, "name");
    const body = tree.child(node, "body");
    const through = lastNode(tree, node);
    b.symbol({ node, through, ...nameOf(b, name), kind, body, bases: basesOf(tree, node) });
    b.scope(node);
    if (name === -1) return;
    const cased = /\bcase\s+class\b|\bcase\s/.test(tree.text.slice(tree.start(node), tree.start(name)));
    classParameters(b, node, cased || tree.type(node) === "full_enum_case");
  };

/** Parameters of a class are known in all of its body; with `val`, or in a case class, they are its members. */
function classParameters(b: FactsBuilder, node: number, cased: boolean): void {
  const { tree } = b;
  let first = true;
  for (let list = tree.first(node); list !== -1; list = tree.next(list)) {
    if (tree.type(list) === "type_parameters") typeParameters(b, list);
    if (tree.type(list) !== "class_parameters") continue;
    for (let child = tree.first(list); child !== -1; child = tree.next(child)) {
      const name = tree.type(child) === "class_parameter" ? tree.child(child, "name") : -1;
      if (name === -1) continue;
      const type = heldType(b, tree.child(child, "type"));
      const value = /\b(?:val|var)\s+$/.test(tree.text.slice(tree.start(child), tree.start(name)));
      if (!value && !(cased && first)) {
        b.declare(name, "param", { type });
        continue;
      }
      const symbol = b.symbol({ node: child, ...nameOf(b, name), kind: "property", type, declare: false });
      b.declareName(plain(tree.textOf(name)), "this", { symbol, type });
    }
    first = false;
  }
}

/** Names of type parameters with what bounds them. */
export function typeParameters(b: FactsBuilder, list: number): void {
  const { tree } = b;
  for (let child = tree.first(list); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    const name =
      type === "identifier" ? child : type.endsWith("_type_parameter") ? tree.child(child, "name") : -1;
    if (name === -1 || tree.type(name) !== "identifier") continue;
    b.declare(name, "local");
    const after = type === "identifier" ? tree.next(child) : tree.next(name);
    const bound = after !== -1 && tree.type(after) === "upper_bound" ? tree.child(after, "type") : -1;
    b.declareName(typeParameter(tree.textOf(name)), "local", { type: typeText(tree, bound) });
  }
}

export const functionRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  if (name === -1) return;
  const owner = ownerOf(tree, node);
  const body = tree.child(node, "body");
  const constructs = tree.textOf(name) === "this";
  const extended = tree.type(tree.parent(node)) === "extension_definition";
  const through = lastNode(tree, node);
  if (owner !== -1 && !extended) {
    memberSymbol(b, owner, name, { node, through, kind: constructs ? "constructor" : "method", body });
  } else {
    const kind = extended ? "method" : "function";
    b.symbol({ node, through, ...nameOf(b, name), kind, body });
  }
  b.scope(node, { function: true });
};

/** Names that a pattern binds: those that begin with a small letter and are not in backticks. */
export function bindPattern(b: FactsBuilder, pattern: number, from: number, type = ""): void {
  const { tree } = b;
  const open: [number, string][] = pattern === -1 ? [] : [[pattern, type]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, held] = next;
    switch (tree.type(node)) {
      case "identifier":
        if (/^[\p{Ll}_$]/u.test(tree.textOf(node))) b.declare(node, "local", { from, type: held });
        break;
      case "typed_pattern":
        open.push([tree.child(node, "pattern"), heldType(b, tree.child(node, "type"))]);
        break;
      case "capture_pattern": {
        const inner = tree.child(node, "pattern");
        const made =
          inner !== -1 && tree.type(inner) === "case_class_pattern" ? tree.child(inner, "type") : -1;
        b.declare(tree.child(node, "name"), "local", { from, type: made === -1 ? "" : typeText(tree, made) });
        if (inner !== -1) open.push([inner, ""]);
        break;
      }
      case "tuple_pattern":
      case "case_class_pattern":
      case "infix_pattern":
      case "alternative_pattern":
      case "repeat_pattern":
      case "identifiers":
      case "named_tuple_pattern":
      case "named_pattern":
        for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
          const field = tree.field(child);
          if (field !== "type" && field !== "operator") open.push([child, held]);
        }
        break;
    }
  }
}

function boundNames(tree: SyntaxTree, pattern: number): number[] {
  if (tree.type(pattern) === "identifier") return [pattern];
  const names: number[] = [];
  for (let at = pattern; at < tree.after(pattern); at++) {
    const simple = tree.type(at) === "identifier" && tree.field(at) !== "operator";
    const bare = tree.type(tree.parent(at)) !== "stable_identifier" && /^[\p{Ll}_$]/u.test(tree.textOf(at));
    if (simple && bare) names.push(at);
  }
  return names;
}

export const valueRule: NodeRule = (b, node) => {
  const { tree } = b;
  let pattern = tree.child(node, "pattern");
  if (pattern === -1) pattern = tree.child(node, "name");
  if (pattern === -1) return;
  const owner = ownerOf(tree, node);
  const parent = tree.type(tree.parent(node));
  const top = parent === "compilation_unit" || (owner === -1 && parent === "template_body");
  const value = tree.child(node, "value");
  const type = heldType(b, tree.child(node, "type")) || valueType(b, value);
  const simple = tree.type(pattern) === "identifier";
  if (owner === -1 && !top) {
    const single = simple || tree.type(pattern) === "identifiers";
    if (simple) b.declare(pattern, "local", { from: tree.end(node), type });
    else bindPattern(b, pattern, tree.end(node), single ? type : "");
    return;
  }
  const variable = tree.type(node).startsWith("var_");
  for (const name of boundNames(tree, pattern)) {
    const upper = /^\p{Lu}/u.test(tree.textOf(name));
    const constant = !variable && (top || (inObject(tree, owner) && upper));
    const kind = constant ? "constant" : top ? "variable" : "property";
    const held = simple || tree.type(pattern) === "identifiers" ? type : "";
    const through = simple ? lastNode(tree, node) : undefined;
    const input = { node: simple ? node : name, through, head: node, kind, value, type: held } as const;
    if (owner === -1) b.symbol({ ...input, ...nameOf(b, name) });
    else memberSymbol(b, owner, name, input);
  }
};

export const aliasRule: NodeRule = (b, node) => {
  const { tree } = b;
  b.symbol({ node, name: tree.child(node, "name"), kind: "type" });
  b.scope(node);
};

export const enumCaseRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const list = tree.parent(node);
  const alone = tree.next(tree.first(list)) === -1;
  b.symbol({
    node: alone ? list : node,
    list: alone ? undefined : list,
    ...nameOf(b, name),
    kind: "constant",
    bases: basesOf(tree, node),
    static: true,
  });
  b.scope(node);
  classParameters(b, node, true);
};

/** A given without a name is known by what it gives. */
export const givenRule: NodeRule = (b, node) => {
  const { tree } = b;
  const name = tree.child(node, "name");
  const body = tree.child(node, "body");
  const type = tree.child(node, "return_type");
  const named = typeNode(tree, type);
  const bases = named === -1 ? [] : [typeText(tree, type)];
  const through = lastNode(tree, node);
  const input = { node, through, kind: "implementation", body, bases, type: bases[0] } as const;
  if (name !== -1) b.symbol({ ...input, ...nameOf(b, name) });
  else if (named !== -1) {
    b.symbol({
      ...input,
      name: lastPart(tree.textOf(named)),
      nameStart: lastStart(tree, named),
      declare: false,
    });
  }
  b.scope(node, { function: true });
};

const lastPart = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

function lastStart(tree: SyntaxTree, named: number): number {
  return tree.end(named) - lastPart(tree.textOf(named)).length;
}

/** Extension methods are named for the type that they extend. */
export const extensionRule: NodeRule = (b, node) => {
  const { tree } = b;
  let type = -1;
  let end = -1;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    if (tree.field(child) !== "parameters") continue;
    end = tree.end(child);
    const parameter = tree.childOfType(child, "parameter");
    if (type === -1 && parameter !== -1) type = tree.child(parameter, "type");
  }
  const named = typeNode(tree, type);
  const own = tree.childOfType(node, "type_parameters");
  if (own !== -1) typeParameters(b, own);
  // Of all types: `extension (a: A)` in a type class.
  const every = named !== -1 && b.bindingOf(typeParameter(tree.textOf(named))) !== null;
  if (named !== -1 && !every) {
    b.symbol({
      node,
      through: lastNode(tree, node),
      name: lastPart(tree.textOf(named)),
      nameStart: lastStart(tree, named),
      kind: "implementation",
      body: tree.child(node, "body"),
      headEnd: end,
      declare: false,
    });
  }
  b.scope(node);
};
