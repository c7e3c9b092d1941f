// What was kept, what was dropped, and why: the record of an answer, byte for byte the same for the same texts, query,
// options and engine. Nothing in it is more than the answer itself may say: texts are kept as hashes, and the query and
// the reasons are redacted.
import { canonicalJson } from "../base/canonical-json.ts";
import { sha256 } from "../base/hash.ts";
import type { SpanKind } from "../base/span.ts";
import type { UntrustedLine } from "../redact/instruction-like.ts";
import { redactValue, shownText } from "../redact/redact.ts";
import { shownPath } from "../redact/shown-path.ts";
import type { AnswerRoot, Completeness, Cost } from "./answer.ts";
import type { Candidate } from "./candidate.ts";
import type { Dropped } from "./choose.ts";
import type { ShownSpan } from "./form.ts";
import type { LineRange } from "./ranges.ts";

/** Raised when the shape changes; other versions are refused. */
export const RECEIPT_FORMAT = "pith-receipt-1";

/** Lines that stand together in an answer. */
export interface ReceiptLines {
  start: number;
  end: number;
  /** Of the redacted lines, joined by line feeds. */
  hash: string;
  /** Of the first of them: where it stands, the others are looked for. */
  first: string;
}

export interface ReceiptPlace {
  path: string;
  start: number;
  end: number;
  kind: SpanKind;
  name: string;
  /** Content id of the file. */
  content: string;
  /** Lane → rank in it, from 1. */
  ranks: Record<string, number>;
}

export interface KeptPlace extends ReceiptPlace {
  form: "whole" | "outline" | "lines";
  reason: string;
  lines: ReceiptLines[];
  cost: number;
  /** Lines that looked like instructions to the reader. */
  untrusted?: UntrustedLine[];
}

export interface DroppedPlace extends ReceiptPlace {
  why: string;
}

export interface Receipt {
  format: typeof RECEIPT_FORMAT;
  id: string;
  /** Version of the engine that answered. */
  engine: string;
  op: string;
  root: AnswerRoot;
  query: string;
  options: Record<string, unknown>;
  route: string;
  /** What spoke for the form of the answer. */
  signals?: string[];
  kept: KeptPlace[];
  dropped: DroppedPlace[];
  /** Places that were dropped in all; `dropped` lists the first of them. */
  droppedTotal: number;
  completeness: Completeness;
  cost: Cost;
}

/** Enough to see what nearly came in; the rest is counted. */
const LISTED_DROPS = 50;

export interface ReceiptInput {
  op: string;
  engine: string;
  root: AnswerRoot;
  query: string;
  options: Record<string, unknown>;
  route: string;
  signals?: readonly string[];
  /** Spans of the answer with the best candidate of each. */
  kept: readonly { span: ShownSpan; candidate: Candidate }[];
  dropped: readonly Dropped[];
  completeness: Completeness;
  cost: Cost;
}

export function makeReceipt(input: ReceiptInput): Receipt {
  const { op, engine, root, route, completeness, cost } = input;
  const body: Omit<Receipt, "id"> = {
    format: RECEIPT_FORMAT,
    engine,
    op,
    root,
    query: shownText(input.query),
    options: redactValue(input.options) as Record<string, unknown>,
    route,
    ...(input.signals === undefined ? {} : { signals: input.signals.map((signal) => shownText(signal)) }),
    kept: input.kept.map(({ span, candidate }) => keptPlace(span, candidate)),
    dropped: input.dropped.slice(0, LISTED_DROPS).map(droppedPlace),
    droppedTotal: input.dropped.length,
    completeness: redactValue(completeness) as Completeness,
    cost,
  };
  return { ...body, id: receiptId(body) };
}

/**
 * Decimal digits of an id: 60 bits of its hash, so that even a million receipts are unlikely to share one. Decimal,
 * because every encoding cuts digits into threes: an id costs six tokens whatever it is, so an answer can be counted
 * before its receipt is made, and hexadecimal would cost twice as much.
 */
export const ID_LENGTH = 18;
export const NO_ID = "0".repeat(ID_LENGTH);

/**
 * Hash of relative paths, contents, query, options and engine. Not in it: where the root lies and which revision it is
 * at, what was counted and what was skipped: two clones of one tree give the same id.
 */
export function receiptId(receipt: Omit<Receipt, "id">): string {
  const { format, engine, op, query, options, route, dropped } = receipt;
  const kept = receipt.kept.map((place) => {
    const { cost: _, ...rest } = place;
    return rest;
  });
  const hash = sha256(canonicalJson({ format, engine, op, query, options, route, kept, dropped }));
  return (BigInt(`0x${hash.slice(0, 32)}`) % 10n ** BigInt(ID_LENGTH)).toString().padStart(ID_LENGTH, "0");
}

function keptPlace(span: ShownSpan, candidate: Candidate): KeptPlace {
  const { path, start, end, kind, name, form, cost } = span;
  return {
    path,
    start,
    end,
    kind,
    name,
    content: candidate.source.contentId,
    ranks: ranksOf(candidate),
    form,
    reason: shownText(span.reason),
    lines: span.shown.map((range) => hashedLines(candidate.source.lines, range)),
    cost,
    ...(span.untrusted === undefined ? {} : { untrusted: span.untrusted }),
  };
}

function droppedPlace({ candidate, why }: Dropped): DroppedPlace {
  const { source, start, end, kind, name } = candidate;
  return {
    path: shownPath(source.path),
    start,
    end,
    kind,
    name,
    content: source.contentId,
    ranks: ranksOf(candidate),
    why: shownText(why),
  };
}

function ranksOf({ lanes }: Candidate): Record<string, number> {
  return Object.fromEntries(Object.entries(lanes).map(([lane, { rank }]) => [lane, rank]));
}

function hashedLines(lines: readonly string[], [start, end]: LineRange): ReceiptLines {
  return { start, end, hash: linesHash(lines, start, end), first: linesHash(lines, start, start) };
}

/** Digits of a line hash: enough to tell stretches of one repository apart. */
const HASH_LENGTH = 16;

/** Hash of lines `start..end` of redacted lines without their ends. */
export function linesHash(lines: readonly string[], start: number, end: number): string {
  return sha256(lines.slice(start - 1, end).join("\n")).slice(0, HASH_LENGTH);
}
