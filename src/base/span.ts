// What every part of Pith passes on: a place in a file, and a span that was chosen for an answer.

/** Lines `start..end` of a file, 1-based and inclusive; `path` is relative to the root, with forward slashes. */
export interface Place {
  path: string;
  start: number;
  end: number;
}

/** Kinds of declarations and other named parts: what a question can be narrowed to. */
export const SYMBOL_KINDS = [
  "function",
  "method",
  "constructor",
  "class",
  "interface",
  "trait",
  "struct",
  "enum",
  "type",
  "module",
  "namespace",
  "implementation",
  "macro",
  "variable",
  "constant",
  "property",
  "field",
  "section",
  "key",
  "rule",
  "table",
] as const;

export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** What a span is. Symbols carry their own kind; `file`, `lines` and `outline` are spans of text. */
export type SpanKind = SymbolKind | "file" | "lines" | "outline";

/** A span of an answer: a place with the reason it was picked and what it costs in the answer's unit. */
export interface Span extends Place {
  kind: SpanKind;
  /** Qualified name of the symbol or section; empty for plain lines. */
  name: string;
  reason: string;
  /** Cost of this span's part of the answer (header and text), in the answer's unit. */
  cost: number;
  /** Lines inside the span that matched the query, ascending. */
  matches: { line: number }[];
  text: string;
}
