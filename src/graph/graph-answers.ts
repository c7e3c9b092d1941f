// What the graph answers with: declarations, the sites of their uses, what proves a site or why it is only possible.
import type { SpanKind } from "../base/span.ts";
import type { ReferenceRole } from "../parse/facts.ts";

/** One declaration; overloads, a getter with its setter, a class merged with an interface are one. */
export interface Declaration {
  readonly file: number;
  readonly path: string;
  readonly language: string;
  /** Places in the file's list of symbols, ascending; the first one stands for all. */
  readonly symbols: readonly number[];
  readonly name: string;
  readonly qualified: string;
  readonly kind: SpanKind;
  readonly exported: boolean;
  readonly signature: string;
  readonly start: number;
  /** Line of the name. */
  readonly line: number;
  readonly end: number;
}

export interface DeclaredPlace {
  readonly path: string;
  readonly line: number;
  readonly language: string;
}

export interface DeclarationsAnswer {
  readonly declarations: readonly Declaration[];
  /** Those in languages whose uses are not followed: tables of SQL, keys of data, what has no parser. */
  readonly unfollowed: readonly DeclaredPlace[];
  /** Nearest names, where there is none: never another name's declarations. */
  readonly nearest: readonly string[];
  readonly notLooked: readonly NotLooked[];
}

/** The rule that proves what a reference means. */
export type Rule =
  | "import"
  | "re-export"
  | "same-file"
  | "same-package"
  | "this-method"
  | "super-method"
  | "field-type"
  | "parameter-type"
  | "variable-type"
  | "result-type"
  | "new-expression"
  | "construction"
  | "static-method"
  | "namespace"
  | "enum-member"
  | "object-member"
  | "star-import"
  /** A member that overrides or implements one above it. */
  | "override"
  | "qualified"
  /** The TypeScript compiler says it (`pith index --checker`). */
  | "checker";

export type Why =
  | "same-name"
  | "unresolved-receiver"
  | "unresolved-module"
  | "unresolved-base"
  | "ambiguous-export"
  | "ambiguous-declaration"
  | "dynamic-access"
  | "string"
  | "reflection"
  | "template"
  | "unparsed-file"
  /** Taken as a value and not called there: it may be called by whoever gets it. */
  | "handed-on"
  /** It has methods of these names, and what they take and give is not surely the same. */
  | "method-set"
  | "dispatch";

/** A place where a declaration is, or may be, used. */
export interface Site {
  readonly file: number;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The line as it stands, trimmed and redacted. */
  readonly text: string;
  /** Qualified name of the innermost enclosing symbol, or empty at the top of the file. */
  readonly enclosing: string;
  /** Its place in the file's symbols, or -1. */
  readonly symbol: number;
  /** Null where it is no reference of the parser (a string, an unparsed file). */
  readonly role: ReferenceRole | null;
}

export interface ProvenSite extends Site {
  readonly rule: Rule;
}

export interface PossibleSite extends Site {
  readonly why: Why;
}

export interface NotLooked {
  readonly what: string;
  readonly why: string;
}

export interface Interval {
  /** By path, then by line. Whole: whoever shows them may cut them and say the totals. */
  readonly proven: readonly ProvenSite[];
  readonly possible: readonly PossibleSite[];
  readonly totals: { readonly proven: number; readonly possible: number };
  readonly notLooked: readonly NotLooked[];
  /** Files that hold the name, or may mean it by another: what the answer took to find. */
  readonly looked: number;
}

/** What a symbol uses. */
export interface Callee extends Site {
  readonly name: string;
  readonly targets: readonly Declaration[];
  readonly rule: Rule | null;
  /** Where it is not proven. */
  readonly why: Why | null;
}

export interface CalleesAnswer {
  readonly proven: readonly Callee[];
  /** Uses whose target this repository does not settle; those of the language and of packages outside are left out. */
  readonly possible: readonly Callee[];
  /** Uses of what lies outside the repository. */
  readonly external: number;
  readonly notLooked: readonly NotLooked[];
}

export interface Relative {
  readonly declaration: Declaration;
  /** Steps between: 1 for a direct base or implementor. */
  readonly distance: number;
  /** Bases that the source names: the link that proves it. */
  readonly site: Site;
}

export interface RelativesAnswer {
  readonly proven: readonly Relative[];
  readonly possible: readonly PossibleSite[];
  readonly notLooked: readonly NotLooked[];
}

export interface Dependency {
  /** File that imports. */
  readonly from: string;
  /** As written. */
  readonly module: string;
  readonly names: readonly string[];
  /** Files of the repository that it means. */
  readonly paths: readonly string[];
  readonly external: boolean;
  /** Where it is neither: the reason. */
  readonly why: string;
  readonly line: number;
  readonly text: string;
}

export interface Dependencies {
  /** Of a file that is imported also what may import it: that has no paths, and says why. */
  readonly links: readonly Dependency[];
  readonly notLooked: readonly NotLooked[];
}

/** Uses of what is declared nowhere any more. */
export interface LostUses {
  readonly possible: readonly PossibleSite[];
  readonly notLooked: readonly NotLooked[];
}

export interface ClosureStep {
  readonly depth: number;
  /** A place at which something is used. */
  readonly via: ProvenSite;
  /** The declaration of the step before. */
  readonly from: Declaration;
  /** What is used there. */
  readonly leads: readonly Declaration[];
}

export interface ClosureAnswer {
  /** Every proven place, each once at its nearest depth; by depth, then by path and line. */
  readonly steps: readonly ClosureStep[];
  /** Of the declaration itself. */
  readonly possible: readonly (PossibleSite | Callee)[];
  /** What was found at each step; the possible ones nothing follows. */
  readonly byDepth: readonly {
    readonly depth: number;
    readonly proven: number;
    readonly possible: number;
    /** Uses of what lies outside the repository. */
    readonly external: number;
  }[];
  readonly notLooked: readonly NotLooked[];
}

export interface ImpactSite {
  /** Steps from the declarations that were asked for. */
  readonly depth: number;
  readonly site: ProvenSite;
  readonly from: Declaration;
  /** The declaration around the site, which the next step follows; null at the top of a file. */
  readonly to: Declaration | null;
}

export interface Impact {
  /** By depth, then by path and line; each place once. */
  readonly sites: readonly ImpactSite[];
  /** Of the declarations themselves, by path and line. */
  readonly possible: readonly PossibleSite[];
  /** Possible sites at further steps, which nothing follows. */
  readonly further: readonly { readonly depth: number; readonly count: number }[];
  /** Of each declaration that was asked for, in their order. */
  readonly own: readonly { readonly proven: number; readonly possible: number }[];
  readonly notLooked: readonly NotLooked[];
}

/** Where another module offers a declaration on. */
export interface ReExport {
  readonly file: number;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  /** The name under which it is offered there. */
  readonly exported: string;
  readonly via: "named" | "star";
}

/** A word that is the name, where no program reads it. */
export interface Mention {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly enclosing: string;
  /** `document`: a file without code. `text`: between tags. */
  readonly kind: "comment" | "document" | "string" | "text";
}

export interface Mentions {
  readonly mentions: readonly Mention[];
  readonly notLooked: readonly NotLooked[];
}

/** What a new name would meet. */
export interface NameConflict {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly enclosing: string;
  /**
   * `declared`, `imported`, `exported`: it is there already; `inherited`: a type above or below has it as a member;
   * `used`: it is a word of a function that uses the old name: a variable or a parameter may hide it.
   */
  readonly why: "declared" | "imported" | "exported" | "inherited" | "used";
}
