// The shape of an impact: what uses the changed declarations, step by step, what may, which tests reach them, what of it
// others can see; totals of all of it, shown or not.
import type { AnswerBase } from "./answer.ts";
import type { PossibleTraceSite, ProvenTraceSite, TraceDeclaration } from "./trace-answer.ts";

export interface ImpactDeclaration extends TraceDeclaration {
  /** What the diff does to it; `asked` without a diff. */
  change: "asked" | "body" | "signature" | "added" | "removed";
}

/** A test file that reaches a changed declaration: its nearest place. */
export interface ImpactTest {
  path: string;
  line: number;
  text: string;
  enclosing: string;
  /** Steps from the declaration. */
  depth: number;
  /** Proven places in the file. */
  sites: number;
}

/** What others can see: an exported declaration, or the place where a module offers it on. */
export interface ImpactExport {
  path: string;
  line: number;
  /** Qualified; of a re-export the name under which it is offered. */
  name: string;
  text: string;
  /** 0 for the changed declarations themselves. */
  depth: number;
  via: "declaration" | "named" | "star";
}

export interface ImpactAnswer extends AnswerBase {
  op: "impact";
  /** Empty where a diff was given. */
  symbol: string;
  /** The revision that the work tree was compared with, `patch`, or null. */
  diff: string | null;
  depth: number;
  /** What changes. A name that several declarations have is not followed: each is listed with its own counts. */
  declarations: ImpactDeclaration[];
  /** What surely depends on them: `rule` proves each place, `depth` says how far it is. */
  proven: ProvenTraceSite[];
  tests: ImpactTest[];
  surface: ImpactExport[];
  /** What may depend on the changed declarations themselves. */
  possible: PossibleTraceSite[];
  totals: {
    declarations: number;
    proven: number;
    possible: number;
    /** Test files, and exported places. */
    tests: number;
    surface: number;
    /** Files with a proven place. */
    files: number;
    byDepth: { depth: number; proven: number; possible: number }[];
    byWhy: { why: string; possible: number }[];
  };
  notLooked: { what: string; why: string }[];
  nearest: string[];
}
