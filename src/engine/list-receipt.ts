// The receipt of an answer that is a list of lines: what was shown of which content, so that it can be verified as any other.
import { packageVersion } from "../base/package-version.ts";
import type { ContextAnswer } from "../pack/answer.ts";
import type { Candidate } from "../pack/candidate.ts";
import { asRanges, type LineRange } from "../pack/ranges.ts";
import { makeReceipt, NO_ID } from "../pack/receipt.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { saveReceipt } from "./stored-receipts.ts";
import type { Workspace } from "./workspace.ts";

/** A text of which lines are shown: redacted lines and the id of its content. */
export interface ListedText {
  id: string;
  lines: readonly string[];
}

/**
 * Makes the answer twice: once with a stand-in for the id, which costs what every id costs, then with the id of what it
 * showed. `texts`: of every path that the answer may show.
 */
export async function withReceipt(
  workspace: Workspace,
  options: Record<string, unknown>,
  query: string,
  texts: (path: string) => ListedText | undefined,
  make: (receipt: string | null) => Promise<Outcome>,
  onReceipt?: OperationContext["onReceipt"],
): Promise<Outcome> {
  const outcome = await make(NO_ID);
  const answer = outcome.answer as ContextAnswer;
  // Where the budget has no room for the answer there is nothing to keep.
  if (answer.completeness === undefined || answer.spans === undefined) return outcome;
  const notices = [...outcome.notices];
  const { root, route, signals, completeness, cost } = answer;
  const kept = answer.spans.flatMap((span) => {
    const text = texts(span.path);
    if (text === undefined) return [];
    const shown = asRanges(span.matches.map(({ line }): LineRange => [line, line]));
    return shown.length === 0 ? [] : [{ span: { ...span, shown }, candidate: candidateIn(span.path, text) }];
  });
  const receipt = makeReceipt({
    op: "context",
    engine: packageVersion(),
    root,
    query,
    options,
    route,
    ...(signals === undefined ? {} : { signals }),
    kept,
    dropped: [],
    completeness,
    cost,
  });
  onReceipt?.(receipt);
  const id = saveReceipt(workspace, receipt, notices) ? receipt.id : null;
  return { ...(await make(id)), notices };
}

function candidateIn(path: string, { id, lines }: ListedText): Candidate {
  return {
    source: { path, contentId: id, lines, redactions: [] },
    start: 1,
    end: lines.length,
    kind: "lines",
    name: "",
    reason: "",
    score: 0,
    fileRank: 0,
    matches: [],
    outline: [],
    defines: [],
    uses: new Set(),
    lanes: {},
  };
}
