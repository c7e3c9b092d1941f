// What the packer is given: units that might answer, best first, and the redacted texts that they stand in.
import type { SpanKind } from "../base/span.ts";
import type { Redaction } from "../redact/redact.ts";
import type { Explanation } from "./answer.ts";
import type { ReviewPart } from "./review-answer.ts";
import type { LineRange } from "./ranges.ts";
import type { Relations } from "./relations.ts";

/** A text of which lines may be shown: a file on disk, later also a file at a revision, a card, a leaf. */
export interface PackSource {
  path: string;
  /** Where several texts stand under one path, or parts of one are kept apart: the name that tells them from each other. */
  key?: string;
  /** Where the lines are not those of the tree that was asked about: as they were, or as a diff would make them. */
  side?: "old" | "patched";
  /** Content id of the bytes that the lines were decoded from. */
  contentId: string;
  /** Redacted lines without their ends. */
  lines: readonly string[];
  redactions: readonly Redaction[];
  /** All units of the text. Room that is left is filled with neighbours of what was chosen; without units there are none. */
  units?: readonly PackUnit[];
}

/** A whole unit of a text. */
export interface PackUnit {
  start: number;
  end: number;
  kind: SpanKind;
  /** Qualified name, or empty. */
  name: string;
  /** Index of the enclosing unit in the same list, or -1. */
  parent: number;
}

export interface Candidate {
  source: PackSource;
  /** The whole unit. */
  start: number;
  end: number;
  kind: SpanKind;
  /** Qualified name, or empty for plain lines. */
  name: string;
  reason: string;
  /** Larger is better; candidates come in descending order. */
  score: number;
  /** Place of the unit's file among the files of the answer, from 0. */
  fileRank: number;
  /** Lines inside the unit that hold words of the query, ascending, with their weight. */
  matches: readonly { line: number; weight: number }[];
  /** Lines that make the unit's outline when it is too large: its head, and the heads of what it holds. Ascending. */
  outline: readonly number[];
  /** Names that the unit declares and mentions: definitions are shown before their users. */
  defines: readonly string[];
  uses: ReadonlySet<string>;
  /** Lane → rank (from 1, among the candidates) and score, for the receipt. */
  lanes: Readonly<Record<string, { rank: number; score: number }>>;
  /** Shown in these lines or not at all: what was chosen before is not chosen again. */
  only?: readonly LineRange[];
  explanation?: Explanation;
  /** Of a review: what it is there for, and when it is its turn; the lower the earlier. */
  part?: ReviewPart;
  turn?: number;
  /** Only where they were asked for, and it is a declaration of a parsed file. */
  relations?: Relations;
}
