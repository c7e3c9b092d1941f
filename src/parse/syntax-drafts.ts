// Symbols and references as the walk finds them, before the whole file is known.
import type { RuleRole, SymbolInput } from "../lang/syntax-rules.ts";

/** A symbol before the whole file is known. Offsets, not lines. */
export interface DraftSymbol {
  input: SymbolInput;
  name: string;
  nameStart: number;
  nameEnd: number;
  /** The unit with what belongs to it above. */
  start: number;
  end: number;
  /** Where the head begins, decorators left out, and where it ends. */
  headStart: number;
  headEnd: number;
  bodyStart: number;
  comments: string[];
  /** Words of the declaration that stand before the first of its names, where this is a later one. */
  prefix: string;
}

export interface DraftReference {
  node: number;
  role: RuleRole;
  /** Node before the last dot, or -1. */
  receiver: number;
  scope: number;
}
