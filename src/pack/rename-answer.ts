// The shape of a checklist for a new name: what stands in its way, and every place that has the old one, by what is known
// of it.
import type { AnswerBase } from "./answer.ts";
import type { TraceDeclaration } from "./trace-answer.ts";

export interface RenamePlace {
  path: string;
  line: number;
  /** The line as it stands, trimmed. */
  text: string;
  /** Qualified name of the symbol around it; empty at the top of the file. */
  enclosing: string;
}

/** Where the old name stands itself. */
export interface RenameSite extends RenamePlace {
  /** 1-based, in UTF-16 code units. */
  column: number;
}

export interface RenameConflict extends RenamePlace {
  /**
   * `not-a-name`, `reserved`: the language takes it for no name; `visibility`: others would see it, or no longer (Go);
   * `declared`, `imported`, `exported`: something has the name there; `inherited`: a type above or below has such a
   * member; `used`: a word of a function that uses the old name, so that a variable or a parameter may hide it.
   */
  why: "not-a-name" | "reserved" | "visibility" | "declared" | "imported" | "exported" | "inherited" | "used";
}

/** `override`: a member of a type above or below that must keep the same name. */
export interface RenameDeclaration extends RenameSite {
  why: "declaration" | "override";
}

export interface RenameReference extends RenameSite {
  rule: string;
  /** `{ name }`: the member that it makes would be renamed too; write `{ name: newName }`. */
  shorthand: boolean;
}

export interface RenameExport extends RenamePlace {
  /** The name under which it is offered. */
  exported: string;
  /** A star needs no edit; whoever imports through it does. */
  via: "named" | "star";
}

export interface RenamePossible extends RenameSite {
  why: string;
}

export interface RenameMention extends RenameSite {
  kind: "comment" | "document" | "string" | "text";
}

export interface RenameAnswer extends AnswerBase {
  op: "rename";
  symbol: string;
  to: string;
  /** Where several have the name none is followed: each is listed with its own counts. */
  declarations: TraceDeclaration[];
  conflicts: RenameConflict[];
  declares: RenameDeclaration[];
  proven: RenameReference[];
  exports: RenameExport[];
  possible: RenamePossible[];
  /** The name in quotes: a member by its name, a key, a route. */
  strings: RenamePossible[];
  mentions: RenameMention[];
  /** Of everything, shown or not; `files` have something to edit that is proven. */
  totals: {
    conflicts: number;
    declares: number;
    proven: number;
    exports: number;
    possible: number;
    strings: number;
    mentions: number;
    files: number;
  };
  notLooked: { what: string; why: string }[];
  nearest: string[];
}
