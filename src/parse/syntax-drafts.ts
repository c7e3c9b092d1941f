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
  /** Its node, or -1 where it has none. */
  node: number;
  start: number;
  end: number;
  role: RuleRole;
  /** Offsets of the text before the last dot; -1 where there is none. */
  receiverStart: number;
  receiverEnd: number;
  scope: number;
}

/** Comments and decorators that may belong to the declaration after them. */
export interface Lead {
  start: number;
  end: number;
  comments: string[];
}
