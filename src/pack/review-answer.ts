// The JSON form of a review: what changed, in which files, what was taken away, what changed together before.
import type { SpanKind } from "../base/span.ts";
import type { SpansAnswer } from "./answer.ts";

/**
 * What a span of a review is there for. `changed`: lines of the new side; `removed`: lines of the old side that the change
 * takes away; `contract`: a type that a changed head names; `uses-left`: a place that still may use what is gone; `caller`:
 * a place that is proven to use what changed; `possible-caller`: one that may; `test`: a test that reaches it.
 */
export type ReviewPart =
  | "changed"
  | "removed"
  | "uses-left"
  | "contract"
  | "caller"
  | "possible-caller"
  | "test";

/** A file of the change. */
export interface ReviewFile {
  path: string;
  /** Where it was before, or what it is a copy of; null where it had the same path. */
  from: string | null;
  change: "modified" | "added" | "deleted" | "renamed" | "copied";
  /** Lines that came and went. */
  added: number;
  removed: number;
  /** What else is to be said of it: why nothing of it is shown, modes, what only seems to change. */
  notes: string[];
}

/** A declaration of the change. */
export interface ReviewDeclaration {
  path: string;
  line: number;
  kind: SpanKind;
  /** Qualified. */
  name: string;
  change: "body" | "signature" | "added" | "removed";
  /** The commit that its head line comes from; null where history does not go so far, or was not asked. */
  introduced: ReviewCommit | null;
}

export interface ReviewCommit {
  id: string;
  subject: string;
}

/** A file that changed together with files of the change before. */
export interface ReviewTogether {
  path: string;
  /** Commits that changed it and a file of the change. */
  commits: number;
  /** Commits that changed a file of the change. */
  of: number;
  test: boolean;
}

export interface ReviewAnswer extends SpansAnswer {
  op: "review";
  /** What was compared, in words. */
  change: string;
  /** Whole ids of the commits that are the old and the new side; null where it is none. */
  base: string | null;
  head: string | null;
  files: ReviewFile[];
  declarations: ReviewDeclaration[];
  together: ReviewTogether[];
  /** Of all, also those that did not fit. */
  totals: {
    files: number;
    declarations: number;
    added: number;
    removed: number;
    callers: number;
    possible: number;
    tests: number;
    together: number;
  };
}
