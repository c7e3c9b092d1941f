// A stored receipt: shown, or verified against the tree as it is now.
import { pathOfLabel } from "../pack/label.ts";
import type { ReceiptReport, VerifyReport } from "../pack/reports.ts";
import { receiptMarkdown, verifiedMarkdown } from "../pack/receipt-markdown.ts";
import type { ReceiptArguments } from "./arguments.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import { placesNow } from "./receipt-places.ts";
import { readReceipt } from "./stored-receipts.ts";
import type { Workspace } from "./workspace.ts";

export async function receipt(
  workspace: Workspace,
  args: ReceiptArguments,
  context: OperationContext,
): Promise<Outcome> {
  const stored = readReceipt(workspace, pathOfLabel(args.receipt));
  const viewing = workspace.view(context);
  const asked = workspace.answerRoot(viewing, context.signal);
  asked.catch(() => {});
  const { snapshot, notices } = await viewing;
  const root = await asked;
  if (args.action === "show") {
    const report: ReceiptReport = { op: "receipt", action: "show", root, receipt: stored };
    return plainOutcome(args.format, report, receiptMarkdown(stored).trimEnd().split("\n"), { notices });
  }
  const verified = await placesNow(workspace, snapshot, stored);
  const report: VerifyReport = { op: "receipt", action: "verify", root, ...verified };
  return plainOutcome(args.format, report, verifiedMarkdown(stored, verified).trimEnd().split("\n"), {
    found: verified.holds,
    notices,
  });
}
