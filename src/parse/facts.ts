// The facts of a file: a pure function of (content, language, facts version). See docs/decisions for the two layers.
import type { SpanKind } from "../base/span.ts";

/** Raised whenever the same content would give other facts. Another version means rebuild, never a mixture. */
export const FACTS_VERSION = 25;

// ---------------------------------------------------------------- words layer

/** Fields in which a term can stand. A posting packs one capped count per field into 32 bits (see `packCounts`). */
export interface FieldCounts {
  name: number;
  signature: number;
  comment: number;
  body: number;
  enclosing: number;
}

/** A declaration found by line patterns. Lines are 1-based, inclusive. */
export interface WordsDeclaration {
  name: string;
  kind: SpanKind;
  /** First line of the declaration, comments above included. */
  start: number;
  /** Line that carries the name. */
  line: number;
  end: number;
  /** Index of the enclosing declaration in the same list, or -1. */
  parent: number;
}

/** A chunk: the unit that ranking scores. Chunks cover the file in order without gaps or overlap. */
export interface WordsChunk {
  start: number;
  end: number;
  /** Index of the declaration that the chunk belongs to, or -1. */
  declaration: number;
  /** Number of words in it: stemmed parts, and wholes of compounds; weighted by nothing. */
  length: number;
  /** Terms of the chunk in order of first use, as numbers of the reader that made the facts (`reader.terms[id]`). */
  termIds: Uint32Array;
  /** Packed field counts, parallel to `termIds`. */
  counts: Uint32Array;
}

export interface WordsFacts {
  lines: number;
  declarations: WordsDeclaration[];
  chunks: WordsChunk[];
  /** Last words of imported modules, lower-cased whole identifiers without prefix: who imports this file by name? */
  imports: string[];
}

/** Bits per field: name 4, signature 5, comment 6, body 10, enclosing 5 = 30. Counts are capped, never wrapped. */
const BITS = { name: 4, signature: 5, comment: 6, body: 10, enclosing: 5 } as const;
const SHIFT = { name: 0, signature: 4, comment: 9, body: 15, enclosing: 25 } as const;

export function packCounts(c: FieldCounts): number {
  let packed = 0;
  for (const field of ["name", "signature", "comment", "body", "enclosing"] as const) {
    packed |= Math.min(c[field], (1 << BITS[field]) - 1) << SHIFT[field];
  }
  return packed;
}

export function unpackCounts(packed: number): FieldCounts {
  return {
    name: packed & 15,
    signature: (packed >>> 4) & 31,
    comment: (packed >>> 9) & 63,
    body: (packed >>> 15) & 1023,
    enclosing: (packed >>> 25) & 31,
  };
}

// ---------------------------------------------------------------- syntax layer

/** Lines 1-based; columns in UTF-16 code units, 1-based; the end column is exclusive. */
export interface Range {
  start: number;
  startColumn: number;
  end: number;
  endColumn: number;
}

export interface SyntaxSymbol {
  name: string;
  /** Names of the enclosing symbols joined by `.` (`::` in Rust, C++, Ruby and PHP, ` > ` between sections). */
  qualified: string;
  kind: SpanKind;
  exported: boolean;
  /** Declaration head on one line, white space folded, without the body. */
  signature: string;
  /** Doc comment text without its marks, or empty. */
  doc: string;
  /** Whole unit, decorators and doc comment included. */
  range: Range;
  /** Where the name itself stands. */
  nameRange: Range;
  /** First line of the body, or 0 where there is none. */
  bodyStart: number;
  /** Index of the enclosing symbol in the same list, or -1. */
  parent: number;
  /** Names of bases: superclasses, interfaces, traits. */
  bases: string[];
}

export type ReferenceRole = "call" | "new" | "type" | "read" | "write" | "jsx" | "decorator" | "import";
export type Binding = "local" | "param" | "import" | "this" | "super" | "member" | "unknown";

export interface Reference {
  name: string;
  range: Range;
  /** Index of the innermost enclosing symbol, or -1. */
  enclosing: number;
  role: ReferenceRole;
  /** Text before the last dot (`a.b` in `a.b.c()`), cut at 80 characters, or empty. */
  receiver: string;
  /** What the first name of receiver and name is bound to: `import` for `ns` in `ns.f()`; `member` for other receivers. */
  binding: Binding;
  /**
   * Type of the receiver where this file writes it beside the receiver's declaration: `Foo`, `ns.Foo`; `make()` where it
   * is what a call gives; empty where nothing is written.
   */
  receiverType: string;
  /** Index of the symbol of this file that the name means by scopes alone, or -1. */
  target: number;
}

export interface ImportFact {
  /** Module as written, without quotes. */
  module: string;
  /** `*` for star and namespace imports, `default` for default ones, else the imported name; empty for side effects. */
  imported: string;
  /** Name bound in this file, or empty. */
  local: string;
  typeOnly: boolean;
  range: Range;
}

export interface ExportFact {
  /** Name seen from outside; `*` for a star re-export, `default`. */
  exported: string;
  /** Local name, or the name in the other module for a re-export. */
  local: string;
  /** Module of a re-export, or empty. */
  from: string;
  range: Range;
}

export interface SyntaxFacts {
  symbols: SyntaxSymbol[];
  references: Reference[];
  imports: ImportFact[];
  exports: ExportFact[];
  /** The parser met code that it could not read; the facts of the rest hold. */
  errors: boolean;
}

/**
 * Why a file has no syntax facts. It keeps its text lane and is named in the completeness line. `failed` says that the
 * parser died or was stopped by a clock: it is no fact of the file and is never stored.
 */
export type SyntaxSkip =
  | "no-grammar"
  | "too-large"
  | "too-deep"
  | "too-many-steps"
  | "minified"
  | "too-many-errors"
  | "failed";

export type SyntaxResult = { facts: SyntaxFacts } | { skip: SyntaxSkip };

/** The same as the bytes that workers send and stores keep (`syntax-codec.ts`). */
export type EncodedSyntax = { bytes: Uint8Array } | { skip: SyntaxSkip };
