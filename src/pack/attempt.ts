// An answer on its way: what was tried, what it costs, and with what it was made.
import type { Advice, AnswerRoot, SpansAnswer } from "./answer.ts";
import type { Candidate } from "./candidate.ts";
import type { Dropped } from "./choose.ts";
import type { ShownSpan } from "./form.ts";
import type { ChosenFile, Selection } from "./selection.ts";

/** An answer that was made and counted, without its receipt. */
export interface Attempt {
  cost: number;
  answer: SpansAnswer;
  selection: Selection;
  /** What was chosen, in the order in which it is shown. */
  files: readonly ChosenFile[];
  spans: ShownSpan[];
  behind: Map<ShownSpan, Candidate>;
  dropped: readonly Dropped[];
  complete: boolean;
}

/** The root that is counted while choosing, and what is set aside for a longer one. */
export interface CountedRoot {
  root: AnswerRoot;
  reserve: number;
}

export interface MakeOptions {
  route?: SpansAnswer["route"];
  dropped?: readonly Dropped[];
  complete?: boolean;
  budget?: number;
  advice?: Advice | null;
  root?: AnswerRoot;
}
