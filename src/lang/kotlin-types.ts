// Written types of Kotlin, what type a variable has by what stands beside it, and where a declaration stands.
import type { SyntaxTree } from "./syntax-rules.ts";

const TYPES = new Set([
  "user_type",
  "nullable_type",
  "parenthesized_type",
  "non_nullable_type",
  "function_type",
]);

export const isType = (tree: SyntaxTree, node: number): boolean => node !== -1 && TYPES.has(tree.type(node));

/** First child that is a type. */
export function typeIn(tree: SyntaxTree, node: number): number {
  for (let child = node === -1 ? -1 : tree.first(node); child !== -1; child = tree.next(child)) {
    if (isType(tree, child)) return child;
  }
  return -1;
}

/** The name of a written type without arguments and `?`; empty for functions. */
export function typeText(tree: SyntaxTree, type: number): string {
  if (type === -1) return "";
  const kind = tree.type(type);
  if (kind !== "user_type") return kind === "function_type" ? "" : typeText(tree, typeIn(tree, type));
  const parts: string[] = [];
  for (let child = tree.first(type); child !== -1; child = tree.next(child)) {
    if (tree.type(child) === "identifier") parts.push(tree.textOf(child));
  }
  return parts.join(".");
}

/** The type of a value where the value tells; `Make()` for what a call gives: a class of that name gives itself. */
export function valueType(tree: SyntaxTree, value: number): string {
  if (value === -1) return "";
  const type = tree.type(value);
  if (type === "as_expression") return typeText(tree, tree.child(value, "right"));
  if (type === "parenthesized_expression") return valueType(tree, tree.first(value));
  const callee = type === "call_expression" ? tree.first(value) : -1;
  const text = callee === -1 || tree.end(callee) - tree.start(callee) > 80 ? "" : tree.textOf(callee);
  return /^[\w.]+$/.test(text) ? `${text}()` : "";
}

export type Standing = "file" | "member" | "local";

/** Members stand in the body of a class, an object or an enum. */
export function standingOf(tree: SyntaxTree, node: number): Standing {
  const parent = tree.parent(node);
  if (parent === -1) return "file";
  const type = tree.type(parent);
  if (type === "class_body" || type === "enum_class_body") return "member";
  return type === "source_file" || type === "ERROR" ? "file" : "local";
}

/** Name of the class whose companion the member belongs to: it is reached as a member of the class. */
export function companionOf(tree: SyntaxTree, node: number): string | undefined {
  const body = tree.parent(node);
  const owner = body === -1 ? -1 : tree.parent(body);
  if (owner === -1 || tree.type(owner) !== "companion_object") return undefined;
  const outer = tree.parent(tree.parent(owner));
  const name = outer === -1 ? -1 : tree.child(outer, "name");
  return name === -1 ? undefined : tree.textOf(name);
}

/**
 * Classes in one line, which the grammar does not end: `class A { val b = 1 }`. A semicolon takes the place of the blank
 * before the bracket.
 */
export function closedBodies(text: string): string {
  return text.replace(ONE_LINE, (found) => {
    const open = found.indexOf("{") + 1;
    return found.slice(0, open) + found.slice(open).replace(/(?<=[^\s{;,>-])[ \t]\}/g, ";}");
  });
}

/** From the keyword to the last bracket of its line that no string stands before. */
const ONE_LINE = /\b(?:class|interface|object)\b[^"\n{]{0,300}\{[^"\n]{0,300}\}/g;

/** Functions of the standard library whose lambdas have no receiver: names in them mean what they mean around them. */
export const PLAIN_LAMBDAS: ReadonlySet<string> = new Set(
  "let also map mapNotNull mapIndexed mapTo mapKeys mapValues flatMap filter filterNot filterNotNull filterIndexed filterKeys filterValues filterIsInstance forEach forEachIndexed onEach any all none count find findLast first firstOrNull last lastOrNull single singleOrNull indexOfFirst indexOfLast fold foldIndexed reduce sumOf maxOf minOf maxBy minBy maxByOrNull minByOrNull maxOfOrNull minOfOrNull sortedBy sortedByDescending sortBy sortByDescending groupBy groupingBy associate associateBy associateWith partition zip takeIf takeUnless takeWhile dropWhile lazy repeat synchronized use useLines forEachLine getOrElse getOrPut getOrDefault joinToString removeIf removeAll retainAll distinctBy chunked windowed generateSequence require requireNotNull check checkNotNull assertFailsWith error runCatching onSuccess onFailure recover thread compareBy compareByDescending thenBy ifEmpty ifBlank measureTimeMillis measureTime observable vetoable withLock computeIfAbsent compute collect".split(
    " ",
  ),
);
