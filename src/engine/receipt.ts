// A stored receipt: shown, or verified against the tree as it is now.
import { isSkipped, readTextFile } from "../files/read.ts";
import { receiptMarkdown } from "../pack/receipt-markdown.ts";
import { verifyReceipt } from "../pack/receipt-verify.ts";
import type { ReceiptArguments } from "./arguments.ts";
import type { Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import { readReceipt } from "./stored-receipts.ts";
import type { Workspace } from "./workspace.ts";

export async function receipt(workspace: Workspace, args: ReceiptArguments): Promise<Outcome> {
  const stored = readReceipt(workspace, args.receipt);
  if (args.action === "show") return plainOutcome(args.format, stored, receiptMarkdown(stored));
  const verified = await verifyReceipt(stored, (path) => {
    const file = readTextFile(workspace.root, path, workspace.config.values.ceilings);
    return isSkipped(file) ? null : file.text;
  });
  return plainOutcome(args.format, { op: "receipt", ...verified }, receiptMarkdown(stored, verified), {
    found: verified.places.every((p) => p.state === "same"),
  });
}
