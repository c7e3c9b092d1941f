// What is a pattern made of? The tree that the parser makes and the translator reads.
// Flags are already worked in: each letter knows whether its case counts, each repetition whether it is greedy.

export type RegexNode =
  | { type: "empty" }
  | LiteralNode
  | ClassNode
  | { type: "dot" }
  | { type: "assertion"; kind: AssertionKind }
  | RepeatNode
  | GroupNode
  | { type: "concat"; parts: RegexNode[] }
  | { type: "alternate"; parts: RegexNode[] };

export interface LiteralNode {
  type: "literal";
  /** Code point. */
  char: number;
  ignoreCase: boolean;
  /** Offset in the pattern, in UTF-16 code units. */
  at: number;
}

export interface ClassNode {
  type: "class";
  set: ClassItem;
  ignoreCase: boolean;
  at: number;
}

export interface RepeatNode {
  type: "repeat";
  body: RegexNode;
  min: number;
  /** Null: without end. */
  max: number | null;
  greedy: boolean;
  depth: number;
}

export interface GroupNode {
  type: "group";
  body: RegexNode;
  depth: number;
}

export type AssertionKind =
  | "line-start"
  | "line-end"
  | "word-border"
  | "no-word-border"
  | "word-start"
  | "word-end"
  | "no-word-before"
  | "no-word-after";

export type ClassItem =
  | { type: "char"; char: number }
  | { type: "range"; first: number; last: number }
  /** \d, \s, \w. */
  | { type: "perl"; kind: "d" | "s" | "w"; negated: boolean }
  /** [:alpha:] and its kin: ASCII letters alone. `source` is the inside of a JS class. */
  | { type: "posix"; source: string; negated: boolean }
  /** \p{…}, under the name that JS gives it. */
  | { type: "property"; name: string; negated: boolean }
  | { type: "bracket"; body: ClassSet; negated: boolean };

export type ClassSet =
  | { type: "union"; items: ClassItem[] }
  | { type: "operation"; operator: ClassOperator; left: ClassSet; right: ClassSet };

export type ClassOperator = "&&" | "--" | "~~";

/** How deep groups, repetitions and brackets may nest: the limit of Rust's own parser. */
export const NEST_LIMIT = 250;

/** No match holds it. */
export const LINE_END = 10;

/** V8 writes a repetition of up to so many out, one copy behind the other (`kMaxUnrolledMaxMatches`). */
export const UNROLLED = 3;

/** Levels of groups and repetitions below and including this node. */
export function depthOf(node: RegexNode): number {
  if (node.type === "group" || node.type === "repeat") return node.depth;
  if (node.type === "concat" || node.type === "alternate") {
    return node.parts.reduce((most, part) => Math.max(most, depthOf(part)), 0);
  }
  return 0;
}

/** Whether the part matches the empty text somewhere. */
export function canBeEmpty(node: RegexNode): boolean {
  switch (node.type) {
    case "repeat":
      return node.min === 0 || canBeEmpty(node.body);
    case "group":
      return canBeEmpty(node.body);
    case "concat":
      return node.parts.every(canBeEmpty);
    case "alternate":
      return node.parts.some(canBeEmpty);
    default:
      return node.type === "empty" || node.type === "assertion";
  }
}
