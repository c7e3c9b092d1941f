// The JSON form of answers, as SCHEMAS fixes it: what the library returns and `--json` prints.
import type { Span, SpanKind } from "../base/span.ts";
import type { WordHelp } from "../rank/query-help.ts";
import type { UntrustedLine } from "../redact/instruction-like.ts";
import type { Unit } from "../tokens/units.ts";
import type { Aggregate } from "./aggregate.ts";
import type { AnswerHead } from "./head.ts";
import type { Relations } from "./relations.ts";
import type { ReviewPart } from "./review-answer.ts";
import type { VerifiedPlace, VerifiedReceipt } from "./receipt-verify.ts";
import type { SessionPart } from "./session-part.ts";

export interface AnswerRoot {
  /** Absolute path of the root that was used. */
  path: string;
  /** Full id of the commit at HEAD, or of the one that was asked for; null outside a repository or before the first commit. */
  rev: string | null;
  /** Tracked files differ from HEAD; null where that isn't known. */
  dirty: boolean | null;
  /** Where the lines come from the commit `rev` that was asked for, or from the index above it, and not from the disk. */
  source?: "revision" | "index";
}

export interface Cost {
  tokens: number;
  unit: Unit;
  budget: number;
}

export interface Completeness {
  /** The scope in words; `all files` for none. */
  scope: string;
  files: {
    inScope: number;
    /** Files whose contents this answer rests on (index or live scan). */
    read: number;
    /** Skip reason → number of names left out. */
    skipped: Record<string, number>;
  };
  /** Ceilings that were hit, each as one short sentence. */
  caps: string[];
  /** Names asked for that could not be resolved. */
  unresolved: string[];
  /** Words of the question of which there is something to know; left out where there is none. */
  words?: WordHelp[];
  /** Set where only a part was looked at. */
  partial: { read: number; of: number; why: string } | null;
}

export interface Advice {
  code: string;
  text: string;
}

export interface AnswerBase {
  /** In a batch: the id of the request, where it has one. */
  id?: unknown;
  op: string;
  root: AnswerRoot;
  cost: Cost;
  completeness: Completeness;
  advice: Advice | null;
  /** Id of the stored receipt; null where none was written. */
  receipt: string | null;
  /** Cursor of the next part; null where this is all. */
  next: string | null;
  /** Only in a session: what of the answer its client holds already. */
  session?: SessionPart;
}

/** All that is said under a budget in which not even an answer without spans has room. */
export interface TooSmallAnswer extends Pick<AnswerBase, "id"> {
  /** Left out where that alone makes it fit. */
  op?: string;
  advice: Advice;
}

/** How a span got its place; only with `explain`. */
export interface Explanation {
  score: number;
  /** Lane → rank in it (from 1, among the candidates) and score. */
  lanes: Record<string, { rank: number; score: number }>;
  /** Feature or prior → weighted value. */
  features: Record<string, number>;
  /** Words of the query that were met. */
  matched: string[];
}

export interface AnswerSpan extends Span {
  /** How the text is shown: whole, or an outline with the lines that matter. */
  form: "whole" | "outline" | "lines";
  redacted: { line: number; rule: string }[];
  /** Lines of it that look like instructions to whoever reads them: data all the same. Absent where there is none. */
  untrusted?: UntrustedLine[];
  /** Only with `relations`, of a declaration in a parsed file. */
  relations?: Relations;
  explanation?: Explanation;
  /** Of an expansion: none of its lines was shown before, or more of them are than were. */
  since?: "new" | "more";
  /** Of a review: what it is there for. */
  part?: ReviewPart;
  /** Where the lines are not those of the tree that was asked about: as they were, or as a diff would make them. */
  side?: "old" | "patched";
}

/** Of what was kept before, what became of it: named first, since other lines stand there now. */
export interface ChangedSince {
  counts: VerifiedReceipt["counts"];
  /** Without those that stand as they were. */
  changed: VerifiedPlace[];
}

/** Of `receipt expand`. */
export interface ExpandedFrom extends ChangedSince {
  receipt: string;
  /** That it was asked with. */
  budget: number;
  /** The commit at which it was asked, where that is another one now. */
  rev: string | null;
}

/** A pack of which an answer begins with. */
export interface PackPart extends ChangedSince {
  name: string;
  query: string;
}

