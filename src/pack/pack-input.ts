// What the packer takes, and what it gives back.
import type { Counter } from "../tokens/counter.ts";
import type { Advice, AnswerRoot, Completeness, SpansAnswer, TooSmallAnswer } from "./answer.ts";
import type { Candidate, PackSource } from "./candidate.ts";
import type { Looks } from "./destination.ts";
import type { AnswerHead } from "./head.ts";
import type { LineRange } from "./ranges.ts";
import type { Receipt } from "./receipt.ts";
import type { HeldBefore } from "./session-part.ts";

export interface PackInput extends Looks {
  /** Of a request in a batch: counted in. */
  id?: unknown;
  root: AnswerRoot;
  query: string;
  /** `context` unless given. */
  op?: SpansAnswer["op"];
  /** What else shaped the answer, for the receipt: scope, language and so on. */
  options: Record<string, unknown>;
  /** Version of the engine. */
  engine: string;
  budget: number;
  counter: Counter;
  /** Before everything else, all of them or nothing: what was chosen before. */
  first?: readonly Candidate[];
  /** Where there is no room for them: how much they need. */
  firstAdvice?: (needed: number) => Advice;
  /** What was shown before: what is more than that is marked. */
  since?: HeldBefore;
  /** Best first. */
  candidates: readonly Candidate[];
  /** `ranked` unless given: what the candidates are an answer to. */
  route?: "trace" | "pack";
  /** What spoke for the form of the answer. */
  signals?: readonly string[];
  /** Before the spans, unless everything in scope is shown. */
  heads?: readonly AnswerHead[];
  /** All files in scope, whole, where the query gives no reason to choose: shown if all of it fits. */
  everything?: readonly Candidate[] | null;
  completeness: Completeness;
  advice?: Advice | null;
  /** What stands before the spans: its lines in text, its members in JSON. Counted in. */
  preface?: { readonly lines: readonly string[]; readonly members: object };
  /** The candidates are parts of a review: chosen by their turns and shown in the order in which they are given. */
  byPart?: boolean;
  /** False: no receipt is named in the answer. */
  receipt?: boolean;
  /** What the client holds: none of it is shown again. What is chosen is the same as without. */
  client?: HeldBefore;
}

export interface PackResult {
  output: string;
  /** The JSON form. */
  answer: SpansAnswer;
  /** What is said in place of the answer where the budget has no room even for an empty one; else null. */
  small: TooSmallAnswer | null;
  /** Null where none was asked for. */
  receipt: Receipt | null;
  /** There was something to show. */
  found: boolean;
  /** The best candidate behind each span of the answer. */
  behind: readonly Candidate[];
  /** The lines that each span of the answer shows. */
  sent: readonly { source: PackSource; lines: readonly LineRange[] }[];
}
