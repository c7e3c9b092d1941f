// Attributes of Elixir's modules: constants, types and callbacks, and those that speak of the definition below them.
import { argumentsOf, attributeValue, attributeWord, nameOf, operator } from "./elixir-places.ts";
import type { FactsBuilder, SyntaxTree } from "./syntax-rules.ts";

/** Attributes that are written above a definition and belong to it. */
export const ABOVE = new Set(
  "doc spec impl deprecated since tag describetag moduletag decorate typedoc dialyzer".split(" "),
);
/** Attributes that the compiler and its tools read: no constants of the module. */
const KNOWN = new Set(
  "behaviour compile derive enforce_keys external_resource moduledoc on_load optional_callbacks shortdoc vsn nifs before_compile after_compile after_verify on_definition callback macrocallback type typep opaque".split(
    " ",
  ),
);

export const functionKey = (name: string): string => `${name}()`;
export const typeKey = (name: string): string => `${name} type`;
export const attributeKey = (name: string): string => `@${name}`;

/** First node behind the last attribute that is written in types. */
const typesUntil = new WeakMap<FactsBuilder, number>();

/** Whether names at the node are those of types: `String.t()` is no call there. */
export function inTypes(b: FactsBuilder, node: number): boolean {
  return node < (typesUntil.get(b) ?? 0);
}

/** The attribute's string, for documentation. */
export function docOf(tree: SyntaxTree, attribute: number): number {
  const value = attributeValue(tree, attribute);
  return value !== -1 && /^(?:string|sigil)$/.test(tree.type(value)) ? value : -1;
}

/** The last run of attributes that belong to what follows them. */
const runs = new WeakMap<FactsBuilder, number[]>();

function nextSibling(tree: SyntaxTree, node: number): number {
  let next = tree.next(node);
  while (next !== -1 && tree.type(next) === "comment") next = tree.next(next);
  return next;
}

function lengthenRun(b: FactsBuilder, attribute: number): void {
  const run = runs.get(b);
  const last = run?.at(-1);
  if (run !== undefined && last !== undefined && nextSibling(b.tree, last) === attribute) run.push(attribute);
  else runs.set(b, [attribute]);
}

/** The first of the attributes directly above that belong to the definition, and the documentation among them. */
export function above(b: FactsBuilder, node: number): { outer: number; docs: number[] } {
  const { tree } = b;
  const run = runs.get(b) ?? [];
  const last = run.at(-1);
  if (last === undefined || nextSibling(tree, last) !== node) return { outer: node, docs: [] };
  const docs = run
    .filter((attribute) => /^(?:type)?doc$/.test(attributeWord(tree, attribute)))
    .map((attribute) => docOf(tree, attribute))
    .filter((doc) => doc !== -1);
  return { outer: run[0]!, docs };
}

/** `@name …`: a type, a callback, a constant; or something that speaks of what follows. */
export function attributeRule(b: FactsBuilder, node: number): void {
  const { tree } = b;
  const name = attributeWord(tree, node);
  const operand = tree.child(node, "operand");
  if (name === "" || tree.type(operand) !== "call") return;
  const target = tree.child(operand, "target");
  if (ABOVE.has(name)) lengthenRun(b, node);
  if (/^(?:typep?|opaque|callback|macrocallback|spec)$/.test(name)) {
    b.ignore(target);
    typeRule(b, node, name);
  } else if (name.endsWith("doc")) {
    b.skip(node);
  } else if (ABOVE.has(name) || KNOWN.has(name)) {
    b.ignore(target);
  } else {
    const [value = -1] = argumentsOf(tree, operand);
    const owner = tree.parent(node);
    const symbol = b.symbol({
      node,
      name: target,
      kind: "constant",
      value,
      once: `${owner} @${name}`,
      declare: false,
    });
    if (symbol === -1) b.role(target, "write");
    else b.declareName(attributeKey(name), "local", { level: "function", symbol });
  }
}

function typeRule(b: FactsBuilder, node: number, keyword: string): void {
  const { tree } = b;
  const value = attributeValue(tree, node);
  let head = value;
  while (head !== -1 && tree.type(head) === "binary_operator" && /^(?:::|when)$/.test(operator(tree, head))) {
    head = tree.child(head, "left");
  }
  if (head === -1) return;
  const name = nameOf(tree, head);
  const target = tree.type(head) === "call" ? tree.child(head, "target") : head;
  const isType = /^(?:typep?|opaque)$/.test(keyword);
  typesUntil.set(b, tree.after(node));
  if (name !== null && keyword !== "spec") {
    const { outer, docs } = above(b, node);
    const kind = isType ? "type" : "method";
    const symbol = b.symbol({
      node,
      outer,
      through: node,
      head: node,
      name: name.text,
      nameStart: name.start,
      kind,
      docs,
      declare: false,
    });
    if (symbol !== -1 && isType) b.declareName(typeKey(name.text), "local", { level: "function", symbol });
  }
  if (tree.type(target) === "identifier") b.ignore(target);
  b.scope(node);
  // `@type list(item) :: …` and `when item: term` name variables of types.
  if (isType)
    for (const variable of argumentsOf(tree, head)) b.declareName(typeKey(tree.textOf(variable)), "local");
  for (let at = node + 1; at < tree.after(node); at++) {
    if (
      tree.type(at) === "keyword" &&
      tree.type(tree.parent(tree.parent(tree.parent(at)))) === "binary_operator"
    ) {
      b.declareName(typeKey(tree.textOf(at).replace(/:\s*$/, "")), "local");
    }
    if (tree.type(at) !== "identifier" || at === target) continue;
    // `name :: type` in a list of arguments is a label.
    const label = tree.field(at) === "left" && operator(tree, tree.parent(at)) === "::";
    if (label || /^__\w+__$/.test(tree.textOf(at))) b.ignore(at);
    else b.role(at, "type");
  }
}