/** An answer that is made of lines. */
export interface SpansAnswer extends AnswerBase {
  op: "context" | "similar" | "review";
  route: AnswerRoute;
  /** Of `context`: what spoke for the form of the answer. */
  signals?: string[];
  /** What stands before the spans, where it was asked for. */
  heads?: AnswerHead[];
  spans: AnswerSpan[];
}

/**
 * How it was answered: by the best lines, by all that is in scope, by a declaration with what uses it, by every line with a
 * text, by counting, by the outline of what would be shown.
 */
export type AnswerRoute = "pack" | "ranked" | "lossless" | "trace" | "exact" | "aggregation" | "outline";

export interface ContextAnswer extends SpansAnswer {
  op: "context";
  /** Of an expansion: of what, and what became of that. */
  expanded?: ExpandedFrom;
  /** The packs that it begins with, and what became of them. */
  packs?: PackPart[];
  /** Of the route `exact`: what was looked for as it stands, and how much there is of it. */
  exact?: { text: string; mode: "exact" | "regex"; lines: number; files: number };
  /** Of the route `aggregation`. */
  aggregate?: Aggregate;
}

/** The reason of each span says how it is like what was asked about; what was asked about is in no span. */
export interface SimilarAnswer extends SpansAnswer {
  op: "similar";
}

export interface SearchResult {
  path: string;
  start: number;
  end: number;
  kind: SpanKind;
  name: string;
  reason: string;
  cost: number;
  matches: { line: number; text?: string }[];
  text: string;
  untrusted?: UntrustedLine[];
  /** Only with `relations`, of a declaration in a parsed file. */
  relations?: Relations;
  explanation?: Explanation;
}

export interface SearchAnswer extends AnswerBase {
  op: "search";
  mode: "ranked" | "exact" | "regex";
  results: SearchResult[];
  /** Number of all matches (exact, regex) or matching files (ranked), also those not shown. */
  total: number;
}

export interface SymbolMatch {
  path: string;
  start: number;
  end: number;
  kind: SpanKind;
  name: string;
  qualified: string;
  exported: boolean | null;
  /** The first, where there are several. */
  signature: string;
  doc: string;
  /** Of a declaration with several signatures each of them, in order; empty where there is one. */
  overloads: SymbolOverload[];
  /** The types of this repository that the head names, resolved one step far; of the first matches alone. */
  types: SymbolType[];
  /** Names of types of which it isn't settled what they mean. */
  unsettled: string[];
}

/** A type that the head of a declaration names. */
export interface SymbolType {
  path: string;
  line: number;
  kind: SpanKind;
  /** Qualified. */
  name: string;
  signature: string;
  /** Heads of what it holds: the first ones; none where they were said before in the answer. */
  members: string[];
  /** How many it holds. */
  total: number;
}

export interface SymbolOverload {
  start: number;
  end: number;
  signature: string;
  doc: string;
}

export interface SymbolAnswer extends AnswerBase {
  op: "symbol";
  matches: SymbolMatch[];
  /** Names near to one that does not exist; nothing of theirs is shown. */
  nearest: string[];
  total: number;
}

/** Of lines that are gone `end` is less than `start`, and `note` says so. */
export interface ReadSpan extends Span {
  /** Lines of the whole file. */
  lines: number;
  redacted: { line: number; rule: string }[];
  untrusted?: UntrustedLine[];
  /** What the reader should know of these lines: cut, moved, changed; null where that is nothing. */
  note: string | null;
}

export interface ReadAnswer extends AnswerBase {
  op: "read";
  spans: ReadSpan[];
}

/** One declaration of a file's outline. */
export interface OutlineItem {
  path: string;
  start: number;
  end: number;
  kind: SpanKind;
  name: string;
  signature: string;
  exported: boolean | null;
  /** How many declarations it stands in. */
  depth: number;
}

/** One file of a folder's outline. */
export interface OutlineFile {
  path: string;
  lines: number;
  /**
   * About how many other files rest on it: they import it by its name, or mention a name that it declares. Shared out
   * where two or three files have the name; nothing where more have it.
   */
  mentionedBy: number;
  /** How many outer declarations it has; for a question, how many in all. */
  declared: number;
  /** The first of them, or those that meet the question; equal ones together: where the first stands, and how many. */
  declarations: { kind: SpanKind; name: string; line: number; count: number }[];
}

export interface OutlineAnswer extends AnswerBase {
  op: "outline";
  path: string;
  /** For a file. */
  declarations: OutlineItem[];
  /** For a folder. */
  files: OutlineFile[];
  /** Where the declarations come from: the parser, or line patterns and why. */
  from: string;
}
