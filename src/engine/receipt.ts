// A stored receipt: shown, or verified against the tree as it is now; of an answer about a commit, against that commit.
import { pathOfLabel } from "../pack/label.ts";
import { throwIfCancelled } from "../base/error.ts";
import type { AnswerRoot } from "../pack/answer.ts";
import type { ReceiptReport, VerifyReport } from "../pack/reports.ts";
import type { Receipt } from "../pack/receipt.ts";
import { receiptMarkdown, verifiedMarkdown } from "../pack/receipt-markdown.ts";
import { nothingLeft, type VerifiedReceipt } from "../pack/receipt-verify.ts";
import { findCommit } from "../git/commit.ts";
import type { ReceiptArguments } from "./arguments.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import { placesNow } from "./receipt-places.ts";
import { commitOfReceipt, readReceipt } from "./stored-receipts.ts";
import { gitFault } from "./git-faults.ts";
import type { OpenRoot } from "./open-roots.ts";

export async function receipt(
  open: OpenRoot,
  args: ReceiptArguments,
  context: OperationContext,
): Promise<Outcome> {
  const { workspace } = open;
  const stored = readReceipt(workspace, pathOfLabel(args.receipt));
  const commit = commitOfReceipt(stored);
  if (args.action === "verify" && commit !== null) return verifyRevision(open, stored, commit, args, context);
  const viewing = workspace.view(context);
  const asked = workspace.answerRoot(viewing, context.signal);
  asked.catch(() => {});
  const { snapshot, notices } = await viewing;
  const root = await asked;
  if (args.action === "show") {
    const report: ReceiptReport = { op: "receipt", action: "show", root, receipt: stored };
    return plainOutcome(args.format, report, receiptMarkdown(stored).trimEnd().split("\n"), { notices });
  }
  return verdict(
    args,
    root,
    stored,
    (await placesNow(workspace, open.sources, snapshot, stored)).verified,
    notices,
  );
}

const INSTEAD = { other: "`pith receipt show` tells what it had.", one: "." };

/** Against the objects of the commit: what is on disk has no part in it. */
async function verifyRevision(
  open: OpenRoot,
  stored: Receipt,
  commit: string,
  args: ReceiptArguments,
  { signal, ...context }: OperationContext,
): Promise<Outcome> {
  const { root } = open.workspace;
  const answered: AnswerRoot = { path: root.path, rev: commit, dirty: false, source: "revision" };
  if (root.repository === null) throw gitFault("no-repository", "rev", INSTEAD);
  const found = await findCommit(root.repository, root.path, commit, { signal });
  throwIfCancelled(signal);
  if ("fault" in found) {
    if (found.fault !== "revision") throw gitFault(found.fault, "rev", INSTEAD);
    return verdict(args, answered, stored, nothingLeft(stored), []);
  }
  const work = async ({ workspace, sources }: OpenRoot): Promise<Outcome> => {
    const { snapshot, notices } = await workspace.view({ signal, ...context });
    return verdict(
      args,
      answered,
      stored,
      (await placesNow(workspace, sources, snapshot, stored)).verified,
      notices,
    );
  };
  return open.at(commit, work, signal);
}

function verdict(
  args: ReceiptArguments,
  root: AnswerRoot,
  stored: Receipt,
  verified: VerifiedReceipt,
  notices: readonly string[],
): Outcome {
  const report: VerifyReport = { op: "receipt", action: "verify", root, ...verified };
  return plainOutcome(args.format, report, verifiedMarkdown(stored, verified).trimEnd().split("\n"), {
    found: verified.holds,
    notices,
  });
}
