// The shape of a trace: who uses a declaration, what it uses, what lies above and below it; proven and possible apart.
import type { SpanKind } from "../base/span.ts";
import type { TraceDirection } from "../base/trace-directions.ts";
import type { AnswerBase } from "./answer.ts";

export interface TraceDeclaration {
  path: string;
  start: number;
  end: number;
  kind: SpanKind;
  /** Qualified. */
  name: string;
  exported: boolean;
  signature: string;
  /** What was found for it. */
  proven: number;
  possible: number;
}

export interface TraceSite {
  path: string;
  line: number;
  /** The line as it stands, trimmed. */
  text: string;
  /** Qualified name of the symbol around it; empty at the top of the file. */
  enclosing: string;
  /** Steps from the declaration that was asked for. */
  depth: number;
  /** What it leads to, where that is not the declaration asked for: `path:line name`, or a path. */
  targets: string[];
}

export interface ProvenTraceSite extends TraceSite {
  /** What proves it. */
  rule: string;
  /** Of a base or an implementor: `path:line` of the list of bases that links the two. */
  link?: string;
}

export interface PossibleTraceSite extends TraceSite {
  /** Why it cannot be excluded. */
  why: string;
}

export interface TraceAnswer extends AnswerBase {
  op: "trace";
  symbol: string;
  direction: TraceDirection;
  depth: number;
  /** Where several have the name none is traced: each is listed with its own counts. */
  declarations: TraceDeclaration[];
  proven: ProvenTraceSite[];
  possible: PossibleTraceSite[];
  /** Of everything that was found, also what is not shown. */
  totals: {
    proven: number;
    possible: number;
    /** Uses of, or imports from, what lies outside the repository. */
    external: number;
    /** The same at each step. Possible sites are listed for the first one, counted further out, and not followed. */
    byDepth: { depth: number; proven: number; possible: number; external: number }[];
  };
  notLooked: { what: string; why: string }[];
  /** Names near to one that is declared nowhere; nothing of theirs is shown. */
  nearest: string[];
}
